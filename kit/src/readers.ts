import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Kysely, type PostgresPool, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { currentRequest } from './current-request.ts';
import { type Readers, guardedKysely } from './database.ts';
import type { Log } from './log.ts';
import { classifyError } from './problem.ts';

const LOOK_MS = 500;
const FRESH_POLL_MS = 20;
const MOST_BEHIND_MS = 5000;
/** After this time, all replicas in use have what a person has just written. */
const OWN_WRITE_SECONDS = 10;
const RETRY_PAUSE_MS = 5000;

interface Reader {
  url: string;
  /** A position in the primary's log, and the time when it was read. */
  goal: { position: bigint; at: number };
  /** The replica shows everything that was committed before this time. */
  freshAt: number;
  restsUntil: number;
}

export type OpenPool = (url: string, role: string | undefined) => pg.Pool;

const NOTHING_YET = { position: 0n, at: Number.NEGATIVE_INFINITY };

const kyselyFor = <Tables>(pool: PostgresPool) => guardedKysely<Tables>(new PostgresDialect({ pool }));

function createReplicaClient<Tables>(
  primary: Kysely<Tables>,
  pools: ReadonlyMap<Reader, pg.Pool>,
  { choose, rest }: { choose(): Reader | undefined; rest(reader: Reader, error: unknown): void },
): Kysely<Tables> {
  const executors = new Map(
    [...pools].map(([reader, pool]) => [reader, kyselyFor<Tables>(pool).getExecutor()] as const),
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
        // A replica also ends reads that stop it from applying the log. It is then not used for some seconds.
        if (classifyError(error).code === 'UNAVAILABLE') rest(reader, error);
        return primary.getExecutor().provideConnection(consumer, options);
      }
    },
  });
}

/** A replica is as fresh as the last position of the primary that it has reached. */
function updateFreshness(
  reader: Reader,
  { replayed, written, at }: { replayed: bigint; written: bigint; at: number },
): void {
  if (replayed < reader.goal.position) return;
  reader.freshAt = replayed >= written ? at : reader.goal.at;
  reader.goal = { position: written, at };
}

/**
 * Each address must lead directly to one replica. A load balancer could switch to a replica that is further
 * behind.
 */
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
  const ofPrimary = kyselyFor<unknown>(open(primaryUrl, undefined));
  const watched = readers.map((reader) => ({
    reader,
    db: kyselyFor<unknown>(open(reader.url, undefined)),
  }));
  // A random first replica spreads the load.
  const first = Math.floor(Math.random() * urls.length);
  const rotated = [...readers.slice(first), ...readers.slice(0, first)];

  const rest = (reader: Reader, error: unknown) => {
    const now = performance.now();
    if (now >= reader.restsUntil) log.warn({ err: error }, 'a replica is not used');
    reader.restsUntil = now + RETRY_PAUSE_MS;
  };
  let heardAt = Number.NEGATIVE_INFINITY;
  const isReadFrom = ({ restsUntil, freshAt }: Reader, now: number) =>
    now >= restsUntil && now - freshAt < MOST_BEHIND_MS && freshAt >= heardAt;
  const choose = () => {
    if (currentRequest()?.mayReadLate !== true) return undefined;
    const now = performance.now();
    return rotated.find((reader) => isReadFrom(reader, now));
  };

  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const at = performance.now();
      // Without the primary's position, replicas cannot be compared and are soon not used.
      const written = await readLogPosition(ofPrimary, PRIMARY_POSITION).catch(() => undefined);
      await Promise.all(
        watched.map(async ({ reader, db }) => {
          const replayed = await readLogPosition(db, REPLICA_POSITION).catch((error: unknown) =>
            rest(reader, error),
          );
          // A server without a replay position is itself a primary, so reading there saves nothing.
          if (!replayed || !written) return;
          if (isOtherTimeline(replayed, written)) {
            reader.goal = NOTHING_YET;
            rest(reader, new Error('It follows another server than the primary'));
          } else updateFreshness(reader, { replayed: replayed.position, written: written.position, at });
        }),
      );
      await pause(LOOK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  })();

  return {
    beside: <Tables>(role: string, primary: Kysely<Tables>) =>
      createReplicaClient(
        primary,
        new Map(readers.map((reader) => [reader, open(reader.url, role)] as const)),
        { choose, rest },
      ),
    async untilFresh() {
      const since = performance.now();
      const misses = (reader: Reader) => reader.freshAt < since && isReadFrom(reader, performance.now());
      while (!stopping.signal.aborted && readers.some(misses))
        await pause(FRESH_POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      // When a replica is used again after a break, it must first have everything that was committed before
      // `since`.
      heardAt = Math.max(heardAt, since);
    },
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

/** Positions of different timelines cannot be compared. */
interface LogPosition {
  position: bigint;
  system: string;
  /** Null if the role lacks `pg_monitor`. */
  line: number | null;
}

const SYSTEM = sql`(select system_identifier::text from pg_control_system())`;
const PRIMARY_POSITION = sql<PositionRow>`
  select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as position, ${SYSTEM} as system,
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as line`;
/** Returns no row on a server that is not a replica. */
const REPLICA_POSITION = sql<PositionRow>`
  select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as position, ${SYSTEM} as system,
    received_tli as line
  from pg_stat_wal_receiver`;

type PositionRow = Omit<LogPosition, 'position'> & { position: string | null };

async function readLogPosition(
  db: Kysely<unknown>,
  question: typeof PRIMARY_POSITION,
): Promise<LogPosition | undefined> {
  const [row] = (await question.execute(db)).rows;
  if (!row || row.position === null) return undefined;
  return { ...row, position: BigInt(row.position) };
}

/** A replica that missed a failover is on another timeline. */
const isOtherTimeline = (replica: LogPosition, primary: LogPosition) =>
  replica.system !== primary.system || (replica.line ?? primary.line) !== primary.line;

const COOKIE = '__Host-written';
/** Calls that must see recent writes send this header, so that they read from the primary. */
export const FROM_PRIMARY = { cookie: `${COOKIE}=1` };
const cookieAttributes = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'strict',
  maxAge: OWN_WRITE_SECONDS,
} as const;

/**
 * After a write, a short-lived cookie makes the browser read from the primary. A log position in the cookie
 * would not work: responses can arrive out of order, and services may have separate logs.
 */
export function trackWrites(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const current = currentRequest();
    if (current) current.mayReadLate = request.cookies[COOKIE] === undefined;
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      void reply.setCookie(COOKIE, '1', cookieAttributes);
    done();
  });
}
