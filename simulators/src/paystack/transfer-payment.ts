import { type Fault, pendingMs } from '../faults.ts';
import { walletAccount } from '../wallets.ts';
import { words } from '../words.ts';
import { type World, formatCedis } from '../world.ts';
import { type Account, BANKS, PAYSTACK_FEES, PAYSTACK_FLOAT, PAYSTACK_HELD } from './account.ts';
import {
  type Transfer,
  TRANSFER_FEE,
  describeTransfer,
  findTransferRefusal,
  transferHasFault,
  showTransfer,
  showWholeTransfer,
} from './transfer.ts';

const SETTLE_MS = 2_000;
const REVERSED_MS = 3_600_000;

export type TransferPayment = ReturnType<typeof openTransferPayment>;

export function openTransferPayment(world: World, account: Account) {
  const { book } = world;
  const has = (transfer: Transfer, fault: Fault) => transferHasFault(world, transfer, fault);

  const shownTransferStatus = (transfer: Transfer) =>
    transfer.status === 'pending' && has(transfer, 'unknown-status') ? 'received' : transfer.status;

  const show = (transfer: Transfer) => showTransfer(account, transfer, shownTransferStatus(transfer));
  const showWhole = (transfer: Transfer) =>
    showWholeTransfer(account, transfer, shownTransferStatus(transfer));

  async function setStatus(transfer: Transfer, status: 'success' | 'failed' | 'reversed'): Promise<void> {
    transfer.status = status;
    transfer.updatedAt = account.now();
    await account.announce(
      (fault) => has(transfer, fault),
      (variant) => describeTransfer(showWhole(transfer), transfer, variant),
    );
  }

  async function settle(transfer: Transfer): Promise<void> {
    const { reference, amountInPesewas, recipient } = transfer;
    const failure = findTransferRefusal(world, transfer);
    if (failure !== undefined) {
      transfer.failure = failure;
      book.move({
        kind: 'RELEASE',
        from: PAYSTACK_HELD,
        to: PAYSTACK_FLOAT,
        amountInPesewas: amountInPesewas + TRANSFER_FEE,
        reference,
      });
      return setStatus(transfer, 'failed');
    }
    const wallet = walletAccount(recipient.number);
    book.move({ kind: 'PAYOUT', from: PAYSTACK_HELD, to: wallet, amountInPesewas, reference });
    book.move({
      kind: 'FEE',
      from: PAYSTACK_HELD,
      to: PAYSTACK_FEES,
      amountInPesewas: TRANSFER_FEE,
      reference,
    });
    const id = transfer.code;
    const sender = words.senders[BANKS[recipient.bank]?.network ?? 'MTN'];
    const text = words.received(
      formatCedis(amountInPesewas),
      transfer.reason ?? 'Paystack',
      formatCedis(book.balanceOf(wallet)),
      id,
    );
    book.send(recipient.number, sender, text);
    if (has(transfer, 'reversed')) {
      world.callAfter('paystack', REVERSED_MS, () => {
        // If the recipient has already spent the money, the reversal fails.
        if (!book.move({ kind: 'REVERSAL', from: wallet, to: PAYSTACK_FLOAT, amountInPesewas, reference }))
          return;
        book.send(recipient.number, sender, words.paymentReversed(formatCedis(amountInPesewas), id));
        return setStatus(transfer, 'reversed');
      });
    }
    return setStatus(transfer, 'success');
  }

  async function start(transfer: Transfer): Promise<void> {
    transfer.status = 'pending';
    transfer.updatedAt = account.now();
    if (has(transfer, 'pending-for-ever')) return;
    if (has(transfer, 'callback-before-response')) return settle(transfer);
    const ms = pendingMs((fault) => has(transfer, fault), SETTLE_MS);
    world.callAfter('paystack', ms, () => settle(transfer));
  }

  return { start, shownTransferStatus, show, showWhole };
}
