import { type NotNull, sql } from 'kysely';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { showNumber as endpoint } from '@app/contracts/project/bookings.ts';
import { NUMBER_SHOWN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../../audit/note-event.ts';
import type { Deps } from '../../deps.ts';
import { findMeeting } from '../reading/researcher-bookings.ts';
import { MEETING } from '../states.ts';

const shown = sql`${NUMBER_SHOWN_HOURS}::int * interval '1 hour'`;

/** A participant's number for the hours around their meeting; the audit has each look (AP6). */
export async function showNumber(
  { db }: Pick<Deps, 'db'>,
  { bookingId, researcherId }: { bookingId: string; researcherId: string },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<ReplyOf<typeof endpoint>> {
  return transaction(db, async (trx) => {
    const row = await trx
      .updateTable('project.bookings')
      .set({ number_shown_at: sql<Date>`now()` })
      .where('booking_id', '=', bookingId)
      .where('researcher_id', '=', researcherId)
      .where('state', 'in', [...MEETING, 'ATTENDED', 'NO_SHOW', 'NOBODY_CAME'])
      .where(sql<boolean>`now() between starts_at - ${shown} and ends_at + ${shown}`)
      .where('phone_number', 'is not', null)
      .returning(['phone_number as phoneNumber', 'is_on_whatsapp as isOnWhatsApp'])
      .$narrowType<{ phoneNumber: NotNull }>()
      .executeTakeFirst();
    if (!row)
      return fail(
        (await findMeeting(trx, researcherId, bookingId)) ? 'NUMBER_IS_HIDDEN' : 'BOOKING_NOT_FOUND',
      );
    await noteEvent(trx, 'NUMBER_SHOWN', { userId: researcherId, about: bookingId });
    return row;
  });
}
