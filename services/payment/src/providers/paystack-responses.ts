import { type Response, readJsonField, readJsonText } from '@app/kit/http-request.ts';
import type { QueryOutcome, Reason, SendOutcome } from '../provider.ts';

/** For a duplicate, Paystack suggests a new reference. With a new one, the order would be paid twice. */
const isDuplicate = (json: unknown) =>
  readJsonText(json, 'code').startsWith('duplicate_') ||
  /(reference already exists|duplicate.* reference)/i.test(readJsonText(json, 'message'));
const isBalanceTooLow = (json: unknown) =>
  readJsonText(json, 'code') === 'insufficient_balance' ||
  /balance is not enough/i.test(readJsonText(json, 'message'));

/** A charge that was declined at once also counts as sent, and is polled. */
export function classifySend(answer: Response): SendOutcome {
  if (answer.kind === 'not-sent') return { kind: 'not-sent' };
  if (answer.kind === 'lost') return { kind: 'unknown', cause: answer.cause };
  const { status, json } = answer;
  const isTaken = readJsonField(json, 'status');
  if (status >= 200 && status < 300 && isTaken === true) return { kind: 'accepted' };
  if (isTaken !== false) return { kind: 'unknown', cause: `${status} without a word` };
  if (isDuplicate(json)) return { kind: 'exists' };
  if (status === 401 || status === 403) return { kind: 'refused', reason: 'CONFIG' };
  // Paystack refuses too many calls before it reads them, so nothing was sent.
  if (status === 429 && readJsonText(json, 'code') === 'rate_limited') return { kind: 'not-sent' };
  if (status === 400 && isBalanceTooLow(json)) return { kind: 'refused', reason: 'OUR_FLOAT_LOW' };
  if (status === 400 && readJsonText(json, 'type') === 'validation_error')
    return { kind: 'refused', reason: 'REQUEST_INVALID' };
  return { kind: 'unknown', cause: `${status} ${readJsonText(json, 'code')}` };
}

const FAILED: ReadonlySet<string> = new Set(['failed', 'abandoned', 'blocked', 'rejected']);
/** Only `failed` is final. If the payer abandoned the charge, it may still be approved. */
const FAILED_CHARGE: ReadonlySet<string> = new Set(['failed']);
const REASON_BY_STATUS: Partial<Record<string, Reason>> = {
  abandoned: 'CONFIG',
  blocked: 'OUR_ACCOUNT_BLOCKED',
};

/** A status that is not documented counts as pending. */
export function classifyQuery(answer: Response, of: 'transfer' | 'charge'): QueryOutcome {
  if (answer.kind !== 'answer') return { kind: 'unknown', cause: answer.cause };
  const { status, json } = answer;
  const isMissing = status === 404 || (status === 400 && /not found/i.test(readJsonText(json, 'message')));
  if (isMissing && readJsonField(json, 'status') === false) return { kind: 'not-seen' };
  const data = readJsonField(json, 'data');
  const reportedStatus = readJsonText(data, 'status');
  if (status !== 200 || reportedStatus === '') return { kind: 'unknown', cause: String(status) };
  if (reportedStatus === 'reversed') return { kind: 'reversed' };
  if ((of === 'transfer' ? FAILED : FAILED_CHARGE).has(reportedStatus))
    return {
      kind: 'failure',
      reason: of === 'charge' ? 'PAYER_DECLINED' : (REASON_BY_STATUS[reportedStatus] ?? 'OTHER'),
    };
  if (reportedStatus !== 'success') return { kind: 'pending' };
  const [pesewas, fee] = [readJsonField(data, 'amount'), readJsonField(data, 'fees')];
  if (!Number.isSafeInteger(pesewas)) return { kind: 'unknown', cause: 'no amount' };
  const number = readJsonText(data, 'recipient', 'details', 'account_number');
  const lastFour = readJsonText(data, 'authorization', 'last4');
  return {
    kind: 'success',
    pesewas: Number(pesewas),
    currency: readJsonText(data, 'currency'),
    ...(of === 'transfer' && number !== '' ? { phoneNumber: `+233${number.slice(-9)}` } : {}),
    providerId: readJsonText(data, 'id') || readJsonText(data, 'transfer_code'),
    ...(of === 'charge' && Number.isSafeInteger(fee) ? { feeInPesewas: Number(fee) } : {}),
    ...(of === 'charge' && /^\d{4}$/.test(lastFour) ? { lastFour } : {}),
  };
}
