import * as z from 'zod/mini';
import { CalendarDay } from '../calendar-day.ts';
import { rule } from '../rule.ts';
import { INPUT_MAX_LENGTH, TEXTAREA_MAX_LENGTH, requiredText } from '../text.ts';

export const CONSENT_MAX_LENGTH = 2000;
/** As JSON, so that the longest study passes in one request (MAX_SCREENER_BYTES): three times what English needs. */
export const MAX_CONSENT_BYTES = 6 * 1024;
/** Full names of committees are longer than other names. */
export const COMMITTEE_MAX_LENGTH = 100;

/** What participants are asked to agree to before they apply. */
export const ConsentText = requiredText(CONSENT_MAX_LENGTH, rule('consentText')).check(
  z.refine(
    (text) => new TextEncoder().encode(JSON.stringify(text)).length <= MAX_CONSENT_BYTES,
    rule(`maxLength ${CONSENT_MAX_LENGTH}`),
  ),
);

/** Who approved of a study and until which day, or why nobody need. */
export const Ethics = z.discriminatedUnion(
  'approval',
  [
    z.strictObject({
      approval: z.literal('APPROVED'),
      committee: requiredText(COMMITTEE_MAX_LENGTH, rule('committee')),
      number: requiredText(INPUT_MAX_LENGTH, rule('approvalNumber')),
      validUntil: CalendarDay,
    }),
    z.strictObject({
      approval: z.literal('NOT_NEEDED'),
      reason: requiredText(TEXTAREA_MAX_LENGTH, rule('approvalReason')),
    }),
  ],
  { error: rule('notAnOption') },
);
export type Ethics = z.infer<typeof Ethics>;

/** As a study says it; null where its researcher says nothing of it. */
export const ethicsFact = z.nullable(
  z.discriminatedUnion('approval', [
    z.object({
      approval: z.literal('APPROVED'),
      committee: z.string(),
      number: z.string(),
      validUntil: z.string(),
    }),
    z.object({ approval: z.literal('NOT_NEEDED'), reason: z.string() }),
  ]),
);

/** The first of these days that lies beyond the approval's end. */
export const dayBeyond = (ethics: Ethics | null, days: readonly string[]): string | undefined =>
  ethics?.approval === 'APPROVED' ? days.find((day) => day > ethics.validUntil) : undefined;

/** How an application stands to its study's consent; version 0 where they have agreed to none. */
export const Consented = z.object({
  version: z.int(),
  agreedAt: z.nullable(z.string()),
  takenBackAt: z.nullable(z.string()),
});
