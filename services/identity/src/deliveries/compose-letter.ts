import { mayHoldContact } from '@app/contracts/contact-in-text.ts';
import { calendarWords } from '@app/words/calendar.ts';
import { clock } from '@app/words/clock.ts';
import { longDate, longDay } from '@app/words/days.ts';
import { letterWords as words } from '@app/words/letters.ts';
import type { Letter } from '@app/kit/mail.ts';
import type { IdentityConfig } from '../config.ts';

/** A letter before it is laid out: one clear action, at most one other. */
export interface LetterContent {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /**
   * Values may be typed by people and may hold line breaks. They are shown so that no mail program makes a link of them, except
   * where the value is exact: it is ours, or its reader needs it as it is.
   */
  facts?: { label: string; value: string; isExact?: boolean }[];
  action: Action;
  otherAction?: Action;
  calendar?: NonNullable<Letter['calendar']>;
  stopUrl?: string;
  /** Where its reader chooses which emails they get. */
  choicesUrl?: string;
}

export interface Recipients {
  to: string;
  /** They get the same email, and see each other. */
  alsoTo?: readonly string[];
}

/** An email to all addresses of ADMIN_EMAIL. */
export const toAdmins = ({
  ADMIN_EMAIL: [to = '', ...alsoTo],
}: Pick<IdentityConfig, 'ADMIN_EMAIL'>): Recipients => (alsoTo.length === 0 ? { to } : { to, alsoTo });

interface Action {
  label: string;
  url: string;
}

/** For an address that nobody has verified: anyone may have typed the name that belongs to it. */
export const NO_NAME = '';

/** Greets a person by the name that they typed, unless it is empty or may hold a contact. */
export const greet = (firstName: string): string =>
  firstName === NO_NAME || mayHoldContact(firstName, 'NAME')
    ? words.plainGreeting
    : words.greeting(firstName);

/** A letter that greets the person it goes to. */
export function composeLetter(
  firstName: string,
  subject: string,
  paragraphs: string[],
  action: Action,
): LetterContent {
  return { subject, greeting: greet(firstName), paragraphs, action };
}

/** A paragraph that says when, unless the letter was queued without. */
export function whenItHappened(at: string | undefined): string[] {
  if (at === undefined) return [];
  return [words.happened(longDate(at), clock(at))];
}

/** "Tuesday 24 November, 2026, 09:30 AM GMT": a letter knows no zone of its reader. */
export const sayInstant = (at: string): string => calendarWords.instant(longDay(at), at);
