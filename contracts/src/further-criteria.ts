import * as z from 'zod/mini';
import {
  EMPLOYMENT_STATUSES,
  INDUSTRIES,
  JOB_ROLES,
  LANGUAGES,
  PHONE_OSES,
  REGIONS,
} from './enumerations.ts';
import { setOf } from './text.ts';
import { rule } from './rule.ts';

/** Do not reorder: the stored bits depend on the order (further-bits.ts). */
export const FURTHER_CRITERIA = {
  regions: REGIONS,
  languages: LANGUAGES,
  employment: EMPLOYMENT_STATUSES,
  jobRoles: JOB_ROLES,
  industries: INDUSTRIES,
  phoneOs: PHONE_OSES,
} as const;

/** An absent criterion allows everyone. */
export const furtherFields = {
  regions: z.optional(setOf(REGIONS)),
  languages: z.optional(setOf(LANGUAGES)),
  employment: z.optional(setOf(EMPLOYMENT_STATUSES)),
  jobRoles: z.optional(setOf(JOB_ROLES)),
  industries: z.optional(setOf(INDUSTRIES)),
  phoneOs: z.optional(setOf(PHONE_OSES)),
  hasInternet: z.optional(z.boolean({ error: rule('valueRequired') })),
};
export type FurtherCriteria = {
  [Name in keyof typeof furtherFields]?: z.infer<(typeof furtherFields)[Name]>;
};

export const furtherValues = {
  regions: z.array(z.enum(REGIONS)),
  languages: z.array(z.enum(LANGUAGES)),
  employment: z.array(z.enum(EMPLOYMENT_STATUSES)),
  jobRoles: z.array(z.enum(JOB_ROLES)),
  industries: z.array(z.enum(INDUSTRIES)),
  phoneOs: z.array(z.enum(PHONE_OSES)),
  hasInternet: z.boolean(),
};
export type FurtherValues = { [Name in keyof typeof furtherValues]: z.infer<(typeof furtherValues)[Name]> };
