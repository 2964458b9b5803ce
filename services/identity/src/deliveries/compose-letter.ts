import { calendarWords } from '@app/words/calendar.ts';
import { dayWords } from '@app/words/days.ts';
import { letterWords as words } from '@app/words/letters.ts';

/** A letter before it is laid out: one clear action, at most one other. */
export interface LetterContent {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** What people typed; may hold line breaks. */
  facts?: { label: string; value: string; isAddress?: boolean }[];
  action: Action;
  otherAction?: Action;
}

interface Action {
  label: string;
  url: string;
}

/** A letter that greets the person it goes to. */
export function composeLetter(
  firstName: string,
  subject: string,
  paragraphs: string[],
  action: Action,
): LetterContent {
  return { subject, greeting: words.greeting(firstName), paragraphs, action };
}

/** A paragraph that says when, unless the letter was queued without. */
export function whenItHappened(at: string | undefined): string[] {
  if (at === undefined) return [];
  const instant = new Date(at);
  const month = calendarWords.months[instant.getUTCMonth()] ?? '';
  const day = dayWords.withYear(instant.getUTCDate(), month, instant.getUTCFullYear());
  // Ghana's clock shows GMT all year.
  return [words.happened(day, instant.toISOString().slice(11, 16))];
}
