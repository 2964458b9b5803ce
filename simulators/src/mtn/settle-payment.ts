import { MINUTE_MS } from '@app/contracts/durations.ts';
import { type Fault, pendingMs } from '../faults.ts';
import { walletAccount } from '../wallets.ts';
import { words } from '../words.ts';
import { seededChance } from '../chance.ts';
import { type World, formatCedis } from '../world.ts';
import { type Payment, paymentPesewas } from './payment.ts';
import type { Reason } from './responses.ts';

export const MTN_FLOAT = 'float:mtn';
export const SETTLE_MS = 2_000;
const PROMPT_MS = 5 * MINUTE_MS;

type Finish = (payment: Payment, reason?: Reason) => Promise<void>;

export const paymentHasFault = ({ faults }: World, { reference, number }: Payment, fault: Fault): boolean =>
  faults.has(fault, reference, number);

export const pendingDuration = (world: World, payment: Payment, usualMs: number): number =>
  pendingMs((fault) => paymentHasFault(world, payment, fault), usualMs);

function paymentRefusal(world: World, payment: Payment): Reason | undefined {
  const phone = world.findPhone(payment.number);
  if (
    phone?.network !== 'MTN' ||
    paymentHasFault(world, payment, 'payee-unregistered') ||
    paymentHasFault(world, payment, 'payee-ported')
  ) {
    return payment.kind === 'requesttopay' ? 'PAYER_NOT_FOUND' : 'PAYEE_NOT_FOUND';
  }
  if (payment.kind === 'requesttopay') return undefined;
  const after = world.book.balanceOf(walletAccount(phone.number)) + paymentPesewas(payment);
  const isRefused = !phone.isActive || after > phone.mostInPesewas;
  return isRefused ||
    paymentHasFault(world, payment, 'payee-inactive') ||
    paymentHasFault(world, payment, 'payee-limit')
    ? 'PAYEE_NOT_ALLOWED_TO_RECEIVE'
    : undefined;
}

export async function payOut(world: World, payment: Payment, finish: Finish): Promise<void> {
  const { book } = world;
  if (paymentHasFault(world, payment, 'float-exhausted') && book.balanceOf(MTN_FLOAT) > 0) {
    book.move({
      kind: 'WITHDRAWAL',
      from: MTN_FLOAT,
      to: 'outside',
      amountInPesewas: book.balanceOf(MTN_FLOAT),
      reference: payment.reference,
    });
  }
  const reason = paymentRefusal(world, payment);
  if (reason !== undefined) return finish(payment, reason);
  const wallet = walletAccount(payment.number);
  const { reference } = payment;
  const kind = payment.kind === 'refund' ? 'REFUND' : 'PAYOUT';
  if (
    !book.move({ kind, from: MTN_FLOAT, to: wallet, amountInPesewas: paymentPesewas(payment), reference })
  ) {
    return finish(payment, 'NOT_ENOUGH_FUNDS');
  }
  const id = numberPayment(world, payment);
  book.send(
    payment.number,
    words.senders.MTN,
    words.received(
      formatCedis(paymentPesewas(payment)),
      payment.payeeNote || words.somebody,
      formatCedis(book.balanceOf(wallet)),
      id,
    ),
  );
  return finish(payment);
}

function numberPayment(world: World, payment: Payment): string {
  const id = String(10_000_000_000 + Math.floor(seededChance(world.seed, 'mtn', payment.reference) * 9e10));
  payment.financialTransactionId = id;
  return id;
}

export function promptPayer(world: World, payment: Payment, finish: Finish): void {
  const { book } = world;
  const reason = paymentRefusal(world, payment);
  if (reason !== undefined) return world.callAfter('mtn', SETTLE_MS, () => finish(payment, reason));
  const wallet = walletAccount(payment.number);
  const amountInPesewas = paymentPesewas(payment);
  const { reference, number } = payment;
  const answer = (decision: 'APPROVE' | 'DECLINE' | 'EXPIRE') => {
    if (decision === 'DECLINE') {
      void finish(payment, 'APPROVAL_REJECTED');
      return 'DECLINED';
    }
    if (decision === 'EXPIRE') {
      void finish(payment, 'COULD_NOT_PERFORM_TRANSACTION');
      return 'EXPIRED';
    }
    if (!book.move({ kind: 'COLLECTION', from: wallet, to: MTN_FLOAT, amountInPesewas, reference })) {
      book.send(number, words.senders.MTN, words.tooLittle(formatCedis(amountInPesewas)));
      void finish(payment, 'NOT_ENOUGH_FUNDS');
      return 'FAILED';
    }
    const id = numberPayment(world, payment);
    const text = words.paid(
      formatCedis(amountInPesewas),
      payment.payerMessage || words.somebody,
      formatCedis(book.balanceOf(wallet)),
      id,
    );
    book.send(number, words.senders.MTN, text);
    const ms = pendingDuration(world, payment, 0);
    if (ms > 0) world.callAfter('mtn', ms, () => finish(payment));
    else void finish(payment);
    return 'APPROVED';
  };
  book.ask(number, { amountInPesewas, answer }, PROMPT_MS);
}
