import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

/**
 * Sends a request; for an event stream it reads the first event and disconnects, since nothing else would end
 * it.
 */
export async function injectUntilFirstEvent(
  app: FastifyInstance,
  request: InjectOptions,
): Promise<LightMyRequestResponse> {
  const leaving = new AbortController();
  const answer = await app.inject({ ...request, payloadAsStream: true, signal: leaving.signal });
  const pieces: Buffer[] = [];
  for await (const piece of answer.stream()) {
    pieces.push(piece as Buffer);
    if (String(answer.headers['content-type']).startsWith('text/event-stream')) break;
  }
  leaving.abort();
  const payload = Buffer.concat(pieces).toString();
  return Object.assign(answer, { payload, body: payload, json: () => JSON.parse(payload) });
}
