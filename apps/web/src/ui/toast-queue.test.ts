import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createToastQueue } from './toast-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const texts = (queue: ReturnType<typeof createToastQueue>) => queue.read().map((toast) => toast.text);

it('S-702 stands bottom-right, errors top-right, or where asked', () => {
  const queue = createToastQueue();
  queue.show('success', 'a');
  queue.show('error', 'b');
  queue.show('info', 'c', { position: 'top-left' });
  expect(queue.read().map((toast) => toast.position)).toEqual(['bottom-right', 'top-right', 'top-left']);
});

it('S-702 stays 3000 ms, then leaves within 150 ms', () => {
  const queue = createToastQueue();
  queue.show('info', 'a');
  vi.advanceTimersByTime(2999);
  expect(queue.read()[0]).toMatchObject({ isLeaving: false });
  vi.advanceTimersByTime(1);
  expect(queue.read()[0]).toMatchObject({ isLeaving: true });
  vi.advanceTimersByTime(150);
  expect(queue.read()).toEqual([]);
});

it('S-702 waits while the pointer or the focus is on it', () => {
  const queue = createToastQueue();
  queue.show('info', 'a');
  vi.advanceTimersByTime(2000);
  queue.pause(queue.read()[0]!.id);
  vi.advanceTimersByTime(60_000);
  expect(texts(queue)).toEqual(['a']);
  queue.resume(queue.read()[0]!.id);
  vi.advanceTimersByTime(1000 + 150);
  expect(queue.read()).toEqual([]);
});

it('S-702 tries again every 250 ms while the pile is full, each pile by itself', () => {
  const queue = createToastQueue();
  for (const text of ['a', 'b', 'c', 'd']) queue.show('info', text);
  queue.show('error', 'e');
  expect(texts(queue)).toEqual(['a', 'b', 'c']);
  vi.advanceTimersByTime(250);
  expect(texts(queue)).toEqual(['a', 'b', 'c', 'e']);
  queue.dismiss(queue.read()[0]!.id);
  vi.advanceTimersByTime(150 + 250);
  expect(texts(queue)).toEqual(['b', 'c', 'e', 'd']);
});

it('WZ8 leaves 10 seconds for something to do, and tells two such things apart', () => {
  const queue = createToastQueue();
  const action = { label: 'Undo', onPress() {}, takesFocus: false };
  queue.show('success', 'Study deleted', { action });
  queue.show('success', 'Study deleted', { action });
  vi.advanceTimersByTime(9_000);
  expect(queue.read().map((toast) => toast.isLeaving)).toEqual([false, false]);
  queue.pause(queue.read()[0]!.id);
  vi.advanceTimersByTime(1_150);
  expect(texts(queue)).toEqual(['Study deleted']);
  queue.resume(queue.read()[0]!.id);
  vi.advanceTimersByTime(1_150);
  expect(texts(queue)).toEqual([]);
});

it('says the same thing once, for longer', () => {
  const queue = createToastQueue();
  queue.show('info', 'a');
  vi.advanceTimersByTime(2000);
  queue.show('info', 'a');
  vi.advanceTimersByTime(2000);
  expect(texts(queue)).toEqual(['a']);
  vi.advanceTimersByTime(1150);
  expect(texts(queue)).toEqual([]);
});
