import type { ErrorCode } from '@app/contracts/errors.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { sql, type Transaction } from 'kysely';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { lockUnsuspendedPerson } from '../suspensions/locks.ts';
import type { Db, ProjectTables, StudyState } from '../schema.ts';
import { type OwnStudy, updateOwn, type Versions } from './policy.ts';
import { queueClosing } from '../notifications/queue-notifications.ts';
import { findStudy, isCreatedBy } from './reads.ts';
import { hasPlaceLeft } from './accepted-places.ts';

export async function updateState(
  trx: Db,
  own: OwnStudy,
  { from, to }: { from: readonly StudyState[]; to: StudyState },
  versions?: Versions,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({
      state: to,
      version: eb('study.version', '+', 1),
      ...(to === 'CLOSED' ? { closed_at: sql<Date>`now()` } : {}),
      ...(to === 'PUBLISHED' ? { resumed_at: sql<Date>`now()` } : {}),
    }))
    .where('study.state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Deleted studies are paused too, because they can be restored. */
export async function pauseAllStudies(trx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update project.studies as study set state = 'PAUSED', version = version + 1
    where ${isCreatedBy(userId)} and study.state = 'PUBLISHED' returning study.study_id as id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** docs/states.md lists the transitions. */
interface StudyTransition<Code extends ErrorCode> {
  from: readonly StudyState[];
  to: StudyState;
  event: 'STUDY_PAUSED' | 'STUDY_RESUMED' | 'STUDY_CLOSED';
  refused: Partial<Record<StudyState, Code>>;
  whileSuspended?: Code;
}

const notRunning = { DRAFT: 'STUDY_IS_DRAFT', CLOSED: 'STUDY_IS_CLOSED' } as const;
export const PAUSE_TRANSITION: StudyTransition<'STUDY_IS_DRAFT' | 'STUDY_IS_CLOSED'> = {
  from: ['PUBLISHED'],
  to: 'PAUSED',
  event: 'STUDY_PAUSED',
  refused: notRunning,
};
export const RESUME_TRANSITION: StudyTransition<'STUDY_IS_DRAFT' | 'STUDY_IS_CLOSED' | 'STUDY_IS_SUSPENDED'> =
  {
    from: ['PAUSED'],
    to: 'PUBLISHED',
    event: 'STUDY_RESUMED',
    refused: notRunning,
    whileSuspended: 'STUDY_IS_SUSPENDED',
  };
export const CLOSE_TRANSITION: StudyTransition<'STUDY_IS_DRAFT'> = {
  from: ['PUBLISHED', 'PAUSED'],
  to: 'CLOSED',
  event: 'STUDY_CLOSED',
  refused: { DRAFT: 'STUDY_IS_DRAFT' },
};

/**
 * A repeated call succeeds, because the first answer may be lost (RFC 9110 section 13.1.1). If there was
 * another transition in between, it fails with STALE, but only if the call names a version.
 */
export async function transitionStudy<Code extends ErrorCode>(
  deps: Pick<Deps, 'db' | 'jobs' | 'openPages' | 'openStudyCounts'>,
  own: OwnStudy,
  { transition, ifMatch }: { transition: StudyTransition<Code>; ifMatch: Versions },
  fail: Fail<Code | 'STUDY_NOT_FOUND' | 'STALE'>,
): Promise<Study> {
  const { study, isTransitioned } = await transaction(deps.db, async (trx) => {
    if (transition.to === 'PUBLISHED') await lockUnsuspendedPerson(trx, own.userId);
    let hasChanged = await applyTransition(deps, trx, own, { transition, ifMatch });
    let found = await findStudy(trx, own, { isLocked: true });
    if (found && !hasChanged && !ifMatch && transition.from.includes(found.state)) {
      hasChanged = await applyTransition(deps, trx, own, { transition, ifMatch });
      found = await findStudy(trx, own);
    }
    if (!found) return fail('STUDY_NOT_FOUND');
    if (found.suspension && transition.whileSuspended) fail(transition.whileSuspended);
    if (!hasChanged && found.state !== transition.to) fail(transition.refused[found.state] ?? 'STALE');
    return { study: found, isTransitioned: hasChanged };
  });
  if (isTransitioned && hasPlaceLeft(study)) deps.openStudyCounts.invalidate();
  // Closing has notifications of its own (notify-applicants.ts).
  if (isTransitioned && transition.to !== 'CLOSED') deps.openPages.notifyApplicants(study.id);
  if (isTransitioned && transition.to === 'PUBLISHED') deps.openPages.notifyOpened();
  return study;
}

export async function applyTransition(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  own: OwnStudy,
  { transition: { from, to, event }, ifMatch }: { transition: StudyTransition<ErrorCode>; ifMatch: Versions },
): Promise<boolean> {
  if (!(await updateState(trx, own, { from, to }, ifMatch))) return false;
  await recordEvent(trx, event, { userId: own.userId, about: own.studyId });
  if (to === 'CLOSED') await queueClosing(deps, trx, own.studyId);
  return true;
}

interface SuspendableStudy {
  id: string;
  researcherId: string;
  state: StudyState;
  isSuspended: boolean;
}

/** Also finds a deleted study, because it can be restored. */
export async function findStudyOfAnyone(db: Db, studyId: string): Promise<SuspendableStudy | undefined> {
  return db
    .selectFrom('project.studies as study')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .select(['study.study_id as id', 'project.creator_id as researcherId', 'study.state'])
    .select(sql<boolean>`study.suspended_at is not null`.as('isSuspended'))
    .where('study.study_id', '=', studyId)
    .executeTakeFirst();
}

/** With null, the suspension ends. Returns undefined if nothing changed. */
export async function updateStudySuspension(
  trx: Db,
  studyId: string,
  suspension: { reason: string; by: string } | null,
): Promise<{ name: string; version: number; isOpen: boolean } | undefined> {
  return trx
    .updateTable('project.studies')
    .set((eb) => ({
      suspended_at: suspension && sql<Date>`now()`,
      suspend_reason: suspension?.reason ?? null,
      suspended_by: suspension?.by ?? null,
      ...(!suspension && { resumed_at: sql<Date>`now()` }),
      version: eb('version', '+', 1),
    }))
    .where('study_id', '=', studyId)
    .where('state', '<>', 'DRAFT')
    .where('suspended_at', suspension ? 'is' : 'is not', null)
    .returning(['name', 'version', 'is_open as isOpen'])
    .executeTakeFirst();
}
