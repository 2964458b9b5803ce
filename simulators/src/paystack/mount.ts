import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '@app/kit/html.ts';
import {
  type About,
  type Answer,
  readText,
  openWire,
  type Fields,
  readFields,
  textField,
  isAmount,
} from '../wire.ts';
import { words } from '../words.ts';
import { type World, formatCedis, phoneNumber } from '../world.ts';
import {
  type PaystackSettings,
  BANKS,
  INTEGRATION,
  PAYSTACK_FLOAT,
  openAccount,
  type Account,
} from './account.ts';
import { paystackOutage, ok, paystackRefusals } from './responses.ts';
import { openCharges, type Charges } from './charges.ts';
import { openRecipients } from './recipients.ts';
import { openTransfers } from './transfers.ts';
import { OUTSIDE_ACCOUNT, walletAccount } from '../wallets.ts';
import type { Charge } from './charge.ts';

const REFUND_MS = 5_000;

interface Refund {
  id: number;
  charge: Charge;
  amountInPesewas: number;
  merchantNote: string;
  status: 'pending' | 'processed' | 'failed';
  createdAt: number;
}

function openRefunds(world: World, account: Account, charges: Charges) {
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
    const to = charge.number === undefined ? OUTSIDE_ACCOUNT : walletAccount(charge.number);
    const reference = charge.reference;
    const isMoved = book.move({ kind: 'REFUND', from: PAYSTACK_FLOAT, to, amountInPesewas, reference });
    refund.status = isMoved ? 'processed' : 'failed';
    if (!isMoved) charge.refunded -= amountInPesewas;
    if (isMoved && charge.refunded === charge.amountInPesewas) charge.status = 'reversed';
    await account.announce(
      (fault) => charges.has(charge, fault),
      (variant) => ({
        event: `refund.${refund.status}`,
        data: {
          status: refund.status,
          transaction_reference: variant === 'unknown-reference' ? 'nobody-knows-this-one' : reference,
          refund_reference: String(refund.id),
          amount: variant === 'wrong-amount' ? amountInPesewas + 100 : amountInPesewas,
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
      if (!charge) return paystackRefusals.chargeUnknown;
      if (fields['amount'] !== undefined && !isAmount(fields['amount'])) return paystackRefusals.amount;
      const left = charge.amountInPesewas - charge.refunded;
      const amountInPesewas = Number(fields['amount'] ?? left);
      if (charge.status !== 'success' || left === 0 || amountInPesewas > left)
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
      return ok('Refund has been queued for processing', showRefund(refund, charges.show(charge)));
    },

    find(id: string): Answer {
      const refund = refunds.find((one) => String(one.id) === id);
      if (!refund) return paystackRefusals.noResource;
      return ok('Refund retrieved', showRefund(refund, account.numericId('charge', refund.charge.reference)));
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
        found.map((refund) => showRefund(refund, account.numericId('charge', refund.charge.reference))),
        { meta: { total: found.length, skipped: 0, perPage: 50, page: 1, pageCount: 1 } },
      );
    },
  };
}

const CHECKOUT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action *; base-uri 'none'; frame-ancestors 'none'";
const CHECKOUT_STYLE =
  'body{margin:0;padding:1rem;font:1rem/1.5 system-ui,sans-serif}main{max-width:30rem;margin:auto}' +
  'button{width:100%;min-height:3rem;margin-top:.75rem;font:inherit}';

export function mountPaystack(
  app: FastifyInstance,
  world: World,
  settings: PaystackSettings,
  baseUrl: () => string,
): void {
  const { book, clock, faults } = world;
  const account = openAccount(world, settings);
  const charges = openCharges(world, account, baseUrl);
  const refunds = openRefunds(world, account, charges);
  const recipients = openRecipients(account);
  const transfers = openTransfers(world, account, recipients.find, settings);
  const answer = openWire(world, 'paystack', paystackOutage);
  readText(app, paystackOutage);
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, { on: 'look-up' }, () => paystackRefusals.noResource),
  );

  function requestRefusal({ headers }: FastifyRequest, { on, reference, number }: About): Answer | undefined {
    if (faults.meets('wrong-key', on, reference, number)) return paystackRefusals.keyInvalid;
    const [, key] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
    if (key === undefined) return paystackRefusals.keyMissing;
    return key === settings.secretKey ? undefined : paystackRefusals.keyInvalid;
  }

  interface PaystackRequest {
    fields: Fields;
    id: string;
    query: Fields;
  }

  function answerAt(
    method: 'GET' | 'POST',
    url: string,
    about: (asked: PaystackRequest) => About,
    work: (asked: PaystackRequest) => Answer | Promise<Answer>,
  ): void {
    app.route<{ Params: { id?: string }; Querystring: Fields }>({
      method,
      url,
      handler: (request, reply) => {
        const asked = { fields: readFields(request), id: request.params.id ?? '', query: request.query };
        const subject = about(asked);
        return answer(request, reply, subject, () => requestRefusal(request, subject) ?? work(asked));
      },
    });
  }
  const sending = ({ fields }: PaystackRequest): About => ({
    on: 'send',
    // A refund has no client reference except its note.
    reference: textField(fields, 'reference') ?? textField(fields, 'merchant_note'),
    number: phoneNumber(textField((fields['mobile_money'] ?? {}) as Fields, 'phone') ?? ''),
  });
  const asking = ({ id }: PaystackRequest): About => ({ on: 'status', reference: id });
  const lookingUp = ({ query }: PaystackRequest): About => ({
    on: 'look-up',
    number: phoneNumber(textField(query, 'account_number') ?? ''),
  });

  answerAt('POST', '/transaction/initialize', sending, ({ fields }) => charges.initialize(fields));
  answerAt('GET', '/transaction/verify/:id', asking, ({ id }) => charges.verify(id));
  answerAt('GET', '/transaction', lookingUp, () => charges.list());
  answerAt('POST', '/charge', sending, ({ fields }) => charges.charge(fields));
  answerAt('POST', '/charge/submit_otp', sending, ({ fields }) => charges.submitOtp(fields));
  answerAt('GET', '/charge/:id', asking, ({ id }) => charges.check(id));
  answerAt('POST', '/refund', sending, ({ fields }) => refunds.create(fields));
  answerAt('GET', '/refund/:id', asking, ({ id }) => refunds.find(id));
  answerAt('GET', '/refund', asking, ({ query }) => refunds.list(textField(query, 'transaction')));

  answerAt('POST', '/transferrecipient', lookingUp, ({ fields }) => recipients.create(fields));
  answerAt('GET', '/transferrecipient/:id', asking, ({ id }) => recipients.fetch(id));
  answerAt('POST', '/transfer', sending, ({ fields }) => transfers.initiate(fields));
  answerAt('POST', '/transfer/bulk', sending, ({ fields }) => transfers.initiateMany(fields));
  answerAt('POST', '/transfer/finalize_transfer', sending, ({ fields }) => transfers.finalize(fields));
  answerAt('POST', '/transfer/resend_otp', lookingUp, ({ fields }) => transfers.resendOtp(fields));
  answerAt('GET', '/transfer/verify/:id', asking, ({ id }) => transfers.verify(id));
  answerAt('GET', '/transfer/:id', asking, ({ id }) => transfers.fetch(id));
  answerAt('GET', '/transfer', lookingUp, () => transfers.list());
  answerAt('POST', '/transfer/disable_otp', lookingUp, () => {
    book.send('business', 'Paystack', account.oneTimeCode('disable'));
    return ok('OTP has been sent to mobile number ending with 4321', undefined);
  });
  answerAt('POST', '/transfer/disable_otp_finalize', lookingUp, ({ fields }) => {
    if (fields['otp'] !== account.oneTimeCode('disable')) return paystackRefusals.otp;
    transfers.switchOtp(false);
    return ok('OTP requirement for transfers has been disabled', undefined);
  });
  answerAt('POST', '/transfer/enable_otp', lookingUp, () => {
    transfers.switchOtp(true);
    return ok('OTP requirement for transfers has been enabled', undefined);
  });

  answerAt('GET', '/bank', lookingUp, ({ query }) => {
    const isHere =
      (textField(query, 'currency') ?? 'GHS') === 'GHS' || textField(query, 'country') === 'ghana';
    return ok('Banks retrieved', isHere ? Object.entries(BANKS).map(showBank) : []);
  });
  answerAt('GET', '/bank/resolve', lookingUp, ({ query }) => {
    const number = phoneNumber(textField(query, 'account_number') ?? '');
    const bank = BANKS[textField(query, 'bank_code') ?? ''];
    if (!bank || number === undefined) return paystackRefusals.unresolved;
    const gone = (['payee-unregistered', 'payee-ported', 'name-down'] as const).some((fault) =>
      faults.has(fault, number),
    );
    const phone = world.findPhone(number);
    if (phone?.network !== bank.network || gone) return paystackRefusals.unresolved;
    const name = faults.has('name-different', number) ? 'Somebody Else' : phone.name;
    return ok('Account number resolved', {
      account_number: textField(query, 'account_number'),
      account_name: (faults.has('name-empty', number) ? '' : name).toUpperCase(),
      bank_id: bank.id,
    });
  });

  answerAt('GET', '/balance', lookingUp, () =>
    ok('Balances retrieved', [{ currency: 'GHS', balance: book.balanceOf(PAYSTACK_FLOAT) }]),
  );
  answerAt('GET', '/balance/ledger', lookingUp, () => {
    let balance = 0;
    const rows = book
      .movements()
      .filter(({ from, to }) => from === PAYSTACK_FLOAT || to === PAYSTACK_FLOAT)
      .map(({ at, kind, to, amountInPesewas, reference }, index) => {
        const difference = to === PAYSTACK_FLOAT ? amountInPesewas : -amountInPesewas;
        balance += difference;
        return {
          integration: INTEGRATION,
          domain: 'test',
          balance,
          currency: 'GHS',
          difference,
          reason: reference,
          model_responsible:
            kind === 'COLLECTION' ? 'Transaction' : kind === 'REFUND' ? 'Refund' : 'Transfer',
          id: index + 1,
          createdAt: account.iso(at),
          updatedAt: account.iso(at),
        };
      })
      .reverse();
    return ok('Balance ledger retrieved', rows, { meta: { total: rows.length, page: 1, pageCount: 1 } });
  });

  app.get<{ Params: { code: string } }>('/checkout/:code', (request, reply) =>
    sendCheckout(reply, request.params.code, charges.checkout(request.params.code)),
  );
  app.post<{ Params: { code: string; decision: string } }>('/checkout/:code/:decision', (request, reply) => {
    const { code, decision } = request.params;
    if (decision === 'decline') {
      charges.decline(code);
      return reply.redirect(`../${code}`, 303);
    }
    const next = charges.closeCheckout(code, decision === 'pay');
    return next === undefined ? sendCheckout(reply, '', undefined) : reply.redirect(next, 303);
  });

  function showBank([code, { name, id }]: [string, { name: string; id: number }]) {
    return {
      id,
      name,
      slug: name.toLowerCase(),
      code,
      longcode: '',
      gateway: null,
      pay_with_bank: false,
      active: true,
      is_deleted: false,
      country: 'Ghana',
      currency: 'GHS',
      type: 'mobile_money',
      createdAt: account.iso(clock.now()),
      updatedAt: account.iso(clock.now()),
    };
  }
}

function sendCheckout(
  reply: FastifyReply,
  code: string,
  open: { amountInPesewas: number; status: string } | undefined,
): FastifyReply {
  const { title, intro, pay, decline, declined, cancel, done } = words.checkout;
  const form = (decision: string, label: string) =>
    `<form method="post" action="${escapeHtml(`${code}/${decision}`)}"><button>${escapeHtml(label)}</button></form>`;
  const body = open
    ? `<p>${escapeHtml(intro(formatCedis(open.amountInPesewas)))}</p>` +
      (open.status === 'failed' ? `<p role="alert">${escapeHtml(declined)}</p>` : '') +
      form('pay', pay) +
      form('decline', decline) +
      form('cancel', cancel)
    : `<p>${escapeHtml(done)}</p>`;
  return reply
    .header('content-security-policy', CHECKOUT_POLICY)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
        `<style>${CHECKOUT_STYLE}</style><title>${escapeHtml(title)}</title></head>` +
        `<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
    );
}
