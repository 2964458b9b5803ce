import { studyFactsWords } from '@app/words/study-facts.ts';

const SHOWN = 8;

/** The first few of many, and how many more; one or two more are no trouble to say. */
export function listed(items: readonly string[]): string {
  if (items.length <= SHOWN + 2) return items.join(', ');
  return studyFactsWords.andMore(items.slice(0, SHOWN).join(', '), items.length - SHOWN);
}
