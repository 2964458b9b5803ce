import { PRODUCT_NAME } from '@app/contracts/product.ts';
import type { PaymentLetterKind, LetterKind, LetterEvent, ProjectLetter } from '@app/contracts/letters.ts';
import { calendarFile } from '@app/kit/calendar-file.ts';
import type { Letter } from '@app/kit/mail.ts';
import { meetingEventWords } from '@app/words/meeting-event.ts';
import { letterWords } from '@app/words/letters.ts';
import { paymentLetterWords } from '@app/words/payment-letters.ts';
import { projectLetterWords } from '@app/words/project-letters.ts';
import type { Person } from '../accounts/find-person.ts';
import type { IdentityConfig } from '../config.ts';
import { type LetterContent, type Recipients, sayInstant, toAdmins } from '../deliveries/compose-letter.ts';

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
    Object.entries(given).map(([name, value]) => [
      name,
      instants.has(name) && value !== '' ? sayInstant(value) : value,
    ]),
  );
  const facts = Object.entries(words.facts(params)).flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [{ label, value }],
  );
  return {
    ...recipients,
    subject: words.subject,
    greeting: reader === 'ADMIN' ? letterWords.adminGreeting : letterWords.greeting(reader.firstName),
    paragraphs: words.body(params),
    ...(facts.length > 0 ? { facts } : {}),
    action: { label: words.action, url },
    ...(event
      ? { calendar: invitation(event, { to: recipients.to, url, from: config.MAIL_FROM, about: params }) }
      : {}),
  };
}

function invitation(
  { uid, sequence, startsAt, endsAt, location, isCancelled }: LetterEvent,
  { to, url, from, about }: { to: string; url: string; from: string; about: ProjectLetter['params'] },
): NonNullable<Letter['calendar']> {
  const method = isCancelled ? 'CANCEL' : 'REQUEST';
  const event = {
    uid,
    sequence,
    location,
    isCancelled,
    url,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    summary: meetingEventWords.summary,
    description: isCancelled
      ? meetingEventWords.cancelled
      : [about['study'], about['way'], meetingEventWords.description(url)].filter(Boolean).join('\n'),
  };
  const email = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  const organizer = { name: PRODUCT_NAME, email };
  return { method, text: calendarFile(method, [event], { product: PRODUCT_NAME, organizer, attendee: to }) };
}
