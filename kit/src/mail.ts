import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { CalendarMethod } from './calendar-file.ts';
import { createRefusals } from './mail-refusals.ts';

/** A letter ready to leave. `id` is the same at every try, so that a repeated letter can be recognised as one. */
export interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A calendar file, beside the texts and attached: some mail programs look for the one, some for the other. */
  calendar?: { method: CalendarMethod; text: string };
}

/** The mail server had the whole letter and did not say whether it takes it: another try may be a second copy. */
export class Unsure extends Error {
  override readonly name = 'Unsure';
}

/** Throws if the letter could not be handed over: Refused if this one never will be, Unsure if it may have been, RelayRefused if none is. */
export type SendLetter = (letter: Letter) => Promise<void>;

const SILENCE_MS = 10_000;
/** A server that is slow at every step is cut too. */
const LONGEST_SILENCES = 3;
/** A server that has the letter may look through it before it answers (RFC 5321 4.5.3.2.6 asks for ten minutes). */
const ANSWER_SILENCES = 12;
export const LONGEST_TRY_SECONDS = ((LONGEST_SILENCES + ANSWER_SILENCES) * SILENCE_MS) / 1000;

/** Letters through a mail server, each over a connection of its own, so that none waits for another. */
export function smtpMail(url: string, from: string, silenceMs = SILENCE_MS): SendLetter {
  const server = new URL(url);
  // In the address these would override ours: the log shows how far a letter came, and must reach nobody else.
  for (const option of ['logger', 'debug', 'pool']) server.searchParams.delete(option);
  const refusals = createRefusals();
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '');
  return async ({ id, calendar, ...letter }) => {
    const course = followTry(silenceMs);
    const transport = createTransport({ url: server.href, logger: course.logger, debug: true });
    try {
      await transport.sendMail({
        ...letter,
        ...(calendar
          ? { icalEvent: { method: calendar.method, filename: 'invite.ics', content: calendar.text } }
          : {}),
        to: { name: '', address: letter.to },
        from,
        messageId: `<${id}@${domain}>`,
        signal: course.signal,
      });
      refusals.noteTaken(letter.to);
    } catch (error) {
      if (course.isHandedOver() && !isAnswered(error))
        throw new Unsure('The mail server may have taken this letter', { cause: error });
      throw refusals.judge(letter.to, error);
    } finally {
      course.end();
      transport.close();
    }
  };
}

/**
 * How far a try is, from the lines of nodemailer's log, and a signal that cuts it. Of the lines only their coming
 * counts: they hold the letter and the address, and are dropped.
 */
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
    end: () => clearTimeout(timer),
    logger: {
      level() {},
      trace: note,
      debug: note,
      // The one such line at this level: the letter is out, its final dot included.
      info({ tnx }: { tnx?: string }) {
        if (tnx !== 'message') return note();
        isHandedOver = true;
        wait(ANSWER_SILENCES * silenceMs);
      },
      warn: note,
      error: note,
      fatal: note,
    },
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
      return letters.filter((letter) => to === undefined || letter.to === to.toLowerCase()).reverse();
    },
  };
}
