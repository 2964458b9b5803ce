import { sql } from 'kysely';
import type { PageSlice, Paging } from '@app/contracts/endpoint.ts';
import type { UndecidedApplicant } from '@app/contracts/project/applicants.ts';
import type { Deps } from '../../deps.ts';
import { readPersonNames } from '../../identity-peer.ts';
import type { Db } from '../../schema.ts';
import { mayManageStudy } from '../../studies/policy.ts';
import { unknownName } from './list-applicants.ts';

export async function listUndecidedApplicants(
  { db, callIdentity }: Pick<Deps, 'db' | 'callIdentity'>,
  userId: string,
  { page, size }: Paging,
): Promise<PageSlice<UndecidedApplicant>> {
  const rows = await findUndecidedApplicants(db, userId, { page, size });
  const isLast = rows.length < size && (rows.length > 0 || page === 0);
  const [names, totalElements] = await Promise.all([
    readPersonNames(
      callIdentity,
      rows.map(({ applicantId }) => applicantId),
    ),
    isLast ? page * size + rows.length : countUndecided(db, userId),
  ]);
  const content = rows.map(({ studyId, studyName, ...row }) => ({
    ...row,
    ...(names.get(row.applicantId) ?? unknownName),
    appliedAt: row.appliedAt.toISOString(),
    study: { id: studyId, name: studyName },
  }));
  return { content, totalElements, size, number: page };
}

/** The predicate must match the partial index literally. */
const selectManagedStudies = (db: Db, userId: string) =>
  db.selectFrom('project.studies as study').where(mayManageStudy(userId)).where('study.state', '!=', 'DRAFT');

function findUndecidedApplicants(db: Db, userId: string, { page, size }: Paging) {
  return selectManagedStudies(db, userId)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('project.applications as application')
          .whereRef('application.study_id', '=', 'study.study_id')
          .where('application.status', '=', sql.lit('PENDING' as const))
          .select(['application.application_id', 'application.applied_at'])
          .select(['application.applicant_id', 'application.is_qualified'])
          .orderBy('application.applied_at', 'desc')
          .orderBy('application.application_id', 'desc')
          .limit((page + 1) * size)
          .as('undecided'),
      (join) => join.onTrue(),
    )
    .select([
      'undecided.application_id as id',
      'undecided.applicant_id as applicantId',
      'undecided.is_qualified as isQualified',
      'undecided.applied_at as appliedAt',
      'study.study_id as studyId',
      'study.name as studyName',
    ])
    .orderBy('undecided.applied_at', 'desc')
    .orderBy('undecided.application_id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
}

async function countUndecided(db: Db, userId: string): Promise<number> {
  const { count } = await selectManagedStudies(db, userId)
    .innerJoin('project.applications as application', 'application.study_id', 'study.study_id')
    .where('application.status', '=', sql.lit('PENDING' as const))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
