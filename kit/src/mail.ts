import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { CalendarMethod } from './calendar-file.ts';
import { createRefusals } from './mail-refusals.ts';

/** A letter ready to leave. `id` is the same at every try, so that a repeated letter can be recognised as one. */
export interface Letter {
  id: string;
  to: string;
  /** Further recipients of this one email, who see each other. */
  alsoTo?: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** A calendar file, beside the texts and attached: some mail programs look for the one, some for the other. */
  calendar?: { method: CalendarMethod; text: string };
  /** Where a mail program turns letters of this kind off (RFC 8058), if their reader may. */
  stopUrl?: string;
}

/** The mail server had the whole letter and did not say whether it takes it: another try may be a second copy. */
export class Unsure extends Error {
  override readonly name = 'Unsure';
}

/**
 * Throws if the letter could not be handed over: Refused if this one never will be, Unsure if it may have been,
 * MailServerFault if none is. Gives how many of its recipients were refused, if not all were.
 */
export type SendLetter = (letter: Letter) => Promise<{ refused: number } | void>;

const SILENCE_MS = 10_000;
/** A server that is slow at every step is cut too. */
const LONGEST_SILENCES = 3;
/** A server that has the letter may look through it before it answers (RFC 5321 4.5.3.2.6 asks for ten minutes). */
const ANSWER_SILENCES = 12;
export const LONGEST_TRY_SECONDS = ((LONGEST_SILENCES + ANSWER_SILENCES) * SILENCE_MS) / 1000;

/** A burst shares its connections, and a lone letter keeps none open for long. */
const IDLE_MS = 2000;
/** Some relays refuse what comes over one connection after a hundred. */
const LETTERS_EACH = 50;

/**
 * Letters through a mail server. A connection is kept for the next letter once one was taken over it, and never shared
 * meanwhile, so that none waits for another: there are as many as letters are sent at once.
 */
export function smtpMail(url: string, from: string, silenceMs = SILENCE_MS): SendLetter {
  const server = new URL(url);
  // In the address these would override ours: the log shows how far a letter came, and must reach nobody else.
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
  return async ({ id, calendar, stopUrl, alsoTo = [], ...letter }) => {
    const course = followTry(silenceMs);
    const connection = free.pop() ?? connectTo(server.href);
    connection.follow(course);
    try {
      const { rejected } = await connection.transport.sendMail({
        ...letter,
        ...(calendar
          ? { icalEvent: { method: calendar.method, filename: 'invite.ics', content: calendar.text } }
          : {}),
        headers: headersOf(stopUrl),
        to: [letter.to, ...alsoTo].map((address) => ({ name: '', address })),
        from,
        messageId: `<${id}@${domain}>`,
        signal: course.signal,
      });
      free.push(connection);
      refusals.noteTaken(letter.to);
      return { refused: rejected.length };
    } catch (error) {
      connection.transport.close({ force: true });
      if (course.isHandedOver() && !isAnswered(error))
        throw new Unsure('The mail server may have taken this letter', { cause: error });
      throw refusals.judge(letter.to, error);
    } finally {
      connection.follow(undefined);
      course.end();
    }
  };
}

/** No robot answers what a robot wrote (RFC 3834 5). */
const headersOf = (stopUrl: string | undefined) => ({
  'Auto-Submitted': 'auto-generated',
  ...(stopUrl === undefined
    ? {}
    : { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

type Connection = ReturnType<typeof connectTo>;

/**
 * One connection at a time, opened for a letter where the former is closed. Of the lines of nodemailer's log only their
 * coming counts: they hold the letter and the address, and are dropped.
 */
function connectTo(url: string) {
  let course: ReturnType<typeof followTry> | undefined;
  const note = () => course?.note();
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    maxMessages: LETTERS_EACH,
    // A letter that may have left is never repeated here: the queue decides.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    debug: true,
    logger: {
      level() {},
      trace: note,
      debug: note,
      // The one such line at this level: the letter is out, its final dot included.
      info: ({ tnx }: { tnx?: string }) => (tnx === 'message' ? course?.noteHandedOver() : note()),
      warn: note,
      error: note,
      fatal: note,
    },
  });
  return {
    transport,
    follow(next: typeof course) {
      course = next;
    },
  };
}

/** How far a try is, and a signal that cuts it. */
function followTry(silenceMs: number) {
  const cut = new AbortController();
  const endsAt = Date.now() + LONGEST_SILENCES * silenceMs;
  let isHandedOver = false;
  let timer: NodeJS.Timeout | undefined;
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => cut.abort(), ms);
  };
  const note = () => {
    if (!isHandedOver) wait(Math.min(silenceMs, endsAt - Date.now()));
  };
  note();
  return {
    signal: cut.signal,
    isHandedOver: () => isHandedOver,
    note,
    noteHandedOver() {
      isHandedOver = true;
      wait(ANSWER_SILENCES * silenceMs);
    },
    end: () => clearTimeout(timer),
  };
}

function isAnswered(error: unknown): boolean {
  return (error as { responseCode?: number }).responseCode !== undefined;
}

export interface DeliveredLetter extends Letter {
  /** Every address in the text that a person could follow, in order. */
  links: string[];
  sentAt: string;
}

/** Letters kept in a file of the data folder, for the demo and for tests. */
export interface Mailbox {
  send: SendLetter;
  /** Newest first; of one person if `to` is given. */
  read(to?: string): Promise<DeliveredLetter[]>;
}

export function openMailbox(folder: string): Mailbox {
  const file = join(folder, 'letters.jsonl');
  return {
    async send(letter) {
      const links = letter.text.match(/https?:\/\/\S+/g) ?? [];
      const delivered: DeliveredLetter = { ...letter, links, sentAt: new Date().toISOString() };
      await mkdir(folder, { recursive: true });
      await appendFile(file, `${JSON.stringify(delivered)}\n`);
    },
    async read(to) {
      // What follows the last line end is still being written.
      const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(0, -1);
      const letters = lines.map((line) => JSON.parse(line) as DeliveredLetter);
      const isTo = (letter: Letter, address: string) =>
        [letter.to, ...(letter.alsoTo ?? [])].includes(address);
      return letters.filter((letter) => to === undefined || isTo(letter, to.toLowerCase())).reverse();
    },
  };
}
