import { applicantWords as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';

/** An application outlives its applicant's account and then has no name. */
export function applicantName({ firstName, lastName }: Pick<Applicant, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim() || words.nameless;
}
