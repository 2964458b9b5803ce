import { watchNotifications } from '@app/contracts/project/notifications.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testUser } from '../../test/test-user.ts';
import { createWatch, pauseAfter } from './event-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Stream {
  token: string | undefined;
  send: (text: string) => void;
  end: () => void;
}

/**
 * Plays a server that sends these statuses one after another and then streams. Also returns the state of its
 * streams.
 */
function setUp({
  statuses = [],
  renewed = 'token-2',
}: { statuses?: number[]; renewed?: string | null } = {}) {
  const streams: Stream[] = [];
  let user: SignedInUser | null = testUser();
  const fetch = vi.fn(async (_address: string, { headers, signal }: RequestInit) => {
    const status = statuses.shift();
    if (status === 0) throw new TypeError('Failed to fetch');
    if (status !== undefined) return new Response(null, { status });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal?.addEventListener('abort', () => {
          try {
            controller.error(signal.reason);
          } catch {
            // The stream had already ended.
          }
        });
        streams.push({
          token: new Headers(headers).get('authorization')?.slice('Bearer '.length),
          send: (text) => controller.enqueue(new TextEncoder().encode(text)),
          end: () => controller.close(),
        });
      },
    });
    return new Response(body);
  });
  const endSession = vi.fn(() => (user = null));
  const renew = vi.fn(async () => renewed);
  const seen: (number | 'lost')[] = [];
  const controller = new AbortController();
  const watch = createWatch('/base', {
    fetch,
    readUser: () => user,
    fresh: (token) => token,
    renew,
    endSession,
    random: () => 1,
  });
  const ended = watch(
    watchNotifications,
    { onEvent: ({ unreadCount }) => seen.push(unreadCount), onLost: () => seen.push('lost') },
    controller.signal,
  );
  const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
  return { streams, fetch, endSession, renew, seen, ended, settle, stop: () => controller.abort() };
}

const count = (unreadCount: number) => `data: {"unreadCount":${unreadCount}}\n\n`;

it('D-31 reports each event with the bearer token, and stops on request', async () => {
  const { streams, fetch, seen, ended, settle, stop } = setUp();
  await settle();
  expect(fetch.mock.calls[0]![0]).toBe('/base/notifications/events');
  expect(streams[0]!.token).toBe('token-1');
  streams[0]!.send(count(3).slice(0, 9));
  streams[0]!.send(count(3).slice(9) + count(4));
  await settle();
  expect(seen).toEqual([3, 4]);
  stop();
  await ended;
  await settle(600_000);
  expect([fetch.mock.calls.length, seen]).toEqual([1, [3, 4]]);
});

it('reconnects when the stream ends, and with growing pauses if there is no server', async () => {
  const { streams, fetch, seen, settle, stop } = setUp();
  await settle();
  streams[0]!.send(count(1));
  await settle(60_000);
  streams[0]!.end();
  await settle(2_000);
  streams[1]!.send(count(2));
  await settle(10_000);
  // A gap this short does not count as a loss.
  expect(seen).toEqual([1, 2]);
  stop();
  expect(fetch).toHaveBeenCalledTimes(2);
});

it('pauses longer after each failure, up to two minutes, with a random part', async () => {
  expect([1, 2, 3, 20].map((failures) => pauseAfter(failures, 1))).toEqual([2_000, 4_000, 8_000, 120_000]);
  expect(pauseAfter(1, 0)).toBe(1_000);
  const { fetch, streams, seen, settle, stop } = setUp({ statuses: [0, 503, 429] });
  await settle();
  const calls: number[] = [];
  for (const ms of [1_999, 1, 3_999, 1, 7_999, 1]) {
    await settle(ms);
    calls.push(fetch.mock.calls.length);
  }
  expect(calls).toEqual([1, 2, 2, 3, 3, 4]);
  expect(streams).toHaveLength(1);
  expect(seen).toEqual(['lost']);
  stop();
});

it('continues with a renewed token after a 401, and stops if the session cannot be renewed', async () => {
  const first = setUp({ statuses: [401] });
  await first.settle();
  expect(first.renew).toHaveBeenCalledWith('token-1');
  expect(first.streams[0]!.token).toBe('token-2');
  expect(first.endSession).not.toHaveBeenCalled();
  first.stop();

  const second = setUp({ statuses: [401], renewed: null });
  await second.settle(2_000);
  await second.ended;
  expect(second.endSession).toHaveBeenCalledOnce();
  expect(second.fetch).toHaveBeenCalledOnce();
});

it('reports a first event that is late, and accepts it when it arrives', async () => {
  const { streams, seen, settle, stop } = setUp();
  await settle(5_000);
  expect(seen).toEqual(['lost']);
  streams[0]!.send(count(5));
  await settle();
  expect(seen).toEqual(['lost', 5]);
  stop();
});

it('closes a connection that sends nothing; a comment counts as a sign of life', async () => {
  const { streams, fetch, seen, settle, stop } = setUp();
  await settle();
  streams[0]!.send(count(1));
  await settle(70_000);
  streams[0]!.send(':\n\n');
  await settle(70_000);
  expect([fetch.mock.calls.length, seen]).toEqual([1, [1]]);
  await settle(5_000 + 2_000);
  expect([fetch.mock.calls.length, seen]).toEqual([2, [1]]);
  await settle(3_000);
  expect(seen).toEqual([1, 'lost']);
  stop();
});

it('treats an event of another format as the end of the stream', async () => {
  const { streams, fetch, seen, settle, stop } = setUp();
  await settle();
  streams[0]!.send('data: <html>\n\n');
  await settle(2_000);
  expect([fetch.mock.calls.length, seen]).toEqual([2, []]);
  stop();
});
