import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import Fastify from 'fastify';
import { createManualClock } from '../clock.ts';
import { openSimulators } from '../open.ts';
import { type TestSimulators, ABENA, AMA, startSimulators } from '../../test/test-simulators.ts';
import { inventStranger, openWorld } from '../world.ts';

let sim: TestSimulators;
beforeEach(async () => {
  sim = await startSimulators();
});
afterEach(() => sim.stop());

const phone = async (number: string) => {
  const { body } = await sim.call('/phones.json');
  return (body['phones'] as Record<string, unknown>[]).find((one) => one['number'] === number);
};

describe('the phones', () => {
  test('list themselves, the providers’ URLs and the keys', async () => {
    const { status, body } = await sim.call('/phones.json');
    expect([status, body]).toEqual([
      200,
      {
        phones: expect.arrayContaining([
          {
            number: ABENA,
            network: 'MTN',
            name: 'Abena Mensah',
            balanceInPesewas: 1_240,
            prompts: [],
            messages: [],
            screen: null,
          },
        ]),
        providers: {
          mtn: {
            baseUrl: `${sim.origin}/dev/mtn`,
            collectionKey: sim.keys.collection,
            disbursementKey: sim.keys.disbursement,
            userId: expect.any(String),
            userSecret: expect.any(String),
            environment: 'mtnghana',
            currency: 'GHS',
          },
          paystack: { baseUrl: `${sim.origin}/dev/paystack`, secretKey: 'sk_test_simulated' },
          ...Object.fromEntries(
            ['arkesel', 'hubtel', 'africastalking'].map((name) => [
              name,
              { baseUrl: `${sim.origin}/dev/${name}`, user: 'simulated', key: 'simulated-sms-key' },
            ]),
          ),
        },
      },
    ]);
  });

  test('approve a prompt of their own, once', async () => {
    await sim.mtnSend('requesttopay', { number: AMA });
    const prompts = (await phone(AMA))?.['prompts'] as { id: string }[];
    expect(prompts).toEqual([{ id: expect.any(String), amountInPesewas: 5_000, state: 'PENDING' }]);
    const path = `/phones/${AMA}/prompts/${prompts[0]?.id}`;
    const answer = (decision: string) => sim.call(path, { json: { decision } });
    expect((await answer('PERHAPS')).status).toBe(400);
    const another = await sim.call(path.replace(AMA, ABENA), { json: { decision: 'APPROVE' } });
    expect(another.status).toBe(404);
    expect(await answer('APPROVE')).toMatchObject({ status: 200, body: { state: 'APPROVED' } });
    expect(await answer('DECLINE')).toMatchObject({ status: 409, body: { state: 'APPROVED' } });
    expect(await phone(AMA)).toMatchObject({
      balanceInPesewas: 495_000,
      prompts: [{ state: 'APPROVED' }],
      messages: [{ from: 'MobileMoney', text: expect.stringContaining('GHS 50.00'), at: expect.any(String) }],
    });
  });

  test('a form can decline too, and returns to the page', async () => {
    await sim.mtnSend('requesttopay', { number: AMA });
    const id = sim.world.book.prompts(AMA).at(-1)?.id;
    const answered = await sim.call(`/phones/0244000001/prompts/${id}`, { form: 'decision=DECLINE' });
    expect([answered.status, answered.headers.get('location')]).toEqual([303, '/dev/phones']);
    expect(sim.world.book.prompts(AMA).at(-1)?.state).toBe('DECLINED');
  });
});

describe('control', () => {
  const control = async (path: string, body: unknown) =>
    (
      await fetch(`${sim.origin}/dev/__sim${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status;
  const read = async (path: string) => (await fetch(`${sim.origin}/dev/__sim${path}`)).json();

  test('another process can request faults, time, phones and money', async () => {
    const number = '+233241112222';
    expect(await control('/phones', { number, network: 'MTN', name: 'Efua Sarpong' })).toBe(204);
    expect(await control('/faults', { of: number, faults: ['unavailable'] })).toBe(204);
    expect((await sim.mtnSend('transfer', { number })).status).toBe(503);
    const { reference, status } = await sim.mtnSend('transfer', { number });
    expect(status).toBe(202);
    expect(await control('/advance', { ms: 2_000 })).toBe(204);
    expect((await sim.mtnStatus('transfer', reference)).body['status']).toBe('SUCCESSFUL');
    expect(await read('/book')).toMatchObject({ accounts: { [`wallet:${number}`]: 5_000 } });
    expect(await control('/float', { provider: 'mtn', amountInPesewas: 7 })).toBe(204);
    expect(await control('/down', { provider: 'mtn', ms: 1_000 })).toBe(204);
    expect((await sim.mtnSend('transfer', { number })).status).toBe(503);
    await sim.advance(1_000);
    expect(await control('/calm', {})).toBe(204);
    expect(await read('/calls')).toContainEqual(
      expect.objectContaining({ provider: 'mtn', reference, status: 202 }),
    );
    expect(await control('/faults', { of: number, faults: ['no-such-fault'] })).toBe(400);
  });
});

test('control calls are accepted from this machine only', async () => {
  const app = Fastify();
  const simulators = openSimulators({ clock: createManualClock(), seed: 1, origin: () => '' });
  await app.register((scope) => simulators.mount(scope));
  const from = async (remoteAddress: string) =>
    (await app.inject({ url: '/__sim/book', remoteAddress })).statusCode;
  expect([await from('127.0.0.1'), await from('::1'), await from('192.0.2.7')]).toEqual([200, 200, 403]);
});

test('a number that was not opened is unknown, or a stranger’s of its network', () => {
  const open = (strangers?: typeof inventStranger) =>
    openWorld({ clock: createManualClock(), seed: 1, ...(strangers && { strangers }) });
  expect(open().findPhone('+233551234567')).toBeUndefined();
  const world = open(inventStranger);
  expect(world.book.phones()).toEqual([]);
  expect(world.findPhone('+233551234567')).toMatchObject({
    network: 'MTN',
    name: expect.stringMatching(/\w+ \w+/),
  });
  expect(world.book.phones()).toHaveLength(1);
  expect(world.findPhone('+233302123456')).toBeUndefined();
});
