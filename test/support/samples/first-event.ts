import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

/** Sends a request; of an answer that streams events it takes the first and leaves, since nothing else would end it. */
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
