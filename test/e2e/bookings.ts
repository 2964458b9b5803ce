import { expect } from '@playwright/test';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { bookSlot } from '@app/contracts/project/bookings.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { slotLabel } from '@app/contracts/time-slots.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { newParticipant } from './people.ts';
import { applyByCall } from './studies.ts';

/** The first form is typed and shown, the other one is stored. */
export const PHONE_NUMBER = '024 123 4567';
export const STORED_NUMBER = '+233241234567';

/** A participant (by default a new one) applies, is accepted and notified. */
export async function newAccepted(
  product: Product,
  researcher: SignedInUser,
  study: Study,
  known?: SignedInUser,
): Promise<SignedInUser> {
  const participant = known ?? (await newParticipant(product));
  const { id } = await applyByCall(product, participant, study);
  const body = { applicationIds: [id], status: 'ACCEPTED' };
  await callProduct(product, decideApplicants, { as: researcher, params: { id: study.id }, body });
  return participant;
}

/** Also books a time, which is possible once they are notified. */
export async function newBooked(
  product: Product,
  researcher: SignedInUser,
  study: Study,
  slotId: string,
): Promise<{ participant: SignedInUser; bookingId: string }> {
  const participant = await newAccepted(product, researcher, study);
  const body = { slotId, phoneNumber: PHONE_NUMBER };
  let bookingId = '';
  await expect(async () => {
    const booked = await callProduct(product, bookSlot, { as: participant, params: { id: study.id }, body });
    bookingId = booked.id;
  }).toPass();
  return { participant, bookingId };
}

const STEP_MS = 30 * 60_000;

/** Returns a time of 30 minutes in so many days, rounded down to the half hour. */
export function timeIn(days: number): { slotId: string; day: string; label: string } {
  const at = new Date(Math.floor(Date.now() / STEP_MS) * STEP_MS + days * 24 * 60 * 60_000);
  const slotId = at.toISOString();
  const label = slotLabel(at.getUTCHours() * 60 + at.getUTCMinutes());
  return { slotId, day: slotId.slice(0, 10), label };
}
