import { applicantWords as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';

/** If the account of an applicant is deleted, the application stays but has no name. */
export function applicantName({ firstName, lastName }: Pick<Applicant, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim() || words.nameless;
}
