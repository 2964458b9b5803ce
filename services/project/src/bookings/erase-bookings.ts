import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** The meetings stay in the table, because payment depends on them. */
export async function eraseBookings(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('project.waiting').where('participant_id', '=', userId).execute();
  const own = sql`select booking_id from project.bookings where participant_id = ${userId} or researcher_id = ${userId}`;
  await trx
    .deleteFrom('project.proof_words')
    .where(sql<boolean>`booking_id in (${own})`)
    .execute();
  await trx
    .updateTable('project.bookings')
    .set({ phone_number: null, is_on_whatsapp: false, cancel_reason: null })
    .where((eb) => eb.or([eb('participant_id', '=', userId), eb('researcher_id', '=', userId)]))
    .execute();
  // If a dispute is open, its texts stay, because the admin needs them.
  await trx
    .updateTable('project.bookings')
    .set({ report_text: null, answer_text: null })
    .where('researcher_id', '=', userId)
    .where(sql<boolean>`not project.is_open_dispute(state, reported_at, decided_at)`)
    .execute();
  await trx
    .updateTable('project.bookings')
    .set({ report_text: null, answer_text: null, decision_reason: null })
    .where('participant_id', '=', userId)
    .execute();
}

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
