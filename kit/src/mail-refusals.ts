import { HOUR_MS } from '@app/contracts/durations.ts';
import { DefiniteFailure } from './jobs.ts';

export class MailboxRefused extends DefiniteFailure {}

export type MailFault = 'LOG_IN' | 'SENDER' | 'RELAY' | 'UNREACHABLE';

/** The fault is with the mail server or our log-in, so retries of the email do not count as refusals. */
export class MailServerFault extends Error {
  override readonly name = 'MailServerFault';
  readonly fault: MailFault;
  /**
   * The SMTP status, for example `550 5.7.1`, or the error code of the system. The answer's text is not used,
   * because it may contain the recipient's address.
   */
  readonly code: string;
  /** True for the first fault after an accepted email, and then once an hour. */
  readonly shouldAlert: boolean;
  constructor(
    fault: MailFault,
    { code, shouldAlert, cause }: { code: string; shouldAlert: boolean; cause: unknown },
  ) {
    super(
      fault === 'UNREACHABLE' ? 'The mail server cannot be reached' : 'The mail server refuses our emails',
      {
        cause,
      },
    );
    this.fault = fault;
    this.code = code;
    this.shouldAlert = shouldAlert;
  }
}

interface SmtpError {
  code?: string;
  message?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** A reply of 500 or more is permanent (RFC 5321 4.2.1), and so is an address that cannot exist. */
function isPermanent({ code, command, responseCode = 500 }: SmtpError): boolean {
  if (responseCode < 500) return false;
  return code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
}

/**
 * Returns what caused a refusal (RFC 3463 section 3): permission and sender codes are about us; address,
 * mailbox and content codes about the email. Other codes can be either.
 */
function classifyRefusal({ response = '', responseCode }: SmtpError): 'EMAIL' | 'US' | 'EITHER' {
  if (responseCode === undefined) return 'EMAIL';
  const [, status = ''] = /^\d{3}[ -]5\.(\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (/^7\.|^1\.[78]$/.test(status)) return 'US';
  return /^[126]\./.test(status) ? 'EMAIL' : 'EITHER';
}

/** Returns undefined if the error is only about this email. */
function mailServerFault({ code, command, responseCode }: SmtpError): MailFault | undefined {
  if (code === 'EAUTH') return 'LOG_IN';
  if (responseCode === undefined)
    return code === 'EENVELOPE' || code === 'EMESSAGE' ? undefined : 'UNREACHABLE';
  return code === 'EENVELOPE' && command === 'MAIL FROM' && responseCode >= 500 ? 'SENDER' : undefined;
}

function codeOfFault({ code = 'ERROR', message = '', response = '', responseCode }: SmtpError): string {
  if (responseCode === undefined) return /\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? code;
  return /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response)?.[0] ?? String(responseCode);
}

const MAX_REMEMBERED = 1000;

/**
 * Mail servers also answer `5.7.1` because of one mailbox's policy. So an unclear refusal counts against the
 * email if the server accepted other emails since it last refused this recipient.
 */
export function createRefusals(now = Date.now) {
  let accepted = 0;
  /**
   * For each fault: the last alert, how many emails were accepted by then, and how often the fault occurred
   * since.
   */
  const alerts = new Map<MailFault, { at: number; taken: number; times: number }>();
  const isAlertDue = (fault: MailFault, isSure: boolean): boolean => {
    const before = alerts.get(fault);
    const last = before?.taken === accepted ? before : { at: -Infinity, taken: accepted, times: 0 };
    const shouldAlert = (isSure || last.times > 0) && now() - last.at >= HOUR_MS;
    alerts.set(fault, { at: shouldAlert ? now() : last.at, taken: accepted, times: last.times + 1 });
    return shouldAlert;
  };
  /** Number of emails that the server had accepted when it last refused a recipient, by recipient. */
  const refusedAt = new Map<string, number>();
  return {
    recordAccepted(to: string): void {
      accepted += 1;
      refusedAt.delete(to);
    },

    /** Returns temporary errors unchanged. */
    judge(to: string, error: unknown): unknown {
      const given = error as SmtpError;
      const code = codeOfFault(given);
      const fault = mailServerFault(given);
      if (fault !== undefined) {
        // A lost connection or a busy server needs no operator if it happens only once.
        const isSure = (given.responseCode ?? 0) >= 500;
        return new MailServerFault(fault, { code, shouldAlert: isAlertDue(fault, isSure), cause: error });
      }
      if (!isPermanent(given)) return error;
      const blame = classifyRefusal(given);
      const before = refusedAt.get(to) ?? accepted;
      refusedAt.delete(to);
      refusedAt.set(to, accepted);
      for (const oldest of refusedAt.keys()) {
        if (refusedAt.size <= MAX_REMEMBERED) break;
        refusedAt.delete(oldest);
      }
      if (blame === 'EMAIL' || before < accepted)
        return new (given.code === 'EENVELOPE' ? MailboxRefused : DefiniteFailure)(
          'The mail server refuses this email',
          { cause: error },
        );
      const isOfMany = [...refusedAt.values()].filter((at) => at === accepted).length > 1;
      const shouldAlert = (blame === 'US' || isOfMany) && isAlertDue('RELAY', true);
      return new MailServerFault('RELAY', { code, shouldAlert, cause: error });
    },
  };
}
