import type { Pages, QueryOutcome } from '../provider.ts';
import { type Response, fieldOf, textOf } from '@app/kit/ask-once.ts';
import { classifySend } from './classify.ts';

type Call = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Response>;

interface PageSettings {
  baseUrl: string;
  email: string;
  currency: string;
}

/** No answer leads a researcher anywhere else, no matter who gave it. */
function isOfPaystack(url: string, baseUrl: string): boolean {
  const { protocol, hostname, username } = URL.parse(url) ?? {};
  const isPublic = protocol === 'https:' && username === '' && /(^|\.)paystack\.com$/.test(hostname ?? '');
  return isPublic || url.startsWith(`${baseUrl}/`);
}

/** Paystack's checkout, and its refunds. These have no reference of ours, so it stands in the note that is ours to write. */
export function createPages(call: Call, { baseUrl, email, currency }: PageSettings): Pages {
  async function findRefund(reference: string, refundOf: string): Promise<QueryOutcome> {
    const answer = await call('GET', `/refund?transaction=${encodeURIComponent(refundOf)}&perPage=100`);
    if (answer.kind !== 'answer') return { kind: 'unknown', cause: answer.cause };
    const all = fieldOf(answer.json, 'data');
    if (answer.status !== 200 || !Array.isArray(all))
      return { kind: 'unknown', cause: String(answer.status) };
    const ours = all.find((one) => textOf(one, 'merchant_note') === reference);
    if (!ours) return { kind: 'not-seen' };
    const word = textOf(ours, 'status');
    if (word === 'failed') return { kind: 'failure', reason: 'OTHER' };
    if (word !== 'processed') return { kind: 'pending' };
    return {
      kind: 'success',
      pesewas: Number(fieldOf(ours, 'amount')),
      currency: textOf(ours, 'currency'),
      providerId: textOf(ours, 'id'),
      // What paying in has cost is not given back, and giving back costs nothing.
      feeInPesewas: 0,
    };
  }

  return {
    async open({ reference, pesewas, returnUrl }) {
      const answer = await call('POST', '/transaction/initialize', {
        amount: pesewas,
        email,
        currency,
        reference,
        channels: ['card', 'bank_transfer'],
        ...(returnUrl === undefined ? {} : { callback_url: returnUrl }),
      });
      const outcome = classifySend(answer);
      if (answer.kind !== 'answer' || outcome.kind !== 'accepted') return outcome;
      const url = textOf(answer.json, 'data', 'authorization_url');
      return isOfPaystack(url, baseUrl)
        ? { kind: 'page', url }
        : { kind: 'unknown', cause: 'a page elsewhere' };
    },
    async refund({ reference, pesewas, refundOf }) {
      // A second one would be taken, so it is looked for first: the database may have forgotten that it asked.
      const known = await findRefund(reference, refundOf);
      if (known.kind === 'unknown') return { kind: 'not-sent' };
      if (known.kind !== 'not-seen') return { kind: 'exists' };
      const body = { transaction: refundOf, amount: pesewas, currency, merchant_note: reference };
      return classifySend(await call('POST', '/refund', body));
    },
    queryRefund: findRefund,
  };
}
