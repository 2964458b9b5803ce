import { OUTSIDE, walletOf } from '../book.ts';
import type { Answer } from '../wire.ts';
import type { World } from '../world.ts';
import { type Account, INTEGRATION, PAYSTACK_FLOAT } from './account.ts';
import { ok, refusals } from './answers.ts';
import type { Charge } from './charge.ts';
import type { Charges } from './charges.ts';
import { type Fields, isAmount, textOf } from '../fields.ts';

const REFUND_MS = 5_000;

interface Refund {
  id: number;
  charge: Charge;
  amountInPesewas: number;
  merchantNote: string;
  status: 'pending' | 'processed' | 'failed';
  createdAt: number;
}

/** Money on its way back to where it came from. */
export function openRefunds(world: World, account: Account, charges: Charges) {
  const { book } = world;
  const refunds: Refund[] = [];

  function showRefund(
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

  async function settle(refund: Refund): Promise<void> {
    const { charge, amountInPesewas } = refund;
    const to = charge.number === undefined ? OUTSIDE : walletOf(charge.number);
    const reference = charge.reference;
    const isMoved = book.move({ kind: 'REFUND', from: PAYSTACK_FLOAT, to, amountInPesewas, reference });
    refund.status = isMoved ? 'processed' : 'failed';
    if (!isMoved) charge.refunded -= amountInPesewas;
    if (isMoved && charge.refunded === charge.amountInPesewas) charge.status = 'reversed';
    await account.announce(
      (fault) => charges.has(charge, fault),
      (telling) => ({
        event: `refund.${refund.status}`,
        data: {
          status: refund.status,
          transaction_reference: telling === 'unknown-reference' ? 'nobody-knows-this-one' : reference,
          refund_reference: String(refund.id),
          amount: telling === 'wrong-amount' ? amountInPesewas + 100 : amountInPesewas,
          currency: 'GHS',
          processor: 'simulated',
          customer: { first_name: null, last_name: null, email: charge.email },
          integration: INTEGRATION,
          domain: 'test',
        },
      }),
    );
  }

  return {
    create(fields: Fields): Answer {
      const { transaction } = fields;
      const charge =
        typeof transaction === 'string' || typeof transaction === 'number'
          ? charges.find(String(transaction))
          : undefined;
      if (!charge) return refusals.chargeUnknown;
      if (fields['amount'] !== undefined && !isAmount(fields['amount'])) return refusals.amount;
      const left = charge.amountInPesewas - charge.refunded;
      const amountInPesewas = Number(fields['amount'] ?? left);
      if (charge.status !== 'success' || left === 0 || amountInPesewas > left) return refusals.refundState;
      charge.refunded += amountInPesewas;
      const refund: Refund = {
        id: account.idOf('refund', `${charge.reference} ${refunds.length}`),
        charge,
        amountInPesewas,
        merchantNote: textOf(fields, 'merchant_note') ?? `Refund for transaction ${charge.reference}`,
        status: 'pending',
        createdAt: account.now(),
      };
      refunds.push(refund);
      world.afterOf('paystack', REFUND_MS, () => settle(refund));
      return ok('Refund has been queued for processing', showRefund(refund, charges.show(charge)));
    },

    find(id: string): Answer {
      const refund = refunds.find((one) => String(one.id) === id);
      if (!refund) return refusals.noResource;
      return ok('Refund retrieved', showRefund(refund, account.idOf('charge', refund.charge.reference)));
    },
    list(query: string | undefined): Answer {
      const found = refunds.filter(
        ({ charge }) =>
          query === undefined ||
          query === charge.reference ||
          query === String(account.idOf('charge', charge.reference)),
      );
      return ok(
        'Refunds retrieved',
        found.map((refund) => showRefund(refund, account.idOf('charge', refund.charge.reference))),
        { meta: { total: found.length, skipped: 0, perPage: 50, page: 1, pageCount: 1 } },
      );
    },
  };
}
