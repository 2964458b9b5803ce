import { mayHoldContact } from '@app/contracts/contact-in-text.ts';
import { calendarWords } from '@app/words/calendar.ts';
import { clock } from '@app/words/clock.ts';
import { longDate, longDay } from '@app/words/days.ts';
import { emailWords as words } from '@app/words/emails.ts';
import type { EmailMessage } from '@app/kit/mail.ts';
import type { IdentityConfig } from '../config.ts';

export interface EmailContent {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /**
   * Values are changed so that mail programs make no links of them. `isExact` is for a value of our own, or
   * one that must be copied letter by letter.
   */
  details?: { label: string; value: string; isExact?: boolean }[];
  action: Action;
  otherAction?: Action;
  calendar?: NonNullable<EmailMessage['calendar']>;
  stopUrl?: string;
  choicesUrl?: string;
  replyTo?: readonly string[];
}

export interface Recipients {
  to: string;
  /** More recipients. Everyone sees the addresses of all. */
  alsoTo?: readonly string[];
}

export const toAdmins = ({
  ADMIN_EMAIL: [to = '', ...alsoTo],
}: Pick<IdentityConfig, 'ADMIN_EMAIL'>): Recipients => (alsoTo.length === 0 ? { to } : { to, alsoTo });

/** For emails whose links decide without a sign-in. This link leads to the admin area, after a sign-in. */
export const adminAreaDetail = (
  { ADMIN_URL }: Pick<IdentityConfig, 'ADMIN_URL'>,
  path: string,
): NonNullable<EmailContent['details']> =>
  ADMIN_URL === undefined
    ? []
    : [{ label: words.adminArea, value: new URL(path, ADMIN_URL).href, isExact: true }];

interface Action {
  label: string;
  url: string;
}

/** Anyone may have registered an unverified address, so the email does not repeat the name that was typed. */
export const NO_NAME = '';

/** Leaves the name out if it may contain a contact, such as a link. */
export const greeting = (firstName: string): string =>
  firstName === NO_NAME || mayHoldContact(firstName, 'NAME')
    ? words.plainGreeting
    : words.greeting(firstName);

export function composeEmail(
  firstName: string,
  subject: string,
  paragraphs: string[],
  action: Action,
): EmailContent {
  return { subject, greeting: greeting(firstName), paragraphs, action };
}

/** A job that an earlier release queued may have no time. */
export function happenedAtText(at: string | undefined): string[] {
  if (at === undefined) return [];
  return [words.happened(longDate(at), clock(at))];
}

export const formatInstant = (at: string): string => calendarWords.instant(longDay(at), at);
