import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { walletAccount } from '../wallets.ts';
import { type TestSimulators, ABENA, AMA, FLOAT, YAA, startSimulators } from '../../test/test-simulators.ts';
import { MTN_FLOAT } from './settle-payment.ts';

let sim: TestSimulators;
beforeEach(async () => {
  sim = await startSimulators({ mtn: { callbackHost: '127.0.0.1' } });
});
afterEach(() => sim.stop());

describe('tokens', () => {
  const requestToken = (headers: Record<string, string>) =>
    sim.call('/mtn/collection/token/', { method: 'POST', headers });

  test('a token lasts an hour', async () => {
    const key = { 'ocp-apim-subscription-key': sim.keys.collection };
    const given = await requestToken({ ...key, authorization: sim.basic });
    expect([given.status, given.body]).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'access_token', expires_in: 3600 },
    ]);
    const headers = await sim.mtnHeaders('collection');
    const balance = () => sim.call('/mtn/collection/v1_0/account/balance', { headers });
    expect((await balance()).status).toBe(200);
    await sim.advance(3_600_000);
    expect([(await balance()).status, (await balance()).body]).toEqual([
      401,
      { statusCode: 401, message: 'Unauthorized. Access token is missing or invalid.' },
    ]);
  });

  test.each([
    [
      'without a key',
      {},
      401,
      { statusCode: 401, message: expect.stringContaining('missing subscription key') },
    ],
    [
      'with the key of the other product',
      { 'ocp-apim-subscription-key': 'simulated-disbursement-key' },
      401,
      { statusCode: 401, message: expect.stringContaining('invalid subscription key') },
    ],
    [
      'with a wrong user',
      { 'ocp-apim-subscription-key': 'simulated-collection-key', authorization: 'Basic eDp5' },
      401,
      { error: 'login_failed' },
    ],
  ])('a token is refused %s', async (_, headers, status, body) => {
    const refused = await requestToken(headers);
    expect([refused.status, refused.body]).toEqual([status, body]);
  });
});

describe('request to pay', () => {
  test('is accepted without a body, pending until the phone approves, and called back by PUT', async () => {
    const { reference, status, text } = await sim.mtnSend('requesttopay', { number: AMA, amount: '120.50' });
    expect([status, text]).toEqual([202, '']);
    const common = {
      externalId: 'P-1',
      amount: '120.50',
      currency: 'GHS',
      payer: { partyIdType: 'MSISDN', partyId: AMA.slice(1) },
      payerMessage: 'Research',
      payeeNote: 'Research',
    };
    expect((await sim.mtnStatus('requesttopay', reference)).body).toEqual({ ...common, status: 'PENDING' });

    const [prompt] = sim.world.book.prompts(AMA).slice(-1);
    expect(prompt).toMatchObject({ amountInPesewas: 12_050, state: 'PENDING' });
    const before = sim.world.book.balanceOf(walletAccount(AMA));
    sim.world.book.answer(AMA, prompt?.id ?? '', 'APPROVE');
    await sim.advance(0);

    const final = { ...common, financialTransactionId: expect.stringMatching(/^\d+$/), status: 'SUCCESSFUL' };
    expect((await sim.mtnStatus('requesttopay', reference)).body).toEqual(final);
    expect(sim.listener.received.at(-1)).toMatchObject({
      method: 'PUT',
      path: `/mtn/${reference}`,
      body: final,
    });
    expect(before - sim.world.book.balanceOf(walletAccount(AMA))).toBe(12_050);
    expect(sim.world.book.messages(AMA)[0]?.text).toContain('GHS 120.50');
  });

  test.each([
    ['declined', 'DECLINE', 'APPROVAL_REJECTED'],
    ['not answered for five minutes', undefined, 'COULD_NOT_PERFORM_TRANSACTION'],
  ] as const)('fails when it is %s', async (_, decision, reason) => {
    const { reference } = await sim.mtnSend('requesttopay', { number: AMA });
    const [prompt] = sim.world.book.prompts(AMA).slice(-1);
    if (decision) sim.world.book.answer(AMA, prompt?.id ?? '', decision);
    else await sim.advance(300_000);
    expect((await sim.mtnStatus('requesttopay', reference)).body).toMatchObject({ status: 'FAILED', reason });
  });

  test('fails for lack of money, and for an unknown payer', async () => {
    const poor = await sim.mtnSend('requesttopay', { amount: '5000' });
    const [prompt] = sim.world.book.prompts(ABENA).slice(-1);
    sim.world.book.answer(ABENA, prompt?.id ?? '', 'APPROVE');
    const unknown = await sim.mtnSend('requesttopay', { number: '+233249999999' });
    await sim.advance(2_000);
    expect((await sim.mtnStatus('requesttopay', poor.reference)).body['reason']).toBe('NOT_ENOUGH_FUNDS');
    expect((await sim.mtnStatus('requesttopay', unknown.reference)).body['reason']).toBe('PAYER_NOT_FOUND');
  });
});

describe('transfer', () => {
  test('pays a wallet once, and a second request with the reference gets 409', async () => {
    const { reference, status, text } = await sim.mtnSend('transfer');
    expect([status, text]).toEqual([202, '']);
    expect((await sim.mtnStatus('transfer', reference)).body['status']).toBe('PENDING');
    const again = await sim.mtnSend('transfer', { reference });
    expect([again.status, again.body]).toEqual([
      409,
      {
        code: 'RESOURCE_ALREADY_EXIST',
        message: 'Duplicated reference id. Creation of resource failed.',
      },
    ]);
    await sim.advance(2_000);
    expect((await sim.mtnStatus('transfer', reference)).body).toMatchObject({
      status: 'SUCCESSFUL',
      amount: '50.00',
      payee: { partyIdType: 'MSISDN', partyId: ABENA.slice(1) },
    });
    expect(sim.world.book.credits(reference)).toEqual([
      {
        at: expect.any(Number),
        kind: 'PAYOUT',
        from: MTN_FLOAT,
        to: walletAccount(ABENA),
        amountInPesewas: 5_000,
        reference,
      },
    ]);
  });

  test.each([
    [
      'a reference that is no UUID of version 4',
      { headers: { 'x-reference-id': 'd94f2c1e-0000-1000-8000-000000000001' } },
      400,
      'BAD_REQUEST',
    ],
    ['an apostrophe', { payerMessage: "Ama's study" }, 400, 'BAD_REQUEST'],
    ['a note over 160 characters', { payeeNote: 'a'.repeat(161) }, 400, 'BAD_REQUEST'],
    ['an invalid amount', { amount: '1e3' }, 400, 'BAD_REQUEST'],
    ['a number as amount', { amount: 5 }, 400, 'BAD_REQUEST'],
    ['another currency', { currency: 'EUR' }, 500, 'INVALID_CURRENCY'],
    [
      'another environment',
      { headers: { 'x-target-environment': 'sandbox' } },
      500,
      'NOT_ALLOWED_TARGET_ENVIRONMENT',
    ],
    [
      'a callback to another host',
      { headers: { 'x-callback-url': 'https://elsewhere.example/' } },
      500,
      'INVALID_CALLBACK_URL_HOST',
    ],
  ])('is refused with %s', async (_, given, status, code) => {
    const refused = await sim.mtnSend('transfer', given);
    expect([refused.status, refused.body]).toEqual([status, { code, message: expect.any(String) }]);
  });

  test('is refused with the token or the key of collections', async () => {
    const collection = await sim.mtnHeaders('collection');
    const byKey = await sim.mtnSend('transfer', { headers: collection });
    expect(byKey.body['message']).toContain('invalid subscription key');
    const byToken = await sim.mtnSend('transfer', {
      headers: { authorization: collection['authorization'] ?? '' },
    });
    expect([byToken.status, byToken.body['message']]).toEqual([401, expect.stringContaining('Access token')]);
  });

  test('fails for a payee of another network', async () => {
    const { reference } = await sim.mtnSend('transfer', { number: YAA });
    await sim.advance(2_000);
    expect((await sim.mtnStatus('transfer', reference)).body['reason']).toBe('PAYEE_NOT_FOUND');
    expect(sim.world.book.credits(reference)).toEqual([]);
  });

  test('its status can be polled ten times a second', async () => {
    const { reference } = await sim.mtnSend('transfer');
    await sim.advance(5_000);
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await sim.mtnStatus('transfer', reference)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    await sim.advance(1_000);
    expect((await sim.mtnStatus('transfer', reference)).status).toBe(200);
  });
});

test('a refund goes to the payer of a collected payment', async () => {
  const { reference } = await sim.mtnSend('requesttopay', { number: AMA });
  const [prompt] = sim.world.book.prompts(AMA).slice(-1);
  sim.world.book.answer(AMA, prompt?.id ?? '', 'APPROVE');
  const refund = await sim.mtnSend('refund', { referenceIdToRefund: reference });
  await sim.advance(2_000);
  expect((await sim.mtnStatus('refund', refund.reference)).body['status']).toBe('SUCCESSFUL');
  expect(sim.world.book.credits(refund.reference)).toMatchObject([
    { kind: 'REFUND', to: walletAccount(AMA), amountInPesewas: 5_000 },
  ]);
  const unpaid = await sim.mtnSend('requesttopay', { number: AMA });
  const early = await sim.mtnSend('refund', { referenceIdToRefund: unpaid.reference });
  expect([early.status, early.body['code']]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  const unknown = await sim.mtnSend('refund', { referenceIdToRefund: randomUUID() });
  expect([unknown.status, unknown.body['code']]).toEqual([404, 'RESOURCE_NOT_FOUND']);
});

test('payer and payee each read their own note', async () => {
  const notes = { payerMessage: 'For the payer', payeeNote: 'For the payee' };
  await sim.mtnSend('requesttopay', { number: AMA, ...notes });
  sim.world.book.answer(AMA, sim.world.book.prompts(AMA).at(-1)?.id ?? '', 'APPROVE');
  expect(sim.world.book.messages(AMA)[0]?.text).toContain('For the payer');
  await sim.mtnSend('transfer', notes);
  await sim.advance(2_000);
  expect(sim.world.book.messages(ABENA)[0]?.text).toContain('For the payee');
});

describe('look-ups', () => {
  const get = async (path: string) =>
    sim.call(`/mtn/disbursement/v1_0/${path}`, { headers: await sim.mtnHeaders('disbursement') });

  test('report whether a wallet is active, and its owner', async () => {
    expect((await get(`accountholder/msisdn/${ABENA.slice(1)}/active`)).body).toEqual({ result: true });
    expect((await get(`accountholder/MSISDN/${YAA.slice(1)}/active`)).body).toEqual({ result: false });
    expect((await get(`accountholder/msisdn/${ABENA.slice(1)}/basicuserinfo`)).body).toMatchObject({
      given_name: 'Abena',
      family_name: 'Mensah',
    });
    expect((await get('accountholder/msisdn/233249999999/basicuserinfo')).status).toBe(404);
  });

  test('return the balance as text', async () => {
    await sim.mtnSend('transfer');
    await sim.advance(2_000);
    const { body } = await get('account/balance');
    const balance = sim.world.book.balanceOf(MTN_FLOAT);
    expect(body).toEqual({ availableBalance: (balance / 100).toFixed(2), currency: 'GHS' });
    expect(balance).not.toBe(FLOAT);
  });
});

describe('the sandbox', () => {
  test('creates users and keys, and uses the measured outcomes of its numbers', async () => {
    const sandbox = await startSimulators({ mtn: { environment: 'sandbox', currency: 'EUR' } });
    const id = randomUUID();
    const key = { 'ocp-apim-subscription-key': sandbox.keys.disbursement };
    const made = await sandbox.call('/mtn/v1_0/apiuser', {
      headers: { ...key, 'x-reference-id': id },
      json: { providerCallbackHost: 'research.example' },
    });
    expect([made.status, made.text]).toEqual([201, '']);
    expect((await sandbox.call(`/mtn/v1_0/apiuser/${id}`, { headers: key })).body).toEqual({
      providerCallbackHost: 'research.example',
      targetEnvironment: 'sandbox',
    });
    const secret = await sandbox.call(`/mtn/v1_0/apiuser/${id}/apikey`, { method: 'POST', headers: key });
    expect([secret.status, secret.body]).toEqual([201, { apiKey: expect.any(String) }]);

    const numbers = ['450', '451', '452', '453', '454', '455', '456', '999'];
    const references = await Promise.all(
      numbers.map(
        async (end) => (await sandbox.mtnSend('transfer', { number: `+46733123${end}` })).reference,
      ),
    );
    const statuses = async () => {
      const answers = [];
      for (const reference of references) answers.push((await sandbox.mtnStatus('transfer', reference)).body);
      return answers.map(({ status, reason }) => reason ?? status);
    };
    await sandbox.advance(1_000);
    const failed = ['INTERNAL_PROCESSING_ERROR', 'APPROVAL_REJECTED', 'EXPIRED'];
    const rejected = ['PAYER_NOT_FOUND', 'PAYEE_NOT_ALLOWED_TO_RECEIVE', 'SUCCESSFUL'];
    expect(await statuses()).toEqual([...failed, 'PENDING', 'PENDING', ...rejected]);
    await sandbox.advance(25_000);
    expect(await statuses()).toEqual([...failed, 'PENDING', 'SUCCESSFUL', ...rejected]);
    await sandbox.stop();
  });

  test('is the only environment that creates users', async () => {
    const headers = { 'ocp-apim-subscription-key': sim.keys.collection, 'x-reference-id': randomUUID() };
    expect((await sim.call('/mtn/v1_0/apiuser', { headers, json: {} })).status).toBe(404);
  });
});
