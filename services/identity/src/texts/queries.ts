import { type Kysely, sql } from 'kysely';
import { clock } from '@app/kit/database.ts';
import type { IdentityTables, TextState } from '../schema.ts';

type Db = Kysely<IdentityTables>;

/** Undefined if its person has left. */
export async function findState(db: Db, id: string): Promise<TextState | undefined> {
  const row = await db
    .selectFrom('identity.texts')
    .select('state')
    .where('text_id', '=', id)
    .executeTakeFirst();
  return row?.state;
}

/** Claims a text that waits, before anything of it leaves: false if somebody else has. */
export async function claim(
  db: Db,
  { id, gateway, numberHash }: { id: string; gateway: string; numberHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity.texts')
    .set({ state: 'LEAVING', gateway, number_hash: numberHash, left_at: clock })
    .where('text_id', '=', id)
    .where('state', '=', 'WAITING')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Moves a text on, from one of these states only. */
export async function move(
  db: Db,
  id: string,
  from: readonly TextState[],
  to: { state: TextState; reason?: string; gatewayId?: string | undefined },
): Promise<void> {
  const { state, reason = null, gatewayId } = to;
  await db
    .updateTable('identity.texts')
    .set({
      state,
      reason,
      ...(gatewayId === undefined ? {} : { gateway_id: gatewayId }),
      ended_at: state === 'WAITING' ? null : clock,
    })
    .where('text_id', '=', id)
    .where('state', 'in', [...from])
    .execute();
}

interface TextReport {
  gateway: string;
  /** Undefined where the gateway has one address for all texts. */
  textId: string | undefined;
  gatewayId: string;
  state: 'DELIVERED' | 'FAILED';
}

/**
 * What a gateway says later: of the text that its address names or, without, of the one that it calls so. Forward only: one that has
 * arrived or failed stays so. One whose address names it may come before the answer that it was accepted.
 */
export async function moveByReport(db: Db, report: TextReport): Promise<boolean> {
  const { gateway, textId, gatewayId, state } = report;
  const { numUpdatedRows } = await db
    .updateTable('identity.texts')
    .set({
      state,
      reason: state === 'FAILED' ? 'NOT_DELIVERED' : null,
      ended_at: clock,
    })
    .where('gateway', '=', gateway)
    .where((eb) =>
      textId === undefined
        ? eb('gateway_id', '=', gatewayId)
        : eb('text_id', '=', textId).and(
            eb.or([eb('gateway_id', 'is', null), eb('gateway_id', '=', gatewayId)]),
          ),
    )
    .where('state', 'in', ['LEAVING', 'UNKNOWN', 'ACCEPTED'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Keeps a report of a text that no row is known by yet, for `applyEarlyReport`. It looks for the row again afterwards: the answer
 * of the sending call may have been stored in between. Each statement is a transaction of its own.
 */
export async function recordReport(db: Db, report: TextReport): Promise<void> {
  if ((await moveByReport(db, report)) || report.textId !== undefined) return;
  const { gateway, gatewayId, state } = report;
  await sql`
    insert into identity.early_text_reports (gateway, gateway_id, state)
    select ${gateway}, ${gatewayId}, ${state}
    where not exists (select from identity.texts where gateway = ${gateway} and gateway_id = ${gatewayId})
    on conflict do nothing`.execute(db);
  await moveByReport(db, report);
}

/** Applies a report that came before the answer of the call that sent its text. */
export async function applyEarlyReport(db: Db, gateway: string, gatewayId: string): Promise<void> {
  const early = await db
    .deleteFrom('identity.early_text_reports')
    .where('gateway', '=', gateway)
    .where('gateway_id', '=', gatewayId)
    .returning('state')
    .executeTakeFirst();
  if (early) await moveByReport(db, { gateway, textId: undefined, gatewayId, state: early.state });
}

/** A call that sends a text is answered within a minute. Whatever is older is about texts of another application. */
const EARLY_REPORT_MINUTES = 60;

export async function deleteEarlyReports(db: Db): Promise<void> {
  await db
    .deleteFrom('identity.early_text_reports')
    .where('reported_at', '<', sql<Date>`now() - make_interval(mins => ${EARLY_REPORT_MINUTES})`)
    .execute();
}

/** Accepted within two days, and not known to have arrived: the newest first, since what is old is seldom said any more. */
export function listUnreported(
  db: Db,
  gateway: string,
  most: number,
): Promise<{ textId: string; gatewayId: string }[]> {
  return db
    .selectFrom('identity.texts')
    .select(['text_id as textId', 'gateway_id as gatewayId'])
    .where('gateway', '=', gateway)
    .where('gateway_id', 'is not', null)
    .where('state', '=', 'ACCEPTED')
    .where('queued_at', '>', sql<Date>`now() - interval '2 days'`)
    .orderBy('queued_at', 'desc')
    .limit(most)
    .$narrowType<{ gatewayId: string }>()
    .execute();
}
