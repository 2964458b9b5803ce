import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { watchNotifications } from '@app/contracts/project/notifications.ts';

export interface OpenPage {
  status: number;
  headers: Headers;
  /** All text received so far. */
  text: string;
  /** The counts of the events, in order. */
  counts: number[];
  /** The number of events about a changed study. */
  moves: number;
  /** Whether the server ended the stream properly, broke it off, or neither. */
  end: 'ENDED' | 'BROKEN' | undefined;
  leave(): void;
}

/**
 * Returns the counts without repetitions: the first reading may already include a notification that arrives
 * later as an event.
 */
export const distinctCounts = ({ counts }: OpenPage) =>
  counts.filter((count, at) => count !== counts[at - 1]);

export const watchPath = `${PROJECT_BASE}${watchNotifications.path}`;

/** Returns the origin of the app, which starts to listen if necessary. */
export async function listenForOrigin(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** Follows a person's notifications over a connection, as a page does. */
export async function openPage(origin: string, { token }: { token: string }): Promise<OpenPage> {
  const leaving = new AbortController();
  const response = await fetch(`${origin}${watchPath}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  const page: OpenPage = {
    status: response.status,
    headers: response.headers,
    text: '',
    counts: [],
    moves: 0,
    end: undefined,
    leave: () => leaving.abort(),
  };
  readOn(response, page).then(
    () => (page.end = 'ENDED'),
    () => (page.end = 'BROKEN'),
  );
  return page;
}

async function readOn(response: Response, page: OpenPage): Promise<void> {
  if (!response.body) return;
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    page.text += chunk;
    const events = [...page.text.matchAll(/^data: (\{.+\})$/gm)].map(([, data]) =>
      watchNotifications.events.parse(JSON.parse(data ?? '')),
    );
    page.counts = events.map(({ unreadCount }) => unreadCount);
    page.moves = events.filter(({ studyChanged }) => studyChanged).length;
  }
}
