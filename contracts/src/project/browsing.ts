import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { DEVICE_REQUIREMENTS, GENDERS } from '../enumerations.ts';
import { oneOf } from '../text.ts';
import { rule } from '../rule.ts';
import { ethicsFact } from './ethics.ts';
import { meetingFacts } from './meeting-fields.ts';
import { STUDY_STANDINGS, Study } from './studies.ts';
import { VIEW_SOURCES } from './view-sources.ts';

/** A study in a participant's list. Nothing here shows how the screener decides (S-407). */
export const StudyCard = z.object({
  id: Id,
  publicName: z.string(),
  description: z.string(),
  deviceRequirements: z.array(z.enum(DEVICE_REQUIREMENTS)),
  durationInMinutes: z.int(),
  desiredNumberOfParticipants: z.int(),
  placesLeft: z.int(),
  availableDates: z.array(z.string()),
  /** The verified company that asks; null where its name is not known. */
  companyName: z.nullable(z.string()),
  ethics: ethicsFact,
  publishedAt: z.string(),
  hasApplied: z.boolean(),
  /** For each participant, in whole GH₵; 0 where nobody is paid. */
  incentive: z.int(),
  meetingWay: meetingFacts.meetingWay,
  seatsPerSlot: meetingFacts.seatsPerSlot,
});
export type StudyCard = z.infer<typeof StudyCard>;

/** The kinds of requirement that a profile can miss (BR2): the kind, never the wanted value. */
export const UNMET_REQUIREMENTS = [
  'AGE',
  'GENDER',
  'EDUCATION',
  'INCOME',
  'DEVICE',
  // In the order of the further bits.
  'REGION',
  'LANGUAGE',
  'EMPLOYMENT',
  'JOB_ROLE',
  'INDUSTRY',
  'PHONE',
  'INTERNET',
] as const;

/**
 * What keeps a person from a study. Alone: OTHER for a reason that is not shown, GROUP where the places for people like them are taken.
 * It is always OTHER to a person who was set up after a paid study opened.
 */
export const UNFIT_BECAUSE = [...UNMET_REQUIREMENTS, 'OTHER', 'GROUP'] as const;

/** One study as a participant reads it, with the questions and their choices, without eligibility. */
export const StudyForParticipant = z.object({
  audience: z.literal('PARTICIPANT'),
  ...StudyCard.shape,
  version: z.int(),
  standing: z.enum(STUDY_STANDINGS),
  availableTimes: z.array(z.string()),
  ...meetingFacts,
  /** Of the details these; link or place come with a booking. */
  bring: z.string(),
  language: z.string(),
  /** What they must agree to before they apply, and before they meet. */
  consent: z.nullable(z.object({ version: z.int(), text: z.string() })),
  screeners: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      options: z.array(z.object({ id: z.string(), answer: z.string() })),
    }),
  ),
  unmetRequirements: z.array(z.enum(UNFIT_BECAUSE)),
  /** The caller's draft answers from any device, option by question; absent where there are none, or all were sent. */
  begunAnswers: z.optional(z.record(z.string(), z.string())),
});
export type StudyForParticipant = z.infer<typeof StudyForParticipant>;

/** Only studies that pay: the newest first, or those that pay most. */
export const BY_PAY = ['PAID', 'HIGHEST'] as const;

/**
 * Open studies that fit the caller's own profile, newest first unless asked by pay, without those applied to already (D-27); all open ones
 * before the set-up.
 */
export const browseStudies = endpoint({
  method: 'GET',
  path: '/studies',
  summary: 'Published, open studies that fit the participant, newest first; before the set-up, all',
  access: 'PARTICIPANT',
  query: z.strictObject({
    ...pagingFields,
    /** Only studies for this device; of those that the participant has, once they are known. */
    device: z.optional(oneOf(DEVICE_REQUIREMENTS)),
    maxDurationInMinutes: z.optional(oneOf(['15', '30', '45', '60'])),
    pay: z.optional(oneOf(BY_PAY)),
    /** Leaves out what was published later, so that pages stay as they were when the first was read (BR1). */
    publishedUntil: z.optional(z.iso.datetime({ error: rule('notOfThisKind') })),
  }),
  page: StudyCard,
  // Far down it walks thousands of entries of the index.
  isCostly: true,
  errors: [],
});

/** The researcher who owns it reads all of it; a participant reads it once it is published. */
export const readStudy = endpoint({
  method: 'GET',
  path: '/studies/:id',
  summary: 'One study, as its researcher or as a participant sees it',
  access: 'SIGNED_IN',
  params: z.object({ id: Id }),
  /** What led a participant there, for numbers; left out, the product's own lists and news. */
  query: z.strictObject({ from: z.optional(oneOf(VIEW_SOURCES)) }),
  reply: z.discriminatedUnion('audience', [Study, StudyForParticipant]),
  versioned: true,
  errors: ['STUDY_NOT_FOUND'],
});

/** An open study as anyone with its link reads it, never with how the screener decides. */
export const PublicStudy = z.object({
  id: Id,
  publicName: z.string(),
  /** The verified company that asks; null if its name is not known. */
  companyName: StudyCard.shape.companyName,
  durationInMinutes: z.int(),
  /** For each participant, in whole GH₵; 0 where nobody is paid. */
  incentive: z.int(),
  meetingWay: meetingFacts.meetingWay,
  /** It is on the page of open studies, and search engines may show it. */
  isListed: z.boolean(),
  /** Null for a study by invitation only: invited people read the rest after they log in. */
  details: z.nullable(
    z.object({
      description: z.string(),
      ethics: ethicsFact,
      availableDates: z.array(z.string()),
      minimumAge: z.int(),
      maximumAge: z.int(),
      gender: z.array(z.enum(GENDERS)),
    }),
  ),
});
export type PublicStudy = z.infer<typeof PublicStudy>;

export const MOST_PUBLIC_STUDIES = 50;

/** What the page of open studies shows to people without an account. */
export const listPublicStudies = endpoint({
  method: 'GET',
  path: '/open-studies',
  summary: 'The newest open studies that their researchers show to anybody',
  access: 'ANYONE',
  reply: z.array(PublicStudy),
  errors: [],
});

export const readPublicStudy = endpoint({
  method: 'GET',
  path: '/open-studies/:id',
  summary: 'One open study by its link, listed or not',
  access: 'ANYONE',
  params: z.object({ id: Id }),
  reply: PublicStudy,
  errors: ['STUDY_NOT_FOUND'],
});
