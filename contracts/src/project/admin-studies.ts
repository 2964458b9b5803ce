import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { INPUT_MAX_LENGTH, TEXTAREA_MAX_LENGTH, freeText, oneOf, requiredText } from '../text.ts';
import { STUDY_STATES } from './studies.ts';

const StudyInList = z.object({
  id: Id,
  name: z.string(),
  publicName: z.string(),
  state: z.enum(STUDY_STATES),
  isSuspended: z.boolean(),
  researcherId: Id,
  companyName: z.nullable(z.string()),
  createdAt: z.string(),
  places: z.nullable(z.int()),
  acceptedCount: z.int(),
});

/** The search text is a part of a name, or the whole id of the study or of its researcher. */
export const listStudiesAsAdmin = endpoint({
  method: 'POST',
  isRead: true,
  path: '/admin/studies/search',
  summary: 'Studies by state and search, newest first',
  access: 'ADMIN',
  adminRoles: ['SUPPORT', 'ADMIN'],
  query: z.strictObject({
    ...pagingFields,
    state: z.optional(oneOf([...STUDY_STATES, 'SUSPENDED'])),
  }),
  body: z.strictObject({ search: z.optional(freeText(INPUT_MAX_LENGTH)) }),
  page: StudyInList,
  errors: [],
});

const ReadStudy = z.extend(StudyInList, {
  /** Deleted studies are not in the list, but reports and disputes link to them. */
  isDeleted: z.boolean(),
  description: z.string(),
  incentive: z.int(),
  publishedAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  suspension: z.nullable(z.object({ reason: z.string(), at: z.string(), by: z.string() })),
  pendingCount: z.int(),
  meetingsAhead: z.int(),
  openSurveys: z.int(),
  openReports: z.int(),
  /** Payables that the payment service does not know yet. */
  unsentPayables: z.int(),
});

export const readStudyAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/studies/:id',
  summary: 'A study in numbers, and its suspension',
  access: 'ADMIN',
  adminRoles: ['SUPPORT', 'ADMIN'],
  params: z.object({ id: Id }),
  reply: ReadStudy,
  errors: ['STUDY_NOT_FOUND'],
});

/**
 * No one can apply, book or start the survey. The study is not shown and not announced. Its state does not
 * change, and payables stay due.
 */
export const suspendStudyAsAdmin = endpoint({
  method: 'POST',
  path: '/admin/studies/:id/suspension',
  summary: 'Suspend a study, with a reason that its researcher reads',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  needsRecentPasskey: true,
  params: z.object({ id: Id }),
  body: z.strictObject({ reason: requiredText(TEXTAREA_MAX_LENGTH) }),
  reply: ReadStudy,
  errors: ['STUDY_NOT_FOUND', 'STUDY_IS_DRAFT', 'ALREADY_DONE'],
});

/** The study then has the same places and the same state as before. */
export const restoreStudyAsAdmin = endpoint({
  method: 'POST',
  path: '/admin/studies/:id/suspension/end',
  summary: 'End the suspension of a study',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  needsRecentPasskey: true,
  params: z.object({ id: Id }),
  reply: ReadStudy,
  errors: ['STUDY_NOT_FOUND', 'ALREADY_DONE'],
});
