import { MINUTE_MS } from '@app/contracts/durations.ts';
import { NOT_SEEN_MS } from '../faults.ts';
import { type Answer, type Fields, isAmount, textField } from '../wire.ts';
import type { World } from '../world.ts';
import { type Account, type PaystackSettings, PAYSTACK_FLOAT, PAYSTACK_HELD } from './account.ts';
import type { Recipient } from './recipients.ts';
import { ok, paystackRefusals } from './responses.ts';
import { type Transfer, TRANSFER_FEE, transferHasFault } from './transfer.ts';
import { type TransferPayment, openTransferPayment } from './transfer-payment.ts';

const REFERENCE = /^[a-z0-9_-]{16,50}$/;
const OTP_MS = 30 * MINUTE_MS;

interface TransferContext {
  world: World;
  account: Account;
  findRecipient: (code: string) => Recipient | undefined;
  transfers: Map<string, Transfer>;
  payment: TransferPayment;
}

function draftTransfer(
  { account, transfers, findRecipient }: TransferContext,
  fields: Fields,
  asksOtp: boolean,
): { refused: Answer } | { transfer: Transfer } {
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

async function acceptTransfer(
  { world, account, transfers, payment }: TransferContext,
  transfer: Transfer,
): Promise<Answer | undefined> {
  const { book } = world;
  const { reference } = transfer;
  const balance = book.balanceOf(PAYSTACK_FLOAT);
  if (transferHasFault(world, transfer, 'float-exhausted') && balance > 0) {
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
  } else await payment.start(transfer);
  return undefined;
}

async function initiateMany(context: TransferContext, fields: Fields): Promise<Answer> {
  const rows = Array.isArray(fields['transfers']) ? (fields['transfers'] as Fields[]) : [];
  if (rows.length === 0) return paystackRefusals.missing('transfers');
  const drawn = rows.map((row) =>
    draftTransfer(context, { ...row, source: fields['source'], currency: fields['currency'] }, false),
  );
  const references = rows.map((row) => row['reference']);
  const isTwice = new Set(references).size < references.length;
  if (isTwice || drawn.some((one) => 'refused' in one && one.refused === paystackRefusals.transferExists)) {
    return paystackRefusals.bulkExists;
  }
  const started: Transfer[] = [];
  for (const one of drawn) {
    const refused = 'refused' in one ? one.refused : await acceptTransfer(context, one.transfer);
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
      status: context.payment.shownTransferStatus(transfer),
    })),
  );
}

/** When a transfer is accepted, amount and fee leave the float. After a failure they return. */
export function openTransfers(
  world: World,
  account: Account,
  findRecipient: (code: string) => Recipient | undefined,
  settings: PaystackSettings,
) {
  const { book } = world;
  const transfers = new Map<string, Transfer>();
  const payment = openTransferPayment(world, account);
  const { start, show, showWhole } = payment;
  const context = { world, account, findRecipient, transfers, payment };
  let asksOtp = settings.asksOtp ?? false;

  const findByCode = (code: string) => [...transfers.values()].find((one) => one.code === code);

  return {
    async initiate(fields: Fields): Promise<Answer> {
      const drawn = draftTransfer(context, fields, asksOtp);
      if ('refused' in drawn) return drawn.refused;
      const refused = await acceptTransfer(context, drawn.transfer);
      if (refused) return refused;
      const message =
        drawn.transfer.status === 'otp' ? 'Transfer requires OTP to continue' : 'Transfer has been queued';
      return ok(message, show(drawn.transfer));
    },

    async initiateMany(fields: Fields): Promise<Answer> {
      return asksOtp ? paystackRefusals.bulkOtp : initiateMany(context, fields);
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
        transfer &&
        (account.now() - transfer.createdAt >= NOT_SEEN_MS ||
          !transferHasFault(world, transfer, 'status-not-seen'));
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
