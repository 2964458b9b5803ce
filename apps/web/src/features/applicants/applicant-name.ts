import { applicantWords as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';

/** If the applicant's account is deleted, the application still exists but has no name. */
export function applicantName({ firstName, lastName }: Pick<Applicant, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim() || words.nameless;
}
