import { studyDetailsWords } from '@app/words/study-details.ts';

const SHOWN = 8;

/** If only one or two items are left, they are listed too. */
export function joinShortened(items: readonly string[]): string {
  if (items.length <= SHOWN + 2) return items.join(', ');
  return studyDetailsWords.andMore(items.slice(0, SHOWN).join(', '), items.length - SHOWN);
}
