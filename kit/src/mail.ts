import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

/** A letter ready to leave. `id` is the same at every try, so that a repeated letter can be recognised as one. */
export interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Throws if the letter could not be handed over; the job that sends it is then tried again. */
export type SendLetter = (letter: Letter) => Promise<void>;

const SMTP_TIMEOUT_MS = 10_000;

/** Letters through a mail server. */
export function smtpMail(url: string, from: string): SendLetter {
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '');
  return async ({ id, ...letter }) => {
    await transport.sendMail({
      ...letter,
      to: { name: '', address: letter.to },
      from,
      messageId: `<${id}@${domain}>`,
    });
  };
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
      const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
      const letters = lines.map((line) => JSON.parse(line) as DeliveredLetter);
      return letters.filter((letter) => to === undefined || letter.to === to.toLowerCase()).reverse();
    },
  };
}
