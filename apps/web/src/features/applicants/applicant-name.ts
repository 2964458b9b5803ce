import { applicantWords as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';

/** If an account is deleted, its application stays without a name. */
export function applicantName({ firstName, lastName }: Pick<Applicant, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim() || words.nameless;
}
