import { HOUR_SECONDS } from '@app/contracts/durations.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Refused } from '@app/kit/jobs.ts';
import { MailServerFault } from '@app/kit/mail-refusals.ts';
import { Unsure } from '@app/kit/mail.ts';
import type { Deps } from '../deps.ts';
import type { LetterContent, Recipients } from './compose-letter.ts';
import { renderLetter } from './render.ts';

/** How many letters of a queue are sent at once; a connection that hangs holds up one of them. */
export const EMAILS_AT_ONCE = 5;

/** With the pauses between them, three days. */
export const MOST_COPIES = 18;
const LONGEST_PAUSE_SECONDS = 6 * HOUR_SECONDS;

/** The backoff after a try of unknown fate: each retry may put one more copy into the mailbox. */
export function pauseAfterDoubt(doubts: number): number {
  return Math.min(5 * 4 ** (doubts - 1), LONGEST_PAUSE_SECONDS);
}

/** Throws Refused after too many tries of unknown fate, which moves the letter to the dead-letter queue. */
export function assertCopiesLeft(doubts: number): void {
  if (doubts >= MOST_COPIES) throw new Refused('No mail server ever said that it took this letter');
}

/**
 * Lays a letter out and hands it to the mail server. If nobody knows whether it was taken, says when to send it again.
 * A second copy does less harm than none, so it is sent again, ever more rarely, until a server says that it has it.
 */
export async function sendEmail(
  { config, log, sendLetter }: Deps,
  { id, doubts, to, alsoTo, ...letter }: LetterContent & Recipients & { id: string; doubts: number },
): Promise<{ doubts: number; afterSeconds: number } | undefined> {
  const contactUrl = new URL(paths.contact, config.PUBLIC_URL).href;
  try {
    const { calendar, stopUrl } = letter;
    const rendered = renderLetter(letter, { to: [to, ...(alsoTo ?? [])].join(', '), contactUrl });
    const sent = await sendLetter({
      id,
      to,
      ...(alsoTo ? { alsoTo } : {}),
      ...rendered,
      ...(calendar ? { calendar } : {}),
      ...(stopUrl ? { stopUrl } : {}),
    });
    if (sent && sent.refused > 0)
      log.error({ refused: sent.refused }, 'the mail server refuses some addresses of ADMIN_EMAIL');
    return undefined;
  } catch (error) {
    if (error instanceof MailServerFault && error.isNews) {
      const { fault, code: status } = error;
      const what = fault === 'UNREACHABLE' ? 'cannot be reached' : 'refuses our letters';
      log.error({ fault, status }, `the mail server ${what}`);
    }
    if (!(error instanceof Unsure)) throw error;
    log.warn({ err: error, doubts: doubts + 1 }, 'a letter may have been taken');
    return { doubts: doubts + 1, afterSeconds: pauseAfterDoubt(doubts + 1) };
  }
}
