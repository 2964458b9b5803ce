import { PRODUCT_NAME } from '@app/contracts/product.ts';

/** What became of text messages, as their person reads it. */
export const ownTextsWords = {
  title: 'Text messages to you',
  headings: { queuedAt: 'Written', leftAt: 'Sent', state: 'State', endedAt: 'Since' },
  values: {
    state: {
      WAITING: 'Waits',
      LEAVING: 'Is being sent',
      ACCEPTED: 'Sent',
      DELIVERED: 'Arrived',
      FAILED: 'Did not arrive',
      UNKNOWN: 'May have arrived',
      DROPPED: 'Not sent',
    },
  },
} as const;

/** News that goes as a text beside its letter, to whoever has proven a phone number. */
export const TEXTED_KINDS = [
  'APPLICATION_ACCEPTED',
  'STUDIES_FIT',
  'MEETING_TOMORROW',
  'MEETING_CANCELLED',
  'TIME_MOVED',
  'MEETING_GIVEN_BACK',
  'PAYMENT_NEEDS_ACCOUNT',
] as const;
export type TextedKind = (typeof TEXTED_KINDS)[number];

/**
 * Texts, one part of 160 units each. Phones are shared: none names a study, a person or an amount. `when` is a day with its
 * time.
 */
export const projectTextWords = {
  instant: (day: string, time: string) => `${day}, ${time}`,
  APPLICATION_ACCEPTED: () =>
    `You have been accepted for a study. Open ${PRODUCT_NAME} and choose a time to meet.`,
  STUDIES_FIT: () => `New studies fit your profile. Open ${PRODUCT_NAME} to see them.`,
  MEETING_TOMORROW: (when: string) =>
    `Your meeting is on ${when}. Open ${PRODUCT_NAME} and say that you will be there.`,
  MEETING_CANCELLED: (when: string) =>
    `Your meeting on ${when} does not take place. Open ${PRODUCT_NAME} to read more.`,
  TIME_MOVED: (when: string) =>
    `A participant has moved a meeting to ${when}. Open ${PRODUCT_NAME} to see it.`,
  MEETING_GIVEN_BACK: (when: string) =>
    `A participant cannot come to the meeting on ${when}. Open ${PRODUCT_NAME} to see it.`,
  PAYMENT_NEEDS_ACCOUNT: () =>
    `A payment to you did not go through. The money stays yours. Open ${PRODUCT_NAME} to get it.`,
} satisfies Record<TextedKind, (when: string) => string> & { instant: (day: string, time: string) => string };
