import { expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { createEndedSessions } from './ended-sessions.ts';

const log = createLog('silent');

function setUp() {
  const answers: string[][] = [];
  let time = 0;
  const fetchEnded = vi.fn(async (since: string | null) => {
    const sessionIds = answers.shift();
    if (sessionIds === undefined) throw new Error('does not answer');
    return { asOf: `${since ?? 'start'}+`, sessionIds };
  });
  return {
    answers,
    fetchEnded,
    hasEnded: createEndedSessions(fetchEnded, log, () => time),
    pass: (ms: number) => (time += ms),
  };
}

test('SES-7 all callers share one fetch of new entries, which continues where the last one ended', async () => {
  const { answers, fetchEnded, hasEnded, pass } = setUp();
  answers.push(['a'], ['b']);
  expect(await Promise.all([hasEnded('a'), hasEnded('b'), hasEnded('c')])).toEqual([true, false, false]);
  expect(await hasEnded('b')).toBe(false);
  expect(fetchEnded).toHaveBeenCalledTimes(1);
  pass(2000);
  expect(await Promise.all([hasEnded('a'), hasEnded('b')])).toEqual([true, true]);
  expect(fetchEnded.mock.calls).toEqual([[null], ['start+']]);
});

test('during an outage known entries stay valid, no call waits, and the fetch is retried later', async () => {
  const { answers, fetchEnded, hasEnded, pass } = setUp();
  answers.push(['a']);
  await hasEnded('a');
  pass(2000);
  expect([await hasEnded('a'), await hasEnded('b')]).toEqual([true, false]);
  expect(fetchEnded).toHaveBeenCalledTimes(2);
  pass(2000);
  answers.push(['b']);
  await hasEnded('b');
  await expect.poll(() => hasEnded('b')).toBe(true);
});

test('a session is forgotten long after its tokens have expired', async () => {
  const { answers, hasEnded, pass } = setUp();
  answers.push(['a'], []);
  expect(await hasEnded('a')).toBe(true);
  pass(62 * 60 * 1000);
  expect(await hasEnded('a')).toBe(false);
});
