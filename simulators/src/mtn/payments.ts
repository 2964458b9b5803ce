import { MINUTE_MS } from '@app/contracts/durations.ts';
import { walletAccount } from '../wallets.ts';
import { RETRY_SCHEDULES } from '../callbacks.ts';
import { type Fault, NOT_SEEN_MS, pendingMs } from '../faults.ts';
import { words } from '../words.ts';
import { type World, announce, formatCedis, toMsisdn, chance } from '../world.ts';
import type { MtnSettings } from './access.ts';
import type { Reason } from './responses.ts';
import {
  type Kind,
  type Payment,
  type ReasonShape,
  paymentPesewas,
  paymentCallback,
  showPayment,
} from './payment.ts';

interface SandboxBehaviour {
  /** Without it the payment stays pending. */
  settlesInMs?: number;
  /** Without it the payment succeeds. */
  reason?: Reason;
}

/** MTN's sandbox was measured. Any other number succeeds without a prompt, and no money moves. */
const SANDBOX_NUMBERS: Record<string, SandboxBehaviour> = {
  '46733123450': { settlesInMs: 0, reason: 'INTERNAL_PROCESSING_ERROR' },
  '46733123451': { settlesInMs: 0, reason: 'APPROVAL_REJECTED' },
  '46733123452': { settlesInMs: 0, reason: 'EXPIRED' },
  '46733123453': {},
  '46733123454': { settlesInMs: 25_000 },
  '46733123455': { settlesInMs: 0, reason: 'PAYER_NOT_FOUND' },
  '46733123456': { settlesInMs: 0, reason: 'PAYEE_NOT_ALLOWED_TO_RECEIVE' },
  '46733123461': { settlesInMs: 0, reason: 'INTERNAL_PROCESSING_ERROR' },
};

function sandboxBehaviour({ number }: { number: string }): SandboxBehaviour {
  return SANDBOX_NUMBERS[toMsisdn(number)] ?? { settlesInMs: 0 };
}

export const MTN_FLOAT = 'float:mtn';
const SETTLE_MS = 2_000;
const PROMPT_MS = 5 * MINUTE_MS;

export interface MtnModes {
  retries: keyof Pick<typeof RETRY_SCHEDULES, 'once' | 'stubborn'>;
  reasonShape: ReasonShape;
}

/** Both products share one float. */
export function openPayments(world: World, settings: MtnSettings, modes: MtnModes) {
  const { clock, book, faults } = world;
  const payments = new Map<string, Payment>();
  const has = (payment: Payment, fault: Fault) => faults.has(fault, payment.reference, payment.number);

  const pendingDuration = (payment: Payment, usualMs: number) =>
    pendingMs((fault) => has(payment, fault), usualMs);

  function paymentRefusal(payment: Payment): Reason | undefined {
    const phone = world.findPhone(payment.number);
    if (phone?.network !== 'MTN' || has(payment, 'payee-unregistered') || has(payment, 'payee-ported')) {
      return payment.kind === 'requesttopay' ? 'PAYER_NOT_FOUND' : 'PAYEE_NOT_FOUND';
    }
    if (payment.kind === 'requesttopay') return undefined;
    const after = book.balanceOf(walletAccount(phone.number)) + paymentPesewas(payment);
    const isRefused = !phone.isActive || after > phone.mostInPesewas;
    return isRefused || has(payment, 'payee-inactive') || has(payment, 'payee-limit')
      ? 'PAYEE_NOT_ALLOWED_TO_RECEIVE'
      : undefined;
  }

  async function finish(payment: Payment, reason?: Reason): Promise<void> {
    payment.status = reason === undefined ? 'SUCCESSFUL' : 'FAILED';
    if (reason !== undefined) payment.reason = reason;
    const { callbackUrl } = payment;
    if (callbackUrl === undefined) return;
    await announce(
      world,
      'mtn',
      (fault) => has(payment, fault),
      RETRY_SCHEDULES[modes.retries],
      (variant) => paymentCallback(payment, callbackUrl, show(payment), variant),
    );
  }

  async function payOut(payment: Payment): Promise<void> {
    if (has(payment, 'float-exhausted') && book.balanceOf(MTN_FLOAT) > 0) {
      book.move({
        kind: 'WITHDRAWAL',
        from: MTN_FLOAT,
        to: 'outside',
        amountInPesewas: book.balanceOf(MTN_FLOAT),
        reference: payment.reference,
      });
    }
    const reason = paymentRefusal(payment);
    if (reason !== undefined) return finish(payment, reason);
    const wallet = walletAccount(payment.number);
    const { reference } = payment;
    const kind = payment.kind === 'refund' ? 'REFUND' : 'PAYOUT';
    if (
      !book.move({ kind, from: MTN_FLOAT, to: wallet, amountInPesewas: paymentPesewas(payment), reference })
    ) {
      return finish(payment, 'NOT_ENOUGH_FUNDS');
    }
    const id = numberPayment(payment);
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

  function numberPayment(payment: Payment): string {
    const id = String(10_000_000_000 + Math.floor(chance(world.seed, 'mtn', payment.reference) * 9e10));
    payment.financialTransactionId = id;
    return id;
  }

  function prompt(payment: Payment): void {
    const reason = paymentRefusal(payment);
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
      const id = numberPayment(payment);
      const text = words.paid(
        formatCedis(amountInPesewas),
        payment.payerMessage || words.somebody,
        formatCedis(book.balanceOf(wallet)),
        id,
      );
      book.send(number, words.senders.MTN, text);
      const ms = pendingDuration(payment, 0);
      if (ms > 0) world.callAfter('mtn', ms, () => finish(payment));
      else void finish(payment);
      return 'APPROVED';
    };
    book.ask(number, { amountInPesewas, answer }, PROMPT_MS);
  }

  async function start(payment: Payment): Promise<void> {
    const magic = settings.environment === 'sandbox' ? sandboxBehaviour(payment) : undefined;
    if (magic) {
      if (magic.settlesInMs !== undefined) {
        world.callAfter('mtn', magic.settlesInMs, () => finish(payment, magic.reason));
      }
      return;
    }
    if (has(payment, 'pending-for-ever')) return;
    if (payment.kind === 'requesttopay') return prompt(payment);
    if (has(payment, 'callback-before-response')) return payOut(payment);
    world.callAfter('mtn', pendingDuration(payment, SETTLE_MS), () => payOut(payment));
  }

  const show = (payment: Payment) => showPayment(payment, modes.reasonShape, (fault) => has(payment, fault));

  return {
    find(kind: Kind, reference: string): Payment | undefined {
      const payment = payments.get(reference);
      if (payment?.kind !== kind) return undefined;
      const isSeen = clock.now() - payment.acceptedAt >= NOT_SEEN_MS || !has(payment, 'status-not-seen');
      return isSeen ? payment : undefined;
    },
    isKnown: (reference: string): boolean => payments.has(reference),
    show,
    findCollected(reference: string): Payment | undefined {
      const payment = payments.get(reference);
      return payment?.kind === 'requesttopay' && payment.status === 'SUCCESSFUL' ? payment : undefined;
    },
    async accept(payment: Payment): Promise<void> {
      payments.set(payment.reference, payment);
      await start(payment);
    },
  };
}
