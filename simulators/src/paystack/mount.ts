import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type About,
  type Answer,
  type Fields,
  createResponder,
  readFields,
  readText,
  textField,
} from '../wire.ts';
import { type World, phoneNumber } from '../world.ts';
import { type PaystackSettings, openAccount } from './account.ts';
import { createCharges } from './charges.ts';
import { mountCheckout } from './checkout.ts';
import { createReadHandlers } from './look-ups.ts';
import { openRecipients } from './recipients.ts';
import { openRefunds } from './refunds.ts';
import { ok, paystackOutage, paystackRefusals } from './responses.ts';
import { openTransfers } from './transfers.ts';

interface PaystackRequest {
  fields: Fields;
  id: string;
  query: Fields;
}

const sending = ({ fields }: PaystackRequest): About => ({
  on: 'send',
  // The note is the only place where a refund has our reference.
  reference: textField(fields, 'reference') ?? textField(fields, 'merchant_note'),
  number: phoneNumber(textField((fields['mobile_money'] ?? {}) as Fields, 'phone') ?? ''),
});
const asking = ({ id }: PaystackRequest): About => ({ on: 'status', reference: id });
const lookingUp = ({ query }: PaystackRequest): About => ({
  on: 'look-up',
  number: phoneNumber(textField(query, 'account_number') ?? ''),
});

function openCalls(app: FastifyInstance, world: World, settings: PaystackSettings) {
  const { faults } = world;
  const answer = createResponder(world, 'paystack', paystackOutage);
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

  return function answerAt(
    method: 'GET' | 'POST',
    url: string,
    about: (call: PaystackRequest) => About,
    work: (call: PaystackRequest) => Answer | Promise<Answer>,
  ): void {
    app.route<{ Params: { id?: string }; Querystring: Fields }>({
      method,
      url,
      handler: (request, reply) => {
        const call = { fields: readFields(request), id: request.params.id ?? '', query: request.query };
        const subject = about(call);
        return answer(request, reply, subject, () => requestRefusal(request, subject) ?? work(call));
      },
    });
  };
}

export function mountPaystack(
  app: FastifyInstance,
  world: World,
  settings: PaystackSettings,
  baseUrl: () => string,
): void {
  const { book } = world;
  const account = openAccount(world, settings);
  const charges = createCharges(world, account, baseUrl);
  const refunds = openRefunds(world, account, charges);
  const recipients = openRecipients(account);
  const transfers = openTransfers(world, account, recipients.find, settings);
  const lookUps = createReadHandlers(world, account);
  const answerAt = openCalls(app, world, settings);

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

  answerAt('GET', '/bank', lookingUp, ({ query }) => lookUps.listBanks(query));
  answerAt('GET', '/bank/resolve', lookingUp, ({ query }) => lookUps.resolve(query));
  answerAt('GET', '/balance', lookingUp, () => lookUps.readBalance());
  answerAt('GET', '/balance/ledger', lookingUp, () => lookUps.listMovements());
  mountCheckout(app, charges.checkouts);
}
