import { hash, hkdfSync, randomUUIDv7 } from 'node:crypto';
import { type Kysely, type Transaction, CompiledQuery, sql } from 'kysely';
import { decipher, encipher } from './cipher.ts';
import { executeWithCommit } from './pipelining.ts';
import { createRetriedWrites, ASYNCHRONOUSLY } from './retried-writes.ts';
import { Failure } from './problem.ts';
import { deleteSome } from './retention-job.ts';

const KEPT = "interval '1 day'";
/** No call takes longer than this, so the process that claimed the key must have died. */
const ABANDONED_AFTER_SECONDS = 30;
const RETRY_AFTER_SECONDS = 1;

export interface KeyedCall {
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
  /** The id of the object that the call creates; it is the same at each attempt. */
  subjectId: string;
  store(answer: StoredResponse): Promise<void>;
  /** Called after a failure that may have had an effect. A repeat can then run at once. */
  release(): Promise<void>;
  /**
   * Called after a failure without effect. Deletes the key, unless an earlier attempt may have had an effect.
   */
  discard(): Promise<void>;
  /** Stores the response and commits the claim's transaction. A later `store` does nothing. */
  storeAndCommit?(answer: StoredResponse): Promise<void>;
}

export interface IdempotencyStore {
  /**
   * Only one of several equal calls gets the claim. The others fail with IN_FLIGHT until its answer is
   * stored. A later call can take over an abandoned claim.
   */
  claim<Tables>(
    call: KeyedCall,
    trx?: Transaction<Tables>,
  ): Promise<{ claim: Claim } | { answer: StoredResponse }>;
}

/**
 * Claims are written without waiting for the disk. The database's log is ordered: if an effect survives a
 * crash, its claim survives too.
 */
export function createIdempotencyStore(db: Kysely<unknown>, schema: string): IdempotencyStore {
  const name = `${schema}.idempotency_keys`;
  const table = sql.table(name);
  const retried = createRetriedWrites(ABANDONED_AFTER_SECONDS * 1000);
  const statements = buildStatements(name);
  const run = <Row>(text: string, ...values: unknown[]) =>
    db.executeQuery<Row>(CompiledQuery.raw(text, values));

  return {
    async claim(call, trx) {
      if (trx) return claimIn(trx, call);
      const { keyHash, requestHash, secret } = hashesOf(call);
      const drawnId = randomUUIDv7();
      const claiming = run<Claimed>(statements.claim, keyHash, requestHash, drawnId);
      const { rows } = await claiming.catch((error: unknown) => {
        // If the connection was lost, the claim may be stored anyway. So it is deleted, unless another call
        // has taken it over.
        const isDrawn = sql`key_hash = ${keyHash} and subject_id = ${drawnId}::uuid`;
        const isUntouched = sql`answer is null and ends_at = claimed_at + ${sql.raw(KEPT)}`;
        retried.later(() => sql`delete from ${table} where ${isDrawn} and ${isUntouched}`.execute(db));
        throw error;
      });
      const [claimed] = rows;
      if (!claimed) return { answer: await readAnswer(db, { keyHash, requestHash, secret }) };

      const { subjectId, claimedAt } = claimed;
      const release = () => retried.now(() => run(statements.release, keyHash, claimedAt));
      const remove = () => retried.now(() => run(statements.remove, keyHash, claimedAt));
      const claim: Claim = {
        subjectId,
        store(given) {
          const answer = encipher(JSON.stringify(given), secret);
          return retried.now(() => run(statements.keep, keyHash, claimedAt, answer));
        },
        release,
        discard: subjectId === drawnId ? remove : release,
      };
      return { claim };
    },
  };

  /** `release` and `discard` do nothing, because the rollback of a failed call has undone the claim. */
  async function claimIn<Tables>(
    trx: Transaction<Tables>,
    call: KeyedCall,
  ): Promise<{ claim: Claim } | { answer: StoredResponse }> {
    const { keyHash, requestHash, secret } = hashesOf(call);
    const values = [keyHash, requestHash, randomUUIDv7(), String(keyHash.readBigInt64BE())];
    const { rows } = await trx.executeQuery<Claimed>(CompiledQuery.raw(statements.claimIn, values));
    const [claimed] = rows;
    if (!claimed) return { answer: await readAnswer(trx, { keyHash, requestHash, secret }) };
    const sealed = (answer: StoredResponse) => encipher(JSON.stringify(answer), secret);
    let isStored = false;
    const claim: Claim = {
      subjectId: claimed.subjectId,
      async storeAndCommit(answer) {
        await executeWithCommit(trx, CompiledQuery.raw(statements.keepIn, [keyHash, sealed(answer)]));
        isStored = true;
      },
      async store(refusal) {
        if (!isStored) await retried.now(() => run(statements.refuse, ...values, sealed(refusal)));
      },
      async release() {},
      async discard() {},
    };
    return { claim };
  }

  async function readAnswer<Tables>(
    handle: Kysely<Tables>,
    { keyHash, requestHash, secret }: Hashes,
  ): Promise<StoredResponse> {
    const { rows } = await sql<{ isSameCall: boolean; answer: Uint8Array | null }>`
      select request_hash = ${requestHash} as "isSameCall", answer from ${table} where key_hash = ${keyHash}
    `.execute(handle);
    if (rows[0]?.isSameCall === false) throw new Failure('KEY_REUSED');
    if (!rows[0]?.answer) throw new Failure('IN_FLIGHT', [], RETRY_AFTER_SECONDS);
    return JSON.parse(decipher(rows[0].answer, secret)) as StoredResponse;
  }
}

/** The statements are built once, because building them takes longer than the rest of a call. */
function buildStatements(table: string) {
  const asynchronous = `with asynchronous as (${ASYNCHRONOUSLY})`;
  // The row of a claim is invisible until its transaction commits, so a lock shows that the call is running.
  const whileFree = `with free as (select pg_try_advisory_xact_lock($4::bigint) as is_free)`;
  const isStillOurs = 'key_hash = $1 and claimed_at = $2::timestamptz';
  const insert = `insert into ${table} as known (key_hash, request_hash, subject_id, claimed_at, ends_at, answer)
    select $1::bytea, $2::bytea, $3::uuid, now(), now() + ${KEPT}`;
  const onConflict = (change: string) => `
    on conflict (key_hash) do update set ${change}
    where known.answer is null and known.request_hash = excluded.request_hash
      and known.claimed_at < excluded.claimed_at - interval '${ABANDONED_AFTER_SECONDS} seconds'`;
  const takingOver = `${onConflict('claimed_at = excluded.claimed_at')}
    returning subject_id as "subjectId", claimed_at::text as "claimedAt"`;
  return {
    claim: `${asynchronous} ${insert}, null from asynchronous ${takingOver}`,
    keep: `${asynchronous} update ${table} set answer = $3 from asynchronous where ${isStillOurs}`,
    release: `${asynchronous} update ${table} set claimed_at = '-infinity' from asynchronous where ${isStillOurs}`,
    remove: `${asynchronous} delete from ${table} using asynchronous where ${isStillOurs}`,
    claimIn: `${whileFree} ${insert}, null from free where is_free ${takingOver}`,
    keepIn: `update ${table} set answer = $2 where key_hash = $1`,
    refuse: `${whileFree}, asynchronous as (${ASYNCHRONOUSLY})
    ${insert}, $5::bytea from free, asynchronous where is_free ${onConflict('answer = excluded.answer')}`,
  };
}

interface Claimed {
  subjectId: string;
  claimedAt: string;
}

type Hashes = ReturnType<typeof hashesOf>;

function hashesOf({ key, operationId, who, content }: KeyedCall) {
  const keyHash = digest([operationId, who, key]);
  // The caller's key is not stored, so no one can guess the content from the hash.
  const requestHash = digest([key, content]);
  return { keyHash, requestHash, secret: Buffer.from(hkdfSync('sha256', key, keyHash, 'kept answer', 32)) };
}

export function deleteExpiredKeys<Tables>(db: Kysely<Tables>, schema: string, most: number): Promise<number> {
  const table = `${schema}.idempotency_keys`;
  return deleteSome(db, most, { table, key: 'key_hash', where: sql`ends_at <= now()` });
}

const digest = (parts: readonly string[]) => hash('sha256', JSON.stringify(parts), 'buffer');
