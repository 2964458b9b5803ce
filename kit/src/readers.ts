import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Kysely, type PostgresPool, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { currentRequest } from './current-request.ts';
import { guardedKysely } from './database.ts';
import type { Log } from './log.ts';
import { codeOf } from './problem.ts';

/** How often a replica is asked how far it is. */
const LOOK_MS = 500;
const FRESH_POLL_MS = 20;
/** One that is further behind is not read from. */
const MOST_BEHIND_MS = 5000;
/** How long whoever has written reads from the primary: until the replicas that are read from have what they wrote. */
const OWN_WRITE_SECONDS = 10;
/** After a failure a replica is left alone for so long. */
const REST_MS = 5000;

/** Replicas that answer reads which may be some seconds old. */
export interface Readers {
  /**
   * A handle that reads from a replica where the request may, and else from the primary: in a job, for
   * whoever has just written, and where no replica is there that is not far behind. What fails there is read from the primary.
   */
  beside<Tables>(role: string, primary: Kysely<Tables>): Kysely<Tables>;
  /** Ends once no read of this process misses what is committed by now: within seconds. */
  untilFresh(): Promise<void>;
  stop(): Promise<void>;
}

interface Reader {
  url: string;
  /** What it has to have replayed, and since when the primary has that. */
  goal: { position: bigint; at: number };
  /** All that was committed before this moment is there. */
  freshAt: number;
  restsUntil: number;
}

/** Opens a pool of connections to a server that may be a replica: of a role, or one of the owner, whose statements may not take long. */
export type OpenPool = (url: string, role: string | undefined) => pg.Pool;

const NOTHING_YET = { position: 0n, at: Number.NEGATIVE_INFINITY };

/** Follows the replicas at these addresses. A balancer must not stand before them: what it leads to next may be further behind. */
export function openReaders(
  urls: readonly string[],
  { primaryUrl, open, log }: { primaryUrl: string; open: OpenPool; log: Log },
): Readers {
  const readers = urls.map((url): Reader => ({
    url,
    goal: NOTHING_YET,
    freshAt: Number.NEGATIVE_INFINITY,
    restsUntil: 0,
  }));
  const over = <Tables>(pool: PostgresPool) => guardedKysely<Tables>(new PostgresDialect({ pool }));
  const ofPrimary = over<unknown>(open(primaryUrl, undefined));
  const watched = readers.map((reader) => ({ reader, db: over<unknown>(open(reader.url, undefined)) }));
  // Each node begins with another one.
  const first = Math.floor(Math.random() * urls.length);
  const inTurn = [...readers.slice(first), ...readers.slice(0, first)];

  const rest = (reader: Reader, error: unknown) => {
    const now = performance.now();
    if (now >= reader.restsUntil) log.warn({ err: error }, 'a replica is not read from');
    reader.restsUntil = now + REST_MS;
  };
  /** News of before this moment have been heard. */
  let heardAt = Number.NEGATIVE_INFINITY;
  const isReadFrom = ({ restsUntil, freshAt }: Reader, now: number) =>
    now >= restsUntil && now - freshAt < MOST_BEHIND_MS && freshAt >= heardAt;
  const choose = () => {
    if (currentRequest()?.mayReadLate !== true) return undefined;
    const now = performance.now();
    return inTurn.find((reader) => isReadFrom(reader, now));
  };

  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const at = performance.now();
      // Without it nothing says how far behind they are, and soon none is read from.
      const written = await placeOf(ofPrimary, WRITTEN).catch(() => undefined);
      await Promise.all(
        watched.map(async ({ reader, db }) => {
          const replayed = await placeOf(db, REPLAYED).catch((error: unknown) => rest(reader, error));
          // A primary replays nothing: its reads are not spared by reading there.
          if (!replayed || !written) return;
          if (isElsewhere(replayed, written)) {
            reader.goal = NOTHING_YET;
            return rest(reader, new Error('It follows another server than the primary'));
          }
          if (replayed.position < reader.goal.position) return;
          reader.freshAt = replayed.position >= written.position ? at : reader.goal.at;
          reader.goal = { position: written.position, at };
        }),
      );
      await pause(LOOK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  })();

  return {
    beside<Tables>(role: string, primary: Kysely<Tables>) {
      const pools = new Map(readers.map((reader) => [reader, open(reader.url, role)] as const));
      const executors = new Map(
        [...pools].map(([reader, pool]) => [reader, over(pool).getExecutor()] as const),
      );
      const [pool] = pools.values();
      return guardedKysely<Tables>(new PostgresDialect({ pool: pool! }), {
        async provideConnection(consumer, options) {
          const reader = choose();
          const executor = reader && executors.get(reader);
          if (!executor) return primary.getExecutor().provideConnection(consumer, options);
          try {
            return await executor.provideConnection(consumer, options);
          } catch (error) {
            // A replica also cancels what holds its replay up, which is no outage of it but is answered like one.
            if (codeOf(error).code === 'UNAVAILABLE') rest(reader, error);
            return primary.getExecutor().provideConnection(consumer, options);
          }
        },
      });
    },
    async untilFresh() {
      const since = performance.now();
      const misses = (reader: Reader) => reader.freshAt < since && isReadFrom(reader, performance.now());
      while (!stopping.signal.aborted && readers.some(misses))
        await pause(FRESH_POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      // One that is not read from at present may come back before it has them.
      heardAt = Math.max(heardAt, since);
    },
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

/** A place in a write-ahead log. A position alone says nothing of the log of another server. */
interface Place {
  position: bigint;
  system: string;
  /** Null of a replica whose role may not ask (`pg_monitor`). */
  line: number | null;
}

const SYSTEM = sql`(select system_identifier::text from pg_control_system())`;
const WRITTEN = sql<Asked>`
  select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as position, ${SYSTEM} as system,
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as line`;
/** No row while it follows no server. */
const REPLAYED = sql<Asked>`
  select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as position, ${SYSTEM} as system,
    received_tli as line
  from pg_stat_wal_receiver`;

type Asked = Omit<Place, 'position'> & { position: string | null };

async function placeOf(db: Kysely<unknown>, question: typeof WRITTEN): Promise<Place | undefined> {
  const [asked] = (await question.execute(db)).rows;
  if (!asked || asked.position === null) return undefined;
  return { ...asked, position: BigInt(asked.position) };
}

/** After a failover that it missed it has the same system, but another line of time. */
const isElsewhere = (replica: Place, primary: Place) =>
  replica.system !== primary.system || (replica.line ?? primary.line) !== primary.line;

const COOKIE = '__Host-written';
/** What a call of the host’s own sends that must not miss what somebody has just written. */
export const FROM_PRIMARY = { cookie: `${COOKIE}=1` };
const attributes = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'strict',
  maxAge: OWN_WRITE_SECONDS,
} as const;

/**
 * Everybody reads what they have written: a cookie that ends by itself says that its browser has just written. A time, and no place
 * in the log: answers may overtake each other, and each service may have a log of its own.
 */
export function followWrites(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const current = currentRequest();
    if (current) current.mayReadLate = request.cookies[COOKIE] === undefined;
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') void reply.setCookie(COOKIE, '1', attributes);
    done();
  });
}
