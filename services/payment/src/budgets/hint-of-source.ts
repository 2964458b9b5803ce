import { maskedPhoneNumber } from '@app/kit/phone-number.ts';

/**
 * What may be shown of the payer: enough to know the phone, the card or the account by. Null where the provider is
 * silent.
 */
export function hintOfSource({
  phoneNumber,
  lastFour,
}: {
  phoneNumber: string | null;
  lastFour: string | null;
}): string | null {
  if (phoneNumber !== null) return maskedPhoneNumber(phoneNumber);
  return lastFour === null ? null : `•••• ${lastFour}`;
}
