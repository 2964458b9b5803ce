import { RETRY_SCHEDULES } from '../callbacks.ts';
import { type Fault, NOT_SEEN_MS } from '../faults.ts';
import { type World, sendCallbacks, toMsisdn } from '../world.ts';
import type { MtnSettings } from './access.ts';
import { type Kind, type Payment, type ReasonShape, paymentCallback, showPayment } from './payment.ts';
import { SETTLE_MS, paymentHasFault, payOut, pendingDuration, promptPayer } from './settle-payment.ts';
import type { Reason } from './responses.ts';

interface SandboxBehaviour {
  /** Without this, the payment stays pending. */
  settlesInMs?: number;
  /** Without this, the payment succeeds. */
  reason?: Reason;
}

/**
 * We have measured these results in MTN's sandbox. With any other number, a payment succeeds without a prompt
 * and moves no money.
 */
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

export interface MtnModes {
  retries: keyof Pick<typeof RETRY_SCHEDULES, 'once' | 'stubborn'>;
  reasonShape: ReasonShape;
}

/** Collections and disbursements use the same float. */
export function openPayments(world: World, settings: MtnSettings, modes: MtnModes) {
  const { clock } = world;
  const payments = new Map<string, Payment>();
  const has = (payment: Payment, fault: Fault) => paymentHasFault(world, payment, fault);

  async function finish(payment: Payment, reason?: Reason): Promise<void> {
    payment.status = reason === undefined ? 'SUCCESSFUL' : 'FAILED';
    if (reason !== undefined) payment.reason = reason;
    const { callbackUrl } = payment;
    if (callbackUrl === undefined) return;
    await sendCallbacks(
      world,
      'mtn',
      (fault) => has(payment, fault),
      RETRY_SCHEDULES[modes.retries],
      (variant) => paymentCallback(payment, callbackUrl, show(payment), variant),
    );
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
    if (payment.kind === 'requesttopay') return promptPayer(world, payment, finish);
    if (has(payment, 'callback-before-response')) return payOut(world, payment, finish);
    world.callAfter('mtn', pendingDuration(world, payment, SETTLE_MS), () => payOut(world, payment, finish));
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
