import type { CallbackVariant } from '../callbacks.ts';
import { OUTSIDE_ACCOUNT, walletAccount } from '../wallets.ts';
import { type Answer, type Fields, isAmount, textField } from '../wire.ts';
import type { World } from '../world.ts';
import { type Account, INTEGRATION, PAYSTACK_FLOAT } from './account.ts';
import type { Charge } from './charge.ts';
import type { Charges } from './charges.ts';
import { ok, paystackRefusals } from './responses.ts';

const REFUND_MS = 5_000;

interface Refund {
  id: number;
  charge: Charge;
  amountInPesewas: number;
  merchantNote: string;
  status: 'pending' | 'processed' | 'failed';
  createdAt: number;
}

function showRefund(
  account: Account,
  { id, charge, amountInPesewas, merchantNote, status, createdAt }: Refund,
  transaction: unknown,
) {
  return {
    transaction,
    integration: INTEGRATION,
    deducted_amount: status === 'processed' ? amountInPesewas : 0,
    channel: charge.channel,
    merchant_note: merchantNote,
    customer_note: `Refund for transaction ${charge.reference}`,
    status,
    refunded_by: 'simulated@paystack.test',
    expected_at: account.iso(createdAt + REFUND_MS),
    currency: 'GHS',
    domain: 'test',
    amount: amountInPesewas,
    fully_deducted: status === 'processed',
    id,
    createdAt: account.iso(createdAt),
    updatedAt: account.iso(createdAt),
  };
}

function describeRefund({ id, charge, amountInPesewas, status }: Refund, variant: CallbackVariant) {
  return {
    event: `refund.${status}`,
    data: {
      status,
      transaction_reference: variant === 'unknown-reference' ? 'nobody-knows-this-one' : charge.reference,
      refund_reference: String(id),
      amount: variant === 'wrong-amount' ? amountInPesewas + 100 : amountInPesewas,
      currency: 'GHS',
      processor: 'simulated',
      customer: { first_name: null, last_name: null, email: charge.email },
      integration: INTEGRATION,
      domain: 'test',
    },
  };
}

export function openRefunds(world: World, account: Account, charges: Charges) {
  const { book } = world;
  const refunds: Refund[] = [];

  async function settle(refund: Refund): Promise<void> {
    const { charge, amountInPesewas } = refund;
    const to = charge.number === undefined ? OUTSIDE_ACCOUNT : walletAccount(charge.number);
    const reference = charge.reference;
    const isMoved = book.move({ kind: 'REFUND', from: PAYSTACK_FLOAT, to, amountInPesewas, reference });
    refund.status = isMoved ? 'processed' : 'failed';
    if (!isMoved) charge.refunded -= amountInPesewas;
    if (isMoved && charge.refunded === charge.amountInPesewas) charge.status = 'reversed';
    await account.announce(
      (fault) => charges.has(charge, fault),
      (variant) => describeRefund(refund, variant),
    );
  }

  return {
    create(fields: Fields): Answer {
      const { transaction } = fields;
      const charge =
        typeof transaction === 'string' || typeof transaction === 'number'
          ? charges.find(String(transaction))
          : undefined;
      if (!charge) return paystackRefusals.chargeUnknown;
      if (fields['amount'] !== undefined && !isAmount(fields['amount'])) return paystackRefusals.amount;
      const refundable = charge.amountInPesewas - charge.refunded;
      const amountInPesewas = Number(fields['amount'] ?? refundable);
      if (charge.status !== 'success' || refundable === 0 || amountInPesewas > refundable)
        return paystackRefusals.refundState;
      charge.refunded += amountInPesewas;
      const refund: Refund = {
        id: account.numericId('refund', `${charge.reference} ${refunds.length}`),
        charge,
        amountInPesewas,
        merchantNote: textField(fields, 'merchant_note') ?? `Refund for transaction ${charge.reference}`,
        status: 'pending',
        createdAt: account.now(),
      };
      refunds.push(refund);
      world.callAfter('paystack', REFUND_MS, () => settle(refund));
      return ok('Refund has been queued for processing', showRefund(account, refund, charges.show(charge)));
    },

    find(id: string): Answer {
      const refund = refunds.find((one) => String(one.id) === id);
      if (!refund) return paystackRefusals.noResource;
      return ok(
        'Refund retrieved',
        showRefund(account, refund, account.numericId('charge', refund.charge.reference)),
      );
    },
    list(query: string | undefined): Answer {
      const found = refunds.filter(
        ({ charge }) =>
          query === undefined ||
          query === charge.reference ||
          query === String(account.numericId('charge', charge.reference)),
      );
      return ok(
        'Refunds retrieved',
        found.map((refund) =>
          showRefund(account, refund, account.numericId('charge', refund.charge.reference)),
        ),
        { meta: { total: found.length, skipped: 0, perPage: 50, page: 1, pageCount: 1 } },
      );
    },
  };
}
