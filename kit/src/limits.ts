import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { type Kysely, type Transaction, CompiledQuery, sql } from 'kysely';
import type { LimitName, MailboxLimitName } from '@app/contracts/endpoint.ts';
import type { Mailbox } from './mailbox.ts';
import { Failure } from './problem.ts';
import { createRetriedWrites, ASYNCHRONOUSLY } from './retried-writes.ts';
import { deleteSome } from './sweep.ts';

/** A longer outage keeps what was taken, which ends with its window. */
const RELEASED_WITHIN_MS = 60_000;
const MINUTE_SECONDS = 60;
const windows: Record<string, number> = {
  '10_MINUTES': 10 * MINUTE_SECONDS,
  HOUR: 60 * MINUTE_SECONDS,
  DAY: 24 * 60 * MINUTE_SECONDS,
};

interface Verdict {
  /** So many there are in this window. */
  counted: number;
  isWithin: boolean;
  /** The last within the limit: the next one is refused. */
  isLast: boolean;
  /** The first beyond the limit in this window. */
  isFirstBeyond: boolean;
  /** Until the window ends and counting starts again. */
  secondsLeft: number;
}

/** A limit per mailbox takes no plain address, because each spelling would then have a count of its own. */
type Counted<Limit extends LimitName> = [Extract<Limit, MailboxLimitName>] extends [never] ? string : Mailbox;

export interface Limiter {
  /** Counts one more, or so many, for `who` and says whether that is within the limit; a refused one counts too. */
  count<Tables, Limit extends LimitName>(
    db: Kysely<Tables>,
    limit: Limit,
    who: Counted<Limit>,
    many?: number,
  ): Promise<Verdict>;
  /** Throws TOO_MANY_REQUESTS, with the time to wait, when one more is beyond the limit. */
  take<Limit extends LimitName>(limit: Limit, who: Counted<Limit>): Promise<void>;
  /** The same in a transaction: the row is held until its end, and a refusal leaves nothing behind. */
  takeIn<Tables, Limit extends LimitName>(
    trx: Transaction<Tables>,
    limit: Limit,
    who: Counted<Limit>,
  ): Promise<void>;
  /** Gives one back that `take` has counted; where the database is away, once it is back. */
  release<Limit extends LimitName>(limit: Limit, who: Counted<Limit>): Promise<void>;
  /** Makes room for that many more in the current window; what was refused beyond the limit is forgotten. */
  giveBack<Tables, Limit extends LimitName>(
    db: Kysely<Tables>,
    limit: Limit,
    who: Counted<Limit>,
    many: number,
  ): Promise<void>;
  /** Forgets what was counted for somebody. */
  forget<Tables, Limit extends LimitName>(
    db: Kysely<Tables>,
    limit: Limit,
    who: Counted<Limit>,
  ): Promise<void>;
  /** Throws unless a setting says how many the limit allows. */
  assertKnown(limit: LimitName): void;
}

/**
 * Counts in fixed windows, in a table `<schema>.limits` of the service, so that all nodes share them and a restart keeps
 * them (ASVS 15.3.4). One statement counts and answers: of any number at once, each gets a number of its own. Who asks is
 * kept as a hash only.
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
    if (most === undefined) throw new Error(`No setting says how many ${limit} are`);
    return most;
  };

  /** As text, since building it takes longer than all else that this call costs here. */
  const countAfter = (commit: string) => `
    with commit as (${commit})
    insert into ${schema}.limits as known (key_hash, count, ends_at)
    select $1::bytea, $3::int, clock_timestamp() + make_interval(secs => $2::float8)
    from commit
    on conflict (key_hash) do update set
      count = case when known.ends_at <= clock_timestamp() then $3::int else known.count + $3::int end,
      ends_at = case when known.ends_at <= clock_timestamp() then excluded.ends_at else known.ends_at end
    returning count, ceil(extract(epoch from ends_at - clock_timestamp()))::int as "secondsLeft"`;
  // A count that a crash of the database loses is not worth waiting for the disk.
  const [countAlone, countAmong] = [countAfter(ASYNCHRONOUSLY), countAfter('select')];

  async function takeWith<Tables, Limit extends LimitName>(
    handle: Kysely<Tables>,
    limit: Limit,
    who: Counted<Limit>,
  ): Promise<void> {
    const { isWithin, secondsLeft } = await limiter.count(handle, limit, who);
    if (!isWithin) throw new Failure('TOO_MANY_REQUESTS', [], secondsLeft);
  }

  const limiter: Limiter = {
    async count(handle, limit, who, many = 1) {
      const seconds = windowSeconds(limit);
      const text = handle.isTransaction ? countAmong : countAlone;
      const query = CompiledQuery.raw(text, [keyHash(limit, who), seconds, many]);
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
    take: (limit, who) => takeWith(db, limit, who),
    takeIn: (trx, limit, who) => takeWith(trx, limit, who),
    release: (limit, who) => retried.now(() => limiter.giveBack(db, limit, who, 1)),
    async giveBack(handle, limit, who, many) {
      await sql`
        update ${table} set count = greatest(least(count, ${allowed(limit)}::int) - ${many}::int, 0)
        where key_hash = ${keyHash(limit, who)} and ends_at > clock_timestamp()`.execute(handle);
    },
    async forget(handle, limit, who) {
      await sql`delete from ${table} where key_hash = ${keyHash(limit, who)}`.execute(handle);
    },
    assertKnown(limit) {
      allowed(limit);
    },
  };
  return limiter;
}

/** Deletes up to a number of counts whose window is over; gives how many there were. */
export function deleteEndedLimits<Tables>(db: Kysely<Tables>, schema: string, most: number): Promise<number> {
  return deleteSome(db, most, { table: `${schema}.limits`, key: 'key_hash', where: sql`ends_at <= now()` });
}

function windowSeconds(limit: LimitName): number {
  const name = Object.keys(windows).find((ending) => limit.endsWith(`_PER_${ending}`)) ?? '';
  return windows[name] ?? 0;
}

const keyHash = (limit: LimitName, who: string) => hash('sha256', `${limit} ${who}`, 'buffer');

/** One customer's addresses as one: an IPv4 address, or the /64 that an IPv6 customer chooses from. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
