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
   * Mail programs must not turn typed text into links. `isExact` exempts a value that is our own or must be
   * copied letter by letter.
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
  /** More recipients, who all see each other's addresses. */
  alsoTo?: readonly string[];
}

export const toAdmins = ({
  ADMIN_EMAIL: [to = '', ...alsoTo],
}: Pick<IdentityConfig, 'ADMIN_EMAIL'>): Recipients => (alsoTo.length === 0 ? { to } : { to, alsoTo });

/** Beside the links of an email that decide without a sign-in. */
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

/** An unverified address may have been registered by anyone, so the email does not repeat the typed name. */
export const NO_NAME = '';

/** Omits a typed name that may contain a contact, such as a link. */
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

/** Jobs that an earlier release queued may have no time. */
export function happenedAtText(at: string | undefined): string[] {
  if (at === undefined) return [];
  return [words.happened(longDate(at), clock(at))];
}

export const formatInstant = (at: string): string => calendarWords.instant(longDay(at), at);
