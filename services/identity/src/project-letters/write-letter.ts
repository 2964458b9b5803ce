import { mayHoldContact, shownTyped, withoutLinks } from '@app/contracts/contact-in-text.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import {
  type PaymentLetterKind,
  type LetterKind,
  type LetterEvent,
  type ProjectLetter,
  isToAdmin,
} from '@app/contracts/letters.ts';
import { calendarFile } from '@app/kit/calendar-file.ts';
import type { Letter } from '@app/kit/mail.ts';
import { meetingEventWords } from '@app/words/meeting-event.ts';
import { letterWords } from '@app/words/letters.ts';
import { paymentLetterWords } from '@app/words/payment-letters.ts';
import { projectLetterWords } from '@app/words/project-letters.ts';
import type { Person } from '../accounts/find-person.ts';
import type { IdentityConfig } from '../config.ts';
import {
  type LetterContent,
  type Recipients,
  greet,
  sayInstant,
  toAdmins,
} from '../deliveries/compose-letter.ts';

interface Surroundings {
  reader: Pick<Person, 'firstName' | 'email'> | 'ADMIN';
  page(path: string): string;
  config: Pick<IdentityConfig, 'ADMIN_EMAIL' | 'MAIL_FROM'>;
}

/** The parameters that are instants. */
const instants: ReadonlySet<string> = new Set([
  'when',
  'was',
  'until',
  'since',
  'confirmed',
  'shown',
  'proposed',
]);

/** What a user typed: names are left out where they may hold a contact, and sentences are to be read on the page. */
const NAMES: ReadonlySet<string> = new Set(['study', 'studies', 'company', 'payer']);
const SENTENCES: ReadonlySet<string> = new Set(['reason', 'place', 'bring']);

/** A meeting's place may be the link that leads to it. */
const isLink = (text: string) => /^https?:\/\/\S+$/.test(text);

function shownParam(kind: LetterKind | PaymentLetterKind, name: string, value: string): string {
  if (instants.has(name)) return value === '' ? value : sayInstant(value);
  if (isToAdmin(kind)) return value;
  if (NAMES.has(name))
    return value
      .split('\n')
      .filter((line) => !mayHoldContact(line, 'NAME'))
      .join('\n');
  // The admin gives the reason of a decision.
  const isTyped = SENTENCES.has(name) && kind !== 'MEETING_DECIDED' && !(name === 'place' && isLink(value));
  if (!isTyped || !mayHoldContact(value)) return value;
  // No page of the participant shows what a bonus is for.
  return kind === 'BONUS_PAID' ? '' : letterWords.readOnPage;
}

/** In the words of its kind; with the meeting as a calendar file where it has one. */
export function writeProjectLetter(
  kind: LetterKind | PaymentLetterKind,
  { params: given, path, event }: ProjectLetter,
  { reader, page, config }: Surroundings,
): LetterContent & Recipients {
  const words = { ...projectLetterWords, ...paymentLetterWords }[kind];
  const recipients = reader === 'ADMIN' ? toAdmins(config) : { to: reader.email };
  const url = page(path);
  const params = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, shownParam(kind, name, value)]),
  );
  const facts = Object.entries(words.facts(params)).flatMap(([label, value]) =>
    value === undefined || value === ''
      ? []
      : [{ label, value, ...(value === params['place'] && isLink(value) ? { isExact: true } : {}) }],
  );
  return {
    ...recipients,
    subject: words.subject,
    greeting: reader === 'ADMIN' ? letterWords.plainGreeting : greet(reader.firstName),
    paragraphs: words.body(params),
    ...(facts.length > 0 ? { facts } : {}),
    action: { label: words.action, url },
    ...(event
      ? { calendar: invitation(event, { to: recipients.to, url, from: config.MAIL_FROM, about: params }) }
      : {}),
  };
}

/** Calendar programs make links of what looks like one, as mail programs do. */
function shownLocation(location: string | null): string | null {
  if (location === null || isLink(location)) return location;
  return shownTyped(location) || null;
}

function invitation(
  { uid, sequence, startsAt, endsAt, location, isCancelled }: LetterEvent,
  { to, url, from, about }: { to: string; url: string; from: string; about: ProjectLetter['params'] },
): NonNullable<Letter['calendar']> {
  const method = isCancelled ? 'CANCEL' : 'REQUEST';
  const event = {
    uid,
    sequence,
    location: shownLocation(location),
    isCancelled,
    url,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    summary: meetingEventWords.summary,
    description: isCancelled
      ? meetingEventWords.cancelled
      : [withoutLinks(about['study'] ?? ''), about['way'], meetingEventWords.description(url)]
          .filter(Boolean)
          .join('\n'),
  };
  const email = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  const organizer = { name: PRODUCT_NAME, email };
  return { method, text: calendarFile(method, [event], { product: PRODUCT_NAME, organizer, attendee: to }) };
}
