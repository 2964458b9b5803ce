import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAnswerKeeper } from './answer-keeper.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const edges = {
    send: vi.fn(async (_answers: Record<string, string>): Promise<unknown> => undefined),
    maySend: vi.fn(() => true),
    onKept: vi.fn(),
  };
  const sent = () => edges.send.mock.calls.map(([answers]) => answers);
  return { ...edges, sent, keeper: createAnswerKeeper(edges) };
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

it('S-405 sends what was chosen some seconds after the last choice, together', async () => {
  const { keeper, onKept, sent } = setUp();
  keeper.chosen('one', 'a');
  await pass(2.9);
  keeper.chosen('two', 'b');
  await pass(2.9);
  expect(sent()).toEqual([]);
  expect(keeper.isUnsent('one')).toBe(true);
  await pass(0.1);
  expect(sent()).toEqual([{ one: 'a', two: 'b' }]);
  expect(onKept).toHaveBeenCalledExactlyOnceWith({ one: 'a', two: 'b' });
  expect([keeper.isUnsent('one'), keeper.isUnsent('two')]).toEqual([false, false]);
});

it('spares data: only what the server has not confirmed, and seldom while nobody waits', async () => {
  const { keeper, sent } = setUp();
  keeper.chosen('one', 'a');
  await pass(3);
  keeper.chosen('two', 'b');
  await pass(14.9);
  expect(sent()).toEqual([{ one: 'a' }]);
  await pass(0.1);
  expect(sent()).toEqual([{ one: 'a' }, { two: 'b' }]);
  await keeper.flush();
  keeper.leave();
  await pass(60);
  expect(sent()).toHaveLength(2);
});

it('has one under way at a time, and what was chosen meanwhile goes after it', async () => {
  const { keeper, send, sent } = setUp();
  const arrive = Promise.withResolvers<undefined>();
  send.mockReturnValueOnce(arrive.promise);
  keeper.chosen('one', 'a');
  const first = keeper.flush();
  await pass(0);
  keeper.chosen('one', 'b');
  const second = keeper.flush();
  await pass(1);
  expect(sent()).toEqual([{ one: 'a' }]);
  arrive.resolve(undefined);
  await Promise.all([first, second]);
  expect(sent()).toEqual([{ one: 'a' }, { one: 'b' }]);
  expect(keeper.isUnsent('one')).toBe(false);
});

it('S-405 does not wait for one under way where the page goes away, and then takes neither for confirmed', async () => {
  const { keeper, onKept, send, sent } = setUp();
  const arrive = Promise.withResolvers<undefined>();
  send.mockReturnValueOnce(arrive.promise);
  keeper.chosen('one', 'a');
  keeper.leave();
  keeper.leave();
  expect(sent()).toEqual([{ one: 'a' }]);
  keeper.chosen('one', 'b');
  keeper.leave();
  expect(sent()).toEqual([{ one: 'a' }, { one: 'b' }]);
  await pass(0);
  arrive.resolve(undefined);
  await pass(0);
  expect(onKept).not.toHaveBeenCalled();
  await keeper.flush();
  expect(sent()).toEqual([{ one: 'a' }, { one: 'b' }, { one: 'b' }]);
  expect(onKept).toHaveBeenCalledExactlyOnceWith({ one: 'b' });
});

it('S-405 sends what is chosen again after another choice whose answer was lost', async () => {
  const { keeper, send, sent } = setUp();
  keeper.chosen('one', 'a');
  await keeper.flush();
  send.mockRejectedValueOnce(new Error('lost'));
  keeper.chosen('one', 'b');
  await keeper.flush();
  keeper.chosen('one', 'a');
  await keeper.flush();
  expect(sent()).toEqual([{ one: 'a' }, { one: 'b' }, { one: 'a' }]);
});

it('is silent of a failure and tries again with the next choice or as the page is left, never by itself', async () => {
  const { keeper, send, sent } = setUp();
  send.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
  keeper.chosen('one', 'a');
  await pass(120);
  expect(sent()).toEqual([{ one: 'a' }]);
  keeper.chosen('two', 'b');
  await pass(120);
  expect(sent()).toEqual([{ one: 'a' }, { one: 'a', two: 'b' }]);
  keeper.leave();
  expect(sent()).toHaveLength(3);
});

it('sends nothing without a connection, or where somebody else is signed in', async () => {
  const { keeper, maySend, sent } = setUp();
  maySend.mockReturnValue(false);
  keeper.chosen('one', 'a');
  await pass(60);
  await keeper.farewell();
  keeper.leave();
  expect(sent()).toEqual([]);
  maySend.mockReturnValue(true);
  await keeper.flush();
  expect(sent()).toEqual([{ one: 'a' }]);
});

it('S-405 sends nothing beside the application but before a log-out, and goes on where it was refused', async () => {
  const { keeper, sent } = setUp();
  keeper.hold();
  keeper.chosen('one', 'a');
  keeper.leave();
  await pass(60);
  await keeper.flush();
  expect(sent()).toEqual([]);
  await keeper.farewell();
  expect(sent()).toEqual([{ one: 'a' }]);
  keeper.chosen('two', 'b');
  keeper.release();
  await pass(3);
  expect(sent()).toEqual([{ one: 'a' }]);
  await pass(15);
  expect(sent()).toEqual([{ one: 'a' }, { two: 'b' }]);
});
