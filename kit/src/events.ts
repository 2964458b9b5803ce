import type { ServerResponse } from 'node:http';
import { Readable, finished } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Authority } from './authority.ts';
import { Failure } from './problem.ts';
import type { Viewer } from './viewer.ts';

/** Proxies and phone networks close connections on which nothing is sent. */
const HEARTBEAT_MS = 20_000;
const RECONNECT_MS = 3000;
/** Each event stream keeps a connection of the process open. */
const MOST_PER_PERSON = 10;

export const EVENTS_TYPE = 'text/event-stream';

export type SendEvents = (
  reply: FastifyReply,
  viewer: Viewer,
  items: AsyncIterable<unknown>,
  write: (item: unknown) => string,
) => Promise<FastifyReply>;

export function createEvents(
  authority: Pick<Authority, 'isLive' | 'concurrencyLimit' | 'verifyToken'>,
): SendEvents {
  const open = new Map<string, number>();
  async function isValid(token: string): Promise<boolean> {
    const viewer = await authority.verifyToken(token);
    return viewer !== undefined && authority.isLive(viewer);
  }

  function enter(userId: string): () => void {
    const before = open.get(userId) ?? 0;
    if (before >= MOST_PER_PERSON) throw new Failure('TOO_MANY_REQUESTS', [], HEARTBEAT_MS / 1000);
    open.set(userId, before + 1);
    return () => {
      const remaining = (open.get(userId) ?? 0) - 1;
      if (remaining > 0) open.set(userId, remaining);
      else open.delete(userId);
    };
  }

  return async function sendEvents(reply, viewer, items, write) {
    void reply.header('content-type', `${EVENTS_TYPE}; charset=utf-8`);
    const closeStream = enter(viewer.userId);
    const iterator = items[Symbol.asyncIterator]();
    const next = async () => {
      const { done, value } = await iterator.next();
      return done === true ? null : `data: ${write(value)}\n\n`;
    };
    let heartbeat: NodeJS.Timeout | undefined;
    finished(reply.raw, () => {
      clearInterval(heartbeat);
      closeStream();
      void iterator.return?.();
    });

    // The call counts in the person's concurrency limit until the first event is ready, because only the
    // first event reads the database.
    const release = await authority.concurrencyLimit?.take(viewer.userId);
    // Before the first event is ready, an error can still become a normal error answer.
    const first = await next().finally(release);
    const stream = streamLatest(next);
    stream.push(`retry: ${RECONNECT_MS}\n\n${first ?? ''}`);
    if (!reply.raw.destroyed) heartbeat = setInterval(() => void beat(reply, viewer, stream), HEARTBEAT_MS);
    return reply.headers({ 'x-accel-buffering': 'no', connection: 'close' }).send(stream);
  };

  async function beat({ raw }: FastifyReply, { token }: Viewer, stream: Readable): Promise<void> {
    if (!(await isValid(token).catch(() => false))) return endStream(raw);
    // Heartbeats would pile up for a client that does not read.
    if (!stream.destroyed && stream.readableLength === 0 && !raw.writableNeedDrain) stream.push(':\n\n');
  }
}

/** Produces the next text only after the last one was sent, so slow readers use no memory. */
function streamLatest(next: () => Promise<string | null>): Readable {
  let isAsking = false;
  const stream = new Readable({
    highWaterMark: 0,
    read() {
      if (!isAsking) void requestNext();
    },
  });
  async function requestNext(): Promise<void> {
    isAsking = true;
    try {
      const text = await next();
      if (!stream.destroyed) stream.push(text);
    } catch (error) {
      stream.destroy(error as Error);
    } finally {
      isAsking = false;
    }
  }
  return stream;
}

export function endStream(response: ServerResponse): void {
  if (response.writableNeedDrain) response.destroy();
  else response.end();
}
