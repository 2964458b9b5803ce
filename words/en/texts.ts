import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { clock } from './clock.ts';
import { shellWords as pages } from './shell.ts';

export const ownTextsWords = {
  title: 'Text messages to you',
  headings: { queuedAt: 'Written', leftAt: 'Sent', state: 'Status', endedAt: 'Since' },
  values: {
    state: {
      WAITING: 'Waiting',
      LEAVING: 'Sending',
      ACCEPTED: 'Sent',
      DELIVERED: 'Arrived',
      FAILED: 'Did not arrive',
      UNKNOWN: 'May have arrived',
      DROPPED: 'Not sent',
    },
  },
} as const;

/** People with a verified phone number get these notifications by text too. */
export const TEXTED_KINDS = [
  'APPLICATION_ACCEPTED',
  'STUDIES_FIT',
  'MEETING_TOMORROW',
  'MEETING_MOVED',
  'PLACE_CHANGED_SOON',
  'CALL_UNANSWERED',
  'MEETING_CANCELLED',
  'TIME_MOVED',
  'TIME_CANCELLED',
  'SURVEY_ENDS_SOON',
  'PAYMENT_HELD',
  'PAYMENT_NEEDS_ACCOUNT',
] as const;
export type TextedKind = (typeof TEXTED_KINDS)[number];

const proofWords = ({ firstWord, secondWord, isCall }: Record<string, string>) =>
  !firstWord
    ? ''
    : isCall
      ? ` The caller must say ${firstWord}. Then you say ${secondWord}.`
      : ` Your words for it: ${firstWord}, ${secondWord}.`;
const myStudiesIn = ({ firstWord }: Record<string, string>) =>
  firstWord ? PRODUCT_NAME : `${PRODUCT_NAME}, then ${pages.myStudies}`;

/**
 * Each text fits into 160 units, with the 30 that Africa's Talking appends. Phones are shared, so a text
 * names no study, person or amount, and it names a page and has no link.
 */
export const projectTextWords = {
  instant: (day: string, time: string) => `${day}, ${time}`,
  APPLICATION_ACCEPTED: () =>
    `You have been accepted for a study. To choose a time, open ${PRODUCT_NAME}, then ${pages.myStudies}.`,
  STUDIES_FIT: () => `New studies fit your profile. To see them, open ${PRODUCT_NAME}.`,
  MEETING_TOMORROW: (when: string, params: Record<string, string>) =>
    `Your meeting is on ${when}.${proofWords(params)} To confirm, open ${myStudiesIn(params)}.`,
  MEETING_MOVED: (when: string, params: Record<string, string>) =>
    `Your meeting is now on ${when}.${proofWords(params)} To see it, open ${myStudiesIn(params)}.`,
  CALL_UNANSWERED: (_when: string, { since = '', until = '' }: Record<string, string>) =>
    `The researcher of your meeting tried to call you at ${clock(since)}. They will try again until ${clock(until)}.`,
  PLACE_CHANGED_SOON: (when: string) =>
    `Your meeting on ${when} has a new place or link. To see it, open ${PRODUCT_NAME}, then ${pages.myStudies}.`,
  MEETING_CANCELLED: (when: string) =>
    `Your meeting on ${when} is cancelled. To see more, open ${PRODUCT_NAME}, then ${pages.myStudies}.`,
  TIME_MOVED: (when: string) =>
    `A participant changed a meeting to ${when}. To see it, open ${PRODUCT_NAME}, then ${pages.meetings}.`,
  TIME_CANCELLED: (when: string) =>
    `A participant cancelled the meeting on ${when}. To see it, open ${PRODUCT_NAME}, then ${pages.meetings}.`,
  SURVEY_ENDS_SOON: (when: string) =>
    `Your time for a survey ends on ${when}. To open it, open ${PRODUCT_NAME}, then ${pages.myStudies}.`,
  PAYMENT_HELD: (when: string) =>
    `A payment to you is delayed until ${when}. Your money is safe. To see why, open ${PRODUCT_NAME}, then ${pages.myAccounts}.`,
  PAYMENT_NEEDS_ACCOUNT: () =>
    `We could not pay you yet. Your money is safe. To check your number, open ${PRODUCT_NAME}, then ${pages.myAccounts}.`,
} satisfies Record<TextedKind, (when: string, params: Record<string, string>) => string> & {
  instant: (day: string, time: string) => string;
};
