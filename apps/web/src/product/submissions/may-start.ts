import { HOUR_MS } from '@app/contracts/durations.ts';
import type { Application } from '@app/contracts/project/applications.ts';
import { GRACE_HOURS } from '@app/contracts/project/submission-choices.ts';
import type { OwnSubmission } from '@app/contracts/project/submissions.ts';

/** Only the server knows whether there is still a place. */
export function mayStart(
  { status, study, history }: Application,
  submission: OwnSubmission | undefined,
): boolean {
  if (['PAUSED', 'CLOSED', 'SUSPENDED'].includes(study.recruitmentStatus)) return false;
  if (submission && (submission.status !== 'TIMED_OUT' || submission.startsLeft === 0)) return false;
  if (status !== 'PENDING') return status === 'ACCEPTED';
  const hadPlace = study.choosing === 'AT_ONCE' && history.some((step) => step.status === 'ACCEPTED');
  return submission !== undefined || hadPlace;
}

/** Until this time, a completion code counts even after the time-out. */
export const graceEnd = ({ expiresAt }: OwnSubmission): string =>
  new Date(Date.parse(expiresAt) + GRACE_HOURS * HOUR_MS).toISOString();
