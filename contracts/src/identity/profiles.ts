import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import {
  BROWSERS,
  COMPUTER_OSES,
  EDUCATION_LEVELS,
  EMPLOYMENT_STATUSES,
  GENDERS,
  INCOME_RANGES,
  INDUSTRIES,
  JOB_ROLES,
  LANGUAGES,
  MOBILE_MONEY_PROVIDERS,
  PHONE_OSES,
  REGIONS,
  TABLET_OSES,
} from '../enumerations.ts';
import { ADULT_AGE, ageOn, today } from '../calendar.ts';
import { CalendarDay } from '../calendar-day.ts';
import { MobileNumber } from '../phone-number.ts';
import { INPUT_MAX_LENGTH, requiredText, oneOf, setOf, atLeastOneOf } from '../text.ts';
import { rule } from '../rule.ts';
import { SignedInUser } from './person.ts';
import { Credentials } from './sessions.ts';

const OLDEST_AGE = 120;

/** The matching profile can be changed this many times a year. */
export const MAX_PROFILE_CHANGES = 10;

/** S-401 and D-41 specify these fields. */
export const Demographic = z.strictObject({
  dateOfBirth: CalendarDay.check(
    z.refine((day) => ageOn(today(), day) >= ADULT_AGE, rule('adultsOnly')),
    z.refine((day) => ageOn(today(), day) <= OLDEST_AGE, rule('dateOfBirth')),
  ),
  gender: oneOf(GENDERS),
  education: oneOf(EDUCATION_LEVELS),
  annualHouseholdIncome: oneOf(INCOME_RANGES),
  region: oneOf(REGIONS),
  city: requiredText(INPUT_MAX_LENGTH),
  /** An empty list means that the person was asked and chose none. */
  languages: z.optional(setOf(LANGUAGES)),
});
const WITHOUT_JOB: readonly unknown[] = [
  'UNEMPLOYED',
  'SCHOOL_FULL_TIME',
  'HOMEMAKER',
  'RETIRED',
] satisfies (typeof EMPLOYMENT_STATUSES)[number][];
export const hasJob = (status: unknown) => status !== undefined && !WITHOUT_JOB.includes(status);

interface GivenEmployment {
  status: unknown;
  jobRole?: unknown;
  industry?: unknown;
}
const isGiven = (part: 'jobRole' | 'industry') =>
  z.refine<GivenEmployment>((given) => !hasJob(given.status) || given[part] != null, {
    error: rule('notAnOption'),
    path: [part],
  });

export const Employment = z
  .strictObject({
    status: oneOf(EMPLOYMENT_STATUSES),
    jobRole: z.nullish(oneOf(JOB_ROLES)),
    industry: z.nullish(oneOf(INDUSTRIES)),
  })
  .check(isGiven('jobRole'), isGiven('industry'));
export const TechnicalDetail = z.strictObject({
  browsers: atLeastOneOf(BROWSERS),
  computerOs: oneOf(COMPUTER_OSES),
  phoneOs: oneOf(PHONE_OSES),
  tabletOs: oneOf(TABLET_OSES),
  hasWebcam: z.boolean({ error: rule('valueRequired') }),
  hasInternet: z.boolean({ error: rule('valueRequired') }),
});
export const Payment = z.strictObject({
  provider: oneOf(MOBILE_MONEY_PROVIDERS),
  accountName: requiredText(INPUT_MAX_LENGTH * 2),
  phoneNumber: MobileNumber,
});

export type Demographic = z.infer<typeof Demographic>;
export type Employment = z.infer<typeof Employment>;
export type TechnicalDetail = z.infer<typeof TechnicalDetail>;
export type Payment = z.infer<typeof Payment>;

export const UserInformation = z.strictObject({
  userId: Id,
  demographic: Demographic,
  employment: Employment,
  technicalDetail: TechnicalDetail,
  payment: Payment,
});
export type UserInformation = z.infer<typeof UserInformation>;

export const submitUserInformation = endpoint({
  method: 'POST',
  path: '/users/user-information',
  summary: 'Submit the participant set-up, once',
  access: 'PARTICIPANT',
  own: { in: 'body', name: 'userId' },
  body: UserInformation,
  reply: SignedInUser,
  errors: ['INVALID_INPUT', 'PROFILE_ALREADY_SUBMITTED'],
});

/** The number is masked: '+233 •• ••• 4567'. */
export const SentUserInformation = z.object({
  userId: Id,
  demographic: z.object({
    dateOfBirth: z.string(),
    gender: z.enum(GENDERS),
    education: z.enum(EDUCATION_LEVELS),
    annualHouseholdIncome: z.enum(INCOME_RANGES),
    region: z.enum(REGIONS),
    city: z.string(),
    /** Null if the person was never asked. */
    languages: z.nullable(z.array(z.enum(LANGUAGES))),
  }),
  employment: z.object({
    status: z.enum(EMPLOYMENT_STATUSES),
    jobRole: z.nullable(z.enum(JOB_ROLES)),
    industry: z.nullable(z.enum(INDUSTRIES)),
  }),
  technicalDetail: z.object({
    browsers: z.array(z.enum(BROWSERS)),
    computerOs: z.enum(COMPUTER_OSES),
    phoneOs: z.enum(PHONE_OSES),
    tabletOs: z.enum(TABLET_OSES),
    hasWebcam: z.boolean(),
    hasInternet: z.boolean(),
  }),
  payment: z.object({
    provider: z.enum(MOBILE_MONEY_PROVIDERS),
    accountName: z.string(),
    phoneNumber: z.string(),
  }),
});
export type SentUserInformation = z.infer<typeof SentUserInformation>;

export const readUserInformation = endpoint({
  method: 'GET',
  path: '/users/user-information',
  summary: "The caller's set-up; the mobile-money number is masked",
  access: 'PARTICIPANT',
  own: { in: 'query', name: 'userId' },
  query: z.strictObject({ userId: z.optional(Id) }),
  reply: SentUserInformation,
  errors: ['PROFILE_NOT_FOUND'],
});

/** Changing the payment account requires the password. */
export const UserInformationChange = z
  .strictObject({
    userId: Id,
    demographic: z.optional(Demographic),
    employment: z.optional(Employment),
    technicalDetail: z.optional(TechnicalDetail),
    payment: z.optional(Payment),
    password: z.optional(Credentials.shape.password),
  })
  .check(
    z.refine(
      ({ demographic, employment, technicalDetail, payment }) =>
        [demographic, employment, technicalDetail, payment].some((part) => part !== undefined),
      rule('nothingToChange'),
    ),
  );
export type UserInformationChange = z.infer<typeof UserInformationChange>;

/**
 * Studies that are already published are still matched with the old answer. Only a first answer about
 * languages applies to them too. After an application, only an admin can correct date of birth and gender.
 */
export const changeUserInformation = endpoint({
  method: 'PATCH',
  path: '/users/user-information',
  summary: 'Change parts of the set-up; payment details need the password or a recent log-in',
  access: 'PARTICIPANT',
  own: { in: 'body', name: 'userId' },
  body: UserInformationChange,
  reply: SentUserInformation,
  errors: [
    'INVALID_INPUT',
    'PROFILE_NOT_FOUND',
    'WRONG_PASSWORD',
    'LOG_IN_AGAIN',
    'TOO_MANY_CHANGES',
    'TOO_MANY_REQUESTS',
    'PASSWORD_LOCKED',
    'PAYMENT_CHANGES_USED_UP',
  ],
});

/**
 * The set-up includes the consent to matching (Act 843, section 20). Without this consent, people see no
 * studies and are not counted. Their applications continue.
 */
export const changeMatching = endpoint({
  method: 'PUT',
  path: '/users/me/matching',
  summary: 'Withdraw the consent to be matched with studies, or give it again',
  access: 'PARTICIPANT',
  body: z.strictObject({ isMatched: z.boolean() }),
  reply: SignedInUser,
  errors: ['INVALID_INPUT', 'PROFILE_NOT_FOUND'],
});
