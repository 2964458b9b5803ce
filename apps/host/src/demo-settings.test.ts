import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServiceName } from '@app/contracts/endpoint.ts';
import type { Environment } from '@app/kit/settings.ts';
import { openDemo } from '@app/demo/open.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-settings-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

/** Returns these settings of a service in the demo, which starts with the given ones. */
async function settingsOf(service: ServiceName, names: string[], environment: Environment, origins = {}) {
  const demo = await openDemo({ PORT: 3003, dataDir, environment, origins }, [service]);
  return names.map((name) => demo.environment[name]);
}

test('the demo notifies about an attendance mark after twenty seconds, unless a test sets another time', async () => {
  const undoWith = (environment: Environment) =>
    settingsOf('project', ['ATTENDANCE_UNDO_SECONDS'], environment);
  expect([await undoWith({}), await undoWith({ ATTENDANCE_UNDO_SECONDS: 600 })]).toEqual([[20], [600]]);
});

test('the demo simulates its providers at the address of its pages, unless the settings name one', async () => {
  const names = ['MTN_BASE_URL', 'MTN_CALLBACK_URL', 'PAYSTACK_SECRET_KEY', 'BONUS_UNDO_SECONDS'];
  const read = (environment: Environment, origins = {}) => settingsOf('payment', names, environment, origins);
  expect(await read({}, { identity: 'http://127.0.0.1:3001' })).toEqual([
    'http://127.0.0.1:3001/dev/mtn',
    expect.stringMatching(/^http:\/\/localhost:3003\/.*\/callbacks\/mtn\//),
    'sk_test_simulated',
    20,
  ]);
  const own = { MTN_BASE_URL: 'https://sandbox.test', BONUS_UNDO_SECONDS: 600 };
  expect(await read(own)).toEqual([own.MTN_BASE_URL, undefined, undefined, 600]);
});

test('the demo has a USSD code, unless the settings name another or text messages are off', async () => {
  const read = (environment: Environment) =>
    settingsOf('identity', ['USSD_GATEWAY', 'USSD_CODE'], environment);
  expect(await read({})).toEqual(['arkesel', '*920*55#']);
  expect(await read({ SMS_GATEWAY: 'none' })).toEqual([undefined, undefined]);
  expect(await read({ USSD_GATEWAY: 'hubtel', USSD_CODE: '*1234#' })).toEqual(['hubtel', '*1234#']);
});
