import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { rule } from '../rule.ts';
import { MeetingDetails } from './meeting-fields.ts';
import { Quotas } from './quotas.ts';
import { ConsentText, Ethics } from './ethics.ts';
import { OnlineStudyPublish } from './online-studies.ts';
import { NewStudy, Study, StudyEdit, StudyPlaces, StudyPublish } from './studies.ts';

const studyId = z.object({ id: Id });

export const createStudy = endpoint({
  method: 'POST',
  path: '/studies',
  summary: 'Create a study as a draft in one of the caller’s projects',
  access: 'VERIFIED_RESEARCHER',
  limits: ['STUDIES_PER_PERSON_PER_DAY'],
  body: NewStudy,
  reply: Study,
  versioned: true,
  status: 201,
  // A retry after a crash uses the same id. If the researcher has deleted that study, the answer is
  // STUDY_NOT_FOUND.
  errors: ['PROJECT_NOT_FOUND', 'STUDY_NOT_FOUND', 'INVALID_INPUT'],
});

/** Only a draft can be edited (D-27), because people apply to the study that they have read. */
export const editStudy = endpoint({
  method: 'PATCH',
  path: '/studies/:id',
  summary: 'Change a draft; fields that are not sent stay',
  access: 'VERIFIED_RESEARCHER',
  params: studyId,
  body: StudyEdit,
  reply: Study,
  versioned: true,
  errors: [
    'STUDY_NOT_FOUND',
    'STUDY_IS_SUSPENDED',
    'STUDY_IS_PUBLISHED',
    'STUDY_IS_PAUSED',
    'STUDY_IS_CLOSED',
    'STALE',
    'INVALID_INPUT',
  ],
});

const FUNDING_ERRORS = ['STUDY_NOT_FUNDED', 'BUDGET_EXISTS', 'BUDGET_IS_CLOSED'] as const;

/** A second call returns the published study (D-27). */
export const publishStudy = endpoint({
  method: 'POST',
  path: '/studies/:id/publish',
  summary: 'Publish a draft with its dates, times, duration and places, or with its survey',
  access: 'VERIFIED_RESEARCHER',
  limits: ['STUDIES_PUBLISHED_PER_PERSON_PER_DAY'],
  params: studyId,
  body: z.discriminatedUnion('mode', [StudyPublish, OnlineStudyPublish]),
  reply: Study,
  versioned: true,
  errors: [
    'STUDY_NOT_FOUND',
    'STUDY_IS_SUSPENDED',
    'STUDY_IS_PUBLISHED',
    'STUDY_IS_PAUSED',
    'STUDY_IS_CLOSED',
    'STALE',
    'INVALID_INPUT',
    ...FUNDING_ERRORS,
  ],
});

/** The number can only grow, because people rely on what they have read. The same number changes nothing. */
export const addPlaces = endpoint({
  method: 'PATCH',
  path: '/studies/:id/places',
  summary: 'Add places to a published study',
  access: 'VERIFIED_RESEARCHER',
  params: studyId,
  body: StudyPlaces,
  reply: Study,
  versioned: true,
  errors: [
    'STUDY_NOT_FOUND',
    'STUDY_IS_SUSPENDED',
    'STUDY_IS_DRAFT',
    'STUDY_IS_CLOSED',
    'STALE',
    'INVALID_INPUT',
    ...FUNDING_ERRORS,
  ],
});

export const changeQuotas = endpoint({
  method: 'PUT',
  path: '/studies/:id/quotas',
  summary: 'Move places between the quotas of a published study',
  access: 'VERIFIED_RESEARCHER',
  params: studyId,
  body: z.strictObject({ quotas: Quotas }),
  reply: Study,
  versioned: true,
  errors: [
    'STUDY_NOT_FOUND',
    'STUDY_IS_SUSPENDED',
    'STUDY_IS_DRAFT',
    'STUDY_IS_CLOSED',
    'STALE',
    'INVALID_INPUT',
  ],
});

export const changeListing = endpoint({
  method: 'PUT',
  path: '/studies/:id/listing',
  summary: 'List a study on the public page of open studies, or unlist it',
  access: 'RESEARCHER',
  params: studyId,
  body: z.strictObject({ isListed: z.boolean({ error: rule('valueRequired') }) }),
  reply: Study,
  errors: ['STUDY_NOT_FOUND', 'STUDY_IS_SUSPENDED'],
});

/** Participants must agree to the new text before they meet. */
export const changeConsent = endpoint({
  method: 'PUT',
  path: '/studies/:id/consent',
  summary: 'Publish a new consent text and ask participants to agree to it',
  access: 'VERIFIED_RESEARCHER',
  limits: ['CONSENT_CHANGES_PER_PERSON_PER_DAY'],
  params: studyId,
  body: z.strictObject({ text: ConsentText }),
  reply: Study,
  errors: ['STUDY_NOT_FOUND', 'STUDY_IS_SUSPENDED', 'STUDY_IS_DRAFT', 'INVALID_INPUT'],
});

/** The way to meet cannot change. Past times, and times with details of their own, keep their details. */
export const changeMeeting = endpoint({
  method: 'PUT',
  path: '/studies/:id/meeting',
  summary: 'Change where a study meets, and notify everyone with a meeting ahead',
  access: 'VERIFIED_RESEARCHER',
  limits: ['PLACE_CHANGES_PER_PERSON_PER_HOUR'],
  params: studyId,
  body: MeetingDetails,
  reply: Study,
  errors: ['STUDY_NOT_FOUND', 'STUDY_IS_SUSPENDED', 'STUDY_IS_DRAFT', 'STUDY_IS_ONLINE', 'INVALID_INPUT'],
});

export const changeEthics = endpoint({
  method: 'PUT',
  path: '/studies/:id/ethics',
  summary: 'Change the ethics approval of a published study',
  access: 'VERIFIED_RESEARCHER',
  params: studyId,
  body: z.strictObject({ ethics: Ethics }),
  reply: Study,
  errors: ['STUDY_NOT_FOUND', 'STUDY_IS_DRAFT'],
});

/** People who have applied still see a paused study. */
export const pauseStudy = endpoint({
  method: 'POST',
  path: '/studies/:id/pause',
  summary: 'Pause a study: it takes no applications for now',
  access: 'VERIFIED_RESEARCHER',
  params: studyId,
  reply: Study,
  versioned: true,
  errors: ['STUDY_NOT_FOUND', 'STUDY_IS_DRAFT', 'STUDY_IS_CLOSED', 'STALE'],
});

export const resumeStudy = endpoint({
  method: 'POST',
  path: '/studies/:id/resume',
  summary: 'Resume a paused study',
  access: 'VERIFIED_RESEARCHER',
  params: studyId,
  reply: Study,
  versioned: true,
  errors: ['STUDY_NOT_FOUND', 'STUDY_IS_SUSPENDED', 'STUDY_IS_DRAFT', 'STUDY_IS_CLOSED', 'STALE'],
});

/**
 * The researcher can still decide on applicants. Closing gives no one new access, so the company need not be
 * verified.
 */
export const closeStudy = endpoint({
  method: 'POST',
  path: '/studies/:id/close',
  summary: 'Close a study permanently',
  access: 'RESEARCHER',
  params: studyId,
  reply: Study,
  versioned: true,
  errors: ['STUDY_NOT_FOUND', 'STUDY_IS_DRAFT', 'STALE'],
});

/** A study with applicants is closed and they are notified (D-32). Another can be restored for a day. */
export const deleteStudy = endpoint({
  method: 'DELETE',
  path: '/studies/:id',
  summary: 'Delete a study, or close it if people have applied',
  access: 'VERIFIED_RESEARCHER',
  params: studyId,
  versioned: true,
  errors: ['STUDY_NOT_FOUND', 'STALE'],
});

export const restoreStudy = endpoint({
  method: 'POST',
  path: '/studies/:id/restore',
  summary: 'Restore a deleted study, within a day',
  access: 'VERIFIED_RESEARCHER',
  params: studyId,
  reply: Study,
  versioned: true,
  errors: ['STUDY_NOT_FOUND', 'STALE'],
});
