import { hash, hkdfSync, randomUUIDv7 } from 'node:crypto';
import { type Kysely, CompiledQuery, sql } from 'kysely';
import { decipher, encipher } from './cipher.ts';
import { createRetriedWrites, ASYNCHRONOUSLY } from './retried-writes.ts';
import { Failure } from './problem.ts';
import { deleteSome } from './retention-job.ts';

const KEPT = "interval '1 day'";
/** No call takes longer, so the process that claimed the key has died. */
const ABANDONED_AFTER_SECONDS = 30;
const RETRY_AFTER_SECONDS = 1;

interface KeyedCall {
  key: string;
  operationId: string;
  who: string;
  content: string;
}

export interface StoredResponse {
  status: number;
  headers: Record<string, string | string[]>;
  body: string | null;
}

export interface Claim {
  /** The id of what the call creates, equal in each attempt. */
  subjectId: string;
  keep(answer: StoredResponse): Promise<void>;
  /** A repeat may run at once; this call may have had an effect. */
  release(): Promise<void>;
  /**
   * A repeat may run at once; this call had no effect. The key is deleted unless an earlier attempt may have
   * had one.
   */
  forget(): Promise<void>;
}

export interface IdempotencyStore {
  /**
   * One of several equal calls gets the claim, others IN_FLIGHT and later its answer. A later call takes over
   * an abandoned claim.
   */
  claim(call: KeyedCall): Promise<{ claim: Claim } | { answer: StoredResponse }>;
}

/**
 * Writes do not wait for the disk: the log is ordered, so a durable effect has a durable claim. After a lost
 * answer, a repeat runs with an equal id. Failed writes are retried.
 */
export function createIdempotencyStore(db: Kysely<unknown>, schema: string): IdempotencyStore {
  const name = `${schema}.idempotency_keys`;
  const table = sql.table(name);
  const retried = createRetriedWrites(ABANDONED_AFTER_SECONDS * 1000);
  const [claimText, keepText, releaseText, removeText] = buildStatements(name);
  const run = <Row>(text: string, ...values: unknown[]) =>
    db.executeQuery<Row>(CompiledQuery.raw(text, values));

  return {
    async claim({ key, operationId, who, content }) {
      const keyHash = digest([operationId, who, key]);
      // The key is secret, so no one can guess the content.
      const requestHash = digest([key, content]);
      const drawnId = randomUUIDv7();
      const claiming = run<{ subjectId: string; claimedAt: string }>(
        claimText,
        keyHash,
        requestHash,
        drawnId,
      );
      const { rows } = await claiming.catch((error: unknown) => {
        // The claim may have been written before the connection was lost. Another caller's claim changes it.
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

/** Building these costs more than all else here, so their text is fixed: claim, keep, release, remove. */
function buildStatements(table: string): [string, string, string, string] {
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

export function deleteExpiredKeys<Tables>(db: Kysely<Tables>, schema: string, most: number): Promise<number> {
  const table = `${schema}.idempotency_keys`;
  return deleteSome(db, most, { table, key: 'key_hash', where: sql`ends_at <= now()` });
}

const digest = (parts: readonly string[]) => hash('sha256', JSON.stringify(parts), 'buffer');
