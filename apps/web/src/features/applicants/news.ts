import { applicantWords as words } from '@app/words/applicants.ts';
import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';

/** What applicants have done since the list was read; the researcher's own decisions are on the screen already. */
export function newsSince(seen: ApplicantCounts | undefined, now: ApplicantCounts | undefined): string {
  if (!seen || !now) return '';
  const came = now.all - seen.all;
  const withdrew = now.byStatus.WITHDRAWN - seen.byStatus.WITHDRAWN;
  return [came > 0 && words.newApplicants(came), withdrew > 0 && words.withdrawn(withdrew)]
    .filter(Boolean)
    .join(', ');
}
