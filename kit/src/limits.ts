import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { type Kysely, type Transaction, CompiledQuery, sql } from 'kysely';
import { MINUTE_SECONDS, HOUR_SECONDS, DAY_SECONDS, MINUTE_MS } from '@app/contracts/durations.ts';
import type { LimitName, MailboxLimitName } from '@app/contracts/endpoint.ts';
import type { Mailbox } from './mailbox.ts';
import { Failure } from './problem.ts';
import { createRetriedWrites, ASYNCHRONOUSLY } from './retried-writes.ts';
import { deleteSome } from './retention-job.ts';

/** After a longer outage, the call stays counted until its window ends. */
const RELEASED_WITHIN_MS = MINUTE_MS;
const windows: Record<string, number> = {
  '10_MINUTES': 10 * MINUTE_SECONDS,
  HOUR: HOUR_SECONDS,
  DAY: DAY_SECONDS,
};

interface Verdict {
  counted: number;
  isWithin: boolean;
  isLast: boolean;
  isFirstBeyond: boolean;
  secondsLeft: number;
}

/** With plain text, each spelling of a mailbox would have its own count. */
type LimitKey<Limit extends LimitName> = [Extract<Limit, MailboxLimitName>] extends [never]
  ? string
  : Mailbox;

export interface Limiter {
  /** Counts the call, even if it is refused. */
  count<Tables, Limit extends LimitName>(
    db: Kysely<Tables>,
    limit: Limit,
    caller: LimitKey<Limit>,
    many?: number,
  ): Promise<Verdict>;
  /** Counts the call and throws TOO_MANY_REQUESTS if the limit is used up. */
  take<Limit extends LimitName>(limit: Limit, caller: LimitKey<Limit>): Promise<void>;
  /** The row stays locked until the transaction ends. A refusal rolls the count back. */
  takeIn<Tables, Limit extends LimitName>(
    trx: Transaction<Tables>,
    limit: Limit,
    caller: LimitKey<Limit>,
  ): Promise<void>;
  /** Subtracts the call from the count, and tries again after an outage of the database. */
  release<Limit extends LimitName>(limit: Limit, caller: LimitKey<Limit>): Promise<void>;
  /** Subtracts the call from the count, in the given transaction. */
  uncount<Tables, Limit extends LimitName>(
    db: Kysely<Tables>,
    limit: Limit,
    caller: LimitKey<Limit>,
    many: number,
  ): Promise<void>;
  clear<Tables, Limit extends LimitName>(
    db: Kysely<Tables>,
    limit: Limit,
    caller: LimitKey<Limit>,
  ): Promise<void>;
  assertKnown(limit: LimitName): void;
}

/**
 * Limits count in fixed windows in the database, so all nodes share them and a restart keeps them (ASVS
 * 15.3.4). One statement counts and returns, so concurrent calls get different numbers. Callers are stored as
 * hashes.
 */
export function createLimiter(
  db: Kysely<unknown>,
  schema: string,
  settings: Readonly<Partial<Record<LimitName, number>>>,
): Limiter {
  const table = sql.table(`${schema}.limits`);
  const retried = createRetriedWrites(RELEASED_WITHIN_MS);
  const allowed = (limit: LimitName): number => {
    const most = settings[limit];
    if (most === undefined) throw new Error(`No setting limits ${limit}`);
    return most;
  };

  /** The statements are built once, because building one takes longer than the rest of a call. */
  const countAfter = (commit: string) => `
    with commit as (${commit})
    insert into ${schema}.limits as known (key_hash, count, ends_at)
    select $1::bytea, $3::int, clock_timestamp() + make_interval(secs => $2::float8)
    from commit
    on conflict (key_hash) do update set
      count = case when known.ends_at <= clock_timestamp() then $3::int else known.count + $3::int end,
      ends_at = case when known.ends_at <= clock_timestamp() then excluded.ends_at else known.ends_at end
    returning count, ceil(extract(epoch from ends_at - clock_timestamp()))::int as "secondsLeft"`;
  // Counting alone does not wait for the disk at each call, although a crash may then lose some counts.
  const [countAlone, countAmong] = [countAfter(ASYNCHRONOUSLY), countAfter('select')];

  async function takeWith<Tables, Limit extends LimitName>(
    handle: Kysely<Tables>,
    limit: Limit,
    caller: LimitKey<Limit>,
  ): Promise<void> {
    const { isWithin, secondsLeft } = await limiter.count(handle, limit, caller);
    if (!isWithin) throw new Failure('TOO_MANY_REQUESTS', [], secondsLeft);
  }

  const limiter: Limiter = {
    async count(handle, limit, caller, many = 1) {
      const seconds = windowSeconds(limit);
      const text = handle.isTransaction ? countAmong : countAlone;
      const query = CompiledQuery.raw(text, [keyHash(limit, caller), seconds, many]);
      const { rows } = await handle.executeQuery<{ count: number; secondsLeft: number }>(query);
      const { count = 1, secondsLeft = seconds } = rows[0] ?? {};
      const most = allowed(limit);
      return {
        counted: count,
        isWithin: count <= most,
        isLast: count === most,
        isFirstBeyond: count === most + 1,
        secondsLeft,
      };
    },
    take: (limit, caller) => takeWith(db, limit, caller),
    takeIn: (trx, limit, caller) => takeWith(trx, limit, caller),
    release: (limit, caller) => retried.now(() => limiter.uncount(db, limit, caller, 1)),
    async uncount(handle, limit, caller, many) {
      await sql`
        update ${table} set count = greatest(least(count, ${allowed(limit)}::int) - ${many}::int, 0)
        where key_hash = ${keyHash(limit, caller)} and ends_at > clock_timestamp()`.execute(handle);
    },
    async clear(handle, limit, caller) {
      await sql`delete from ${table} where key_hash = ${keyHash(limit, caller)}`.execute(handle);
    },
    assertKnown(limit) {
      allowed(limit);
    },
  };
  return limiter;
}

export function deleteEndedLimits<Tables>(db: Kysely<Tables>, schema: string, most: number): Promise<number> {
  return deleteSome(db, most, { table: `${schema}.limits`, key: 'key_hash', where: sql`ends_at <= now()` });
}

function windowSeconds(limit: LimitName): number {
  const name = Object.keys(windows).find((ending) => limit.endsWith(`_PER_${ending}`)) ?? '';
  return windows[name] ?? 0;
}

const keyHash = (limit: LimitName, caller: string) => hash('sha256', `${limit} ${caller}`, 'buffer');

/** An IPv6 customer has a whole /64 network, so addresses of one network count as one. */
export function addressLimitKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
