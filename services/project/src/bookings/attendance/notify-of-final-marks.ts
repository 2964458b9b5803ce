import { sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../../deps.ts';
import { type PersonNotification, notify } from '../../notifications/notify.ts';
import { notifyResearchersOfDisputes } from '../disputes/notify-of-disputes.ts';

const BATCH = 500;

/**
 * If the final mark is an absence, notifies the participant. If there is a dispute, notifies the researcher
 * and the admin.
 */
export async function notifyOfFinalMarks({
  db,
  jobs,
  openPages,
}: Pick<Deps, 'db' | 'jobs' | 'openPages'>): Promise<void> {
  const notified = await transaction(db, async (trx) => {
    const { rows } = await sql<FinalMark>`
      with due as (
        select booking_id from project.bookings where has_pending_notification and final_at <= now()
        order by final_at limit ${BATCH} for update skip locked
      )
      update project.bookings as booking set has_pending_notification = false
      from due, project.studies as study
      where booking.booking_id = due.booking_id and study.study_id = booking.study_id
      returning booking.booking_id as id, booking.participant_id as "participantId", booking.researcher_id as "researcherId",
        booking.study_id as "studyId", study.name as "studyName", study.public_name as "publicName",
        booking.starts_at as "startsAt", booking.state, booking.report_kind is not null as "isReported"`.execute(
      trx,
    );
    const [disputed, others] = [rows.filter(isDisputed), rows.filter((mark) => !isDisputed(mark))];
    await notify({ jobs }, trx, others.flatMap(composeMarkNotifications));
    await notifyResearchersOfDisputes(
      { jobs },
      trx,
      disputed.map((mark) => ({ ...mark, startsAt: mark.startsAt.toISOString() })),
    );
    return rows.flatMap(({ participantId, researcherId }) => [participantId, researcherId]);
  });
  openPages.notifyChanged(notified);
}

interface FinalMark {
  id: string;
  participantId: string;
  researcherId: string;
  studyId: string;
  studyName: string;
  publicName: string;
  startsAt: Date;
  state: string;
  isReported: boolean;
}

const isDisputed = ({ state, isReported }: FinalMark) => state === 'NO_SHOW' && isReported;

function composeMarkNotifications({
  id,
  participantId,
  studyId,
  publicName,
  startsAt,
  state,
  isReported,
}: FinalMark): PersonNotification[] {
  const params = { studyId, study: publicName, startsAt: startsAt.toISOString() };
  const notification = { userId: participantId, about: id, params };
  if (state === 'NO_SHOW') return [{ ...notification, kind: 'MEETING_MISSED', emailKind: 'MEETING_MISSED' }];
  return state === 'TURNED_AWAY' && isReported ? [{ ...notification, kind: 'MEETING_DECIDED' }] : [];
}
