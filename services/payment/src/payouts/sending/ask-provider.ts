import type { Order, PaymentProvider, QueryOutcome, SendOutcome } from '../../provider.ts';
import type { Attempt } from './write-attempt.ts';

/** Sends an order to a wallet, or back by the payment that brought the money. */
export async function sendOrder(
  provider: PaymentProvider,
  { reference, pesewas, to }: Pick<Attempt, 'reference' | 'pesewas' | 'to'>,
  note: Order['note'],
): Promise<SendOutcome> {
  if ('network' in to) return provider.send({ reference, pesewas, wallet: to, note });
  return (
    (await provider.pages?.refund({ reference, pesewas, ...to })) ?? { kind: 'refused', reason: 'CONFIG' }
  );
}

/** What the provider says of an order. */
export async function queryOrder(
  provider: PaymentProvider,
  { reference, to }: Pick<Attempt, 'reference' | 'to'>,
): Promise<QueryOutcome> {
  if ('network' in to) return provider.query(reference);
  const outcome = await provider.pages?.queryRefund(reference, to.refundOf);
  return outcome ?? { kind: 'unknown', cause: 'it gives nothing back' };
}
