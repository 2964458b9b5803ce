import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import type { Claim, IdempotencyStore } from './idempotency-store.ts';
import { claimCall, storeResponse } from './idempotency.ts';
import { Failure } from './problem.ts';

test('a retried transaction that finds its key in use stores no answer under its first claim', async () => {
  const claim = { id: 'first', store: vi.fn(), release: vi.fn(), discard: vi.fn() } as unknown as Claim;
  const claims = vi.fn().mockResolvedValueOnce({ claim }).mockRejectedValueOnce(new Failure('IN_FLIGHT'));
  const store = { claim: claims } as unknown as IdempotencyStore;
  const request = {} as FastifyRequest;
  const call = { key: 'k', operationId: 'bookSlot', who: 'me', content: '' };
  expect(await claimCall(request, call, store)).toBe(claim);
  await expect(claimCall(request, call, store)).rejects.toThrow('IN_FLIGHT');
  await storeResponse(request, { statusCode: 409 } as FastifyReply, '{}');
  expect(claim.store).not.toHaveBeenCalled();
});
