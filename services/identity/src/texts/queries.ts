import { type Kysely, sql } from 'kysely';
import { databaseNow } from '@app/kit/database.ts';
import type { IdentityTables, TextState } from '../schema.ts';

type Db = Kysely<IdentityTables>;

export async function findTextState(db: Db, id: string): Promise<TextState | undefined> {
  const row = await db
    .selectFrom('identity.texts')
    .select('state')
    .where('text_id', '=', id)
    .executeTakeFirst();
  return row?.state;
}

export async function claimText(
  db: Db,
  { id, gateway, numberHash }: { id: string; gateway: string; numberHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity.texts')
    .set({ state: 'LEAVING', gateway, number_hash: numberHash, left_at: databaseNow })
    .where('text_id', '=', id)
    .where('state', '=', 'WAITING')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function transitionText(
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
      ended_at: state === 'WAITING' ? null : databaseNow,
    })
    .where('text_id', '=', id)
    .where('state', 'in', [...from])
    .execute();
}

interface TextReport {
  gateway: string;
  /** Undefined if the gateway sends all reports to one address. */
  textId: string | undefined;
  gatewayId: string;
  state: 'DELIVERED' | 'FAILED';
}

/** If the delivery has ended, its state never changes. A report may arrive before the gateway's answer. */
export async function applyReport(db: Db, report: TextReport): Promise<boolean> {
  const { gateway, textId, gatewayId, state } = report;
  const { numUpdatedRows } = await db
    .updateTable('identity.texts')
    .set({
      state,
      reason: state === 'FAILED' ? 'NOT_DELIVERED' : null,
      ended_at: databaseNow,
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
 * Applies the report once more, because the gateway's id may have been stored in the meantime. Each statement
 * must be its own transaction.
 */
export async function recordReport(db: Db, report: TextReport): Promise<void> {
  if ((await applyReport(db, report)) || report.textId !== undefined) return;
  const { gateway, gatewayId, state } = report;
  await sql`
    insert into identity.early_text_reports (gateway, gateway_id, state)
    select ${gateway}, ${gatewayId}, ${state}
    where not exists (select from identity.texts where gateway = ${gateway} and gateway_id = ${gatewayId})
    on conflict do nothing`.execute(db);
  await applyReport(db, report);
}

export async function applyEarlyReport(db: Db, gateway: string, gatewayId: string): Promise<void> {
  const early = await db
    .deleteFrom('identity.early_text_reports')
    .where('gateway', '=', gateway)
    .where('gateway_id', '=', gatewayId)
    .returning('state')
    .executeTakeFirst();
  if (early) await applyReport(db, { gateway, textId: undefined, gatewayId, state: early.state });
}

/**
 * A gateway answers within a minute. So after this time, an unknown report belongs to another application.
 */
const EARLY_REPORT_MINUTES = 60;

export async function deleteExpiredEarlyReports(db: Db): Promise<void> {
  await db
    .deleteFrom('identity.early_text_reports')
    .where('reported_at', '<', sql<Date>`now() - make_interval(mins => ${EARLY_REPORT_MINUTES})`)
    .execute();
}

/** Old texts are left out, because gateways rarely know more about them. */
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
