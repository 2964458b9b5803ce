import { HOUR_MS, MINUTE_MS } from '@app/contracts/durations.ts';
import type { Application } from '@app/contracts/project/applications.ts';
import { GRACE_HOURS, START_MINUTES } from '@app/contracts/project/submission-choices.ts';
import type { OwnSubmission } from '@app/contracts/project/submissions.ts';

const findAcceptance = ({ history }: Pick<Application, 'history'>) =>
  history.findLast(({ status }) => status === 'ACCEPTED');

/** The time by which an accepted participant must open the survey. */
export function startBy(application: Application): string {
  const at = Date.parse(findAcceptance(application)?.at ?? application.appliedAt);
  return new Date(at + START_MINUTES[application.study.choosing] * MINUTE_MS).toISOString();
}

/** Whether a place is left, only the call says. */
export function mayStart(application: Application, submission: OwnSubmission | undefined): boolean {
  const { status, study } = application;
  if (study.recruitmentStatus === 'PAUSED' || study.recruitmentStatus === 'CLOSED') return false;
  if (submission && (submission.status !== 'TIMED_OUT' || submission.startsLeft === 0)) return false;
  if (status !== 'PENDING') return status === 'ACCEPTED';
  const hadPlace = study.choosing === 'AT_ONCE' && findAcceptance(application) !== undefined;
  return submission !== undefined || hadPlace;
}

/** Until then a completion code counts after the time-out. */
export const graceEnd = ({ expiresAt }: OwnSubmission): string =>
  new Date(Date.parse(expiresAt) + GRACE_HOURS * HOUR_MS).toISOString();
