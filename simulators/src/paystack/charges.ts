import { MINUTE_MS } from '@app/contracts/durations.ts';
import { type Decision, OUTSIDE_ACCOUNT, walletAccount } from '../wallets.ts';
import { type Fault, NOT_SEEN_MS, pendingMs } from '../faults.ts';
import { type Answer, type Fields, isAmount, textField } from '../wire.ts';
import { words } from '../words.ts';
import { type World, formatCedis, phoneNumber } from '../world.ts';
import { type Account, PAYSTACK_FEES, PAYSTACK_FLOAT } from './account.ts';
import { ok, paystackRefusals } from './responses.ts';
import { type Charge, NETWORK_OF, chargeFee, showCharge, describeCharge } from './charge.ts';

const PROMPT_MS = 3 * MINUTE_MS;
const VOUCHER_MS = 5 * MINUTE_MS;

export type Charges = ReturnType<typeof openCharges>;

export function openCharges(world: World, account: Account, baseUrl: () => string) {
  const { book, faults } = world;
  const charges = new Map<string, Charge>();
  const has = (charge: Charge, fault: Fault) => faults.has(fault, charge.reference, charge.number);

  function draft(fields: Fields): { refused: Answer } | { charge: Charge } {
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

  async function finish(charge: Charge, status: 'success' | 'failed', message: string | null): Promise<void> {
    charge.status = status;
    charge.message = message;
    if (status === 'success') charge.paidAt = account.now();
    // Paystack sends no event for a failed charge, but a forger may.
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

  function chargePhone(charge: Charge, number: string, provider: string): Answer {
    const phone = world.findPhone(number);
    const isOurs = phone?.network === NETWORK_OF[provider]?.network;
    if (!phone || !isOurs || has(charge, 'payee-unregistered')) return paystackRefusals.phone;
    Object.assign(charge, { channel: 'mobile_money', number, provider });
    charges.set(charge.reference, charge);
    // Vodafone customers agree by creating a voucher first.
    if (provider === 'vod') {
      charge.status = 'send_otp';
      book.send(number, words.senders.TELECEL, words.voucher(account.oneTimeCode(charge.reference)));
      world.callAfter('paystack', VOUCHER_MS, () => {
        if (charge.status === 'send_otp') void finish(charge, 'failed', 'Voucher expired');
      });
      const text = 'Please dial *110# to generate a voucher code, then input the voucher';
      return ok('Charge attempted', { reference: charge.reference, status: 'send_otp', display_text: text });
    }
    charge.status = 'pay_offline';
    askPhone(charge, number);
    const text = 'Please complete authorisation process on your mobile phone';
    return ok('Charge attempted', { reference: charge.reference, status: 'pay_offline', display_text: text });
  }

  function shownChargeStatus(charge: Charge): string {
    if (charge.status !== 'pay_offline' && charge.status !== 'pending') return charge.status;
    return has(charge, 'unknown-status') ? 'processing' : 'pending';
  }

  const show = (charge: Charge) => showCharge(account, charge, shownChargeStatus(charge));

  const findByCode = (code: string) =>
    [...charges.values()].find((one) => one.channel === 'card' && one.accessCode === code);
  /** A declined card leaves the checkout open. */
  function openCheckout(code: string): Charge | undefined {
    const charge = findByCode(code);
    return charge?.status === 'abandoned' || charge?.status === 'failed' ? charge : undefined;
  }
  const seen = (reference: string): Charge | undefined => {
    const charge = charges.get(reference);
    if (charge && account.now() - charge.createdAt < NOT_SEEN_MS && has(charge, 'status-not-seen'))
      return undefined;
    return charge;
  };

  return {
    initialize(fields: Fields): Answer {
      const drawn = draft(fields);
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
      const drawn = draft(fields);
      if ('refused' in drawn) return drawn.refused;
      const given = fields['mobile_money'];
      if (typeof given !== 'object' || given === null) return paystackRefusals.missing('mobile_money');
      const number = phoneNumber(textField(given as Fields, 'phone') ?? '');
      const provider = (textField(given as Fields, 'provider') ?? '').toLowerCase();
      if (number === undefined || !(provider in NETWORK_OF)) return paystackRefusals.phone;
      return chargePhone(drawn.charge, number, provider);
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

    check(reference: string): Answer {
      const charge = seen(reference);
      if (!charge) return paystackRefusals.chargeReference;
      if (charge.paidAt !== undefined) return ok('Charge attempted', show(charge));
      const said = charge.status === 'failed' ? { message: charge.message } : {};
      return ok('Reference check successful', { reference, status: shownChargeStatus(charge), ...said });
    },

    verify(reference: string): Answer {
      const charge = seen(reference);
      return charge ? ok('Verification successful', show(charge)) : paystackRefusals.chargeUnknown;
    },

    checkout: (code: string): Pick<Charge, 'amountInPesewas' | 'status'> | undefined => openCheckout(code),
    decline(code: string): void {
      const charge = openCheckout(code);
      if (charge) void finish(charge, 'failed', 'Declined');
    },
    closeCheckout(code: string, isPaid: boolean): string | undefined {
      const open = openCheckout(code);
      if (open && isPaid) {
        pay(open);
        void finish(open, 'success', null);
      }
      const charge = findByCode(code);
      if (charge?.callbackUrl === undefined) return undefined;
      const url = new URL(charge.callbackUrl);
      url.searchParams.set('trxref', charge.reference);
      url.searchParams.set('reference', charge.reference);
      return url.href;
    },

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
