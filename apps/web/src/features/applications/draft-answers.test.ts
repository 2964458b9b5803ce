import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAutosave } from './draft-answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const deps = {
    send: vi.fn(async (_answers: Record<string, string>): Promise<unknown> => undefined),
    maySend: vi.fn(() => true),
    onSaved: vi.fn(),
  };
  const sent = () => deps.send.mock.calls.map(([answers]) => answers);
  return { ...deps, sent, autosave: createAutosave(deps) };
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

it('S-405 sends the draft answers together some seconds after the last choice', async () => {
  const { autosave, onSaved, sent } = setUp();
  autosave.chosen('one', 'a');
  await pass(2.9);
  autosave.chosen('two', 'b');
  await pass(2.9);
  expect(sent()).toEqual([]);
  expect(autosave.isUnsent('one')).toBe(true);
  await pass(0.1);
  expect(sent()).toEqual([{ one: 'a', two: 'b' }]);
  expect(onSaved).toHaveBeenCalledExactlyOnceWith({ one: 'a', two: 'b' });
  expect([autosave.isUnsent('one'), autosave.isUnsent('two')]).toEqual([false, false]);
});

it('sends only what the server has not confirmed, and less often while no one waits', async () => {
  const { autosave, sent } = setUp();
  autosave.chosen('one', 'a');
  await pass(3);
  autosave.chosen('two', 'b');
  await pass(14.9);
  expect(sent()).toEqual([{ one: 'a' }]);
  await pass(0.1);
  expect(sent()).toEqual([{ one: 'a' }, { two: 'b' }]);
  await autosave.flush();
  autosave.leave();
  await pass(60);
  expect(sent()).toHaveLength(2);
});

it('runs one request at a time, and sends later choices after it', async () => {
  const { autosave, send, sent } = setUp();
  const arrive = Promise.withResolvers<undefined>();
  send.mockReturnValueOnce(arrive.promise);
  autosave.chosen('one', 'a');
  const first = autosave.flush();
  await pass(0);
  autosave.chosen('one', 'b');
  const second = autosave.flush();
  await pass(1);
  expect(sent()).toEqual([{ one: 'a' }]);
  arrive.resolve(undefined);
  await Promise.all([first, second]);
  expect(sent()).toEqual([{ one: 'a' }, { one: 'b' }]);
  expect(autosave.isUnsent('one')).toBe(false);
});

it('S-405 sends without waiting when the page closes, and then treats neither request as confirmed', async () => {
  const { autosave, onSaved, send, sent } = setUp();
  const arrive = Promise.withResolvers<undefined>();
  send.mockReturnValueOnce(arrive.promise);
  autosave.chosen('one', 'a');
  autosave.leave();
  autosave.leave();
  expect(sent()).toEqual([{ one: 'a' }]);
  autosave.chosen('one', 'b');
  autosave.leave();
  expect(sent()).toEqual([{ one: 'a' }, { one: 'b' }]);
  await pass(0);
  arrive.resolve(undefined);
  await pass(0);
  expect(onSaved).not.toHaveBeenCalled();
  await autosave.flush();
  expect(sent()).toEqual([{ one: 'a' }, { one: 'b' }, { one: 'b' }]);
  expect(onSaved).toHaveBeenCalledExactlyOnceWith({ one: 'b' });
});

it('S-405 sends a choice again after another choice whose response was lost', async () => {
  const { autosave, send, sent } = setUp();
  autosave.chosen('one', 'a');
  await autosave.flush();
  send.mockRejectedValueOnce(new Error('lost'));
  autosave.chosen('one', 'b');
  await autosave.flush();
  autosave.chosen('one', 'a');
  await autosave.flush();
  expect(sent()).toEqual([{ one: 'a' }, { one: 'b' }, { one: 'a' }]);
});

it('does not report a failure, and retries only with the next choice or when the page closes', async () => {
  const { autosave, send, sent } = setUp();
  send.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
  autosave.chosen('one', 'a');
  await pass(120);
  expect(sent()).toEqual([{ one: 'a' }]);
  autosave.chosen('two', 'b');
  await pass(120);
  expect(sent()).toEqual([{ one: 'a' }, { one: 'a', two: 'b' }]);
  autosave.leave();
  expect(sent()).toHaveLength(3);
});

it('sends nothing without a connection, or if another person is signed in', async () => {
  const { autosave, maySend, sent } = setUp();
  maySend.mockReturnValue(false);
  autosave.chosen('one', 'a');
  await pass(60);
  await autosave.sendBeforeSignOut();
  autosave.leave();
  expect(sent()).toEqual([]);
  maySend.mockReturnValue(true);
  await autosave.flush();
  expect(sent()).toEqual([{ one: 'a' }]);
});

it('S-405 pauses while the application is sent, except for a log-out, and continues if it was refused', async () => {
  const { autosave, sent } = setUp();
  autosave.pause();
  autosave.chosen('one', 'a');
  autosave.leave();
  await pass(60);
  await autosave.flush();
  expect(sent()).toEqual([]);
  await autosave.sendBeforeSignOut();
  expect(sent()).toEqual([{ one: 'a' }]);
  autosave.chosen('two', 'b');
  autosave.release();
  await pass(3);
  expect(sent()).toEqual([{ one: 'a' }]);
  await pass(15);
  expect(sent()).toEqual([{ one: 'a' }, { two: 'b' }]);
});
