import { applicantWords as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';

/** Somebody whose account is gone keeps the application, without a name. */
export function applicantName({ firstName, lastName }: Pick<Applicant, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim() || words.nameless;
}
