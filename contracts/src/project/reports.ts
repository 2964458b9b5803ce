import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { requiredText, oneOf } from '../text.ts';

export const REPORT_REASONS = ['ASKS_FOR_MONEY', 'NOT_AS_DESCRIBED', 'FEELS_UNSAFE', 'OTHER'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
export const REPORT_MAX_LENGTH = 1000;

export const StudyReport = z.strictObject({
  reason: oneOf(REPORT_REASONS),
  text: requiredText(REPORT_MAX_LENGTH),
});
export type StudyReport = z.infer<typeof StudyReport>;

/** One report per person, study and day is sent to the admins. A second report gets the same reply. */
export const reportStudy = endpoint({
  method: 'POST',
  path: '/studies/:id/reports',
  summary: 'Report a study or its researcher to the admin',
  access: 'PARTICIPANT',
  limits: ['REPORTS_PER_PERSON_PER_DAY'],
  params: z.object({ id: Id }),
  body: StudyReport,
  errors: ['STUDY_NOT_FOUND'],
});
