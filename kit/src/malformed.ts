import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from './problem.ts';

const MAX_URL_CHARACTERS = 2048;

export async function refuseMalformed(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
  if (request.url.length > MAX_URL_CHARACTERS) fail('MALFORMED_REQUEST');
  // A body that this service only passes on is checked by its receiver.
  const body = request.body instanceof Readable || Buffer.isBuffer(request.body) ? undefined : request.body;
  refuseUnstorableText([request.params, request.query, body]);
}

/** Refuses NUL and lone surrogates, because PostgreSQL cannot store them. */
export function refuseUnstorableText(given: unknown): void {
  if (!isOrdinary(given)) fail('MALFORMED_REQUEST');
}

function isOrdinary(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000');
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => isOrdinary(key) && isOrdinary(item));
}
