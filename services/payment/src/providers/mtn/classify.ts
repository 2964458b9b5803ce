import { fromCedis } from '../amount.ts';
import type { QueryOutcome, Reason, SendOutcome } from '../provider.ts';
import { type Response, fieldOf, textOf } from '@app/kit/ask-once.ts';

/** Of status 500 these say that nothing was begun; every other 500 may have moved money. */
const CONFIG_CODES: ReadonlySet<string> = new Set([
  'NOT_ALLOWED',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CALLBACK_URL_HOST',
  'INVALID_CURRENCY',
]);

/** What a request to move money has come to. */
export function classifySend(answer: Response): SendOutcome {
  if (answer.kind === 'not-sent') return { kind: 'not-sent' };
  if (answer.kind === 'lost') return { kind: 'unknown', cause: answer.cause };
  const { status, json } = answer;
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  // A page of a proxy in between says nothing of what stands behind it.
  if (typeof json !== 'object' || json === null) return { kind: 'unknown', cause: `${status} without JSON` };
  const code = textOf(json, 'code');
  if (status === 409) return { kind: 'exists' };
  if (status === 400) return { kind: 'refused', reason: 'REQUEST_INVALID' };
  if (status === 401 || status === 403) return { kind: 'refused', reason: 'CONFIG' };
  // MTN's gateway counts calls before it passes them on; its refusal names its own status.
  if (status === 429 && fieldOf(json, 'statusCode') === 429) return { kind: 'not-sent' };
  if (status === 500 && CONFIG_CODES.has(code)) return { kind: 'refused', reason: 'CONFIG' };
  return { kind: 'unknown', cause: `${status} ${code}` };
}

const REASONS: Partial<Record<string, Reason>> = {
  PAYEE_NOT_FOUND: 'PAYEE_NOT_REGISTERED',
  PAYEE_NOT_ALLOWED_TO_RECEIVE: 'PAYEE_LIMIT',
  NOT_ENOUGH_FUNDS: 'OUR_FLOAT_LOW',
  SENDER_ACCOUNT_NOT_ACTIVE: 'OUR_ACCOUNT_BLOCKED',
  NOT_ALLOWED: 'CONFIG',
  PAYER_NOT_FOUND: 'PAYEE_NOT_REGISTERED',
  PAYER_LIMIT_REACHED: 'PAYER_FUNDS',
  APPROVAL_REJECTED: 'PAYER_DECLINED',
  TRANSACTION_CANCELED: 'PAYER_DECLINED',
  EXPIRED: 'PAYER_EXPIRED',
  PAYMENT_NOT_APPROVED: 'PAYER_EXPIRED',
  COULD_NOT_PERFORM_TRANSACTION: 'PAYER_EXPIRED',
};

/** Of a payment that a person makes, an empty wallet is theirs. */
const REASONS_OF_PAYER: typeof REASONS = { ...REASONS, NOT_ENOUGH_FUNDS: 'PAYER_FUNDS' };

/** What MTN says of a reference. Its own word is heard only where it is one that we know. */
export function classifyQuery(answer: Response, party: 'payee' | 'payer'): QueryOutcome {
  if (answer.kind !== 'answer') return { kind: 'unknown', cause: answer.cause };
  const { status, json } = answer;
  if (status === 404 && textOf(json, 'code') === 'RESOURCE_NOT_FOUND') return { kind: 'not-seen' };
  if (status !== 200) return { kind: 'unknown', cause: String(status) };
  const word = textOf(json, 'status');
  if (word === 'SUCCESSFUL') {
    const pesewas = fromCedis(fieldOf(json, 'amount'));
    if (pesewas === undefined) return { kind: 'unknown', cause: 'no amount' };
    const number = textOf(json, party, 'partyId');
    return {
      kind: 'success',
      pesewas,
      currency: textOf(json, 'currency'),
      ...(number === '' ? {} : { phoneNumber: `+${number}` }),
      providerId: textOf(json, 'financialTransactionId'),
    };
  }
  if (word === 'FAILED') {
    // Written as a text by some releases and as an object by others.
    const reason = textOf(json, 'reason', 'code') || textOf(json, 'reason');
    return { kind: 'failure', reason: (party === 'payee' ? REASONS : REASONS_OF_PAYER)[reason] ?? 'OTHER' };
  }
  return word === '' ? { kind: 'unknown', cause: 'no status' } : { kind: 'pending' };
}
