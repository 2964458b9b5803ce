import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { MAX_APPLICATIONS_ASKED, readIncentives as endpoint } from '@app/contracts/payment/payouts.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import type { readStudyMoney } from '@app/contracts/project/payables.ts';
import { anyOfIds } from '@app/kit/database.ts';
import type { ServiceGauge } from '@app/kit/database-metrics.ts';
import { Failure } from '@app/kit/problem.ts';
import { countWaiting } from '@app/kit/waiting-work.ts';
import { gaugeWords as words } from '@app/words/gauges.ts';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Db } from '../schema.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago } from '@app/kit/retention-job.ts';

/** Also finds deleted studies, because their budget must still be refunded. */
export async function findStudyMoney(
  db: Db,
  studyId: string,
): Promise<ReplyOf<typeof readStudyMoney> | undefined> {
  return db
    .selectFrom('project.studies as study')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .select([
      'project.creator_id as researcherId',
      sql<number>`study.incentive * 100`.as('incentiveInPesewas'),
      sql<boolean>`study.state = 'CLOSED'`.as('isClosed'),
      sql<boolean>`study.deleted_at is not null`.as('isDeleted'),
      sql<boolean>`exists (select from project.reasons_to_keep_budget(
        study.study_id, ${OPEN_HOURS}::int, ${ago(RETENTION.deletedStudies)}))`.as('isOpen'),
    ])
    .where('study.study_id', '=', studyId)
    .executeTakeFirst();
}

/**
 * Must be called with at most one page of applications. If the payment service does not answer, the map lacks
 * payables that were sent.
 */
export async function readIncentives(
  { db, callPayment }: Pick<Deps, 'db' | 'callPayment'>,
  applicationIds: readonly string[],
): Promise<Map<string, NonNullable<Applicant['payment']>>> {
  const payables = await db
    .selectFrom('project.payables')
    .select(['application_id as applicationId', 'pesewas as amountInPesewas'])
    .select((eb) => eb('sent_version', '<', eb.ref('version')).as('isUnsent'))
    .where('application_id', '=', anyOfIds(applicationIds))
    .execute();
  const payments = new Map<string, NonNullable<Applicant['payment']>>();
  for (const { applicationId, amountInPesewas, isUnsent } of payables)
    if (isUnsent && amountInPesewas > 0) payments.set(applicationId, { state: 'CREATED', amountInPesewas });
  const sent = payables.filter(({ isUnsent }) => !isUnsent).map(({ applicationId }) => applicationId);
  if (sent.length === 0) return payments;
  try {
    const incentives = await callPayment(endpoint, { body: { applicationIds: sent } });
    for (const { applicationId, ...payment } of incentives) payments.set(applicationId, payment);
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'UNAVAILABLE')) throw error;
  }
  return payments;
}

/** Leaves out people who were screened out. Returns undefined if the payment service does not answer. */
export async function findPaidApplications(
  { db, callPayment }: Pick<Deps, 'db' | 'callPayment'>,
  studyId: string,
): Promise<string[] | undefined> {
  const payables = await db
    .selectFrom('project.payables')
    .select('application_id as id')
    .where('study_id', '=', studyId)
    .where('pesewas', '>', 0)
    .where('kind', '=', 'INCENTIVE')
    .execute();
  const ids = payables.map(({ id }) => id);
  const paid: string[] = [];
  try {
    for (let at = 0; at < ids.length; at += MAX_APPLICATIONS_ASKED) {
      const body = { applicationIds: ids.slice(at, at + MAX_APPLICATIONS_ASKED) };
      for (const { applicationId, state } of await callPayment(endpoint, { body }))
        if (state === 'SUCCEEDED') paid.push(applicationId);
    }
  } catch (error) {
    if (error instanceof Failure && error.code === 'UNAVAILABLE') return undefined;
    throw error;
  }
  return paid;
}

/** Also finds deleted studies. */
export const findStudyNames = (db: Db, studyIds: readonly string[]) =>
  db
    .selectFrom('project.studies')
    .select(['study_id as studyId', 'name', 'public_name as publicName'])
    .where('study_id', '=', anyOfIds(studyIds))
    .execute();

/** Lists payables that were refused for an hour or longer, so that an operator checks their budget. */
export async function listUnsentPayables(
  db: Db,
  most: number,
): Promise<{ applicationId: string; studyId: string; pesewas: number; since: Date }[]> {
  return db
    .selectFrom('project.payables')
    .select(['application_id as applicationId', 'study_id as studyId', 'pesewas', 'due_at as since'])
    .where('sent_version', '<', (eb) => eb.ref('version'))
    .where('due_at', '<', sql<Date>`now() - interval '1 hour'`)
    .orderBy('due_at')
    .limit(most)
    .execute();
}

const refused = sql`from project.payables where sent_version < version and due_at < now() - interval '1 hour'`;

export const gauges: readonly ServiceGauge[] = [
  {
    name: 'project_unsent_payables',
    help: words.project_unsent_payables,
    labels: [],
    rows: sql`select count(*)::int as value ${refused}`,
  },
  {
    name: 'project_unsent_payables_pesewas',
    help: words.project_unsent_payables_pesewas,
    labels: [],
    rows: sql`select coalesce(sum(pesewas), 0)::float8 as value ${refused}`,
  },
];

export function countUnsentPayables(db: Db) {
  return countWaiting(db, 'UNSENT_PAYABLE', sql`select due_at as since ${refused}`);
}
