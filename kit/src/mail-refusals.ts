import { Refused } from './jobs.ts';

/** The mail server refuses this recipient for good. */
export class MailboxRefused extends Refused {}

/** The mail server refuses us, not a mailbox: our own fault, like a log-in that it refuses. Letters wait until it is mended. */
export class RelayRefused extends Error {
  override readonly name = 'RelayRefused';
  /** What it answered, as `550 5.7.1`; its words may name the recipient. */
  readonly code: string;
  /** The first of its kind since it last took a letter, if there is no doubt. */
  readonly isNews: boolean;
  constructor(code: string, isNews: boolean) {
    super('The mail server refuses our letters');
    this.code = code;
    this.isNews = isNews;
  }
}

interface SmtpError {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** An answer for good (RFC 5321 4.2.1: 5yz) to the recipient or to the letter, or an address that can be no recipient at all. */
function isForGood({ code, command, responseCode = 500 }: SmtpError): boolean {
  if (responseCode < 500) return false;
  return code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
}

/**
 * Whom an enhanced status code blames (RFC 3463 section 3). The recipient's address or mailbox, or the content of the
 * letter; or us, where it is about permission or the sender. All else, and an answer without one, may be either.
 */
function blamed({ response = '', responseCode }: SmtpError): 'LETTER' | 'US' | 'EITHER' {
  if (responseCode === undefined) return 'LETTER';
  const [, status = ''] = /^\d{3}[ -]5\.(\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (/^7\.|^1\.[78]$/.test(status)) return 'US';
  return /^[126]\./.test(status) ? 'LETTER' : 'EITHER';
}

/** Beyond so many recipients the oldest is forgotten, and its next refusal counts as a first one. */
const MOST_REMEMBERED = 1000;

/**
 * Distinguishes a mailbox that is refused from a server that refuses everybody. An answer that does not blame the
 * letter still counts against it where the server took another letter since it last refused the same recipient. Relays
 * pass on `5.7.1` of one mailbox's policy.
 */
export function createRefusals() {
  let taken = 0;
  let toldAt = -1;
  /** By recipient, how many letters had been taken by then. */
  const refusedAt = new Map<string, number>();
  return {
    noteTaken(to: string): void {
      taken += 1;
      refusedAt.delete(to);
    },

    /** What to throw for an error: itself, where it is no refusal for good. */
    judge(to: string, error: unknown): unknown {
      const given = error as SmtpError;
      if (!isForGood(given)) return error;
      const blame = blamed(given);
      const before = refusedAt.get(to) ?? taken;
      refusedAt.delete(to);
      refusedAt.set(to, taken);
      for (const oldest of refusedAt.keys()) {
        if (refusedAt.size <= MOST_REMEMBERED) break;
        refusedAt.delete(oldest);
      }
      if (blame === 'LETTER' || before < taken)
        return new (given.code === 'EENVELOPE' ? MailboxRefused : Refused)(
          'The mail server refuses this letter',
          { cause: error },
        );
      const isOfMany = [...refusedAt.values()].filter((at) => at === taken).length > 1;
      const isNews = (blame === 'US' || isOfMany) && toldAt !== taken;
      if (isNews) toldAt = taken;
      const status = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(given.response ?? '')?.[0];
      return new RelayRefused(status ?? String(given.responseCode), isNews);
    },
  };
}
