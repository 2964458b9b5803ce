import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ScriptedServer, answer, dropConnection, startScripted } from '#test/scripted-server.ts';
import { createPaystack } from './paystack.ts';

const REFERENCE = '0f8fad5b-d9cb-469f-a165-70867728950e';
const order = {
  reference: REFERENCE,
  pesewas: 5001,
  wallet: { network: 'TELECEL', phoneNumber: '+233201234567', name: 'Ɛsi O’Mensah' },
  note: 'Research study',
} as const;
const recipient = answer(201, { status: true, data: { recipient_code: 'RCP_1' } });

let server: ScriptedServer;
const paystack = () =>
  createPaystack({
    baseUrl: server.url,
    secretKey: 'sk_test_golden',
    email: 'receipts@example.test',
    payoutFeeInPesewas: 100,
  });
beforeEach(async () => {
  server = await startScripted();
  server.on('/transferrecipient', recipient);
});
afterEach(() => server.close());

test('A2 a transfer goes to a recipient, with its reference', async () => {
  server.on('/transfer', answer(200, { status: true, data: { status: 'pending' } }));
  expect(await paystack().send(order)).toEqual({ kind: 'accepted' });
  const [made, sent] = server.heard.map(({ path, headers, body }) => ({
    path,
    authorization: headers.authorization,
    body: JSON.parse(body) as unknown,
  }));
  expect(made).toEqual({
    path: '/transferrecipient',
    authorization: 'Bearer sk_test_golden',
    body: {
      type: 'mobile_money',
      name: 'Esi OMensah',
      account_number: '0201234567',
      bank_code: 'VOD',
      currency: 'GHS',
    },
  });
  expect(sent?.body).toEqual({
    source: 'balance',
    amount: 5001,
    recipient: 'RCP_1',
    reference: REFERENCE,
    currency: 'GHS',
    reason: 'Research study',
  });
});

const refused = (more: object) => ({ status: false, ...more });
test.each([
  [answer(200, { status: true, data: { status: 'otp' } }), { kind: 'accepted' }],
  [answer(400, refused({ code: 'duplicate_transfer_reference' })), { kind: 'exists' }],
  [answer(400, refused({ message: 'Reference already exists on a transfer' })), { kind: 'exists' }],
  [answer(400, refused({ code: 'insufficient_balance' })), { kind: 'refused', reason: 'OUR_FLOAT_LOW' }],
  [answer(400, refused({ type: 'validation_error' })), { kind: 'refused', reason: 'REQUEST_INVALID' }],
  [answer(401, refused({ message: 'Invalid key' })), { kind: 'refused', reason: 'CONFIG' }],
  [answer(429, refused({ code: 'rate_limited' })), { kind: 'not-sent' }],
  [answer(429, '<html>'), { kind: 'unknown' }],
  [answer(400, refused({ code: 'something_new' })), { kind: 'unknown' }],
  [answer(403, '<html>'), { kind: 'unknown' }],
  [answer(500, refused({ message: 'down' })), { kind: 'unknown' }],
  [answer(200, 'not json'), { kind: 'unknown' }],
  [dropConnection, { kind: 'unknown' }],
])('B5.3 only documented refusals are refused, and all else is unknown: %#', async (respond, outcome) => {
  server.on('/transfer', respond);
  expect(await paystack().send(order)).toMatchObject(outcome);
});

test('without a recipient nothing was sent', async () => {
  server.on('/transferrecipient', dropConnection);
  expect(await paystack().send(order)).toEqual({ kind: 'not-sent' });
  server.on('/transferrecipient', answer(400, refused({ type: 'validation_error' })));
  expect(await paystack().send(order)).toEqual({ kind: 'refused', reason: 'REQUEST_INVALID' });
  expect(server.heard.some(({ path }) => path === '/transfer')).toBe(false);
});

const data = {
  id: 77,
  amount: 5001,
  currency: 'GHS',
  status: 'success',
  recipient: { details: { account_number: '0201234567' } },
};
const answerWith = (status: string) => answer(200, { status: true, data: { ...data, status } });

test.each([
  [answerWith('success'), { kind: 'success', pesewas: 5001, phoneNumber: '+233201234567', providerId: '77' }],
  [answerWith('failed'), { kind: 'failure', reason: 'OTHER' }],
  [answerWith('abandoned'), { kind: 'failure', reason: 'CONFIG' }],
  [answerWith('reversed'), { kind: 'reversed' }],
  [answerWith('otp'), { kind: 'pending' }],
  [answerWith('received'), { kind: 'pending' }],
  [answerWith('something new'), { kind: 'pending' }],
  [answer(404, refused({ message: 'Transfer not found' })), { kind: 'not-seen' }],
  [answer(404, '<html>'), { kind: 'unknown' }],
  [answer(500, ''), { kind: 'unknown' }],
])('B9-13 Paystack’s answer about a transfer: %#', async (respond, outcome) => {
  server.on(REFERENCE, respond);
  expect(await paystack().query(REFERENCE)).toMatchObject(outcome);
});

test('a charge reports its fee, and an abandoned one is no failure', async () => {
  server.on('/charge', answer(200, { status: true, data: { status: 'pay_offline' } }));
  expect(await paystack().prompt(order)).toEqual({ kind: 'accepted' });
  expect(JSON.parse(server.heard[0]?.body ?? '')).toMatchObject({
    amount: 5001,
    reference: REFERENCE,
    mobile_money: { phone: '0201234567', provider: 'vod' },
  });
  const charge = (status: string) => answer(200, { status: true, data: { ...data, status, fees: 98 } });
  server.on(REFERENCE, charge('abandoned'), charge('failed'), charge('success'));
  const provider = paystack();
  expect(await provider.queryPrompt(REFERENCE)).toEqual({ kind: 'pending' });
  expect(await provider.queryPrompt(REFERENCE)).toEqual({ kind: 'failure', reason: 'PAYER_DECLINED' });
  expect(await provider.queryPrompt(REFERENCE)).toMatchObject({ kind: 'success', feeInPesewas: 98 });
});

const page = (url: string) => answer(200, { status: true, data: { authorization_url: url } });

test('a page is opened for card and bank, and links to Paystack only', async () => {
  const open = (url: string) => {
    server.on('/transaction/initialize', page(url));
    return paystack().pages?.open({
      reference: REFERENCE,
      pesewas: 5001,
      returnUrl: 'https://us.test/budget',
    });
  };
  const url = 'https://checkout.paystack.com/3ni8kdavz62431k';
  expect(await open(url)).toEqual({ kind: 'page', url });
  expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual({
    amount: 5001,
    email: 'receipts@example.test',
    currency: 'GHS',
    reference: REFERENCE,
    channels: ['card', 'bank_transfer'],
    callback_url: 'https://us.test/budget',
  });
  const ours = `${server.url}/checkout/1`;
  expect(await open(ours)).toEqual({ kind: 'page', url: ours });
  for (const elsewhere of [
    'http://checkout.paystack.com/1',
    'https://checkout.paystack.com.evil.test/1',
    'https://notpaystack.com/1',
    'https://checkout.paystack.com@evil.test/1',
    'javascript:alert(1)',
    '',
  ])
    expect(await open(elsewhere)).toEqual({ kind: 'unknown', cause: 'a page elsewhere' });
});

const listed = (status: string, note = REFERENCE) =>
  answer(200, {
    status: true,
    data: [{ id: 5, amount: 4903, currency: 'GHS', status, merchant_note: note }],
  });

test.each([
  [
    listed('processed'),
    { kind: 'success', pesewas: 4903, currency: 'GHS', providerId: '5', feeInPesewas: 0 },
  ],
  [listed('failed'), { kind: 'failure', reason: 'OTHER' }],
  [listed('pending'), { kind: 'pending' }],
  [listed('needs-attention'), { kind: 'pending' }],
  [listed('processed', 'of somebody else'), { kind: 'not-seen' }],
  [answer(404, '<html>'), { kind: 'unknown' }],
  [dropConnection, { kind: 'unknown' }],
])('B9-13 Paystack’s answer about a refund: %#', async (respond, outcome) => {
  server.on('/refund', respond);
  expect(await paystack().pages?.queryRefund(REFERENCE, '77')).toMatchObject(outcome);
  expect(server.heard[0]?.path).toBe('/refund?transaction=77&perPage=100');
});

test('a refund is requested once, for its payment, with our reference as its note', async () => {
  const refund = { reference: REFERENCE, pesewas: 4903, refundOf: '77' };
  const listRefundCalls = () => server.heard.filter(({ method }) => method === 'POST');
  server.on('/refund', listed('pending'));
  expect(await paystack().pages?.refund(refund)).toEqual({ kind: 'exists' });
  server.on('/refund', dropConnection);
  expect(await paystack().pages?.refund(refund)).toEqual({ kind: 'not-sent' });
  expect(listRefundCalls()).toEqual([]);
  server.on(
    '/refund',
    listed('pending', 'another'),
    answer(200, { status: true, data: { status: 'pending' } }),
  );
  expect(await paystack().pages?.refund(refund)).toEqual({ kind: 'accepted' });
  expect(listRefundCalls().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { transaction: '77', amount: 4903, currency: 'GHS', merchant_note: REFERENCE },
  ]);
});

test('B7 a callback is signed over its raw bytes; the digest was made by OpenSSL', () => {
  const bytes = Buffer.from(
    '{"event":"transfer.success",  "data":{"reference":"0f8f\\u0062-1", "amount":5000}}',
  );
  const signature =
    '12b5f02f0e5167b422e7bf1df9dd27bfee9ede5fb6969c4bbfa1ce13f8cd658034c57e6ccbad288ec8ac6fee36cf601d438aaf2eb18ab19fb90b4157bc46fc2c';
  const read = (body: Buffer, signed?: string) =>
    paystack().readCallback(body, { 'x-paystack-signature': signed });
  expect(read(bytes, signature)).toEqual({ authenticity: 'signed', reference: '0f8fb-1' });
  expect(read(Buffer.from(JSON.stringify(JSON.parse(bytes.toString()))), signature)).toEqual({
    authenticity: 'forged',
  });
  expect(read(bytes, `${signature.slice(0, -1)}0`)).toEqual({ authenticity: 'forged' });
  expect(read(bytes)).toEqual({ authenticity: 'forged' });
});
