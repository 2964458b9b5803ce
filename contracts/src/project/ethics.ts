import * as z from 'zod/mini';
import { CalendarDay } from '../calendar-day.ts';
import { rule } from '../rule.ts';
import { INPUT_MAX_LENGTH, TEXTAREA_MAX_LENGTH, requiredText, oneOf } from '../text.ts';

export const CONSENT_MAX_LENGTH = 2000;
/**
 * In bytes of JSON, three times what English needs. Even the longest study must fit in one request
 * (MAX_SCREENER_BYTES).
 */
export const MAX_CONSENT_BYTES = 6 * 1024;
export const COMMITTEE_MAX_LENGTH = 100;

export const ConsentText = requiredText(CONSENT_MAX_LENGTH).check(
  z.regex(/[\p{L}\p{N}]/u, rule('valueRequired')),
  z.refine(
    (text) => new TextEncoder().encode(JSON.stringify(text)).length <= MAX_CONSENT_BYTES,
    rule(`maxLength ${CONSENT_MAX_LENGTH}`),
  ),
);

const APPROVALS = ['APPROVED', 'NOT_NEEDED'] as const;

export type Ethics =
  | { approval: 'APPROVED'; committee: string; number: string; validUntil: string }
  | { approval: 'NOT_NEEDED'; reason: string };

const flatFields = z.strictObject({
  approval: oneOf(APPROVALS),
  committee: z.optional(requiredText(COMMITTEE_MAX_LENGTH)),
  number: z.optional(requiredText(INPUT_MAX_LENGTH)),
  validUntil: z.optional(CalendarDay),
  reason: z.optional(requiredText(TEXTAREA_MAX_LENGTH)),
});
type Flat = z.infer<typeof flatFields>;

/** All fields of the chosen kind of approval are required. Fields of other kinds are not allowed. */
const isWhole = (kind: Flat['approval'], name: Exclude<keyof Flat, 'approval'>) =>
  z.refine<Flat>((ethics) => (ethics.approval === kind) === (ethics[name] !== undefined), {
    error: rule('valueRequired'),
    path: [name],
  });

/** A check combines these fields, because a union of zod would make every form of the web app larger. */
export const Ethics = flatFields.check(
  isWhole('APPROVED', 'committee'),
  isWhole('APPROVED', 'number'),
  isWhole('APPROVED', 'validUntil'),
  isWhole('NOT_NEEDED', 'reason'),
) as unknown as z.ZodMiniType<Ethics, Ethics>;

export const ethicsReply = z.nullable(
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

export const dayBeyond = (ethics: Ethics | null, days: readonly string[]): string | undefined =>
  ethics?.approval === 'APPROVED' ? days.find((day) => day > ethics.validUntil) : undefined;

/** Version 0 means that the participant has agreed to no text. */
export const Consented = z.object({
  version: z.int(),
  agreedAt: z.nullable(z.string()),
  agreements: z.array(z.object({ version: z.int(), agreedAt: z.string() })),
  withdrawnAt: z.nullable(z.string()),
});
export type Consented = z.infer<typeof Consented>;
