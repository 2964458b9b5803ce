import { sql } from 'kysely';
import { paths } from '@app/contracts/web-paths.ts';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../schema.ts';
import { queueEmails, type WriteEmail } from '../emails/queue-email.ts';
import { type SuspensionNotification, queueSuspensionNotification } from './queue-notifications.ts';
import { insertNotificationsForWaiting } from './notify-applicants.ts';

const RECIPIENTS_PER_RUN = 500;

export async function notifyOfSuspension(
  { db, jobs, openPages }: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { studyId, version, after }: SuspensionNotification,
): Promise<void> {
  const notified = await transaction(db, async (trx) => {
    const publicName = await findSuspendedStudyName(trx, studyId);
    if (publicName === undefined) return [];
    const notification = {
      key: `study-suspended:${studyId}:${version}`,
      kind: 'STUDY_SUSPENDED',
      params: { studyId, study: publicName },
    } as const;
    const window = await insertNotificationsForWaiting(trx, studyId, notification, {
      after,
      size: RECIPIENTS_PER_RUN,
      onlyCommitted: true,
    });
    if (window.last !== null && window.scanned === RECIPIENTS_PER_RUN) {
      await queueSuspensionNotification({ jobs }, trx, { studyId, version, after: window.last });
    }
    const about = `${studyId}:${version}`;
    await queueEmails(
      { jobs },
      trx,
      window.notified.map((userId) => ({ userId, kind: 'STUDY_SUSPENDED', about })),
    );
    return window.notified;
  });
  openPages.notify(notified);
}

const writeStudySuspended: WriteEmail = async ({ db }, { userId, about }) => {
  const [studyId = ''] = about.split(':');
  if (!/^[\da-f-]{36}$/.test(studyId)) return undefined;
  const study = await findSuspendedStudyName(db, studyId);
  const commitment = await findCommitment(db, { studyId, userId });
  if (study === undefined || !commitment) return undefined;
  return {
    params: { study, when: commitment.startsAt?.toISOString() ?? '' },
    path: paths.ownStudy(studyId),
    event: null,
  };
};

/** `about` has the version of the study after this change. Other changes may follow it. */
const aboutOwnStudy =
  (isSuspended: boolean): WriteEmail =>
  async ({ db }, { userId, about }) => {
    const [studyId = ''] = about.split(':');
    if (!/^[\da-f-]{36}$/.test(studyId)) return undefined;
    const { rows } = await sql<{ study: string; reason: string }>`
      select study.name as study, coalesce(suspend_reason, '') as reason
      from project.studies as study join project.projects as project using (project_id)
      where study_id = ${studyId} and creator_id = ${userId} and study.deleted_at is null
        and project.deleted_at is null and (suspended_at is not null) = ${isSuspended}::boolean`.execute(db);
    const [params] = rows;
    return params && { params: { ...params }, path: paths.study(studyId), event: null };
  };

export const suspensionEmails = {
  STUDY_SUSPENDED: writeStudySuspended,
  OWN_STUDY_SUSPENDED: aboutOwnStudy(true),
  OWN_STUDY_RESTORED: aboutOwnStudy(false),
};

async function findSuspendedStudyName(db: Db, studyId: string): Promise<string | undefined> {
  const study = await db
    .selectFrom('project.studies as study')
    .innerJoin('project.suspended_studies as suspended', 'suspended.study_id', 'study.study_id')
    .select('study.public_name')
    .where('study.study_id', '=', studyId)
    .executeTakeFirst();
  return study?.public_name;
}

async function findCommitment(
  db: Db,
  { studyId, userId }: { studyId: string; userId: string },
): Promise<{ startsAt: Date | null } | undefined> {
  const { rows } = await sql<{ startsAt: Date | null }>`
    select (select min(meeting.starts_at) from project.meetings_ahead as meeting
      where meeting.study_id = ${studyId} and meeting.participant_id = ${userId}) as "startsAt"
    from project.applications
    where study_id = ${studyId} and applicant_id = ${userId} and status in ('PENDING', 'ACCEPTED')`.execute(
    db,
  );
  return rows[0];
}
