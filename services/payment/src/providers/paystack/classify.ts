import type { QueryOutcome, Reason, SendOutcome } from '../../provider.ts';
import { type Response, fieldOf, textOf } from '@app/kit/ask-once.ts';

/** Paystack's next step for it, a new reference, would pay twice: what exists is read. */
const isDuplicate = (json: unknown) =>
  textOf(json, 'code').startsWith('duplicate_') ||
  /(reference already exists|duplicate.* reference)/i.test(textOf(json, 'message'));
const isShort = (json: unknown) =>
  textOf(json, 'code') === 'insufficient_balance' || /balance is not enough/i.test(textOf(json, 'message'));

/** What a request to move money has come to; a charge that was declined at once is read by asking, like any other. */
export function classifySend(answer: Response): SendOutcome {
  if (answer.kind === 'not-sent') return { kind: 'not-sent' };
  if (answer.kind === 'lost') return { kind: 'unknown', cause: answer.cause };
  const { status, json } = answer;
  const isTaken = fieldOf(json, 'status');
  if (status >= 200 && status < 300 && isTaken === true) return { kind: 'accepted' };
  if (isTaken !== false) return { kind: 'unknown', cause: `${status} without a word` };
  if (isDuplicate(json)) return { kind: 'exists' };
  if (status === 401 || status === 403) return { kind: 'refused', reason: 'CONFIG' };
  // Calls are counted before they are read.
  if (status === 429 && textOf(json, 'code') === 'rate_limited') return { kind: 'not-sent' };
  if (status === 400 && isShort(json)) return { kind: 'refused', reason: 'OUR_FLOAT_LOW' };
  if (status === 400 && textOf(json, 'type') === 'validation_error')
    return { kind: 'refused', reason: 'REQUEST_INVALID' };
  return { kind: 'unknown', cause: `${status} ${textOf(json, 'code')}` };
}

const FAILED: ReadonlySet<string> = new Set(['failed', 'abandoned', 'blocked', 'rejected']);
/** A charge that its payer has left alone may still be approved. */
const FAILED_CHARGE: ReadonlySet<string> = new Set(['failed']);
const REASON_OF: Partial<Record<string, Reason>> = { abandoned: 'CONFIG', blocked: 'OUR_ACCOUNT_BLOCKED' };

/** What Paystack says of a reference; every word but the documented last ones is no answer yet. */
export function classifyQuery(answer: Response, of: 'transfer' | 'charge'): QueryOutcome {
  if (answer.kind !== 'answer') return { kind: 'unknown', cause: answer.cause };
  const { status, json } = answer;
  const isMissing = status === 404 || (status === 400 && /not found/i.test(textOf(json, 'message')));
  if (isMissing && fieldOf(json, 'status') === false) return { kind: 'not-seen' };
  const data = fieldOf(json, 'data');
  const word = textOf(data, 'status');
  if (status !== 200 || word === '') return { kind: 'unknown', cause: String(status) };
  if (word === 'reversed') return { kind: 'reversed' };
  if ((of === 'transfer' ? FAILED : FAILED_CHARGE).has(word))
    return { kind: 'failure', reason: of === 'charge' ? 'PAYER_DECLINED' : (REASON_OF[word] ?? 'OTHER') };
  if (word !== 'success') return { kind: 'pending' };
  const [pesewas, fee] = [fieldOf(data, 'amount'), fieldOf(data, 'fees')];
  if (!Number.isSafeInteger(pesewas)) return { kind: 'unknown', cause: 'no amount' };
  const number = textOf(data, 'recipient', 'details', 'account_number');
  const lastFour = textOf(data, 'authorization', 'last4');
  return {
    kind: 'success',
    pesewas: Number(pesewas),
    currency: textOf(data, 'currency'),
    ...(of === 'transfer' && number !== '' ? { phoneNumber: `+233${number.slice(-9)}` } : {}),
    providerId: textOf(data, 'id') || textOf(data, 'transfer_code'),
    ...(of === 'charge' && Number.isSafeInteger(fee) ? { feeInPesewas: Number(fee) } : {}),
    ...(of === 'charge' && /^\d{4}$/.test(lastFour) ? { lastFour } : {}),
  };
}
