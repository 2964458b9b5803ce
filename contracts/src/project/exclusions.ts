import * as z from 'zod/mini';
import { atLeastOneOf } from '../text.ts';
import { Id } from '../endpoint.ts';
import { rule } from '../rule.ts';

/** The database stores the order of these values (project.excluded_studies). APPLIED includes all others. */
export const EXCLUDED_PARTICIPATION = ['APPLIED', 'ACCEPTED', 'MET', 'MISSED'] as const;

export const MAX_STUDIES = 50;
/** Accepts the same ids as `Id`. The UUID check of zod would make every form of the web app larger. */
const StudyId = z.string().check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, rule('notOfThisKind')));

export const MAX_WEEKS = 520;

const Studies = z.array(StudyId).check(
  z.minLength(1, rule('atLeastOne')),
  z.maxLength(MAX_STUDIES, rule(`tooMany ${MAX_STUDIES}`)),
  z.refine((ids) => new Set(ids).size === ids.length, rule('noRepeats')),
);

export const ExcludedStudies = z.strictObject({
  studies: Studies,
  who: atLeastOneOf(EXCLUDED_PARTICIPATION),
  weeks: z.nullable(
    z
      .int({ error: rule('wholeNumber') })
      .check(z.minimum(1, rule('min 1')), z.maximum(MAX_WEEKS, rule(`max ${MAX_WEEKS}`))),
  ),
});
export type ExcludedStudies = z.infer<typeof ExcludedStudies>;

/** These must be the first values of EXCLUDED_PARTICIPATION. */
export const REQUIRED_PARTICIPATION = ['APPLIED', 'ACCEPTED', 'MET'] as const;

export const RequiredStudies = z.strictObject({
  studies: Studies,
  who: atLeastOneOf(REQUIRED_PARTICIPATION),
});
export type RequiredStudies = z.infer<typeof RequiredStudies>;

export const excludedStudiesReply = z.nullable(
  z.object({
    studies: z.array(Id),
    who: z.array(z.enum(EXCLUDED_PARTICIPATION)),
    weeks: z.nullable(z.int()),
  }),
);

export const requiredStudiesReply = z.nullable(
  z.object({ studies: z.array(Id), who: z.array(z.enum(REQUIRED_PARTICIPATION)) }),
);
