import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { DEVICE_REQUIREMENTS, EDUCATION_LEVELS, GENDERS, INCOME_RANGES } from '../enumerations.ts';
import { atLeastOneOf } from '../text.ts';
import { furtherFields } from '../further-criteria.ts';
import { rule } from '../rule.ts';

export const OLDEST_WANTED = 100;

// @__NO_SIDE_EFFECTS__
function age(message: string) {
  return z
    .int({ error: message })
    .check(z.minimum(1, rule('validAge')), z.maximum(OLDEST_WANTED, rule('validAge')));
}

/** A person matches who has the age, one of the values of each chosen set, and one of the devices. */
const Criteria = z
  .strictObject({
    minimumAge: age(rule('minimumAge')),
    maximumAge: age(rule('maximumAge')),
    genders: atLeastOneOf(GENDERS, rule('gender')),
    educationLevels: atLeastOneOf(EDUCATION_LEVELS, rule('education')),
    incomeRanges: atLeastOneOf(INCOME_RANGES, rule('income')),
    deviceRequirements: atLeastOneOf(DEVICE_REQUIREMENTS, rule('device')),
    ...furtherFields,
  })
  .check(
    z.refine(({ minimumAge, maximumAge }) => maximumAge >= minimumAge, {
      error: rule('maximumAgeMoreThanMinimum'),
      path: ['maximumAge'],
    }),
  );
export type ReachCriteria = z.infer<typeof Criteria>;

/**
 * FEWER_THAN replaces a count that could reveal a person. AT_MOST means that the sample is too small for an
 * estimate.
 */
export const REACH_READINGS = ['ABOUT', 'AT_MOST', 'FEWER_THAN'] as const;
export type ReachReading = (typeof REACH_READINGS)[number];

export const readReach = endpoint({
  method: 'POST',
  path: '/people/reach',
  summary: 'How many participants match and were active in the last 90 days (D-02), by the last count',
  access: 'SERVICE',
  callers: ['project'],
  body: Criteria,
  reply: z.object({
    count: z.int(),
    asOf: z.string(),
    /** Absent if the count is exact. */
    reading: z.optional(z.enum(REACH_READINGS)),
  }),
  errors: [],
});
