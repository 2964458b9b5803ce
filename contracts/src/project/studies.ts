import * as z from 'zod/mini';
import {
  DEVICE_REQUIREMENTS,
  DURATIONS_IN_MINUTES,
  EDUCATION_LEVELS,
  ELIGIBILITIES,
  GENDERS,
  INCOME_RANGES,
} from '../enumerations.ts';
import { furtherValues, furtherFields } from '../further-criteria.ts';
import { lastPlannableDay, today } from '../calendar.ts';
import { CalendarDay } from '../calendar-day.ts';
import { isSlot } from '../time-slots.ts';
import {
  INPUT_MAX_LENGTH,
  TEXTAREA_MAX_LENGTH,
  freeText,
  publicName,
  requiredText,
  atLeastOneOf,
} from '../text.ts';
import { rule } from '../rule.ts';
import { ConsentText, Ethics, ethicsReply } from './ethics.ts';
import {
  MeetingDetails,
  REQUIRED_DETAILS,
  isDetailGiven,
  meetingReplyFields,
  meetingFields,
} from './meeting-fields.ts';
import { Id } from '../endpoint.ts';
import {
  ExcludedStudies,
  RequiredStudies,
  excludedStudiesReply,
  requiredStudiesReply,
} from './exclusions.ts';
import { Quota, Quotas, sumQuotaPlaces } from './quotas.ts';
import { surveyReplyFields } from './survey.ts';

export const OLDEST_PARTICIPANT = 100;
export const MAX_QUESTIONS = 50;
export const MAX_OPTIONS = 20;
export const MIN_OPTIONS = 2;
/**
 * In bytes of JSON. A study must fit in 96 KiB: the ids of 50 × 20 choices alone need 56 KiB, and other texts
 * up to 35 kB.
 */
export const MAX_SCREENER_BYTES = 44 * 1024;
export const MIN_PARTICIPANTS = 1;
export const MAX_PARTICIPANTS = 1000;
export const QUESTION_MAX_LENGTH = TEXTAREA_MAX_LENGTH;
export const ANSWER_MAX_LENGTH = TEXTAREA_MAX_LENGTH;

/** Browsers store these details under `studyDetails` (S-304). */
export const StudyDetails = z.strictObject({
  name: publicName(INPUT_MAX_LENGTH, rule('studyName')),
  publicName: publicName(INPUT_MAX_LENGTH, rule('publicStudyName')),
  description: requiredText(TEXTAREA_MAX_LENGTH, rule('studyDescription')),
  deviceRequirements: atLeastOneOf(DEVICE_REQUIREMENTS, rule('device')),
  /** Participants agree to this text. Without a text, no consent is needed. */
  ethics: z.optional(z.nullable(Ethics)),
  consentText: z.optional(z.nullable(ConsentText)),
});

/** A value that is not a number counts as missing. */
// @__NO_SIDE_EFFECTS__
function wholeNumber(missing: string, noNumber: string = missing) {
  return z.int({
    error: ({ input }) => {
      if (typeof input !== 'number') return missing;
      return Number.isNaN(input) ? noNumber : rule('wholeNumber');
    },
  });
}

// @__NO_SIDE_EFFECTS__
function age(missing: string, tooLow: string) {
  return wholeNumber(missing, rule('validAge')).check(
    z.minimum(1, tooLow),
    z.maximum(OLDEST_PARTICIPANT, rule(`max ${OLDEST_PARTICIPANT}`)),
  );
}

const demographicsFields = {
  minimumAge: age(rule('minimumAge'), rule('validAge')),
  maximumAge: age(rule('maximumAge'), rule('min 1')),
  gender: atLeastOneOf(GENDERS, rule('gender')),
  education: atLeastOneOf(EDUCATION_LEVELS, rule('education')),
  annualHouseholdIncome: atLeastOneOf(INCOME_RANGES, rule('income')),
  ...furtherFields,
  excludedStudies: z.optional(z.nullable(ExcludedStudies)),
  requiredStudies: z.optional(z.nullable(RequiredStudies)),
  /** With `requiredStudies`, earlier participants and invited people may apply, and no one else. */
  isInviteOnly: z.optional(z.boolean()),
};

/** The error is reported as soon as both ages are known, even if other fields are invalid. */
const agesInOrder = {
  error: rule('maximumAgeMoreThanMinimum'),
  path: ['maximumAge'],
  when: ({ value }: { value: unknown }) => parseAges(value) !== undefined,
};

export const areAgesInOrder = (value: unknown) => {
  const ages = parseAges(value);
  return ages === undefined || ages.maximumAge >= ages.minimumAge;
};

function parseAges(value: unknown): { minimumAge: number; maximumAge: number } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { minimumAge, maximumAge } = value as { minimumAge?: unknown; maximumAge?: unknown };
  const areKnown = typeof minimumAge === 'number' && typeof maximumAge === 'number';
  // A comparison with NaN is always false, so NaN needs its own check.
  return areKnown && !Number.isNaN(minimumAge + maximumAge) ? { minimumAge, maximumAge } : undefined;
}

/** Browsers store these criteria under `participantsDemographics` (S-305). */
export const ParticipantsDemographics = z
  .strictObject(demographicsFields)
  .check(z.refine(areAgesInOrder, agesInOrder));

/** Section 9 of the specification defines the format of this id. */
export const ScreenerId = z.string().check(z.regex(/^[A-Za-z0-9]{6}$/, rule('screenerId')));

const ScreenerOption = z.strictObject({
  id: ScreenerId,
  answer: freeText(ANSWER_MAX_LENGTH),
  eligibility: z.enum([...ELIGIBILITIES, ''], { error: rule('notAnOption') }),
});
export const ScreenerQuestion = z.strictObject({
  id: ScreenerId,
  question: freeText(QUESTION_MAX_LENGTH),
  options: z
    .array(ScreenerOption)
    .check(
      z.minLength(MIN_OPTIONS, rule('twoChoices')),
      z.maxLength(MAX_OPTIONS, rule(`tooMany ${MAX_OPTIONS}`)),
    ),
});
export type ScreenerQuestion = z.infer<typeof ScreenerQuestion>;

/**
 * Browsers store the survey under `screenerSurvey` (S-308 to S-310). Texts and eligibility are not validated.
 */
export const ScreenerSurvey = z.array(ScreenerQuestion).check(
  z.minLength(1, rule('oneQuestion')),
  z.maxLength(MAX_QUESTIONS, rule(`tooMany ${MAX_QUESTIONS}`)),
  z.refine((questions) => {
    const ids = questions.flatMap((question) => [
      question.id,
      ...question.options.map((option) => option.id),
    ]);
    return new Set(ids).size === ids.length;
  }, rule('screenerIds')),
  z.refine(
    (questions) => new TextEncoder().encode(JSON.stringify(questions)).length <= MAX_SCREENER_BYTES,
    rule(`screenerTooLong ${MAX_SCREENER_BYTES / 1024}`),
  ),
);

/** The limit is in whole GH₵. */
const MOST_INCENTIVE = 3000;

/** The amount in whole GH₵ that is paid after the meeting; 0 means unpaid. */
export const Incentive = wholeNumber(rule('incentive')).check(
  z.minimum(0, rule('incentive')),
  z.maximum(MOST_INCENTIVE, rule('incentiveMax')),
);

const newStudyFields = {
  ...StudyDetails.shape,
  ...demographicsFields,
  screeners: ScreenerSurvey,
  incentive: z.optional(Incentive),
};

export const NewStudy = z
  .strictObject({ projectId: Id, ...newStudyFields })
  .check(z.refine(areAgesInOrder, agesInOrder));
export type NewStudy = z.infer<typeof NewStudy>;

/** D-27 defines what can be edited. If only one age is sent, it is compared with the stored other age. */
export const StudyEdit = z.partial(z.strictObject(newStudyFields)).check(
  z.refine(areAgesInOrder, agesInOrder),
  z.refine((edit) => Object.keys(edit).length > 0, rule('nothingToChange')),
);
export type StudyEdit = z.infer<typeof StudyEdit>;

// @__NO_SIDE_EFFECTS__
export function numberOfPlaces() {
  return wholeNumber(rule('participants')).check(
    z.minimum(MIN_PARTICIPANTS, rule('participantsMin')),
    z.maximum(MAX_PARTICIPANTS, rule('participantsMax')),
  );
}

export const StudyPlaces = z.strictObject({ desiredNumberOfParticipants: numberOfPlaces() });

const MAX_DATES = 366;

export const FutureDay = CalendarDay.check(
  z.refine((day) => day >= today(), rule('datePast')),
  z.refine((day) => day <= lastPlannableDay(), rule('dateTooFar')),
);

// @__NO_SIDE_EFFECTS__
function unique(values: readonly string[]) {
  return new Set(values).size === values.length;
}

const Plan = z.strictObject({
  mode: z.optional(z.literal('MEETING')),
  availableDates: z
    .array(FutureDay, { error: rule('dates') })
    .check(
      z.minLength(1, rule('dates')),
      z.maxLength(MAX_DATES, rule(`tooMany ${MAX_DATES}`)),
      z.refine(unique, rule('noRepeats')),
    ),
  durationInMinutes: z.literal(DURATIONS_IN_MINUTES, { error: rule('duration') }),
  desiredNumberOfParticipants: numberOfPlaces(),
  availableTimes: z
    .array(z.string().check(z.maxLength(8, rule('timeNotASlot'))), { error: rule('times') })
    .check(
      z.minLength(1, rule('times')),
      z.maxLength(96, rule('tooMany 96')),
      z.refine(unique, rule('noRepeats')),
    ),
  ...meetingFields,
  /** True if people without an account can see the study. The default is false. */
  isListed: z.optional(z.boolean()),
  quotas: z.optional(Quotas),
});
type Plan = z.infer<typeof Plan>;

interface PlacesInQuotas {
  quotas?: Quota[] | undefined;
  desiredNumberOfParticipants: number;
}
/** Without quotas, everyone may take any place. */
export const quotasAddUp = z.refine<PlacesInQuotas>(
  ({ quotas = [], desiredNumberOfParticipants }) =>
    quotas.length === 0 || sumQuotaPlaces(quotas) === desiredNumberOfParticipants,
  { error: rule('quotasSum'), path: ['quotas'] },
);

export const PLAN_RULES = [
  ...REQUIRED_DETAILS.map((detail) =>
    z.refine<Plan>((plan) => isDetailGiven(detail, plan), {
      error: rule(detail.rule),
      path: ['meetingDetails', detail.field],
    }),
  ),
  z.refine<Plan>((value) => value.availableTimes.every((label) => isSlot(label, value.durationInMinutes)), {
    error: rule('timeNotASlot'),
    path: ['availableTimes'],
  }),
  quotasAddUp,
] as const;

/** S-311 to S-314 specify these fields. */
export const StudyPublish = Plan.check(...PLAN_RULES);
export type StudyPublish = z.infer<typeof StudyPublish>;

/** Only PUBLISHED studies that have free places accept applications; docs/states.md shows the transitions. */
export const STUDY_STATES = ['DRAFT', 'PUBLISHED', 'PAUSED', 'CLOSED'] as const;

/**
 * A suspension by an admin does not change `state`, so it is a status of its own. Researchers cannot end it.
 */
export const RECRUITMENT_STATUSES = ['OPEN', 'FULL', 'PAUSED', 'CLOSED', 'SUSPENDED'] as const;
export type RecruitmentStatus = (typeof RECRUITMENT_STATUSES)[number];

/** Present while an admin suspends the study. The researcher reads the reason. */
const suspension = z.optional(z.object({ reason: z.string(), at: z.string() }));

const publishedFields = {
  availableDates: z.array(z.string()),
  availableTimes: z.array(z.string()),
  /** Null for an online study. */
  durationInMinutes: z.nullable(z.int()),
  /** Only in an online study. */
  survey: z.optional(z.object({ ...surveyReplyFields, address: z.string() })),
  desiredNumberOfParticipants: z.nullable(z.int()),
  acceptedCount: z.int(),
  /**
   * A place is in use by an accepted applicant, or by a person who is owed the incentive. The number is
   * negative if a meeting still counts after someone else took its place.
   */
  placesLeft: z.nullable(z.int()),
  ...meetingReplyFields,
  meetingDetails: z.partial(z.object(MeetingDetails.shape)),
  bufferMinutes: z.int(),
  withoutTimes: z.array(z.string()),
  isListed: z.boolean(),
  /** The position in this list, counted from 0, identifies a quota. */
  quotas: z.array(Quota),
};

/** Until publication, the fields of the plan are empty. */
export const Study = z.object({
  audience: z.literal('RESEARCHER'),
  id: Id,
  projectId: Id,
  projectName: z.string(),
  /** Sent as the ETag. */
  version: z.int(),
  state: z.enum(STUDY_STATES),
  suspension,
  name: z.string(),
  publicName: z.string(),
  description: z.string(),
  deviceRequirements: z.array(z.enum(DEVICE_REQUIREMENTS)),
  minimumAge: z.int(),
  maximumAge: z.int(),
  gender: z.array(z.enum(GENDERS)),
  education: z.array(z.enum(EDUCATION_LEVELS)),
  annualHouseholdIncome: z.array(z.enum(INCOME_RANGES)),
  ...furtherValues,
  excludedStudies: excludedStudiesReply,
  requiredStudies: requiredStudiesReply,
  isInviteOnly: z.boolean(),
  screeners: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      options: z.array(
        z.object({ id: z.string(), answer: z.string(), eligibility: z.enum([...ELIGIBILITIES, '']) }),
      ),
    }),
  ),
  incentive: z.int(),
  ethics: ethicsReply,
  /** Null if the study has no text. The version is then 0. */
  consentText: z.nullable(z.string()),
  consentVersion: z.int(),
  /** False if the study certainly has no budget. Then no call to the payment service is needed. */
  mayHaveBudget: z.boolean(),
  ...publishedFields,
  createdAt: z.string(),
  publishedAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
});
export type Study = z.infer<typeof Study>;

/** Applicants who have withdrawn are still counted as applied. */
export const StudySummary = z.object({
  id: Id,
  projectId: Id,
  version: z.int(),
  state: z.enum(STUDY_STATES),
  suspension,
  name: z.string(),
  publicName: z.string(),
  durationInMinutes: z.nullable(z.int()),
  desiredNumberOfParticipants: z.nullable(z.int()),
  incentive: z.int(),
  mayHaveBudget: z.boolean(),
  appliedCount: z.int(),
  qualifiedCount: z.int(),
  pendingCount: z.int(),
  acceptedCount: z.int(),
  placesLeft: z.nullable(z.int()),
  declinedCount: z.int(),
  /** The start of the earliest booked meeting that has not ended. */
  nextMeetingAt: z.nullable(z.string()),
  createdAt: z.string(),
  publishedAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
});
export type StudySummary = z.infer<typeof StudySummary>;
