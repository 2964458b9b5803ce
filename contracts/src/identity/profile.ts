import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  BROWSERS,
  COMPUTER_OSES,
  EDUCATION_LEVELS,
  EMPLOYMENT_STATUSES,
  GENDERS,
  INCOME_RANGES,
  INDUSTRIES,
  JOB_ROLES,
  MOBILE_MONEY_PROVIDERS,
  PHONE_OSES,
  REGIONS,
  TABLET_OSES,
} from '../enumerations.ts';
import { oneOf, someOf } from '../choice.ts';
import { CalendarDay, ageOn, today } from '../calendar.ts';
import { INPUT_MAX_LENGTH, requiredText } from '../text.ts';
import { validation } from '../messages/validation.ts';
import { SignedInUser } from './person.ts';

/** Accounts are for people of 18 and over (D-40). */
const ADULT_AGE = 18;
const OLDEST_AGE = 120;

/** The four parts of the set-up (S-401, D-41). */
export const Demographic = z.strictObject({
  dateOfBirth: CalendarDay.check(
    z.refine((day) => ageOn(today(), day) >= ADULT_AGE, validation.adultsOnly),
    z.refine((day) => ageOn(today(), day) <= OLDEST_AGE, validation.dateOfBirth),
  ),
  gender: oneOf(GENDERS),
  education: oneOf(EDUCATION_LEVELS),
  annualHouseholdIncome: oneOf(INCOME_RANGES),
  region: oneOf(REGIONS),
  city: requiredText(INPUT_MAX_LENGTH),
});
export const Employment = z.strictObject({
  status: oneOf(EMPLOYMENT_STATUSES),
  jobRole: oneOf(JOB_ROLES),
  industry: oneOf(INDUSTRIES),
});
export const TechnicalDetail = z.strictObject({
  browsers: someOf(BROWSERS),
  computerOs: oneOf(COMPUTER_OSES),
  phoneOs: oneOf(PHONE_OSES),
  tabletOs: oneOf(TABLET_OSES),
  hasWebcam: z.boolean({ error: validation.valueRequired }),
  hasInternet: z.boolean({ error: validation.valueRequired }),
});
export const Payment = z.strictObject({
  provider: oneOf(MOBILE_MONEY_PROVIDERS),
  accountName: requiredText(INPUT_MAX_LENGTH * 2),
  /** As typed; stored in E.164 once libphonenumber agrees that it is a number of Ghana. */
  phoneNumber: requiredText(30, validation.phoneNumber),
});

export const UserInformation = z.strictObject({
  userId: z.uuid(),
  demographic: Demographic,
  employment: Employment,
  technicalDetail: TechnicalDetail,
  payment: Payment,
});
export type UserInformation = z.infer<typeof UserInformation>;

export const submitUserInformation = endpoint({
  method: 'POST',
  path: '/users/user-information',
  summary: 'Send the participant set-up, once',
  access: 'PARTICIPANT',
  own: { in: 'body', name: 'userId' },
  body: UserInformation,
  reply: SignedInUser,
  errors: ['INVALID_INPUT', 'PROFILE_ALREADY_SUBMITTED'],
});
