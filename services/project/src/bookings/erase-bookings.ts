import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { isUndecided } from './attendance/open-disputes.ts';
import { LIVE } from './states.ts';

/** What was typed about their meetings, by either side; that and how they took place stays, since it is paid by. */
export async function eraseBookings(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('project.waiting').where('participant_id', '=', userId).execute();
  await trx
    .updateTable('project.bookings')
    .set({ phone_number: null, is_on_whatsapp: false, cancel_reason: null })
    .where((eb) => eb.or([eb('participant_id', '=', userId), eb('researcher_id', '=', userId)]))
    .execute();
  // Of a participant who stays the admin still reads it, to decide.
  await trx
    .updateTable('project.bookings as booking')
    .set({ report_text: null, answer_text: null })
    .where('booking.researcher_id', '=', userId)
    .where((eb) => eb.not(isUndecided))
    .execute();
  await trx
    .updateTable('project.bookings')
    .set({ report_text: null, answer_text: null, decision_reason: null })
    .where('participant_id', '=', userId)
    .execute();
}

/** Of `study`: none of its meetings is ahead or unmarked, and none waits for the admin's decision. */
export const areMeetingsOver = sql<boolean>`not exists (
  select from project.bookings as booking where booking.study_id = study.study_id
    and (booking.state in (${sql.join(LIVE)}) or ${isUndecided}))`;

/** The same of all meetings of one study that are over. */
export async function eraseMessagesOfStudy(db: Db, studyId: string): Promise<void> {
  await db
    .updateTable('project.bookings')
    .set({
      phone_number: null,
      is_on_whatsapp: false,
      cancel_reason: null,
      report_text: null,
      answer_text: null,
      decision_reason: null,
    })
    .where('study_id', '=', studyId)
    .where('state', 'not in', ['OFFERED', 'BOOKED', 'CONFIRMED'])
    .where((eb) =>
      eb.or(
        (['phone_number', 'cancel_reason', 'report_text', 'answer_text', 'decision_reason'] as const).map(
          (column) => eb(column, 'is not', null),
        ),
      ),
    )
    .execute();
}
