import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { ChannelListener } from './database.ts';
import type { Log } from './log.ts';

const PAUSE_MS = 1000;
const CONNECT_TIMEOUT_MS = 3000;
/** Keep-alive packets detect a connection that a router dropped without telling us. */
const KEEP_ALIVE_MS = 30_000;

/** Returns a function that stops listening. */
export function listenOnChannel(
  { url, log }: { url: string; log: Log },
  channel: string,
  ears: ChannelListener,
): () => Promise<void> {
  const stopping = new AbortController();
  const listening = (async () => {
    for (let isLost = false; !stopping.signal.aborted; isLost = true) {
      if (isLost) await wait(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {});
      await listenUntilLost().catch((error: unknown) =>
        log.debug({ err: error }, 'the database cannot be listened to'),
      );
    }
  })();

  async function listenUntilLost(): Promise<void> {
    const socket = new Socket();
    const client = new pg.Client({
      stream: () => socket,
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    const { promise: lost, resolve: end } = Promise.withResolvers<void>();
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
    client.once('end', end);
    client.on('notification', ({ payload = '' }) => ears.onPayload(payload));
    // Does not wait for the server: a broken connection would never confirm its end.
    const disconnect = () => {
      void client.end();
      socket.destroy();
    };
    stopping.signal.addEventListener('abort', disconnect, { once: true });
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      ears.onListening();
      await lost;
    } finally {
      stopping.signal.removeEventListener('abort', disconnect);
      disconnect();
    }
  }

  return async () => {
    stopping.abort();
    await listening;
  };
}
