import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { TEXTAREA_MAX_LENGTH, oneOf, requiredText } from '../text.ts';

const REPORT_STATES = ['OPEN', 'DISMISSED', 'ACTED'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

const ReportInList = z.object({
  id: Id,
  kind: z.enum(['STUDY', 'MESSAGE']),
  state: z.enum(REPORT_STATES),
  studyId: Id,
  /** The name that the study had when it was reported. */
  study: z.string(),
  reason: z.string(),
  reportedOn: z.string(),
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
});

export const listReportsAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/reports',
  summary: 'Reports of studies and messages; the open ones oldest first, the others newest first',
  access: 'ADMIN',
  adminRoles: ['SUPPORT', 'ADMIN'],
  query: z.strictObject({
    ...pagingFields,
    state: z._default(oneOf(REPORT_STATES), 'OPEN'),
    studyId: z.optional(Id),
  }),
  page: ReportInList,
  errors: [],
});

/** The reply contains messages only if the admin's role is not SUPPORT. */
export const readReportAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/reports/:id',
  summary: 'A report with the copy of what was reported',
  access: 'ADMIN',
  adminRoles: ['SUPPORT', 'ADMIN'],
  params: z.object({ id: Id }),
  reply: z.extend(ReportInList, {
    /** The researcher, or the writer of the message. Null if the report does not say who it is. */
    reportedId: z.nullable(Id),
    /** Null if the reporter's account is deleted. */
    reporterId: z.nullable(Id),
    text: z.nullable(z.string()),
    copy: z.nullable(
      z.array(z.object({ by: z.enum(['RESEARCHER', 'PARTICIPANT']), text: z.string(), sentAt: z.string() })),
    ),
    note: z.nullable(z.string()),
  }),
  errors: ['REPORT_NOT_FOUND'],
});

/** Suspending a study also decides its open reports. The first decision is final. */
export const decideReportAsAdmin = endpoint({
  method: 'POST',
  path: '/admin/reports/:id/decision',
  summary: 'Dismiss a report, or note what was done about it',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  params: z.object({ id: Id }),
  body: z.strictObject({
    state: oneOf(['DISMISSED', 'ACTED']),
    /** Only admins read the note. */
    note: requiredText(TEXTAREA_MAX_LENGTH),
  }),
  reply: z.object({ id: Id }),
  errors: ['REPORT_NOT_FOUND', 'REPORT_IS_DECIDED'],
});
