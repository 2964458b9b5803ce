import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { testStorage } from '../../test/test-user.ts';
import { isCallPending, pendingCalls } from './pending-calls.ts';
import { isInFlight, sendCheckIn, sendCode } from './send-pending-call.ts';

const storage = testStorage();
const replies: ((response: Response) => void)[] = [];
const wordCall = (word: string) => ({ kind: 'CHECK_IN', id: 'booking', word, name: 'Esi' }) as const;
const recorded = () => Response.json({ content: {} });
const wrong = () => Response.json({ code: 'PROOF_WORD_WRONG' }, { status: 409 });

beforeEach(() => {
  storage.clear();
  replies.length = 0;
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => void replies.push(resolve)));
});
afterAll(() => vi.unstubAllGlobals());

it.each([
  ['recorded', recorded],
  ['refused', wrong],
])('keeps a newer word when the earlier one is %s', async (_how, reply) => {
  const first = sendCheckIn(wordCall('mango')).catch(() => undefined);
  const second = sendCheckIn(wordCall('river'));
  await expect.poll(() => replies.length).toBe(2);
  replies[0]!(reply());
  await first;
  expect(pendingCalls()).toEqual([wordCall('river')]);
  expect(isInFlight(wordCall('river'))).toBe(true);
  replies[1]!(recorded());
  await second;
  expect(pendingCalls()).toEqual([]);
  expect(isInFlight(wordCall('river'))).toBe(false);
});

it('keeps a call that failed, and sends it once more', async () => {
  const failed = sendCode('code');
  await expect.poll(() => replies.length).toBe(1);
  replies[0]!(new Response(null, { status: 503 }));
  await expect(failed).rejects.toThrow();
  expect(isCallPending('code')).toBe(true);
  expect(isInFlight({ kind: 'COMPLETION_CODE', id: 'code' })).toBe(false);
  const repeated = sendCode('code');
  await expect.poll(() => replies.length).toBe(2);
  replies[1]!(recorded());
  await repeated;
  expect(isCallPending('code')).toBe(false);
});

it('ignores stored values that are no calls', () => {
  const call = wordCall('mango');
  storage.setItem('pendingCalls', JSON.stringify([null, 'code', { booking: 'mango' }, { id: 'old' }, call]));
  expect(pendingCalls()).toEqual([call]);
  storage.setItem('pendingCalls', '{"booking":"mango"}');
  expect(pendingCalls()).toEqual([]);
});
