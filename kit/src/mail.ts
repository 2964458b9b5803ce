import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { CalendarMethod } from './calendar-file.ts';
import { createRefusals } from './mail-refusals.ts';

/** `id` is equal in each attempt, so that duplicates can be recognised. */
export interface EmailMessage {
  id: string;
  to: string;
  /** The recipients see each other. */
  alsoTo?: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** Mail programs differ, so it is both inline and attached. */
  calendar?: { method: CalendarMethod; text: string };
  /** One-click unsubscription (RFC 8058) for optional emails. */
  stopUrl?: string;
}

/** The server has the email but has not answered, so a retry may send a duplicate. */
export class UnknownDelivery extends Error {
  override readonly name = 'UnknownDelivery';
}

/**
 * Throws Refused if this email can never be sent, Unsure if it may have been, MailServerFault if none can.
 * `refused` counts refused recipients, if others accepted.
 */
export type SendMail = (email: EmailMessage) => Promise<{ refused: number } | void>;

const SILENCE_MS = 10_000;
/** Also limits a server that is slow at every step. */
const LONGEST_SILENCES = 3;
/** Servers may check an email before they answer (RFC 5321 4.5.3.2.6 asks for ten minutes). */
const ANSWER_SILENCES = 12;
export const LONGEST_TRY_SECONDS = ((LONGEST_SILENCES + ANSWER_SILENCES) * SILENCE_MS) / 1000;

const IDLE_MS = 2000;
/** Some relays refuse more than a hundred emails per connection. */
const EMAILS_PER_CONNECTION = 50;

/** Connections are reused but never shared, so no email waits for another. */
export function smtpMail(url: string, from: string, silenceMs = SILENCE_MS): SendMail {
  const server = new URL(url);
  // These would override ours. The log must go nowhere else.
  for (const option of [
    'logger',
    'debug',
    'pool',
    'maxConnections',
    'maxMessages',
    'maxRequeues',
    'idleTimeout',
  ])
    server.searchParams.delete(option);
  const refusals = createRefusals();
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '');
  const free: Connection[] = [];
  return async ({ id, calendar, stopUrl, alsoTo = [], ...email }) => {
    const course = followTry(silenceMs);
    const connection = free.pop() ?? connectTo(server.href);
    connection.follow(course);
    try {
      const { rejected } = await connection.transport.sendMail({
        ...email,
        ...(calendar
          ? { icalEvent: { method: calendar.method, filename: 'invite.ics', content: calendar.text } }
          : {}),
        headers: mailHeaders(stopUrl),
        to: [email.to, ...alsoTo].map((address) => ({ name: '', address })),
        from,
        messageId: `<${id}@${domain}>`,
        signal: course.signal,
      });
      free.push(connection);
      refusals.recordAccepted(email.to);
      return { refused: rejected.length };
    } catch (error) {
      connection.transport.close({ force: true });
      if (course.isSubmitted() && !isAnswered(error))
        throw new UnknownDelivery('The mail server may have accepted this email', { cause: error });
      throw refusals.judge(email.to, error);
    } finally {
      connection.follow(undefined);
      course.end();
    }
  };
}

/** Robots do not answer such emails (RFC 3834 5). */
const mailHeaders = (stopUrl: string | undefined) => ({
  'Auto-Submitted': 'auto-generated',
  ...(stopUrl === undefined
    ? {}
    : { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

type Connection = ReturnType<typeof connectTo>;

/** nodemailer's log lines contain the email and address, so they only count as progress and are dropped. */
function connectTo(url: string) {
  let course: ReturnType<typeof followTry> | undefined;
  const onProgress = () => course?.onProgress();
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    maxMessages: EMAILS_PER_CONNECTION,
    // The email may have been sent, so the queue decides about retries.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    debug: true,
    logger: {
      level() {},
      trace: onProgress,
      debug: onProgress,
      // Only this line has the type: the server has the whole email.
      info: ({ tnx }: { tnx?: string }) => (tnx === 'message' ? course?.markSubmitted() : onProgress()),
      warn: onProgress,
      error: onProgress,
      fatal: onProgress,
    },
  });
  return {
    transport,
    follow(next: typeof course) {
      course = next;
    },
  };
}

function followTry(silenceMs: number) {
  const cut = new AbortController();
  const endsAt = Date.now() + LONGEST_SILENCES * silenceMs;
  let isSubmitted = false;
  let timer: NodeJS.Timeout | undefined;
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => cut.abort(), ms);
  };
  const onProgress = () => {
    if (!isSubmitted) wait(Math.min(silenceMs, endsAt - Date.now()));
  };
  onProgress();
  return {
    signal: cut.signal,
    isSubmitted: () => isSubmitted,
    onProgress,
    markSubmitted() {
      isSubmitted = true;
      wait(ANSWER_SILENCES * silenceMs);
    },
    end: () => clearTimeout(timer),
  };
}

function isAnswered(error: unknown): boolean {
  return (error as { responseCode?: number }).responseCode !== undefined;
}

export interface DeliveredEmail extends EmailMessage {
  links: string[];
  sentAt: string;
}

export interface FileMailbox {
  send: SendMail;
  read(to?: string): Promise<DeliveredEmail[]>;
}

export function openMailbox(folder: string): FileMailbox {
  const file = join(folder, 'emails.jsonl');
  return {
    async send(email) {
      const links = email.text.match(/https?:\/\/\S+/g) ?? [];
      const delivered: DeliveredEmail = { ...email, links, sentAt: new Date().toISOString() };
      await mkdir(folder, { recursive: true });
      await appendFile(file, `${JSON.stringify(delivered)}\n`);
    },
    async read(to) {
      // The last line may be incomplete.
      const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(0, -1);
      const emails = lines.map((line) => JSON.parse(line) as DeliveredEmail);
      const isTo = (email: EmailMessage, address: string) =>
        [email.to, ...(email.alsoTo ?? [])].includes(address);
      return emails.filter((email) => to === undefined || isTo(email, to.toLowerCase())).reverse();
    },
  };
}
