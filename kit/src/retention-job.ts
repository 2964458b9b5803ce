import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MINUTE_SECONDS } from '@app/contracts/durations.ts';
import { runForEach } from './job-steps.ts';
import type { NoData, Queue } from './jobs.ts';

export const RETENTION_JOB: Queue<NoData> = {
  name: 'retention',
  cron: '17 * * * *',
  isDebounced: true,
  expireInSeconds: 30 * MINUTE_SECONDS,
};

/** Rows are deleted in batches, so that no statement keeps its locks for long. */
const BATCH = 1000;

/** Returns how many rows were deleted. If the number equals `most`, there may be more rows. */
type DeleteSome<Tables> = (db: Kysely<Tables>, most: number) => Promise<number>;

/** Rows that many other rows depend on need a smaller batch. */
type Deletion<Tables> = DeleteSome<Tables> | { deleteSome: DeleteSome<Tables>; batch: number };

export type Deletions<Tables> = Readonly<Record<string, Deletion<Tables>>>;

async function deleteAll<Tables>(db: Kysely<Tables>, deletion: Deletion<Tables>): Promise<number> {
  const { deleteSome: deleteNext, batch } =
    typeof deletion === 'function' ? { deleteSome: deletion, batch: BATCH } : deletion;
  let all = 0;
  for (;;) {
    const some = await deleteNext(db, batch);
    all += some;
    if (some !== batch) return all;
  }
}

/** Runs all deletions even if one fails. Then throws, so that the job is retried. */
export async function deleteExpired<Tables>(db: Kysely<Tables>, deletions: Deletions<Tables>): Promise<void> {
  await runForEach(
    Object.entries(deletions),
    ([kind]) => kind,
    ([, deletion]) => deleteAll(db, deletion),
  );
}

export async function dryRunRetention<Tables>(
  db: Kysely<Tables>,
  deletions: Deletions<Tables>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [kind, deletion] of Object.entries(deletions)) {
    const trx = await db.startTransaction().execute();
    try {
      counts[kind] = await deleteAll(trx, deletion);
    } finally {
      await trx.rollback().execute();
    }
  }
  return counts;
}

export const ago = ({
  years = 0,
  months = 0,
  days = 0,
}: {
  years?: number;
  months?: number;
  days?: number;
}) =>
  sql<Date>`(now() - make_interval(years => ${sql.lit(years)}, months => ${sql.lit(months)}, days => ${sql.lit(days)}))`;

export async function deleteSome<Tables>(
  db: Kysely<Tables>,
  most: number,
  from: { table: string; key: string; where: RawBuilder<unknown> },
): Promise<number> {
  const [table, key] = [sql.table(from.table), sql.ref(from.key)];
  const { numAffectedRows } = await sql`
    delete from ${table} where ${key} in (select ${key} from ${table} where ${from.where} limit ${most})
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}
