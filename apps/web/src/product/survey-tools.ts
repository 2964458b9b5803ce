import type { surveyToolWords } from '@app/words/survey-tools.ts';

export type SurveyTool = keyof typeof surveyToolWords;

/** Only parts of host names, because many institutions run these tools on their own hosts. */
const hosts: readonly (readonly [RegExp, SurveyTool])[] = [
  [/kobo|enketo/, 'KOBO'],
  [/^(docs\.google\.com|forms\.gle)$/, 'GOOGLE_FORMS'],
  [/^forms\.(office\.com|microsoft\.com|cloud\.microsoft)$/, 'MICROSOFT_FORMS'],
  [/qualtrics/, 'QUALTRICS'],
  [/limesurvey|limequery/, 'LIMESURVEY'],
  [/redcap/, 'REDCAP'],
  [/surveymonkey/, 'SURVEYMONKEY'],
  [/typeform/, 'TYPEFORM'],
  [/surveycto/, 'SURVEYCTO'],
  [/\bodk|getodk/, 'ODK'],
  [/jotform/, 'JOTFORM'],
  [/^tally\.so$/, 'TALLY'],
];

/** Returns undefined if the host is not complete. */
export function findSurveyTool(address: string): SurveyTool | undefined {
  const host = /^https:\/\/([^/?#]+\.[a-z]{2,})(?=[/?#]|$)/i.exec(address.trim())?.[1]?.toLowerCase();
  if (host === undefined) return undefined;
  return hosts.find(([pattern]) => pattern.test(host))?.[1] ?? 'OTHER';
}
