import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { CalendarMethod } from './calendar-file.ts';
import { createRefusals } from './mail-refusals.ts';

/** The `id` is the same at each attempt, so that mail programs recognise duplicates. */
export interface EmailMessage {
  id: string;
  to: string;
  /** Each recipient sees all addresses. */
  alsoTo?: readonly string[];
  /** If absent, no one reads replies. */
  replyTo?: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** Mail programs expect the file in different places, so it is both inline and attached. */
  calendar?: { method: CalendarMethod; text: string };
  /** Address for one-click unsubscription from optional emails (RFC 8058). */
  stopUrl?: string;
}

/** The server received the email but did not confirm it, so a retry may send a duplicate. */
export class UnknownDelivery extends Error {
  override readonly name = 'UnknownDelivery';
}

/**
 * Throws MailboxRefused if this email can never be sent, UnknownDelivery if it may have been sent, and
 * MailServerFault if no email can be sent. `refused` counts the refused recipients when others accepted.
 */
export type SendMail = (email: EmailMessage) => Promise<{ refused: number } | void>;

const SILENCE_MS = 10_000;
/** Limits the total time, because a server may answer each command just before its time-out. */
const LONGEST_SILENCES = 3;
/** Servers may check an email before they confirm it. RFC 5321 4.5.3.2.6 asks us to wait ten minutes. */
const ANSWER_SILENCES = 12;
export const LONGEST_TRY_SECONDS = ((LONGEST_SILENCES + ANSWER_SILENCES) * SILENCE_MS) / 1000;

const IDLE_MS = 2000;
/** Some relays refuse more than a hundred emails on one connection. */
const EMAILS_PER_CONNECTION = 50;

/** Connections are reused, but each sends one email at a time. */
export function smtpMail(url: string, from: string, silenceMs = SILENCE_MS): SendMail {
  const server = new URL(url);
  // These options in the URL would override our own, and could send nodemailer's log elsewhere.
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
  return async ({ id, calendar, stopUrl, alsoTo = [], replyTo = [], ...email }) => {
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
        replyTo: replyTo.map((address) => ({ name: '', address })),
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

/** With these headers, automatic responders do not answer (RFC 3834 5). */
const mailHeaders = (stopUrl: string | undefined) => ({
  'Auto-Submitted': 'auto-generated',
  ...(stopUrl === undefined
    ? {}
    : { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

type Connection = ReturnType<typeof connectTo>;

/** Nodemailer's log lines contain the email and its addresses, so they only show progress. */
function connectTo(url: string) {
  let course: ReturnType<typeof followTry> | undefined;
  const onProgress = () => course?.onProgress();
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    maxMessages: EMAILS_PER_CONNECTION,
    // The email may have been sent, so only the job queue decides about retries.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    debug: true,
    logger: {
      level() {},
      trace: onProgress,
      debug: onProgress,
      // Only the log line with the type `message` means that the server has the whole email.
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
      // Skips the last line, because another process may still be writing it.
      const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(0, -1);
      const emails = lines.map((line) => JSON.parse(line) as DeliveredEmail);
      const isTo = (email: EmailMessage, address: string) =>
        [email.to, ...(email.alsoTo ?? [])].includes(address);
      return emails.filter((email) => to === undefined || isTo(email, to.toLowerCase())).reverse();
    },
  };
}
