import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { DEVICE_REQUIREMENTS, GENDERS } from '../enumerations.ts';
import { oneOf } from '../text.ts';
import { rule } from '../rule.ts';
import { ethicsReply } from './ethics.ts';
import { meetingReplyFields } from './meeting-fields.ts';
import { RECRUITMENT_STATUSES, Study } from './studies.ts';
import { surveyReplyFields } from './survey.ts';
import { VIEW_SOURCES } from './view-sources.ts';

/**
 * A higher total is sent as this number plus one, because counting 100,000 studies takes 50 times as long as
 * reading a page.
 */
export const MOST_COUNTED_STUDIES = 200;

/** A card does not show anything about how the screener decides (S-407). */
export const StudyCard = z.object({
  id: Id,
  publicName: z.string(),
  description: z.string(),
  deviceRequirements: z.array(z.enum(DEVICE_REQUIREMENTS)),
  durationInMinutes: z.int(),
  desiredNumberOfParticipants: z.int(),
  placesLeft: z.int(),
  availableDates: z.array(z.string()),
  companyName: z.nullable(z.string()),
  ethics: ethicsReply,
  publishedAt: z.string(),
  hasApplied: z.boolean(),
  /** Whole GH₵; 0 means unpaid. */
  incentive: z.int(),
  meetingWay: meetingReplyFields.meetingWay,
  seatsPerSlot: meetingReplyFields.seatsPerSlot,
  survey: z.optional(z.object(surveyReplyFields)),
});
export type StudyCard = z.infer<typeof StudyCard>;

/** Participants see the kind of a requirement, never the required value. */
export const UNMET_REQUIREMENTS = [
  'AGE',
  'GENDER',
  'EDUCATION',
  'INCOME',
  'DEVICE',
  // From REGION on, the order is that of the further bits.
  'REGION',
  'LANGUAGE',
  'EMPLOYMENT',
  'JOB_ROLE',
  'INDUSTRY',
  'PHONE',
  'INTERNET',
] as const;

/**
 * OTHER hides the reason. GROUP means that the quota is full. Each comes alone. For a paid study, people who
 * registered after it opened always get OTHER.
 */
export const UNFIT_BECAUSE = [...UNMET_REQUIREMENTS, 'OTHER', 'GROUP'] as const;

export const StudyForParticipant = z.object({
  audience: z.literal('PARTICIPANT'),
  ...StudyCard.shape,
  version: z.int(),
  recruitmentStatus: z.enum(RECRUITMENT_STATUSES),
  availableTimes: z.array(z.string()),
  ...meetingReplyFields,
  bring: z.string(),
  language: z.string(),
  consent: z.nullable(z.object({ version: z.int(), text: z.string() })),
  screeners: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      options: z.array(z.object({ id: z.string(), answer: z.string() })),
    }),
  ),
  unmetRequirements: z.array(z.enum(UNFIT_BECAUSE)),
  /** The chosen option for each question, entered on any device. Absent after the application. */
  draftAnswers: z.optional(z.record(z.string(), z.string())),
});
export type StudyForParticipant = z.infer<typeof StudyForParticipant>;

export const BY_PAY = ['PAID', 'HIGHEST'] as const;

/**
 * Lists studies that match the profile and have no application of the person (D-27), or all open studies
 * before the set-up.
 */
export const browseStudies = endpoint({
  method: 'GET',
  path: '/studies',
  summary: 'Published, open studies that fit the participant, newest first; before the set-up, all',
  access: 'PARTICIPANT',
  query: z.strictObject({
    ...pagingFields,
    /** Used only if we do not know the participant's own devices. */
    device: z.optional(oneOf(DEVICE_REQUIREMENTS)),
    maxDurationInMinutes: z.optional(oneOf(['15', '30', '45', '60'])),
    pay: z.optional(oneOf(BY_PAY)),
    /** Leaves out studies that opened later, so that the pages do not change while someone reads. */
    publishedUntil: z.optional(z.iso.datetime({ error: rule('notOfThisKind') })),
  }),
  /** A total above MOST_COUNTED_STUDIES only means that there are more. */
  page: StudyCard,
  // A page far from the first one reads thousands of index entries.
  isCostly: true,
  errors: [],
});

/** Participants can read a study only after its publication. */
export const readStudy = endpoint({
  method: 'GET',
  path: '/studies/:id',
  summary: 'One study, as its researcher or as a participant sees it',
  access: 'SIGNED_IN',
  params: z.object({ id: Id }),
  /** How the visitor found the study, for statistics. Absent for our own lists and notifications. */
  query: z.strictObject({ from: z.optional(oneOf(VIEW_SOURCES)) }),
  reply: z.discriminatedUnion('audience', [Study, StudyForParticipant]),
  versioned: true,
  errors: ['STUDY_NOT_FOUND'],
});

export const PublicStudy = z.object({
  id: Id,
  publicName: z.string(),
  companyName: StudyCard.shape.companyName,
  durationInMinutes: z.int(),
  /** Whole GH₵; 0 means unpaid. */
  incentive: z.int(),
  meetingWay: meetingReplyFields.meetingWay,
  survey: StudyCard.shape.survey,
  isListed: z.boolean(),
  /** Null if the study is invite-only. Invited people read the details after they log in. */
  details: z.nullable(
    z.object({
      description: z.string(),
      ethics: ethicsReply,
      availableDates: z.array(z.string()),
      minimumAge: z.int(),
      maximumAge: z.int(),
      gender: z.array(z.enum(GENDERS)),
    }),
  ),
});
export type PublicStudy = z.infer<typeof PublicStudy>;

export const MOST_PUBLIC_STUDIES = 50;

export const listPublicStudies = endpoint({
  method: 'GET',
  path: '/open-studies',
  summary: 'The newest open studies that are listed publicly',
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
