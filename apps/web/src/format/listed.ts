import { studyDetailsWords } from '@app/words/study-details.ts';

const SHOWN = 8;

/** A rest of one or two items is listed too. */
export function joinShortened(items: readonly string[]): string {
  if (items.length <= SHOWN + 2) return items.join(', ');
  return studyDetailsWords.andMore(items.slice(0, SHOWN).join(', '), items.length - SHOWN);
}
