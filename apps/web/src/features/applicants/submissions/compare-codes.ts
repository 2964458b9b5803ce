import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { listSubmissions } from '@app/contracts/project/submissions.ts';

type Listed = ReplyOf<typeof listSubmissions>['submissions'][number];

/** A participant code, in upper or lower case, anywhere in a column or a link. Longer words are no codes. */
const CODE = /(?<![\da-z])p[\da-f]{12}(?![\da-z])/gi;

export const findParticipantCodes = (text: string): Set<string> =>
  new Set((text.match(CODE) ?? []).map((code) => code.toUpperCase()));

export function compareCodes(submissions: readonly Listed[], codes: ReadonlySet<string>) {
  const submitted = submissions.filter(({ status }) => status === 'SUBMITTED');
  const known = new Set(submissions.map(({ code }) => code));
  return {
    submitted,
    found: submitted.filter(({ code }) => codes.has(code)),
    missing: submitted.filter(({ code }) => !codes.has(code)),
    /** These submissions are already approved or not finished. */
    notToReview: submissions.filter(({ code, status }) => status !== 'SUBMITTED' && codes.has(code)),
    unknown: [...codes].filter((code) => !known.has(code)),
  };
}
