import { sql } from 'kysely';
import { paths } from '@app/contracts/web-paths.ts';
import type { WriteLetter } from '../letters/routes.ts';
import { MEETING } from './states.ts';

/** Of `study`: somebody has a time after the last day of its approval. */
export const hasTimeBeyondApproval = sql<boolean>`exists (
  select from project.bookings as booking
  where booking.study_id = study.study_id and booking.state in (${sql.join(['OFFERED', ...MEETING])})
    and not project.is_approved_at(study.ethics, booking.starts_at))`;

/** While the approval ends that day, and somebody has a time after it. */
export const writeApprovalEnds: WriteLetter = async ({ db }, { userId, about }) => {
  const [studyId = '', until = ''] = about.split(':');
  if (!/^[\da-f-]{36}$/.test(studyId)) return undefined;
  const { rows } = await sql<{ study: string }>`
    select study.name as study
    from project.studies as study join project.projects as project using (project_id)
    where study.study_id = ${studyId} and project.creator_id = ${userId} and study.deleted_at is null
      and project.deleted_at is null and study.ethics ->> 'validUntil' = ${until} and ${hasTimeBeyondApproval}`.execute(
    db,
  );
  return rows[0] && { params: { ...rows[0], day: until }, path: paths.study(studyId), event: null };
};
