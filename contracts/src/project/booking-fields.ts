import * as z from 'zod/mini';
import { PhoneNumber, mayBeMobile } from '../phone-number.ts';
import { rule } from '../rule.ts';
import { SlotId } from './slot-id.ts';

const numberFields = {
  phoneNumber: z.optional(PhoneNumber),
  isOnWhatsApp: z.optional(z.boolean()),
};

const onWhatsAppIfMobile = z.refine<{ phoneNumber?: string | undefined; isOnWhatsApp?: boolean | undefined }>(
  ({ phoneNumber, isOnWhatsApp }) => !isOnWhatsApp || phoneNumber === undefined || mayBeMobile(phoneNumber),
  { error: rule('mobileNumber'), path: ['phoneNumber'] },
);

export const NumberToCall = z
  .strictObject({ ...numberFields, phoneNumber: PhoneNumber })
  .check(onWhatsAppIfMobile);
export type NumberToCall = z.infer<typeof NumberToCall>;

export const TimeToTake = z.strictObject({ slotId: SlotId, ...numberFields }).check(onWhatsAppIfMobile);
export type TimeToTake = z.infer<typeof TimeToTake>;

export const TimeByPhone = z
  .strictObject({ slotId: SlotId, ...NumberToCall.shape })
  .check(onWhatsAppIfMobile);
