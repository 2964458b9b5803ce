import { mayHoldContact, textUnlessContact, breakLinks } from '@app/contracts/contact-in-text.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import {
  type PaymentEmailKind,
  type EmailKind as ProjectEmailKind,
  type EmailCalendarEvent,
  type ProjectEmail,
  isToAdmin,
  isBulk,
} from '@app/contracts/emails.ts';
import { calendarFile } from '@app/kit/calendar-file.ts';
import type { EmailMessage } from '@app/kit/mail.ts';
import { meetingEventWords } from '@app/words/meeting-event.ts';
import { emailWords } from '@app/words/emails.ts';
import { paymentEmailWords } from '@app/words/payment-emails.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { readOwnSums } from '@app/contracts/payment/people.ts';
import { type TextedKind, projectTextWords } from '@app/words/texts.ts';
import { readClock } from '@app/kit/database.ts';
import { DAY_MS, HOUR_MS } from '@app/contracts/durations.ts';
import { type Person, findPerson } from '../accounts/reads.ts';
import type { IdentityConfig } from '../config.ts';
import {
  type EmailContent,
  type Recipients,
  adminAreaDetail,
  greeting,
  formatInstant,
  toAdmins,
} from '../emails/compose-email.ts';
import type { EmailKind } from '../emails/queue-email.ts';
import type { Deps } from '../deps.ts';
import {
  type NotificationReference,
  CHOICE_BY_KIND,
  isWanted,
  readNotificationContent,
  unsubscribePath,
  findTextedNumber,
} from './notification-choices.ts';
import { nextForPromotion, formatShortly } from '../texts/sending-hours.ts';
import type { TextKind } from '../texts/queue-text.ts';

interface EmailContext {
  reader: Pick<Person, 'firstName' | 'email'> | 'ADMIN';
  page(path: string): string;
  config: Pick<IdentityConfig, 'ADMIN_EMAIL' | 'ADMIN_URL' | 'MAIL_FROM'>;
}

const instants: ReadonlySet<string> = new Set([
  'when',
  'was',
  'until',
  'since',
  'confirmed',
  'shown',
  'proposed',
]);

/** A typed name is left out if it may contain a contact. The page shows the reader the whole sentence. */
const NAME_PARAMS: ReadonlySet<string> = new Set(['study', 'studies', 'company', 'payer']);
const SENTENCE_PARAMS: ReadonlySet<string> = new Set(['reason', 'place', 'bring']);

const isLink = (text: string) => /^https?:\/\/\S+$/.test(text);

function paramWithoutContact(kind: ProjectEmailKind | PaymentEmailKind, name: string, value: string): string {
  if (instants.has(name)) return value === '' ? value : formatInstant(value);
  if (isToAdmin(kind)) return value;
  if (NAME_PARAMS.has(name))
    return value
      .split('\n')
      .filter((line) => !mayHoldContact(line, 'NAME'))
      .join('\n');
  const isTyped =
    SENTENCE_PARAMS.has(name) && kind !== 'MEETING_DECIDED' && !(name === 'place' && isLink(value));
  if (!isTyped || !mayHoldContact(value)) return value;
  // The reason of a bonus is on no page of the participant, so the email cannot lead there.
  return kind === 'BONUS_PAID' ? '' : emailWords.readOnPage;
}

export function writeProjectEmail(
  kind: ProjectEmailKind | PaymentEmailKind,
  { params: given, path, event }: ProjectEmail,
  { reader, page, config }: EmailContext,
): EmailContent & Recipients {
  const words = { ...projectEmailWords, ...paymentEmailWords }[kind];
  const recipients = reader === 'ADMIN' ? toAdmins(config) : { to: reader.email };
  const url = page(path);
  const params = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, paramWithoutContact(kind, name, value)]),
  );
  const details = Object.entries(words.details(params)).flatMap(([label, value]) =>
    value === undefined || value === ''
      ? []
      : [{ label, value, ...(value === params['place'] && isLink(value) ? { isExact: true } : {}) }],
  );
  if (reader === 'ADMIN') details.push(...adminAreaDetail(config, '/'));
  return {
    ...recipients,
    subject: words.subject,
    greeting: reader === 'ADMIN' ? emailWords.plainGreeting : greeting(reader.firstName),
    paragraphs: words.body(params),
    ...(details.length > 0 ? { details } : {}),
    action: { label: words.action, url },
    ...(event
      ? { calendar: invitation(event, { to: recipients.to, url, from: config.MAIL_FROM, about: params }) }
      : {}),
  };
}

/** Calendar programs make links of typed text, so a location that may contain a contact is left out. */
function locationWithoutContact(location: string | null): string | null {
  if (location === null || isLink(location)) return location;
  return textUnlessContact(location) || null;
}

function invitation(
  { uid, sequence, startsAt, endsAt, location, isCancelled }: EmailCalendarEvent,
  { to, url, from, about }: { to: string; url: string; from: string; about: ProjectEmail['params'] },
): NonNullable<EmailMessage['calendar']> {
  const method = isCancelled ? 'CANCEL' : 'REQUEST';
  const event = {
    uid,
    sequence,
    location: locationWithoutContact(location),
    isCancelled,
    url,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    summary: meetingEventWords.summary,
    description: isCancelled
      ? meetingEventWords.cancelled
      : [breakLinks(about['study'] ?? ''), about['way'], meetingEventWords.description(url)]
          .filter(Boolean)
          .join('\n'),
  };
  const email = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  const organizer = { name: PRODUCT_NAME, email };
  return { method, text: calendarFile(method, [event], { product: PRODUCT_NAME, organizer, attendee: to }) };
}

/** If the payment service does not answer, the email is sent without the question. */
async function addAccountQuestion(
  { callPayment }: Pick<Deps, 'callPayment'>,
  userId: string,
  content: ProjectEmail,
): Promise<ProjectEmail> {
  if (!(Number(content.params['incentive']) > 0)) return content;
  const sums = await callPayment(readOwnSums, { params: { userId } }).catch(() => undefined);
  return sums?.asksAboutNumber === true
    ? { ...content, params: { ...content.params, asks: 'yes' } }
    : content;
}

/** At each attempt, the service that requested the email is asked for its current content. */
export const PROJECT_EMAIL: EmailKind<NotificationReference> = {
  name: 'PROJECT_EMAIL',
  urgency: ({ asked }) => (isToAdmin(asked) ? 'FIRST' : isBulk(asked) ? 'BULK' : 'NEXT'),
  async write(deps, { userId, asked, about }) {
    const reader = isToAdmin(asked) ? 'ADMIN' : await findPerson(deps.db, userId);
    if (!reader) return undefined;
    const choice = CHOICE_BY_KIND[asked];
    if (!(await isWanted(deps, userId, asked, 'emails'))) return undefined;
    const found = await readNotificationContent(deps, { userId, asked, about });
    const content = found && (await addAccountQuestion(deps, userId, found));
    const page = (path: string) => new URL(path, deps.config.PUBLIC_URL).href;
    if (!content) return undefined;
    const written = writeProjectEmail(asked, content, { reader, page, config: deps.config });
    return choice
      ? {
          ...written,
          stopUrl: page(unsubscribePath(deps.config, { userId, choice })),
          choicesUrl: page(paths.emailsFromEmail),
        }
      : written;
  },
};

const EVENING_HOUR = 18;
const NOON_HOUR = 12;

/** Phones are shared, so the text names no study, no person and no amount. */
export const PROJECT_TEXT: TextKind<NotificationReference & { asked: TextedKind }> = {
  name: 'PROJECT_TEXT',
  async write(deps, { userId, asked, about }) {
    const to = userId === null ? undefined : await findTextedNumber(deps, userId, asked);
    const content =
      userId !== null && to !== undefined
        ? await readNotificationContent(deps, { userId, asked, about })
        : null;
    if (to === undefined || !content) return undefined;
    const { when = '' } = content.params;
    const text = projectTextWords[asked](when === '' ? '' : formatShortly(when), content.params);
    const notBefore =
      asked === 'STUDIES_FIT'
        ? nextForPromotion(await readClock(deps.db))
        : asked === 'MEETING_TOMORROW'
          ? eveningBefore(new Date(when))
          : undefined;
    return { to, text, ...(notBefore && { notBefore }) };
  },
};

/**
 * For a meeting in the morning, this is the evening before. For others, it is the same hour on the day
 * before.
 */
function eveningBefore(startsAt: Date): Date {
  const midnight = startsAt.getTime() - (startsAt.getTime() % DAY_MS);
  return startsAt.getUTCHours() < NOON_HOUR
    ? new Date(midnight - DAY_MS + EVENING_HOUR * HOUR_MS)
    : new Date(0);
}
