import { type BrotliOptions, brotliCompress, constants, gzip, type ZlibOptions } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Below this the headers weigh more than what is saved, and a packet is sent all the same. */
const WORTH_BYTES = 1_000;
/** Harder takes several times as long for a twentieth less. */
const EFFORT = 4;
const brotli: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: EFFORT } };
const zip: ZlibOptions = { level: EFFORT };

/**
 * Compresses what is read: lists are a third of it then. Never the answer to a log-in, a renewal or anything else that
 * is sent. Those are short, and their length would help to guess a secret beside what others may choose (BREACH).
 */
export function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  const isWorth = request.method === 'GET' && typeof payload === 'string' && payload.length >= WORTH_BYTES;
  if (!isWorth || reply.hasHeader('content-encoding')) return done(null, payload);
  void reply.header('vary', 'Accept-Encoding');
  const accepted = request.headers['accept-encoding'] ?? '';
  const name = (['br', 'gzip'] as const).find((one) => accepted.includes(one));
  if (name === undefined) return done(null, payload);
  void reply.header('content-encoding', name).removeHeader('content-length');
  return name === 'br' ? brotliCompress(payload, brotli, done) : gzip(payload, zip, done);
}
