import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { walletAccount } from '../wallets.ts';
import { type TestSimulators, ABENA, AMA, YAA, startSimulators } from '../../test/test-simulators.ts';
import { chargeFee } from './charge.ts';
import { PAYSTACK_FEES, PAYSTACK_FLOAT, PAYSTACK_HELD } from './account.ts';

let sim: TestSimulators;
beforeEach(async () => {
  sim = await startSimulators();
});
afterEach(() => sim.stop());

type Data = Record<string, unknown>;
const responseData = ({ body }: { body: Data }) => body['data'] as Data;
const balanceOf = (account: string) => sim.world.book.balanceOf(account);
const lastPrompt = (number: string) => sim.world.book.prompts(number).at(-1);

let made = 0;
const nextReference = () => `payout-0000-0000-${(made += 1)}`;
const recipient = async (number: string, bank = 'MTN') =>
  sim.paystackCall('/transferrecipient', {
    type: 'mobile_money',
    name: 'Abina Nana',
    account_number: number.replace('+233', '0'),
    bank_code: bank,
    currency: 'GHS',
  });
const createRecipientCode = async (number: string, bank?: string) =>
  responseData(await recipient(number, bank))['recipient_code'];
const transfer = async (reference: string, more: Data = {}) =>
  sim.paystackCall('/transfer', {
    source: 'balance',
    amount: 5_000,
    recipient: await createRecipientCode(ABENA),
    reference,
    currency: 'GHS',
    reason: 'Research',
    ...more,
  });
const charge = (more: Data = {}) =>
  sim.paystackCall('/charge', {
    email: 'ama@demo.test',
    amount: 20_000,
    currency: 'GHS',
    mobile_money: { phone: '0244000001', provider: 'mtn' },
    ...more,
  });

test.each([
  ['no key', {}, 'Format is Authorization: Bearer [secret key]'],
  ['a wrong key', { authorization: 'Bearer sk_test_other' }, 'Invalid key'],
])('%s is 401', async (_, headers: Record<string, string>, message) => {
  const { status, body } = await sim.call('/paystack/balance', { headers });
  expect([status, body]).toEqual([
    401,
    expect.objectContaining({ status: false, message, code: 'invalid_Key' }),
  ]);
});

test.each([
  ['/nothing', 404, expect.any(String)],
  ['/transaction/verify/nothing', 400, 'Transaction reference not found.'],
  ['/charge/nothing', 400, 'Transaction reference is invalid'],
  ['/transfer/verify/nothing-at-all-here', 404, 'Transfer not found'],
])('an unknown item is refused in the provider’s format: %s', async (path, status, message) => {
  const refused = await sim.paystackCall(path);
  expect([refused.status, refused.body]).toMatchObject([status, { status: false, message }]);
});

describe('charges', () => {
  test('a phone is prompted, and the event is signed over its bytes', async () => {
    const before = { float: balanceOf(PAYSTACK_FLOAT), fees: balanceOf(PAYSTACK_FEES) };
    const answer = await charge({ reference: 'fund-1', metadata: { for: 'Kofɔ' } });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        status: true,
        message: 'Charge attempted',
        data: {
          reference: 'fund-1',
          status: 'pay_offline',
          display_text: 'Please complete authorisation process on your mobile phone',
        },
      },
    ]);
    expect(responseData(await sim.paystackCall('/charge/fund-1'))).toEqual({
      reference: 'fund-1',
      status: 'pending',
    });
    sim.world.book.answer(AMA, lastPrompt(AMA)?.id ?? '', 'APPROVE');
    await sim.advance(0);

    const verified = await sim.paystackCall('/transaction/verify/fund-1');
    expect([verified.status, responseData(verified)]).toEqual([
      200,
      expect.objectContaining({
        status: 'success',
        amount: 20_000,
        currency: 'GHS',
        channel: 'mobile_money',
        fees: 390,
        authorization: expect.objectContaining({ mobile_money_number: '0244000001' }),
      }),
    ]);
    expect(balanceOf(PAYSTACK_FLOAT) - before.float).toBe(20_000 - 390);
    expect(balanceOf(PAYSTACK_FEES) - before.fees).toBe(390);

    const event = sim.listener.received.at(-1);
    expect(event).toMatchObject({
      method: 'POST',
      path: '/webhook',
      body: { event: 'charge.success', data: { reference: 'fund-1' } },
    });
    const signature = createHmac('sha512', 'sk_test_simulated')
      .update(event?.raw ?? '')
      .digest('hex');
    expect(event?.headers['x-paystack-signature']).toBe(signature);
    // A client that signs its parsed JSON gets another signature.
    expect(event?.raw).not.toBe(JSON.stringify(event?.body));
    expect(event?.raw).toContain(String.raw`Kof\u0254`);
    expect(event?.body).toMatchObject({ data: { metadata: { for: 'Kofɔ' } } });

    const again = await charge({ reference: 'fund-1' });
    expect([again.status, again.body]).toMatchObject([
      400,
      { status: false, message: 'Duplicate Transaction Reference', code: 'duplicate_reference' },
    ]);
  });

  test('a form of other clients is read too', async () => {
    const { body } = await sim.call('/paystack/charge', {
      headers: { authorization: 'Bearer sk_test_simulated' },
      form: 'email=a%40b.test&amount=100&currency=GHS&mobile_money%5Bphone%5D=0244000001&mobile_money%5Bprovider%5D=MTN',
    });
    expect((body['data'] as Data)['status']).toBe('pay_offline');
  });

  test('a declined or unanswered charge fails, without an event', async () => {
    const count = sim.listener.received.length;
    await charge({ reference: 'fund-2' });
    sim.world.book.answer(AMA, lastPrompt(AMA)?.id ?? '', 'DECLINE');
    await charge({ reference: 'fund-3' });
    await sim.advance(180_000);
    expect(responseData(await sim.paystackCall('/charge/fund-2'))).toMatchObject({
      status: 'failed',
      message: 'Declined',
    });
    expect(responseData(await sim.paystackCall('/transaction/verify/fund-3'))).toMatchObject({
      status: 'failed',
      gateway_response: 'Transaction timed out',
    });
    expect(sim.listener.received).toHaveLength(count);
  });

  test('Telecel asks for a voucher first', async () => {
    const phone = { mobile_money: { phone: '0201234567', provider: 'vod' } };
    const answer = await charge({ reference: 'fund-4', ...phone });
    expect(responseData(answer)).toMatchObject({
      status: 'send_otp',
      display_text: expect.stringContaining('*110#'),
    });
    const otp = /\d{6}/.exec(sim.world.book.messages(YAA)[0]?.text ?? '')?.[0];
    const given = await sim.paystackCall('/charge/submit_otp', { otp, reference: 'fund-4' });
    expect(responseData(given)).toEqual({ reference: 'fund-4', status: 'pending' });
    sim.world.book.answer(YAA, lastPrompt(YAA)?.id ?? '', 'APPROVE');
    expect(responseData(await sim.paystackCall('/charge/fund-4'))['status']).toBe('success');

    await charge({ reference: 'fund-5', ...phone });
    const wrong = await sim.paystackCall('/charge/submit_otp', { otp: '000000', reference: 'fund-5' });
    expect(responseData(wrong)['status']).toBe('failed');
  });

  test.each([
    ['no address', { email: 'nobody' }, 400, 'Invalid Email Address Passed'],
    ['an amount with a fraction', { amount: '10.5' }, 400, 'Invalid amount passed'],
    ['another currency', { currency: 'NGN' }, 403, 'Currency not supported by merchant'],
    [
      'a number of another network',
      { mobile_money: { phone: '0201234567', provider: 'mtn' } },
      400,
      'Invalid mobile money phone number or provider',
    ],
  ])('with %s it is refused', async (_, more, status, message) => {
    const refused = await charge(more);
    expect([refused.status, refused.body]).toMatchObject([status, { status: false, message }]);
  });

  test('a card pays at the checkout, which returns to the caller', async () => {
    const initialized = await sim.paystackCall('/transaction/initialize', {
      email: 'ama@demo.test',
      amount: '30000',
      reference: 'card-1',
      callback_url: 'https://research.example/budget',
    });
    expect(initialized.body).toMatchObject({
      status: true,
      message: 'Authorization URL created',
      data: { access_code: expect.any(String), reference: 'card-1' },
    });
    expect(responseData(await sim.paystackCall('/transaction/verify/card-1'))['status']).toBe('abandoned');
    const url = String(responseData(initialized)['authorization_url']);
    expect(await (await fetch(url)).text()).toContain('GHS 300.00');
    const paid = await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      'https://research.example/budget?trxref=card-1&reference=card-1',
    ]);
    expect(responseData(await sim.paystackCall('/transaction/verify/card-1'))).toMatchObject({
      status: 'success',
      channel: 'card',
    });
    await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });
    const moved = sim.world.book
      .movements()
      .filter(({ kind, reference }) => kind === 'COLLECTION' && reference === 'card-1');
    expect(moved).toHaveLength(1);
  });

  test('a declined card fails, and the page accepts another one', async () => {
    const initialized = await sim.paystackCall('/transaction/initialize', {
      email: 'ama@demo.test',
      amount: 30_000,
      reference: 'card-2',
    });
    const url = String(responseData(initialized)['authorization_url']);
    const declined = await fetch(`${url}/decline`, { method: 'POST' });
    expect([declined.url, await declined.text()]).toEqual([url, expect.stringContaining('declined')]);
    const status = async () => responseData(await sim.paystackCall('/transaction/verify/card-2'))['status'];
    expect(await status()).toBe('failed');
    await fetch(`${url}/pay`, { method: 'POST' });
    expect(await status()).toBe('success');
    await fetch(`${url}/decline`, { method: 'POST' });
    expect(await status()).toBe('success');
  });

  test('all of them are listed, for reconciliation', async () => {
    const listed = ['listed-1', 'listed-2'];
    for (const reference of listed)
      await sim.paystackCall('/transaction/initialize', { email: 'a@b.test', amount: 10_000, reference });
    const { body } = await sim.paystackCall('/transaction');
    const references = (body['data'] as Data[]).map((one) => one['reference']);
    expect(references).toEqual(expect.arrayContaining(listed));
    expect(body['meta']).toMatchObject({ total: references.length });
  });
});

describe('refunds', () => {
  test('go back to the phone, up to the paid amount', async () => {
    await charge({ reference: 'fund-6' });
    sim.world.book.answer(AMA, lastPrompt(AMA)?.id ?? '', 'APPROVE');
    const before = balanceOf(walletAccount(AMA));
    const fields = { transaction: 'fund-6', amount: 15_000, merchant_note: 'our own' };
    const part = await sim.paystackCall('/refund', fields);
    expect([part.body['message'], responseData(part)]).toMatchObject([
      'Refund has been queued for processing',
      {
        status: 'pending',
        amount: 15_000,
        merchant_note: 'our own',
        transaction: { reference: 'fund-6' },
      },
    ]);
    const tooMuch = await sim.paystackCall('/refund', { transaction: 'fund-6', amount: 5_001 });
    expect(tooMuch.status).toBe(400);
    await sim.advance(5_000);
    expect(balanceOf(walletAccount(AMA)) - before).toBe(15_000);
    expect(
      responseData(await sim.paystackCall(`/refund/${String(responseData(part)['id'])}`))['status'],
    ).toBe('processed');
    expect(sim.listener.received.at(-1)?.body).toMatchObject({
      event: 'refund.processed',
      data: { transaction_reference: 'fund-6', amount: 15_000 },
    });
    await sim.paystackCall('/refund', { transaction: 'fund-6' });
    await sim.advance(5_000);
    expect(balanceOf(walletAccount(AMA)) - before).toBe(20_000);
    expect(responseData(await sim.paystackCall('/transaction/verify/fund-6'))['status']).toBe('reversed');
    const { body } = await sim.call('/paystack/refund?transaction=fund-6', {
      headers: { authorization: 'Bearer sk_test_simulated' },
    });
    expect(body['data']).toHaveLength(2);
  });
});

test('a refund fails while the float is too small, and can be requested again', async () => {
  const poor = await startSimulators();
  const fields = { email: 'a@b.test', amount: 20_000, reference: 'fund-9' };
  await poor.paystackCall('/charge', { ...fields, mobile_money: { phone: '0244000001', provider: 'mtn' } });
  poor.world.book.answer(AMA, '1', 'APPROVE');
  const amountInPesewas = poor.world.book.balanceOf(PAYSTACK_FLOAT);
  const away = { kind: 'WITHDRAWAL', from: PAYSTACK_FLOAT, to: 'outside', reference: 'settled' } as const;
  poor.world.book.move({ ...away, amountInPesewas });
  const requestRefund = async () => {
    const { body } = await poor.paystackCall('/refund', { transaction: 'fund-9' });
    await poor.advance(5_000);
    return poor.paystackCall(`/refund/${String((body['data'] as Data)['id'])}`);
  };
  expect(responseData(await requestRefund())['status']).toBe('failed');
  expect(poor.listener.received.at(-1)?.body['event']).toBe('refund.failed');
  poor.fund('paystack', 20_000);
  expect(responseData(await requestRefund())['status']).toBe('processed');
  await poor.stop();
});

test('the fee of a charge is 1.95%, half up', () => {
  expect([1, 25, 26, 200, 20_000, 52_015].map(chargeFee)).toEqual([0, 0, 1, 4, 390, 1_014]);
});

describe('recipients', () => {
  test('each account has one, whatever its name; its existence is not checked', async () => {
    const first = await recipient('+233249990001');
    const again = await recipient('+233249990001');
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(responseData(again)).toEqual(responseData(first));
    expect(responseData(first)).toMatchObject({
      type: 'mobile_money',
      currency: 'GHS',
      recipient_code: expect.stringMatching(/^RCP_/),
      details: { account_number: '0249990001', account_name: null, bank_code: 'MTN' },
    });
    const code = String(responseData(first)['recipient_code']);
    expect(responseData(await sim.paystackCall(`/transferrecipient/${code}`))).toEqual(responseData(first));
    const wrong = await recipient(ABENA, 'GCB');
    expect([wrong.status, wrong.body['message']]).toEqual([400, 'Invalid bank code']);
  });
});

describe('transfers', () => {
  test('pay a wallet once for a fee of GHS 1, and a repeated reference is refused', async () => {
    const before = { float: balanceOf(PAYSTACK_FLOAT), fees: balanceOf(PAYSTACK_FEES) };
    const reference = nextReference();
    const sent = await transfer(reference);
    expect([sent.status, sent.body['message'], responseData(sent)]).toMatchObject([
      200,
      'Transfer has been queued',
      { status: 'pending', amount: 5_000, reference, transfer_code: expect.stringMatching(/^TRF_/) },
    ]);
    expect(balanceOf(PAYSTACK_HELD)).toBe(5_100);
    const again = await transfer(reference);
    expect([again.status, again.body]).toEqual([
      400,
      {
        status: false,
        message: 'Please provide a unique reference. Reference already exists on a transfer',
        meta: { nextStep: 'Create a new reference for the new transfer' },
        type: 'validation_error',
        code: 'duplicate_transfer_reference',
      },
    ]);
    await sim.advance(2_000);
    const verified = await sim.paystackCall(`/transfer/verify/${reference}`);
    expect([verified.body['message'], responseData(verified)]).toMatchObject([
      'Transfer retrieved',
      { status: 'success', fee_charged: 100, recipient: { details: { account_number: '0240000999' } } },
    ]);
    expect(sim.world.book.credits(reference)).toMatchObject([{ kind: 'PAYOUT', amountInPesewas: 5_000 }]);
    expect([before.float - balanceOf(PAYSTACK_FLOAT), balanceOf(PAYSTACK_FEES) - before.fees]).toEqual([
      5_100, 100,
    ]);
    expect(sim.listener.received.at(-1)?.body).toMatchObject({
      event: 'transfer.success',
      data: { reference, status: 'success' },
    });
    const code = String(responseData(verified)['transfer_code']);
    expect(responseData(await sim.paystackCall(`/transfer/${code}`))['reference']).toBe(reference);
  });

  test('to an unknown account fail, and return amount and fee', async () => {
    const before = balanceOf(PAYSTACK_FLOAT);
    const reference = nextReference();
    await transfer(reference, { recipient: await createRecipientCode('+233249990000') });
    await sim.advance(2_000);
    expect(responseData(await sim.paystackCall(`/transfer/verify/${reference}`))).toMatchObject({
      status: 'failed',
      fee_charged: 0,
    });
    expect(balanceOf(PAYSTACK_FLOAT)).toBe(before);
    expect(sim.listener.received.at(-1)?.body['event']).toBe('transfer.failed');
  });

  test.each([
    ['a short reference', { reference: 'short' }, 'invalid_transfer_reference'],
    ['capitals in the reference', { reference: 'PAYOUT-0000-0000-0001' }, 'invalid_transfer_reference'],
    ['an unknown recipient', { recipient: 'RCP_nobody' }, 'invalid_transfer_recipient'],
    ['more than the balance', { amount: 999_999_999 }, 'insufficient_balance'],
    ['a fractional amount', { amount: 10.5 }, 'invalid_amount'],
  ])('are refused with %s', async (_, more, code) => {
    const refused = await transfer(nextReference(), more);
    expect([refused.status, refused.body]).toMatchObject([400, { status: false, code }]);
  });

  test('in bulk are accepted together, or none if a reference is known', async () => {
    const rows = [nextReference(), nextReference()].map((reference) => ({ amount: 100, reference }));
    const to = await createRecipientCode(ABENA);
    const send = (transfers: Data[]) =>
      sim.paystackCall('/transfer/bulk', {
        source: 'balance',
        currency: 'GHS',
        transfers: transfers.map((row) => ({ ...row, recipient: to })),
      });
    const sent = await send(rows);
    expect([sent.body['message'], sent.body['data']]).toMatchObject([
      '2 transfers queued.',
      [{ status: 'pending' }, {}],
    ]);
    const fresh = nextReference();
    const refused = await send([{ amount: 100, reference: fresh }, ...rows]);
    expect([refused.status, refused.body['message']]).toEqual([404, 'Duplicate reference(s) found']);
    expect((await sim.paystackCall(`/transfer/verify/${fresh}`)).status).toBe(404);
  });

  test('wait for a one-time password if the account requires it, and are abandoned after half an hour', async () => {
    await sim.paystackCall('/transfer/enable_otp', {});
    const [given, abandoned] = [nextReference(), nextReference()];
    const answer = await transfer(given);
    expect(responseData(answer)['status']).toBe('otp');
    const otp = sim.world.book.messages('business')[0]?.text;
    const code = responseData(answer)['transfer_code'];
    await sim.paystackCall('/transfer/resend_otp', { transfer_code: code, reason: 'transfer' });
    expect(sim.world.book.messages('business').map(({ text }) => text)).toEqual([otp, otp]);
    const wrong = await sim.paystackCall('/transfer/finalize_transfer', { transfer_code: code, otp: 'x' });
    expect(wrong.status).toBe(400);
    await sim.paystackCall('/transfer/finalize_transfer', { transfer_code: code, otp });
    await transfer(abandoned);
    const before = balanceOf(PAYSTACK_FLOAT);
    await sim.advance(1_800_000);
    expect(responseData(await sim.paystackCall(`/transfer/verify/${given}`))['status']).toBe('success');
    expect(responseData(await sim.paystackCall(`/transfer/verify/${abandoned}`))['status']).toBe('abandoned');
    expect(balanceOf(PAYSTACK_FLOAT) - before).toBe(5_100);
    await sim.paystackCall('/transfer/disable_otp', {});
    const sentOtp = sim.world.book.messages('business')[0]?.text;
    await sim.paystackCall('/transfer/disable_otp_finalize', { otp: sentOtp });
    expect(responseData(await transfer(nextReference()))['status']).toBe('pending');
    await sim.advance(2_000);
  });
});

describe('banks and balances', () => {
  const get = (path: string) =>
    sim.call(`/paystack${path}`, { headers: { authorization: 'Bearer sk_test_simulated' } });

  test('the codes of the networks', async () => {
    const { body } = await get('/bank?currency=GHS&type=mobile_money');
    expect((body['data'] as Data[]).map(({ code, type }) => [code, type])).toEqual([
      ['MTN', 'mobile_money'],
      ['VOD', 'mobile_money'],
      ['ATL', 'mobile_money'],
    ]);
  });

  test('the name of an account, from its own network only', async () => {
    const { body } = await get('/bank/resolve?account_number=0240000999&bank_code=MTN');
    expect(body).toMatchObject({
      status: true,
      message: 'Account number resolved',
      data: { account_number: '0240000999', account_name: 'ABENA MENSAH' },
    });
    const other = await get('/bank/resolve?account_number=0240000999&bank_code=VOD');
    expect([other.status, other.body['status']]).toEqual([422, false]);
  });

  test('the balance, and the movements behind it', async () => {
    const balance = balanceOf(PAYSTACK_FLOAT);
    expect((await get('/balance')).body['data']).toEqual([{ currency: 'GHS', balance }]);
    const rows = (await get('/balance/ledger')).body['data'] as { balance: number; difference: number }[];
    expect(rows[0]?.balance).toBe(balance);
    expect(rows.reduce((sum, { difference }) => sum + difference, 0)).toBe(balance);
  });
});
