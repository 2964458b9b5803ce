import { textMatcher } from '@app/kit/match-text.ts';
import type { PersonName } from '../../facts/ask-identity.ts';

/** What stands between the words of names; other signs are part of a word, and so a wildcard is none. */
const breaks = /[\s\p{Dash}\p{Quotation_Mark}\p{Ps}\p{Pe}.,`ʻʼ]+/u;

/** Whether the name of a person is searched for; undefined where no word is typed. */
export function nameMatcher(
  typed: string,
): ((name: Pick<PersonName, 'firstName' | 'lastName'>) => boolean) | undefined {
  const matches = textMatcher(typed, breaks);
  return matches && (({ firstName, lastName }) => matches(`${firstName} ${lastName}`));
}
