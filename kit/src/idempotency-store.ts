import { hash, hkdfSync, randomUUIDv7 } from 'node:crypto';
import { type Kysely, CompiledQuery, sql } from 'kysely';
import { decipher, encipher } from './cipher.ts';
import { createRetriedWrites, ASYNCHRONOUSLY } from './retried-writes.ts';
import { Failure } from './problem.ts';
import { deleteSome } from './sweep.ts';

const KEPT = "interval '1 day'";
/** Longer than any call takes: a caller that claimed the key before that is gone. */
const ABANDONED_AFTER_SECONDS = 30;
const RETRY_AFTER_SECONDS = 1;

/** A call that may come again. */
export interface KeyedCall {
  key: string;
  operationId: string;
  /** Whose key it is: the same one of somebody else is another. */
  who: string;
  /** All that makes it this very call. */
  content: string;
}

/** An answer as it went out. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string | string[]>;
  body: string | null;
}

/** The right to do what a key stands for. */
export interface Claim {
  /** For what the call creates: the same in every try. */
  subjectId: string;
  /** Gives every repeat this answer. */
  keep(answer: StoredResponse): Promise<void>;
  /** Lets a repeat try at once, where what was asked may be done already. */
  release(): Promise<void>;
  /** Lets a repeat try at once, where nothing was done: the key leaves no trace, unless an earlier try may have. */
  forget(): Promise<void>;
}

export interface IdempotencyStore {
  /**
   * Of any number of the same call, one gets the claim, the others IN_FLIGHT and, once it has ended, its answer. A claim
   * that somebody left behind goes to one of those who ask next.
   */
  claim(call: KeyedCall): Promise<{ claim: Claim } | { answer: StoredResponse }>;
}

/**
 * Keeps answers in a table `<schema>.idempotency_keys` of the service. Neither of its two writes waits for the disk.
 * The log of the database is in order, so whatever a call has done durably has its claim before it. A claim or an
 * answer may be lost with the last moments: then a repeat does the same under the same id. What cannot be written
 * during an outage is written as soon as it is over, or the same outage would hold up every repeat for half a minute.
 */
export function createIdempotencyStore(db: Kysely<unknown>, schema: string): IdempotencyStore {
  const name = `${schema}.idempotency_keys`;
  const table = sql.table(name);
  const retried = createRetriedWrites(ABANDONED_AFTER_SECONDS * 1000);
  const [claimText, keepText, releaseText, removeText] = textsOf(name);
  const run = <Row>(text: string, ...values: unknown[]) =>
    db.executeQuery<Row>(CompiledQuery.raw(text, values));

  return {
    async claim({ key, operationId, who, content }) {
      const keyHash = digest([operationId, who, key]);
      // With the key, which only its owner knows: nobody finds out by trying what else was sent.
      const requestHash = digest([key, content]);
      const drawnId = randomUUIDv7();
      const claiming = run<{ subjectId: string; claimedAt: string }>(
        claimText,
        keyHash,
        requestHash,
        drawnId,
      );
      const { rows } = await claiming.catch((error: unknown) => {
        // It may have been written before the connection was lost. A caller that takes it over changes it.
        const isDrawn = sql`key_hash = ${keyHash} and subject_id = ${drawnId}::uuid`;
        const isUntouched = sql`answer is null and ends_at = claimed_at + ${sql.raw(KEPT)}`;
        retried.later(() => sql`delete from ${table} where ${isDrawn} and ${isUntouched}`.execute(db));
        throw error;
      });
      const secret = Buffer.from(hkdfSync('sha256', key, keyHash, 'kept answer', 32));
      const [claimed] = rows;
      if (!claimed) return { answer: await readAnswer(keyHash, requestHash, secret) };

      const { subjectId, claimedAt } = claimed;
      const release = () => retried.now(() => run(releaseText, keyHash, claimedAt));
      const remove = () => retried.now(() => run(removeText, keyHash, claimedAt));
      const claim: Claim = {
        subjectId,
        keep(given) {
          const answer = encipher(JSON.stringify(given), secret);
          return retried.now(() => run(keepText, keyHash, claimedAt, answer));
        },
        release,
        forget: subjectId === drawnId ? remove : release,
      };
      return { claim };
    },
  };

  async function readAnswer(keyHash: Buffer, requestHash: Buffer, secret: Buffer): Promise<StoredResponse> {
    const { rows } = await sql<{ isSameCall: boolean; answer: Uint8Array | null }>`
      select request_hash = ${requestHash} as "isSameCall", answer from ${table} where key_hash = ${keyHash}
    `.execute(db);
    if (rows[0]?.isSameCall === false) throw new Failure('KEY_REUSED');
    if (!rows[0]?.answer) throw new Failure('IN_FLIGHT', [], RETRY_AFTER_SECONDS);
    return JSON.parse(decipher(rows[0].answer, secret)) as StoredResponse;
  }
}

/**
 * The statements of every call that writes, as text, since building them takes longer than all else that a key costs here:
 * claim, keep, release, remove.
 */
function textsOf(table: string): [string, string, string, string] {
  const asynchronous = `with asynchronous as (${ASYNCHRONOUSLY})`;
  const isStillOurs = 'key_hash = $1 and claimed_at = $2::timestamptz';
  return [
    `${asynchronous}
    insert into ${table} as known (key_hash, request_hash, subject_id, claimed_at, ends_at)
    select $1::bytea, $2::bytea, $3::uuid, now(), now() + ${KEPT}
    from asynchronous
    on conflict (key_hash) do update set claimed_at = excluded.claimed_at
    where known.answer is null and known.request_hash = excluded.request_hash
      and known.claimed_at < excluded.claimed_at - interval '${ABANDONED_AFTER_SECONDS} seconds'
    returning subject_id as "subjectId", claimed_at::text as "claimedAt"`,
    `${asynchronous} update ${table} set answer = $3 from asynchronous where ${isStillOurs}`,
    `${asynchronous} update ${table} set claimed_at = '-infinity' from asynchronous where ${isStillOurs}`,
    `${asynchronous} delete from ${table} using asynchronous where ${isStillOurs}`,
  ];
}

/** Deletes up to a number of keys whose time is over; gives how many there were. */
export function deleteExpiredKeys<Tables>(db: Kysely<Tables>, schema: string, most: number): Promise<number> {
  const table = `${schema}.idempotency_keys`;
  return deleteSome(db, most, { table, key: 'key_hash', where: sql`ends_at <= now()` });
}

const digest = (parts: readonly string[]) => hash('sha256', JSON.stringify(parts), 'buffer');
