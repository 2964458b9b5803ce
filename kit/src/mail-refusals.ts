import { Refused } from './jobs.ts';

/** The mail server refuses this recipient for good. */
export class MailboxRefused extends Refused {}

/** Why no email leaves at all. */
export type MailFault = 'LOG_IN' | 'SENDER' | 'RELAY' | 'UNREACHABLE';

/** The mail server refuses us, not a mailbox, or cannot be reached. Emails wait until an operator has mended it. */
export class MailServerFault extends Error {
  override readonly name = 'MailServerFault';
  readonly fault: MailFault;
  /** The status of its answer, as `550 5.7.1`, or the system's code. The words of an answer may name the recipient. */
  readonly code: string;
  /** Whether to tell an operator: the first of its fault since the server last took an email, or an hour later. */
  readonly isNews: boolean;
  constructor(fault: MailFault, { code, isNews, cause }: { code: string; isNews: boolean; cause: unknown }) {
    super(
      fault === 'UNREACHABLE' ? 'The mail server cannot be reached' : 'The mail server refuses our letters',
      {
        cause,
      },
    );
    this.fault = fault;
    this.code = code;
    this.isNews = isNews;
  }
}

interface SmtpError {
  code?: string;
  message?: string;
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

/** A fault that concerns every email, whoever it is for; undefined of an answer to one email. */
function faultOfServer({ code, command, responseCode }: SmtpError): MailFault | undefined {
  if (code === 'EAUTH') return 'LOG_IN';
  if (responseCode === undefined)
    return code === 'EENVELOPE' || code === 'EMESSAGE' ? undefined : 'UNREACHABLE';
  return code === 'EENVELOPE' && command === 'MAIL FROM' && responseCode >= 500 ? 'SENDER' : undefined;
}

/** Gives the status of an answer, or the system's code of a connection that failed. */
function codeOfFault({ code = 'ERROR', message = '', response = '', responseCode }: SmtpError): string {
  if (responseCode === undefined) return /\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? code;
  return /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response)?.[0] ?? String(responseCode);
}

const HOUR_MS = 60 * 60 * 1000;

/** Beyond so many recipients the oldest is forgotten, and its next refusal counts as a first one. */
const MOST_REMEMBERED = 1000;

/**
 * Distinguishes a mailbox that is refused from a server that refuses everybody. An answer that does not blame the
 * letter still counts against it where the server took another letter since it last refused the same recipient. Relays
 * pass on `5.7.1` of one mailbox's policy.
 */
export function createRefusals(now = Date.now) {
  let taken = 0;
  /** By fault: when an operator was told, how many letters had been taken by then, and how often it was met since. */
  const told = new Map<MailFault, { at: number; taken: number; times: number }>();
  const isNewsOf = (fault: MailFault, isSure: boolean): boolean => {
    const before = told.get(fault);
    const last = before?.taken === taken ? before : { at: -Infinity, taken, times: 0 };
    const isNews = (isSure || last.times > 0) && now() - last.at >= HOUR_MS;
    told.set(fault, { at: isNews ? now() : last.at, taken, times: last.times + 1 });
    return isNews;
  };
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
      const code = codeOfFault(given);
      const fault = faultOfServer(given);
      if (fault !== undefined) {
        // One lost connection, or a server that is busy for a moment, is nothing to wake anybody for.
        const isSure = (given.responseCode ?? 0) >= 500;
        return new MailServerFault(fault, { code, isNews: isNewsOf(fault, isSure), cause: error });
      }
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
      const isNews = (blame === 'US' || isOfMany) && isNewsOf('RELAY', true);
      return new MailServerFault('RELAY', { code, isNews, cause: error });
    },
  };
}
