import { sql } from 'kysely';
import { collected, promised } from '../../services/payment/src/ledger/events.ts';
import { postTransaction } from '../../services/payment/src/ledger/post.ts';
import { paymentDb } from '../../services/payment/test/money.ts';
import type { TestApp } from './app.ts';

export const STORM_INCENTIVE = 5000;
const STORM_FEE = 100;
export const MOST_PLACES = 1000;

/** Creates a budget with a thousand promised places. */
export async function makeStudy(app: Pick<TestApp, 'engine'>, studyId: string): Promise<void> {
  const db = paymentDb(app);
  const pesewas = MOST_PLACES * (STORM_INCENTIVE + STORM_FEE);
  await db
    .insertInto('payment.budgets')
    .values({
      study_id: studyId,
      researcher_id: crypto.randomUUID(),
      incentive_in_pesewas: STORM_INCENTIVE,
      payout_fee_in_pesewas: STORM_FEE,
      collection_fee_points: 0,
      places: MOST_PLACES,
      promised_places: MOST_PLACES,
    })
    .execute();
  const paid = { provider: 'mtn', studyId, pesewas, feeInPesewas: 0 } as const;
  await postTransaction(db, { kind: 'COLLECTED', subject: studyId, postings: collected(paid) });
  await postTransaction(db, { kind: 'PROMISED', subject: studyId, postings: promised({ studyId, pesewas }) });
}

/** Records every change of a state by anyone. The embedded engine takes one command per statement. */
export async function recordSteps({ engine }: Pick<TestApp, 'engine'>): Promise<void> {
  const commands = [
    `create table if not exists payment.steps_taken (step text primary key)`,
    `create or replace function payment.record_step() returns trigger language plpgsql security definer as $$
     begin
       insert into payment.steps_taken values (tg_argv[0] || ' ' || old.state || ' ' || new.state) on conflict do nothing;
       return null;
     end $$`,
    ...['payout', 'attempt'].map(
      (name) =>
        `create or replace trigger record_step after update on payment.${name}s for each row when (old.state <> new.state)
         execute function payment.record_step('${name}')`,
    ),
  ];
  for (const command of commands) await sql.raw(command).execute(engine.owner);
}
