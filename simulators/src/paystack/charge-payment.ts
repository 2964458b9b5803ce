import { MINUTE_MS } from '@app/contracts/durations.ts';
import { type Fault, pendingMs } from '../faults.ts';
import { type Decision, OUTSIDE_ACCOUNT, walletAccount } from '../wallets.ts';
import { words } from '../words.ts';
import { type World, formatCedis } from '../world.ts';
import { type Account, PAYSTACK_FEES, PAYSTACK_FLOAT } from './account.ts';
import { type Charge, NETWORK_OF, chargeFee, describeCharge, showCharge } from './charge.ts';

const PROMPT_MS = 3 * MINUTE_MS;

export type ChargePayment = ReturnType<typeof openChargePayment>;

export function openChargePayment(world: World, account: Account) {
  const { book, faults } = world;
  const has = (charge: Charge, fault: Fault) => faults.has(fault, charge.reference, charge.number);

  function shownChargeStatus(charge: Charge): string {
    if (charge.status !== 'pay_offline' && charge.status !== 'pending') return charge.status;
    return has(charge, 'unknown-status') ? 'processing' : 'pending';
  }

  const show = (charge: Charge) => showCharge(account, charge, shownChargeStatus(charge));

  async function finish(charge: Charge, status: 'success' | 'failed', message: string | null): Promise<void> {
    charge.status = status;
    charge.message = message;
    if (status === 'success') charge.paidAt = account.now();
    // Paystack sends no event for a failed charge, so such an event comes only from a forger.
    if (status === 'failed' && !has(charge, 'callback-forged')) return;
    await account.announce(
      (fault) =>
        status === 'success' ? has(charge, fault) : fault === 'callback-forged' || fault === 'callback-never',
      (variant) => ({ event: 'charge.success', data: describeCharge(show(charge), charge, variant) }),
    );
  }

  function pay(charge: Charge): boolean {
    const { amountInPesewas, reference, number } = charge;
    const from = number === undefined ? OUTSIDE_ACCOUNT : walletAccount(number);
    if (!book.move({ kind: 'COLLECTION', from, to: PAYSTACK_FLOAT, amountInPesewas, reference }))
      return false;
    const fee = chargeFee(amountInPesewas);
    if (fee > 0) {
      book.move({ kind: 'FEE', from: PAYSTACK_FLOAT, to: PAYSTACK_FEES, amountInPesewas: fee, reference });
    }
    return true;
  }

  function askPhone(charge: Charge, number: string): void {
    const sender = words.senders[NETWORK_OF[charge.provider ?? '']?.network ?? 'MTN'];
    const { amountInPesewas } = charge;
    if (has(charge, 'pending-for-ever')) return;
    const slow = pendingMs((fault) => has(charge, fault), 0);
    const answer = (decision: Decision | 'EXPIRE') => {
      if (decision !== 'APPROVE') {
        void finish(charge, 'failed', decision === 'DECLINE' ? 'Declined' : 'Transaction timed out');
        return decision === 'DECLINE' ? 'DECLINED' : 'EXPIRED';
      }
      if (!pay(charge)) {
        book.send(number, sender, words.tooLittle(formatCedis(amountInPesewas)));
        void finish(charge, 'failed', 'Insufficient funds');
        return 'FAILED';
      }
      const balance = formatCedis(book.balanceOf(walletAccount(number)));
      book.send(
        number,
        sender,
        words.paid(formatCedis(amountInPesewas), 'Paystack', balance, charge.reference),
      );
      if (slow > 0) world.callAfter('paystack', slow, () => finish(charge, 'success', 'madePayment'));
      else void finish(charge, 'success', 'madePayment');
      return 'APPROVED';
    };
    book.ask(number, { amountInPesewas, answer }, PROMPT_MS);
  }

  return { has, show, shownChargeStatus, finish, pay, askPhone };
}
