import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from './problem.ts';

const MAX_DEPTH = 10;
const MAX_KEYS = 5000;
const MAX_URL_CHARACTERS = 2048;

/**
 * Refuses what no call of ours can mean and no database can keep: NUL and lone surrogates anywhere, nesting and
 * numbers of keys far beyond any form (OWASP API4). The contracts' schemas check the rest.
 */
export async function refuseMalformed(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
  if (request.url.length > MAX_URL_CHARACTERS) fail('MALFORMED_REQUEST');
  const budget = { keys: MAX_KEYS };
  // A body that is only passed on is checked where it arrives.
  const body = request.body instanceof Readable ? undefined : request.body;
  for (const part of [request.params, request.query, body]) {
    if (!isOrdinary(part, MAX_DEPTH, budget)) fail('MALFORMED_REQUEST');
  }
}

function isOrdinary(value: unknown, depth: number, budget: { keys: number }): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000');
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([key, item]) => {
    budget.keys -= 1;
    return budget.keys >= 0 && isOrdinary(key, 0, budget) && isOrdinary(item, depth - 1, budget);
  });
}
