import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ScriptedServer, answer, dropConnection, startScripted } from '#test/scripted-server.ts';
import { createMtn } from './mtn.ts';

const REFERENCE = '0f8fad5b-d9cb-469f-a165-70867728950e';
const order = {
  reference: REFERENCE,
  pesewas: 5001,
  wallet: { network: 'MTN', phoneNumber: '+233241234567', name: 'Esi Mensah' },
  note: 'Research study',
} as const;
const settings = {
  collectionKey: 'collect',
  disbursementKey: 'disburse',
  userId: 'user',
  userSecret: 'secret',
  environment: 'mtnghana',
  currency: 'GHS',
  callbackUrl: 'https://pay.example/back',
  payoutFeeInPesewas: 100,
};
const token = answer(200, { access_token: 'tok', token_type: 'access_token', expires_in: 3600 });

let server: ScriptedServer;
const mtn = () => createMtn({ ...settings, baseUrl: server.url });
beforeEach(async () => {
  server = await startScripted();
  server.on('/token/', token);
});
afterEach(() => server.close());

test('A1 a transfer has MTN’s format, and many share one token', async () => {
  server.on('/transfer', answer(202, ''));
  const provider = mtn();
  expect([await provider.send(order), await provider.send(order)]).toEqual([
    { kind: 'accepted' },
    { kind: 'accepted' },
  ]);
  const [tokenCall, sent, again] = server.heard;
  expect(server.heard).toHaveLength(3);
  expect(tokenCall).toMatchObject({ method: 'POST', path: '/disbursement/token/', body: '' });
  expect(tokenCall?.headers).toMatchObject({
    authorization: 'Basic dXNlcjpzZWNyZXQ=',
    'ocp-apim-subscription-key': 'disburse',
  });
  expect(sent?.path).toBe('/disbursement/v1_0/transfer');
  expect(sent?.headers).toMatchObject({
    authorization: 'Bearer tok',
    'x-reference-id': REFERENCE,
    'x-target-environment': 'mtnghana',
    'x-callback-url': 'https://pay.example/back',
    'ocp-apim-subscription-key': 'disburse',
  });
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    amount: '50.01',
    currency: 'GHS',
    externalId: REFERENCE,
    payee: { partyIdType: 'MSISDN', partyId: '233241234567' },
    payerMessage: 'Research study',
    payeeNote: 'Research study',
  });
  expect(again?.body).toBe(sent?.body);
});

test('A1 a collection has its own product, key and party', async () => {
  server.on('/requesttopay', answer(202, ''));
  await mtn().prompt(order);
  expect(server.heard[1]?.path).toBe('/collection/v1_0/requesttopay');
  expect(server.heard[1]?.headers['ocp-apim-subscription-key']).toBe('collect');
  expect(JSON.parse(server.heard[1]?.body ?? '')).toMatchObject({ payer: { partyId: '233241234567' } });
});

test.each([
  [answer(202, ''), { kind: 'accepted' }],
  [answer(200, '{}'), { kind: 'accepted' }],
  [answer(409, { code: 'RESOURCE_ALREADY_EXIST' }), { kind: 'exists' }],
  [answer(400, { code: 'BAD_REQUEST' }), { kind: 'refused', reason: 'REQUEST_INVALID' }],
  [answer(403, { statusCode: 403, message: 'Forbidden' }), { kind: 'refused', reason: 'CONFIG' }],
  [answer(403, '<html>'), { kind: 'unknown' }],
  [answer(500, { code: 'NOT_ALLOWED_TARGET_ENVIRONMENT' }), { kind: 'refused', reason: 'CONFIG' }],
  [answer(500, { code: 'INTERNAL_PROCESSING_ERROR' }), { kind: 'unknown' }],
  [answer(500, ''), { kind: 'unknown' }],
  [answer(503, { code: 'SERVICE_UNAVAILABLE' }), { kind: 'unknown' }],
  [
    answer(429, { statusCode: 429, message: 'Rate limit is exceeded. Try again in 1 seconds.' }),
    { kind: 'not-sent' },
  ],
  [answer(429, { message: 'Rate limit' }), { kind: 'unknown' }],
  [answer(429, '<html>'), { kind: 'unknown' }],
  [answer(302, ''), { kind: 'unknown' }],
  [dropConnection, { kind: 'unknown' }],
])('B5.3 only documented refusals are refused, and all else is unknown: %#', async (respond, outcome) => {
  server.on('/transfer', respond);
  expect(await mtn().send(order)).toMatchObject(outcome);
  expect(server.heard.filter(({ path }) => path.endsWith('/transfer'))).toHaveLength(1);
});

test('B8-10 a token that expires during a call is renewed once, for the same reference', async () => {
  server.on('/transfer', answer(401, { message: 'expired' }), answer(202, ''));
  expect(await mtn().send(order)).toEqual({ kind: 'accepted' });
  const references = server.heard.flatMap(({ headers }) => headers['x-reference-id'] ?? []);
  expect(references).toEqual([REFERENCE, REFERENCE]);
  server.on('/transfer', answer(401, { message: 'wrong key' }));
  expect(await mtn().send(order)).toEqual({ kind: 'refused', reason: 'CONFIG' });
});

test('B8-2 without a token nothing was sent', async () => {
  server.on('/token/', answer(503, ''));
  expect(await mtn().send(order)).toEqual({ kind: 'not-sent' });
});

const transfer = {
  amount: '50.01',
  currency: 'GHS',
  financialTransactionId: '77',
  externalId: REFERENCE,
  payee: { partyIdType: 'MSISDN', partyId: '233241234567' },
  status: 'SUCCESSFUL',
};
const success = {
  kind: 'success',
  pesewas: 5001,
  currency: 'GHS',
  phoneNumber: '+233241234567',
  providerId: '77',
};

test.each([
  [answer(200, transfer), success],
  [answer(200, { ...transfer, amount: '5' }), { ...success, pesewas: 500 }],
  [answer(200, { ...transfer, amount: undefined }), { kind: 'unknown' }],
  [answer(200, { status: 'PENDING' }), { kind: 'pending' }],
  [answer(200, { status: 'CREATED' }), { kind: 'pending' }],
  [
    answer(200, { status: 'FAILED', reason: 'PAYEE_NOT_FOUND' }),
    { kind: 'failure', reason: 'PAYEE_NOT_REGISTERED' },
  ],
  [
    answer(200, { status: 'FAILED', reason: { code: 'NOT_ENOUGH_FUNDS' } }),
    { kind: 'failure', reason: 'OUR_FLOAT_LOW' },
  ],
  [answer(200, { status: 'FAILED', reason: 'SOMETHING_NEW' }), { kind: 'failure', reason: 'OTHER' }],
  [answer(200, ''), { kind: 'unknown' }],
  [answer(404, { code: 'RESOURCE_NOT_FOUND' }), { kind: 'not-seen' }],
  [answer(404, '<html>'), { kind: 'unknown' }],
  [answer(500, { code: 'INTERNAL_PROCESSING_ERROR' }), { kind: 'unknown' }],
  [dropConnection, { kind: 'unknown' }],
])('B9-13 MTN’s answer about a transfer: %#', async (respond, outcome) => {
  server.on(REFERENCE, respond);
  expect(await mtn().query(REFERENCE)).toMatchObject(outcome);
});

test('an empty wallet is the payer’s in a collection, and our float in a transfer', async () => {
  server.on(REFERENCE, answer(200, { status: 'FAILED', reason: 'NOT_ENOUGH_FUNDS' }));
  expect(await mtn().queryPrompt(REFERENCE)).toEqual({ kind: 'failure', reason: 'PAYER_FUNDS' });
});

test('reads whether a number has a wallet, and our balance at MTN', async () => {
  server.on(
    '/active',
    answer(200, { result: true }),
    answer(200, { result: false }),
    answer(404, { code: 'RESOURCE_NOT_FOUND' }),
    answer(404, { message: 'Resource not found' }),
    answer(500, ''),
    answer(403, {}),
  );
  const provider = mtn();
  const kinds = [];
  for (let time = 0; time < 6; time += 1) kinds.push((await provider.lookUp(order.wallet)).kind);
  expect(kinds).toEqual([
    'active',
    'not-registered',
    'not-registered',
    'unavailable',
    'unavailable',
    'refused',
  ]);
  server.on('/balance', answer(200, { availableBalance: '1234.50', currency: 'GHS' }));
  expect(await provider.balance()).toEqual({ pesewas: 123_450, said: 'HTTP 200' });
});

test('a callback only names the payment to poll', () => {
  const read = (text: string) => mtn().readCallback(Buffer.from(text), {});
  expect(read(JSON.stringify(transfer))).toEqual({ authenticity: 'unsigned', reference: REFERENCE });
  expect(read('no JSON')).toEqual({ authenticity: 'unsigned' });
});
