import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { Refused } from './jobs.ts';

/** A letter ready to leave. `id` is the same at every try, so that a repeated letter can be recognised as one. */
export interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Throws if the letter could not be handed over, Refused if this one letter never will be. */
export type SendLetter = (letter: Letter) => Promise<void>;

const SILENCE_MS = 10_000;
/** A server that answers drop by drop is cut too, before the job of the letter counts as dead. */
const LONGEST_SILENCES = 3;

/** Letters through a mail server, each over a connection of its own, so that none waits for another. */
export function smtpMail(url: string, from: string, silenceMs = SILENCE_MS): SendLetter {
  const transport = createTransport({
    url,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
  });
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '');
  return async ({ id, ...letter }) => {
    const sending = transport.sendMail({
      ...letter,
      to: { name: '', address: letter.to },
      from,
      messageId: `<${id}@${domain}>`,
      signal: AbortSignal.timeout(LONGEST_SILENCES * silenceMs),
    });
    await sending.catch((error: unknown) => {
      throw isRefusal(error) ? new Refused('The mail server refuses this letter', { cause: error }) : error;
    });
  };
}

/**
 * Whether the recipient or the text was refused for good (RFC 5321 4.2.1: 5yz), or the address can be no recipient at all.
 * A refused sender or log-in is our own fault: letters wait until it is mended.
 */
function isRefusal(error: unknown): boolean {
  const {
    code,
    command,
    responseCode = 500,
  } = error as {
    code?: string;
    command?: string;
    responseCode?: number;
  };
  if (code === 'EENVELOPE') return responseCode >= 500 && command !== 'MAIL FROM';
  return code === 'EMESSAGE' && responseCode >= 500;
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
