import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createExistenceCheck } from './email-existence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates an existence check whose server responds when the test decides. */
function setUp() {
  const open = new Map<
    string,
    { answer: (isTaken: boolean) => void; fail: () => void; signal: AbortSignal }
  >();
  const ask = vi.fn(
    (email: string, signal: AbortSignal) =>
      new Promise<boolean>((resolve, reject) => {
        open.set(email, { answer: resolve, fail: () => reject(new Error('429')), signal });
      }),
  );
  const onFailed = vi.fn();
  const existence = createExistenceCheck({ ask, onFailed });
  const rest = () => vi.advanceTimersByTimeAsync(1_000);
  return { existence, ask, onFailed, rest, server: (email: string) => open.get(email)! };
}

it('S-502 never checks an invalid address, which counts as available', async () => {
  const { existence, ask, rest } = setUp();
  for (const text of ['', 'esi', 'esi@', 'esi@example', 'esi@example.c']) existence.check(text);
  await rest();
  expect(ask).not.toHaveBeenCalled();
  expect(existence.read()).toBe('UNKNOWN');
});

it('checks once when typing pauses, with the normalised address', async () => {
  const { existence, ask, rest, server } = setUp();
  existence.check('Esi@example.co');
  existence.check('Esi@example.com');
  existence.check('Esi@example.com ');
  expect(existence.read()).toBe('CHECKING');
  await rest();
  expect(ask.mock.calls.map(([email]) => email)).toEqual(['esi@example.com']);
  server('esi@example.com').answer(true);
  await rest();
  expect(existence.read()).toBe('TAKEN');
});

it('ignores an outdated response, and remembers it for when the address returns', async () => {
  const { existence, ask, rest, server } = setUp();
  existence.check('taken@example.com');
  await rest();
  existence.check('free@example.com');
  expect(server('taken@example.com').signal.aborted).toBe(true);
  server('taken@example.com').answer(true);
  await rest();
  expect(existence.read()).toBe('CHECKING');
  server('free@example.com').answer(false);
  await rest();
  expect(existence.read()).toBe('FREE');
  existence.check('taken@example.com');
  expect(existence.read()).toBe('TAKEN');
  expect(ask).toHaveBeenCalledTimes(2);
});

it('S-502 reports a failed check once, and treats the address as available', async () => {
  const { existence, onFailed, rest, server } = setUp();
  existence.check('esi@example.com');
  await rest();
  server('esi@example.com').fail();
  await rest();
  existence.check('esi@example.com');
  await rest();
  expect(existence.read()).toBe('UNKNOWN');
  expect(onFailed).toHaveBeenCalledOnce();
});

it('a taken address that is edited into an invalid one no longer counts as taken', async () => {
  const { existence, rest, server } = setUp();
  existence.check('esi@example.com');
  await rest();
  server('esi@example.com').answer(true);
  await rest();
  existence.check('esi@example');
  expect(existence.read()).toBe('UNKNOWN');
});

it('reports no check for an address that the person has since changed', async () => {
  const { existence, onFailed, rest, server } = setUp();
  existence.check('esi@example.com');
  await rest();
  existence.stop();
  server('esi@example.com').fail();
  await rest();
  expect(onFailed).not.toHaveBeenCalled();
});
