import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Ears } from './database.ts';
import type { Log } from './log.ts';

const PAUSE_MS = 1000;
const CONNECT_MS = 3000;
/** A connection that a router has forgotten is silent for ever: only asking now and then finds out. */
const KEEP_ALIVE_MS = 30_000;

/** Listens over a connection of its own, and connects again a second after every loss. Gives the way to stop. */
export function listenOn(
  { url, log }: { url: string; log: Log },
  channel: string,
  ears: Ears,
): () => Promise<void> {
  const stopping = new AbortController();
  const listening = (async () => {
    for (let isLost = false; !stopping.signal.aborted; isLost = true) {
      if (isLost) await wait(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {});
      await listenUntilLost().catch((error: unknown) => log.debug({ err: error }, 'nothing to listen to'));
    }
  })();

  async function listenUntilLost(): Promise<void> {
    const socket = new Socket();
    const client = new pg.Client({
      stream: () => socket,
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    const { promise: lost, resolve: end } = Promise.withResolvers<void>();
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
    client.once('end', end);
    client.on('notification', ({ payload = '' }) => ears.onPayload(payload));
    // To say goodbye is polite; to wait for an answer would be for ever where the connection went silent.
    const leave = () => {
      void client.end();
      socket.destroy();
    };
    stopping.signal.addEventListener('abort', leave, { once: true });
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      ears.onListening();
      await lost;
    } finally {
      stopping.signal.removeEventListener('abort', leave);
      leave();
    }
  }

  return async () => {
    stopping.abort();
    await listening;
  };
}
