import type { Db } from '../schema.ts';

/** What was typed about their meetings, by either side; that and how they took place stays, since it is paid by. */
export async function eraseBookings(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('project.waiting').where('participant_id', '=', userId).execute();
  await trx
    .updateTable('project.bookings')
    .set({ phone_number: null, is_on_whatsapp: false, cancel_reason: null, report_text: null })
    .where((eb) => eb.or([eb('participant_id', '=', userId), eb('researcher_id', '=', userId)]))
    .execute();
  await trx
    .updateTable('project.bookings')
    .set({ decision_reason: null })
    .where('participant_id', '=', userId)
    .execute();
}
