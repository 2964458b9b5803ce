import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createToastQueue, TOAST_POSITIONS } from './toast-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const texts = (queue: ReturnType<typeof createToastQueue>) => queue.read().map((toast) => toast.text);

it('S-702 appears bottom-right, errors top-right, or at the given position', () => {
  const queue = createToastQueue();
  queue.show('success', 'a');
  queue.show('error', 'b');
  queue.show('info', 'c', { position: 'top-left' });
  expect(queue.read().map((toast) => toast.position)).toEqual(['bottom-right', 'top-right', 'top-left']);
});

it('S-702 stays 3000 ms, then disappears within 150 ms', () => {
  const queue = createToastQueue();
  queue.show('info', 'a');
  vi.advanceTimersByTime(2999);
  expect(queue.read()[0]).toMatchObject({ isLeaving: false });
  vi.advanceTimersByTime(1);
  expect(queue.read()[0]).toMatchObject({ isLeaving: true });
  vi.advanceTimersByTime(150);
  expect(queue.read()).toEqual([]);
});

it('S-702 stays while the pointer or the focus is on it', () => {
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

it.each([
  ['the same thing', 'a', 'a', {}],
  ['the same failure of another request', 'No. (Reference: 1)', 'No. (Reference: 2)', { about: 'No.' }],
])('S-702 %s extends its toast, which shows the newest text', (_, first, newest, options) => {
  const queue = createToastQueue();
  queue.show('error', first, options);
  vi.advanceTimersByTime(2000);
  queue.show('error', newest, options);
  vi.advanceTimersByTime(2000);
  expect(queue.read()).toMatchObject([{ text: newest, isLeaving: false }]);
  vi.advanceTimersByTime(1000 + 150);
  expect(queue.read()).toEqual([]);
});

it('S-702 retries every 250 ms while the stack is full, each stack separately', () => {
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

it('S-702 stays while the page is hidden, and continues afterwards unless the pointer is on it', () => {
  const queue = createToastQueue();
  queue.show('info', 'a');
  queue.show('info', 'b');
  vi.advanceTimersByTime(2000);
  queue.setAway(true);
  queue.show('info', 'c');
  vi.advanceTimersByTime(60_000);
  expect(texts(queue)).toEqual(['a', 'b', 'c']);
  queue.pause(queue.read()[1]!.id);
  queue.setAway(false);
  vi.advanceTimersByTime(1000 + 150);
  expect(texts(queue)).toEqual(['b', 'c']);
  vi.advanceTimersByTime(2000);
  expect(texts(queue)).toEqual(['b']);
  queue.setAway(true);
  queue.resume(queue.read()[0]!.id);
  vi.advanceTimersByTime(60_000);
  expect(texts(queue)).toEqual(['b']);
});

it('S-702 treats each of the six positions as a separate stack', () => {
  const queue = createToastQueue();
  for (const position of TOAST_POSITIONS) queue.show('info', 'a', { position });
  expect(queue.read().map((toast) => toast.position)).toEqual([
    'top-right',
    'top',
    'top-left',
    'bottom-right',
    'bottom',
    'bottom-left',
  ]);
});

it('S-702 disappears when it is dismissed, even if the pointer or focus holds it', () => {
  const queue = createToastQueue();
  queue.show('error', 'a');
  const { id } = queue.read()[0]!;
  queue.pause(id);
  queue.dismiss(id);
  expect(queue.read()[0]).toMatchObject({ isLeaving: true });
  queue.resume(id);
  vi.advanceTimersByTime(149);
  expect(texts(queue)).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(texts(queue)).toEqual([]);
  queue.show('error', 'a');
  expect(texts(queue)).toEqual(['a']);
});

it('WZ8 stays 10 seconds if it offers an action, and keeps two such toasts apart', () => {
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
