import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAlone } from '@app/simulators/standalone.ts';
import { createManualClock } from '@app/simulators/clock.ts';
import type { Fault } from '@app/simulators/faults.ts';
import { inventStranger } from '@app/simulators/world.ts';
import { type TextPhones, startTextPhones } from '@app/test/support/text-phones.ts';
import { createAfricasTalking } from './africas-talking.ts';
import { createArkesel } from './arkesel.ts';
import { createHubtel } from './hubtel.ts';
import type { TextSendOutcome, TextGateway } from '../text-gateway.ts';
import { openGateway } from './open-gateway.ts';
import { countGsm7Units } from '../gsm7.ts';

let phones: TextPhones;
beforeAll(async () => {
  phones = await startTextPhones();
});
afterAll(() => phones.stop());

const create = { arkesel: createArkesel, hubtel: createHubtel, africastalking: createAfricasTalking };
type Name = keyof typeof create;
const open = (name: Name, more: { baseUrl?: string; key?: string } = {}): TextGateway =>
  create[name]({ ...phones.alone.providers()[name], sender: 'Nkomo', ...more });
let last = 0;
const newNumber = () => `+23324${String(1_000_000 + (last += 1))}`;
const TEXT = 'Your meeting is on Monday, 09:00.';

/** B1: each adapter's reading of its gateway's answers, in common terms. */
describe.each(Object.keys(create) as Name[])('%s', (name) => {
  const gateway = () => open(name);
  const send = (to: string, through = gateway()) =>
    through.send({ to, text: TEXT, reportUrl: phones.alone.origin });

  test('a text arrives once, with its sender, and has an id', async () => {
    const to = newNumber();
    expect(await send(to)).toEqual({ kind: 'accepted', gatewayId: expect.stringMatching(/.{8}/) });
    expect(phones.read(to)).toEqual([
      {
        from: 'Nkomo',
        text: expect.stringMatching(/^Your meeting is on Monday, 09:00\./),
        at: expect.any(String),
      },
    ]);
  });

  const refused = (reason: 'NUMBER' | 'TEXT' | 'SENDER'): TextSendOutcome => ({ kind: 'refused', reason });
  const account = (fault: 'CREDIT' | 'CREDENTIALS'): TextSendOutcome => ({ kind: 'account', fault });
  test.each<[Fault, TextSendOutcome, number]>([
    ['text-number-refused', refused('NUMBER'), 0],
    ['text-credit-out', account('CREDIT'), 0],
    ['text-sender-refused', refused('SENDER'), 0],
    ['wrong-key', account('CREDENTIALS'), 0],
    ['text-without-id', { kind: 'accepted', gatewayId: undefined }, 1],
    ['reset-before-accept', { kind: 'unknown' }, 0],
    ['drop-response', { kind: 'unknown' }, 1],
    ['error-before-accept', { kind: 'unknown' }, 0],
    ['error-after-accept', { kind: 'unknown' }, 1],
    ['unavailable', { kind: 'unknown' }, 0],
    ['html-forbidden', account('CREDENTIALS'), 0],
    ['broken-json', { kind: 'unknown' }, 1],
    ['empty-200', { kind: 'unknown' }, 1],
    ['too-many', { kind: 'not-sent' }, 0],
  ])('%s', async (fault, outcome, arrived) => {
    const to = newNumber();
    phones.alone.world.faults.force({ of: to, faults: [fault] });
    expect(await send(to)).toEqual(outcome);
    expect(phones.read(to)).toHaveLength(arrived);
  });

  test('a forbidden text is never accepted', async () => {
    const to = newNumber();
    phones.alone.world.faults.force({ of: to, faults: ['text-content-refused'] });
    // Africa's Talking has no status for it.
    expect(await send(to)).toEqual(name === 'africastalking' ? { kind: 'unknown' } : refused('TEXT'));
    expect(phones.read(to)).toEqual([]);
  });

  test('the text that it appends fits into the space kept free for it', async () => {
    const to = newNumber();
    await send(to);
    const [message] = phones.read(to);
    expect(countGsm7Units(message?.text ?? '') - countGsm7Units(TEXT)).toBeLessThanOrEqual(
      gateway().appendsUnits ?? 0,
    );
  });

  test('its balance is read if it states one', async () => {
    const balances = { arkesel: 2003, hubtel: undefined, africastalking: 1785.5 };
    expect(await gateway().readBalance?.()).toBe(balances[name]);
  });

  test('without a listener nothing was sent', async () => {
    await phones.alone.refuseDuring(async () =>
      expect(await send(newNumber())).toEqual({ kind: 'not-sent' }),
    );
  });

  test.each([404, 405])('a wrong URL that answers %i loses no text', async (status) => {
    const listener = createServer((_, response) => response.writeHead(status).end('<h1>Not here</h1>'));
    await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
    const { port } = listener.address() as AddressInfo;
    const outcome = await send(newNumber(), open(name, { baseUrl: `http://127.0.0.1:${port}` }));
    listener.close();
    expect(outcome).toEqual({ kind: 'account', fault: 'OTHER' });
  });

  test('a slash at the end of its URL is not part of the path', async () => {
    const { baseUrl, key, user } = phones.alone.providers()[name];
    const settings = {
      SMS_GATEWAY: name,
      SMS_URL: `${baseUrl}/`,
      SMS_USER: user,
      SMS_KEY: key,
      SMS_SENDER: 'Nkomo',
    };
    const through = openGateway(settings);
    expect(await send(newNumber(), through)).toMatchObject({ kind: 'accepted' });
  });

  test('a wrong key proves nothing about the number', async () => {
    expect(await send(newNumber(), open(name, { key: 'another' }))).toEqual(account('CREDENTIALS'));
  });
});

test('Hubtel is polled for the state of a text', async () => {
  const clock = createManualClock();
  const textPhones = await startTextPhones(clock);
  const hubtel = createHubtel({ ...textPhones.alone.providers().hubtel, sender: 'Nkomo' });
  const [to, lost] = [newNumber(), newNumber()];
  textPhones.alone.world.faults.force({ of: lost, faults: ['text-not-delivered'] });
  const ids: string[] = [];
  for (const number of [to, lost]) {
    const outcome = await hubtel.send({ to: number, text: TEXT, reportUrl: '' });
    ids.push(outcome.kind === 'accepted' ? (outcome.gatewayId ?? '') : '');
  }
  const pollAll = () => Promise.all([...ids, 'unknown'].map(async (id) => hubtel.pollDeliveryState?.(id)));
  expect(await pollAll()).toEqual([undefined, undefined, undefined]);
  await clock.advance(2_000);
  expect(await pollAll()).toEqual(['DELIVERED', 'FAILED', undefined]);
  await textPhones.stop();
});

test.each([
  [createArkesel, { sms_id: 'a-1', status: 'DELIVERED' }, { gatewayId: 'a-1', state: 'DELIVERED' }],
  [createArkesel, { sms_id: 'a-1', status: 'EXPIRED' }, { gatewayId: 'a-1', state: 'FAILED' }],
  [createArkesel, { sms_id: 'a-1', status: 'QUEUED' }, { gatewayId: 'a-1', state: undefined }],
  [createArkesel, { sms_id: 'a-1', status: 'constructor' }, { gatewayId: 'a-1', state: undefined }],
  [createArkesel, {}, undefined],
  [createAfricasTalking, { id: 'AT-1', status: 'Success' }, { gatewayId: 'AT-1', state: 'DELIVERED' }],
  [createAfricasTalking, { id: 'AT-1', status: 'Expired' }, { gatewayId: 'AT-1', state: 'FAILED' }],
  [createAfricasTalking, { id: 'AT-1', status: 'AbsentSubscriber' }, { gatewayId: 'AT-1', state: undefined }],
] as const)('a report is read: %o, %j', (make, fields, report) => {
  const gateway = make({ baseUrl: undefined, user: '', key: '', sender: '' });
  expect(gateway.readReport?.(fields)).toEqual(report);
});

test('Africa’s Talking reports by form to the one address of its account', async () => {
  const clock = createManualClock();
  const reports: Record<string, string>[] = [];
  const listener = createServer((request, response) => {
    void text(request).then((body) => {
      reports.push(Object.fromEntries(new URLSearchParams(body)));
      response.end();
    });
  });
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
  const { port } = listener.address() as AddressInfo;
  const alone = await startAlone({
    seed: 1,
    clock,
    strangers: inventStranger,
    textReports: () => `http://127.0.0.1:${port}/reports`,
  });
  const gateway = createAfricasTalking({ ...alone.providers().africastalking, sender: 'Nkomo' });
  const outcome = await gateway.send({ to: newNumber(), text: TEXT, reportUrl: '' });
  await clock.advance(2_000);
  await alone.world.settled();
  expect(reports.map((fields) => gateway.readReport?.(fields))).toEqual([
    { gatewayId: outcome.kind === 'accepted' && outcome.gatewayId, state: 'DELIVERED' },
  ]);
  await alone.stop();
  listener.close();
});
