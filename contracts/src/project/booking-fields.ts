import * as z from 'zod/mini';
import { rule } from '../rule.ts';
import { SlotId } from './slot-id.ts';

const PhoneNumber = z
  .string()
  .check(z.trim(), z.maxLength(20, rule('phoneNumber')), z.regex(/^\+?[\d ()-]{9,20}$/, rule('phoneNumber')));

/** A time that is taken; the number is the one that the researcher calls. */
export const TimeToTake = z.strictObject({
  slotId: SlotId,
  phoneNumber: z.optional(PhoneNumber),
  isOnWhatsApp: z.optional(z.boolean()),
});
export type TimeToTake = z.infer<typeof TimeToTake>;

/** The same where they meet by phone. */
export const TimeByPhone = z.strictObject({ ...TimeToTake.shape, phoneNumber: PhoneNumber });
