import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
  REGIONS,
} from '@app/contracts/enumerations.ts';
import { decodeFurtherCriteria } from '@app/contracts/further-bits.ts';
import { type Group, findQuotaIndex } from '@app/contracts/project/quotas.ts';
import { UNMET_REQUIREMENTS } from '@app/contracts/project/browsing.ts';
import { decodeBit, decodeBits } from '@app/kit/bits.ts';
import type { PageSlice, QueryOf, Paging } from '@app/contracts/endpoint.ts';
import {
  type Applicant,
  type listApplicants,
  type ApplicantFilter,
  MAX_SEARCHED_APPLICANTS,
  type UndecidedApplicant,
} from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { Fail } from '@app/kit/problem.ts';
import { textMatcher } from '@app/kit/match-text.ts';
import { sql } from 'kysely';
import { findLatestBookings } from '../../bookings/reads.ts';
import { toConsented } from '../consent-agreements.ts';
import { findLatestSubmissions } from '../reads.ts';
import { findHistories } from '../application-steps.ts';
import { readIncentives } from '../../payables/reads.ts';
import type { Deps } from '../../deps.ts';
import { type ApplicantRow, findApplicants, findApplicationIds } from './find-applicants.ts';
import { readPersonNames, type PersonName } from '../../identity-peer.ts';
import type { Db } from '../../schema.ts';
import { mayManageStudy } from '../../studies/policy.ts';

/** These characters separate words. All other characters belong to a word, even wildcards. */
const wordBreaks = /[\s\p{Dash}\p{Quotation_Mark}\p{Ps}\p{Pe}.,`ʻʼ]+/u;

/** Returns undefined if the search text contains no word. */
export function nameMatcher(
  typed: string,
): ((name: Pick<PersonName, 'firstName' | 'lastName'>) => boolean) | undefined {
  const matches = textMatcher(typed, wordBreaks);
  return matches && (({ firstName, lastName }) => matches(`${firstName} ${lastName}`));
}

/** The caller must check that the researcher owns the study. */
export async function listStudyApplicants(
  deps: Pick<Deps, 'db' | 'callIdentity' | 'callPayment' | 'applicantTotals'>,
  { id: studyId, quotas, isOnline }: Pick<Study, 'id' | 'quotas'> & { isOnline: boolean },
  query: QueryOf<typeof listApplicants>,
  fail: Fail<(typeof listApplicants)['errors'][number]>,
): Promise<PageSlice<Applicant>> {
  const { sort: _, page, size, ...filter } = query;
  const among = await findApplicantsByName(deps, studyId, filter, fail);
  const rows = await findApplicants(deps.db, studyId, { ...query, among });
  const seen = page * size + rows.length;
  // The last page itself shows the total, so nothing must be counted.
  const isLast = rows.length < size && (rows.length > 0 || page === 0);
  const [content, totalElements] = await Promise.all([
    describeApplicants(deps, { quotas, isOnline }, rows),
    isLast ? seen : (among?.length ?? deps.applicantTotals.total(studyId, filter)),
  ]);
  return { content, totalElements, size, number: page };
}

/** Fails if there are too many applicants, because a part of the result would mislead. */
export async function findApplicantsByName(
  { db, callIdentity }: Pick<Deps, 'db' | 'callIdentity'>,
  studyId: string,
  filter: ApplicantFilter,
  fail: Fail<'TOO_MANY_TO_SEARCH'>,
): Promise<string[] | undefined> {
  const isNamed = filter.name === undefined ? undefined : nameMatcher(filter.name);
  if (!isNamed) return undefined;
  const searched = await findApplicationIds(db, studyId, filter, MAX_SEARCHED_APPLICANTS + 1);
  if (searched.length > MAX_SEARCHED_APPLICANTS) return fail('TOO_MANY_TO_SEARCH');
  const names = await readPersonNames(
    callIdentity,
    searched.map(({ applicantId }) => applicantId),
  );
  return searched
    .filter(({ applicantId }) => {
      const name = names.get(applicantId);
      return name !== undefined && isNamed(name);
    })
    .map(({ id }) => id);
}

/** Shown if the applicant's account was deleted, because the application stays. */
const unknownName = { firstName: '', lastName: '', sharesNumber: false };

export async function describeApplicants(
  { db, callIdentity, callPayment }: Pick<Deps, 'db' | 'callIdentity' | 'callPayment'>,
  { quotas, isOnline }: { quotas: readonly Group[]; isOnline: boolean },
  rows: readonly ApplicantRow[],
): Promise<Applicant[]> {
  const ids = rows.map(({ id }) => id);
  const [names, histories, meetings, submissions, incentives] = await Promise.all([
    readPersonNames(
      callIdentity,
      rows.map(({ applicantId }) => applicantId),
    ),
    findHistories(db, ids, 'RESEARCHER'),
    findLatestBookings(db, isOnline ? [] : ids),
    findLatestSubmissions(db, isOnline ? ids : []),
    readIncentives({ db, callPayment }, ids),
  ]);
  return rows.map(
    ({ genderBit, regionBit, educationBit, incomeBit, deviceBits, changedBits, askedBits, ...row }) => ({
      ...row,
      asked: decodeFurtherCriteria(askedBits),
      unreadMessages: row.unreadMessages ?? 0,
      consent: toConsented(row),
      ...(names.get(row.applicantId) ?? unknownName),
      gender: decodeBit(GENDERS, genderBit),
      quota: findQuotaIndex(quotas, {
        age: row.age,
        gender: decodeBit(GENDERS, genderBit),
        region: decodeBits(REGIONS, regionBit)[0],
      }),
      education: decodeBit(EDUCATION_LEVELS, educationBit),
      annualHouseholdIncome: decodeBit(INCOME_RANGES, incomeBit),
      devices: decodeBits(DEVICE_REQUIREMENTS, deviceBits),
      changedSince: decodeBits(UNMET_REQUIREMENTS, changedBits),
      appliedAt: row.appliedAt.toISOString(),
      history: histories.get(row.id) ?? [],
      meeting: meetings.get(row.id) ?? null,
      ...submissions.get(row.id),
      payment: incentives.get(row.id) ?? null,
    }),
  );
}

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
