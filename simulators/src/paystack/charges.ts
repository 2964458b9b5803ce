import { MINUTE_MS } from '@app/contracts/durations.ts';
import { NOT_SEEN_MS } from '../faults.ts';
import { type Answer, type Fields, isAmount, textField } from '../wire.ts';
import { words } from '../words.ts';
import { type World, phoneNumber } from '../world.ts';
import type { Account } from './account.ts';
import { type Charge, NETWORK_OF } from './charge.ts';
import { type ChargePayment, openChargePayment } from './charge-payment.ts';
import { openCheckouts } from './checkout.ts';
import { ok, paystackRefusals } from './responses.ts';

const VOUCHER_MS = 5 * MINUTE_MS;

function draftCharge(
  account: Account,
  charges: ReadonlyMap<string, Charge>,
  fields: Fields,
): { refused: Answer } | { charge: Charge } {
  const email = textField(fields, 'email');
  const reference =
    textField(fields, 'reference') ?? account.providerCode('T', `${charges.size}`).toLowerCase();
  if (email === undefined || !email.includes('@')) return { refused: paystackRefusals.email };
  if (!isAmount(fields['amount'])) return { refused: paystackRefusals.amount };
  if ((textField(fields, 'currency') ?? 'GHS') !== 'GHS') return { refused: paystackRefusals.currency };
  if (charges.has(reference)) return { refused: paystackRefusals.chargeExists };
  return {
    charge: {
      reference,
      email,
      amountInPesewas: Number(fields['amount']),
      metadata: fields['metadata'] ?? '',
      callbackUrl: textField(fields, 'callback_url'),
      accessCode: account.providerCode('A', reference).toLowerCase(),
      channel: 'card',
      number: undefined,
      provider: undefined,
      status: 'abandoned',
      message: null,
      createdAt: account.now(),
      paidAt: undefined,
      refunded: 0,
    },
  };
}

function openPhoneCharges(
  world: World,
  account: Account,
  charges: Map<string, Charge>,
  { has, finish, askPhone }: ChargePayment,
) {
  const { book } = world;

  return {
    chargePhone(charge: Charge, number: string, provider: string): Answer {
      const phone = world.findPhone(number);
      const isOurs = phone?.network === NETWORK_OF[provider]?.network;
      if (!phone || !isOurs || has(charge, 'payee-unregistered')) return paystackRefusals.phone;
      Object.assign(charge, { channel: 'mobile_money', number, provider });
      charges.set(charge.reference, charge);
      // Vodafone customers approve a charge with a voucher that they create first.
      if (provider === 'vod') {
        charge.status = 'send_otp';
        book.send(number, words.senders.TELECEL, words.voucher(account.oneTimeCode(charge.reference)));
        world.callAfter('paystack', VOUCHER_MS, () => {
          if (charge.status === 'send_otp') void finish(charge, 'failed', 'Voucher expired');
        });
        const text = 'Please dial *110# to generate a voucher code, then input the voucher';
        return ok('Charge attempted', {
          reference: charge.reference,
          status: 'send_otp',
          display_text: text,
        });
      }
      charge.status = 'pay_offline';
      askPhone(charge, number);
      const text = 'Please complete authorisation process on your mobile phone';
      return ok('Charge attempted', {
        reference: charge.reference,
        status: 'pay_offline',
        display_text: text,
      });
    },

    submitOtp(fields: Fields): Answer {
      const charge = charges.get(textField(fields, 'reference') ?? '');
      if (charge?.status !== 'send_otp' || charge.number === undefined)
        return paystackRefusals.chargeReference;
      const { reference } = charge;
      if (fields['otp'] !== account.oneTimeCode(reference)) {
        void finish(charge, 'failed', 'Invalid voucher');
        return ok('Charge attempted', { reference, status: 'failed', message: charge.message });
      }
      charge.status = 'pay_offline';
      askPhone(charge, charge.number);
      return ok('Charge attempted', { reference, status: 'pending' });
    },
  };
}

export type Charges = ReturnType<typeof createCharges>;

export function createCharges(world: World, account: Account, baseUrl: () => string) {
  const charges = new Map<string, Charge>();
  const payment = openChargePayment(world, account);
  const { has, show, shownChargeStatus } = payment;
  const { chargePhone, submitOtp } = openPhoneCharges(world, account, charges, payment);

  const seen = (reference: string): Charge | undefined => {
    const charge = charges.get(reference);
    if (charge && account.now() - charge.createdAt < NOT_SEEN_MS && has(charge, 'status-not-seen'))
      return undefined;
    return charge;
  };

  return {
    initialize(fields: Fields): Answer {
      const drawn = draftCharge(account, charges, fields);
      if ('refused' in drawn) return drawn.refused;
      const { charge } = drawn;
      charges.set(charge.reference, charge);
      return ok('Authorization URL created', {
        authorization_url: `${baseUrl()}/checkout/${charge.accessCode}`,
        access_code: charge.accessCode,
        reference: charge.reference,
      });
    },

    charge(fields: Fields): Answer {
      const drawn = draftCharge(account, charges, fields);
      if ('refused' in drawn) return drawn.refused;
      const given = fields['mobile_money'];
      if (typeof given !== 'object' || given === null) return paystackRefusals.missing('mobile_money');
      const number = phoneNumber(textField(given as Fields, 'phone') ?? '');
      const provider = (textField(given as Fields, 'provider') ?? '').toLowerCase();
      if (number === undefined || !(provider in NETWORK_OF)) return paystackRefusals.phone;
      return chargePhone(drawn.charge, number, provider);
    },

    submitOtp,

    check(reference: string): Answer {
      const charge = seen(reference);
      if (!charge) return paystackRefusals.chargeReference;
      if (charge.paidAt !== undefined) return ok('Charge attempted', show(charge));
      const failure = charge.status === 'failed' ? { message: charge.message } : {};
      return ok('Reference check successful', { reference, status: shownChargeStatus(charge), ...failure });
    },

    verify(reference: string): Answer {
      const charge = seen(reference);
      return charge ? ok('Verification successful', show(charge)) : paystackRefusals.chargeUnknown;
    },

    checkouts: openCheckouts(charges, payment),

    list: (): Answer =>
      ok('Transactions retrieved', [...charges.values()].map(show), {
        meta: { total: charges.size, skipped: 0, perPage: charges.size, page: 1, pageCount: 1 },
      }),

    show,
    has,
    find: (given: string): Charge | undefined =>
      charges.get(given) ??
      [...charges.values()].find(({ reference }) => String(account.numericId('charge', reference)) === given),
  };
}
