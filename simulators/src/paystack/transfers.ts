import { MINUTE_MS } from '@app/contracts/durations.ts';
import { walletAccount } from '../wallets.ts';
import { type Fault, NOT_SEEN_MS, pendingMs } from '../faults.ts';
import { type Answer, isAmount, textField, type Fields } from '../wire.ts';
import { words } from '../words.ts';
import { type World, formatCedis } from '../world.ts';
import {
  type Account,
  type PaystackSettings,
  BANKS,
  PAYSTACK_FEES,
  PAYSTACK_FLOAT,
  PAYSTACK_HELD,
  INTEGRATION,
} from './account.ts';
import { ok, paystackRefusals } from './responses.ts';
import { type Recipient, showRecipient } from './recipients.ts';
import type { CallbackVariant } from '../callbacks.ts';

/** A successful transfer to a wallet costs GH₵ 1. */
const TRANSFER_FEE = 100;

interface Transfer {
  reference: string;
  code: string;
  amountInPesewas: number;
  reason: string | null;
  recipient: Recipient;
  status: 'otp' | 'pending' | 'success' | 'failed' | 'reversed' | 'abandoned';
  failure: string | null;
  createdAt: number;
  updatedAt: number;
}

function showTransfer(account: Account, transfer: Transfer, status: string) {
  const { amountInPesewas, reference, reason, code, createdAt, updatedAt, recipient } = transfer;
  return {
    transfersessionid: [],
    transfertrials: [],
    domain: 'test',
    amount: amountInPesewas,
    currency: 'GHS',
    reference,
    source: 'balance',
    source_details: null,
    reason,
    status,
    failures: transfer.failure === null ? null : { message: transfer.failure },
    transfer_code: code,
    titan_code: null,
    transferred_at: null,
    id: account.numericId('transfer', reference),
    integration: INTEGRATION,
    request: account.numericId('request', reference),
    recipient: account.numericId('recipient', recipient.code),
    createdAt: account.iso(createdAt),
    updatedAt: account.iso(updatedAt),
  };
}

function showWholeTransfer(account: Account, transfer: Transfer, status: string) {
  return {
    ...showTransfer(account, transfer, status),
    recipient: showRecipient(account, transfer.recipient),
    session: { provider: null, id: null },
    fee_charged: status === 'success' || status === 'reversed' ? TRANSFER_FEE : 0,
    fees_breakdown: null,
    gateway_response: transfer.failure,
  };
}

function describeTransfer(truth: object, transfer: Transfer, variant: CallbackVariant) {
  const { status, amountInPesewas } = transfer;
  const opposite = status === 'success' ? 'failed' : 'success';
  const changed: Partial<Record<CallbackVariant, object>> = {
    opposite: { status: opposite },
    forged: { status: opposite },
    pending: { status: 'pending' },
    'wrong-amount': { amount: amountInPesewas + 100 },
    'unknown-reference': { reference: 'nobody-knows-this-one', transfer_code: 'TRF_nobody' },
  };
  const integration = { id: INTEGRATION, is_live: false, business_name: 'Simulated', logo_path: null };
  return {
    event: `transfer.${variant === 'opposite' || variant === 'forged' ? opposite : status}`,
    data: { ...truth, integration, ...changed[variant] },
  };
}

const REFERENCE = /^[a-z0-9_-]{16,50}$/;
const SETTLE_MS = 2_000;
const REVERSED_MS = 3_600_000;
const OTP_MS = 30 * MINUTE_MS;

/** Amount and fee leave the float at acceptance and return after a failure. */
export function openTransfers(
  world: World,
  account: Account,
  findRecipient: (code: string) => Recipient | undefined,
  settings: PaystackSettings,
) {
  const { book, faults } = world;
  const transfers = new Map<string, Transfer>();
  let asksOtp = settings.asksOtp ?? false;
  const has = (transfer: Transfer, fault: Fault) =>
    faults.has(fault, transfer.reference, transfer.recipient.number);

  function findRefusal(transfer: Transfer): string | undefined {
    const { number, bank } = transfer.recipient;
    const phone = world.findPhone(number);
    if (!phone || has(transfer, 'payee-unregistered')) return 'Recipient is not registered for mobile money';
    if (phone.network !== BANKS[bank]?.network || has(transfer, 'payee-ported')) {
      return 'Recipient is not on this network';
    }
    if (!phone.isActive || has(transfer, 'payee-inactive')) return 'Recipient account is not active';
    const after = book.balanceOf(walletAccount(number)) + transfer.amountInPesewas;
    if (after > phone.mostInPesewas || has(transfer, 'payee-limit')) return 'Recipient limit exceeded';
    return undefined;
  }

  async function become(transfer: Transfer, status: 'success' | 'failed' | 'reversed'): Promise<void> {
    transfer.status = status;
    transfer.updatedAt = account.now();
    await account.announce(
      (fault) => has(transfer, fault),
      (variant) => describeTransfer(showWhole(transfer), transfer, variant),
    );
  }

  async function settle(transfer: Transfer): Promise<void> {
    const { reference, amountInPesewas, recipient } = transfer;
    const failure = findRefusal(transfer);
    if (failure !== undefined) {
      transfer.failure = failure;
      book.move({
        kind: 'RELEASE',
        from: PAYSTACK_HELD,
        to: PAYSTACK_FLOAT,
        amountInPesewas: amountInPesewas + TRANSFER_FEE,
        reference,
      });
      return become(transfer, 'failed');
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
        // The recipient may have spent the money.
        if (!book.move({ kind: 'REVERSAL', from: wallet, to: PAYSTACK_FLOAT, amountInPesewas, reference }))
          return;
        book.send(recipient.number, sender, words.paymentReversed(formatCedis(amountInPesewas), id));
        return become(transfer, 'reversed');
      });
    }
    return become(transfer, 'success');
  }

  async function start(transfer: Transfer): Promise<void> {
    transfer.status = 'pending';
    transfer.updatedAt = account.now();
    if (has(transfer, 'pending-for-ever')) return;
    if (has(transfer, 'callback-before-response')) return settle(transfer);
    const ms = pendingMs((fault) => has(transfer, fault), SETTLE_MS);
    world.callAfter('paystack', ms, () => settle(transfer));
  }

  const shownTransferStatus = (transfer: Transfer) =>
    transfer.status === 'pending' && has(transfer, 'unknown-status') ? 'received' : transfer.status;

  const show = (transfer: Transfer) => showTransfer(account, transfer, shownTransferStatus(transfer));
  const showWhole = (transfer: Transfer) =>
    showWholeTransfer(account, transfer, shownTransferStatus(transfer));

  function draft(fields: Fields): { refused: Answer } | { transfer: Transfer } {
    const amountInPesewas = Number(fields['amount']);
    const recipient = findRecipient(textField(fields, 'recipient') ?? '');
    const made = `generated-${transfers.size}-${account.now()}`;
    const reference = textField(fields, 'reference') ?? made;
    if (fields['source'] !== 'balance') return { refused: paystackRefusals.missing('source') };
    if (!isAmount(fields['amount'])) return { refused: paystackRefusals.amount };
    if (!recipient) return { refused: paystackRefusals.recipient };
    if ((textField(fields, 'currency') ?? 'GHS') !== 'GHS') return { refused: paystackRefusals.currency };
    if (!REFERENCE.test(reference)) return { refused: paystackRefusals.reference };
    if (transfers.has(reference)) return { refused: paystackRefusals.transferExists };
    const at = account.now();
    return {
      transfer: {
        reference,
        code: account.providerCode('TRF', reference),
        amountInPesewas,
        reason: textField(fields, 'reason') ?? null,
        recipient,
        status: asksOtp ? 'otp' : 'pending',
        failure: null,
        createdAt: at,
        updatedAt: at,
      },
    };
  }

  async function accept(transfer: Transfer): Promise<Answer | undefined> {
    const { reference } = transfer;
    const balance = book.balanceOf(PAYSTACK_FLOAT);
    if (has(transfer, 'float-exhausted') && balance > 0) {
      book.move({
        kind: 'WITHDRAWAL',
        from: PAYSTACK_FLOAT,
        to: 'outside',
        amountInPesewas: balance,
        reference,
      });
    }
    const amountInPesewas = transfer.amountInPesewas + TRANSFER_FEE;
    if (!book.move({ kind: 'HOLD', from: PAYSTACK_FLOAT, to: PAYSTACK_HELD, amountInPesewas, reference })) {
      return paystackRefusals.balance;
    }
    transfers.set(reference, transfer);
    if (transfer.status === 'otp') {
      book.send('business', 'Paystack', account.oneTimeCode(reference));
      world.callAfter('paystack', OTP_MS, () => {
        if (transfer.status !== 'otp') return;
        transfer.status = 'abandoned';
        book.move({ kind: 'RELEASE', from: PAYSTACK_HELD, to: PAYSTACK_FLOAT, amountInPesewas, reference });
      });
    } else await start(transfer);
    return undefined;
  }

  const findByCode = (code: string) => [...transfers.values()].find((one) => one.code === code);

  return {
    async initiate(fields: Fields): Promise<Answer> {
      const drawn = draft(fields);
      if ('refused' in drawn) return drawn.refused;
      const refused = await accept(drawn.transfer);
      if (refused) return refused;
      const message =
        drawn.transfer.status === 'otp' ? 'Transfer requires OTP to continue' : 'Transfer has been queued';
      return ok(message, show(drawn.transfer));
    },

    async initiateMany(fields: Fields): Promise<Answer> {
      if (asksOtp) return paystackRefusals.bulkOtp;
      const rows = Array.isArray(fields['transfers']) ? (fields['transfers'] as Fields[]) : [];
      if (rows.length === 0) return paystackRefusals.missing('transfers');
      const drawn = rows.map((row) =>
        draft({ ...row, source: fields['source'], currency: fields['currency'] }),
      );
      const references = rows.map((row) => row['reference']);
      const isTwice = new Set(references).size < references.length;
      if (
        isTwice ||
        drawn.some((one) => 'refused' in one && one.refused === paystackRefusals.transferExists)
      ) {
        return paystackRefusals.bulkExists;
      }
      const started: Transfer[] = [];
      for (const one of drawn) {
        const refused = 'refused' in one ? one.refused : await accept(one.transfer);
        if (refused) return refused;
        if ('transfer' in one) started.push(one.transfer);
      }
      return ok(
        `${started.length} transfers queued.`,
        started.map((transfer) => ({
          reference: transfer.reference,
          recipient: transfer.recipient.code,
          amount: transfer.amountInPesewas,
          transfer_code: transfer.code,
          currency: 'GHS',
          status: shownTransferStatus(transfer),
        })),
      );
    },

    async finalize(fields: Fields): Promise<Answer> {
      const transfer = findByCode(textField(fields, 'transfer_code') ?? '');
      if (transfer?.status !== 'otp') return paystackRefusals.transferCode;
      if (fields['otp'] !== account.oneTimeCode(transfer.reference)) return paystackRefusals.otp;
      await start(transfer);
      return ok('Transfer has been queued', show(transfer));
    },

    resendOtp(fields: Fields): Answer {
      const transfer = findByCode(textField(fields, 'transfer_code') ?? '');
      if (transfer?.status !== 'otp') return paystackRefusals.transferCode;
      book.send('business', 'Paystack', account.oneTimeCode(transfer.reference));
      return ok('OTP has been resent', undefined);
    },

    switchOtp(isOn: boolean): void {
      asksOtp = isOn;
    },

    verify(reference: string): Answer {
      const transfer = transfers.get(reference);
      const isSeen =
        transfer && (account.now() - transfer.createdAt >= NOT_SEEN_MS || !has(transfer, 'status-not-seen'));
      return isSeen ? ok('Transfer retrieved', showWhole(transfer)) : paystackRefusals.transferUnknown;
    },

    fetch(code: string): Answer {
      const transfer = findByCode(code);
      return transfer ? ok('Transfer retrieved', showWhole(transfer)) : paystackRefusals.transferUnknown;
    },

    list: (): Answer =>
      ok('Transfers retrieved', [...transfers.values()].map(showWhole), {
        meta: { total: transfers.size, skipped: 0, perPage: transfers.size, page: 1, pageCount: 1 },
      }),
  };
}
