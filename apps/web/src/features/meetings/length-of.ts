import { choiceWords } from '@app/words/choices.ts';
import type { Meeting } from '../../product/meetings/meetings-of.ts';

/** "30 mins". */
export function lengthOf({ startsAt, endsAt }: Pick<Meeting, 'startsAt' | 'endsAt'>): string {
  const lengths: Readonly<Record<number, string>> = choiceWords.durationInMinutes;
  return lengths[(Date.parse(endsAt) - Date.parse(startsAt)) / 60_000] ?? '';
}
