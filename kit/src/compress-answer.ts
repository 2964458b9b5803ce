import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Below this the headers weigh more than what is saved, and a packet is sent all the same. */
const WORTH_BYTES = 1_000;
/** Harder takes several times as long for a twentieth less. */
const EFFORT = 4;

const encodings = {
  br: (text: string) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: EFFORT } }),
  gzip: (text: string) => promisify(gzip)(text, { level: EFFORT }),
};

/**
 * Compresses what is read: lists are a third of it then. Never what answers a log-in or a renewal, nor anything else that
 * is sent: a secret beside what others may choose could be guessed by its length (BREACH), and they are short.
 */
export async function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (request.method !== 'GET' || typeof payload !== 'string' || reply.hasHeader('content-encoding'))
    return payload;
  if (Buffer.byteLength(payload) < WORTH_BYTES) return payload;
  void reply.header('vary', 'Accept-Encoding');
  const accepted = [request.headers['accept-encoding']].flat().join();
  const name = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(accepted));
  if (name === undefined) return payload;
  void reply.header('content-encoding', name).removeHeader('content-length');
  return encodings[name](payload);
}
