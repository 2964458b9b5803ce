import * as z from 'zod/mini';
import { rule } from '../rule.ts';

export const PLACEHOLDERS = ['PARTICIPANT', 'STUDY', 'SESSION', 'RETURN'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const placeholderPattern = /\{\{(.*?)\}\}/g;
const ADDRESS_MAX_LENGTH = 2000;
/** A host must be plain ASCII, without user and port, so that people can see where they are sent. */
const plainHost = /^https:\/\/(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}(?=[/?#]|$)/i;
/** The demo's survey page, on the visitor's own machine. Only the demo accepts it. */
const demoSurvey = /^http:\/\/localhost(?::\d+)?\/dev\/survey(?=[?#]|$)/;
export const isDemoSurvey = (address: string): boolean => demoSurvey.test(address);
const visibleAscii = /^[!-~]+$/;

const isSurveyAddress = (address: string) =>
  (plainHost.test(address) || isDemoSurvey(address)) &&
  visibleAscii.test(address) &&
  !address.includes('\\') &&
  URL.canParse(address.replaceAll(placeholderPattern, 'x'));

/** A placeholder that is not closed would be sent to the survey unchanged. */
const hasKnownPlaceholders = (address: string) =>
  [...address.matchAll(placeholderPattern)].every(([, name]) => PLACEHOLDERS.some((one) => one === name)) &&
  !address.replaceAll(placeholderPattern, '').includes('{{');

/** All other characters stay the same, byte for byte. */
export const fillPlaceholders = (address: string, values: Readonly<Record<Placeholder, string>>): string =>
  address.replaceAll(placeholderPattern, (_, name: Placeholder) => encodeURIComponent(values[name]));

/** Before the first `?` or `#`, placeholders could change where people are sent. */
export const SurveyAddress = z.string({ error: rule('surveyAddress') }).check(
  z.maxLength(ADDRESS_MAX_LENGTH, { error: rule(`maxLength ${ADDRESS_MAX_LENGTH}`), abort: true }),
  z.refine(isSurveyAddress, { error: rule('surveyAddress'), abort: true }),
  z.refine(hasKnownPlaceholders, rule(`unknownPlaceholder ${PLACEHOLDERS.join(', ')}`)),
  z.refine((address) => !/^[^?#]*\{\{/.test(address), rule('placeholderPlace')),
);

export const MOST_SURVEY_MINUTES = 240;

export const Survey = z.strictObject({
  address: SurveyAddress,
  minutes: z
    .int({ error: rule('wholeNumber') })
    .check(z.minimum(1, rule('min 1')), z.maximum(MOST_SURVEY_MINUTES, rule(`max ${MOST_SURVEY_MINUTES}`))),
  /** Whole GH₵, at most the incentive. If it is 0, there is no screen-out code. */
  screenOutPay: z._default(z.int({ error: rule('wholeNumber') }).check(z.minimum(0, rule('min 0'))), 0),
});
export type Survey = z.infer<typeof Survey>;

export type StoredSurvey = Survey & { medianMinutes?: number | null; correctedAt?: string };

export const surveyReplyFields = {
  minutes: z.int(),
  /** How long the survey took other people, if that is much longer than `minutes`. Otherwise null. */
  medianMinutes: z.nullable(z.int()),
  screenOutPay: z.int(),
  closesOn: z.string(),
};

export const COMPLETION_MEANINGS = ['COMPLETED', 'SCREENED_OUT', 'NOT_ELIGIBLE'] as const;
export type CompletionMeaning = (typeof COMPLETION_MEANINGS)[number];

/** There are no vowels, so that codes spell no words, and no 0 and 1, which people misread. */
export const COMPLETION_ALPHABET = '23456789BCDFGHJKLMNPQRSTVWXZ';
export const COMPLETION_CODE_LENGTH = 8;

/** Case and signs between the characters do not matter. */
export const CompletionCode = z.string({ error: rule('valueRequired') }).check(
  z.maxLength(100, { error: rule('completionCode'), abort: true }),
  z.overwrite((typed) =>
    typed
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[\s\p{Dash}\p{Cf}]/gu, ''),
  ),
  z.regex(new RegExp(`^[${COMPLETION_ALPHABET}]{${COMPLETION_CODE_LENGTH}}$`), rule('completionCode')),
);
