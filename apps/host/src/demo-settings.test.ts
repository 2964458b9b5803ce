import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Environment } from '@app/kit/service.ts';
import { openDemo } from '@app/demo/open.ts';

test('in the demo a mark of who came is told after twenty seconds, unless a test says otherwise', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-settings-'));
  const undoWith = async (environment: Environment) => {
    const demo = await openDemo({ PORT: 3000, dataDir, environment }, ['project']);
    return demo.environment['ATTENDANCE_UNDO_SECONDS'];
  };
  expect([await undoWith({}), await undoWith({ ATTENDANCE_UNDO_SECONDS: 600 })]).toEqual([20, 600]);
  await rm(dataDir, { recursive: true });
});

test('the demo simulates its providers unless the settings name one, and asks them where the pages are', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-settings-'));
  const read = async (environment: Environment, origins = {}) => {
    const { environment: made } = await openDemo({ PORT: 3003, dataDir, environment, origins }, ['payment']);
    const { MTN_BASE_URL, MTN_CALLBACK_URL, PAYSTACK_SECRET_KEY, PAYOUT_UNDO_SECONDS } = made;
    return { MTN_BASE_URL, MTN_CALLBACK_URL, PAYSTACK_SECRET_KEY, PAYOUT_UNDO_SECONDS };
  };
  expect(await read({}, { identity: 'http://127.0.0.1:3001' })).toEqual({
    MTN_BASE_URL: 'http://127.0.0.1:3001/dev/mtn',
    MTN_CALLBACK_URL: expect.stringMatching(/^http:\/\/localhost:3003\/.*\/callbacks\/mtn\//) as unknown,
    PAYSTACK_SECRET_KEY: 'sk_test_simulated',
    PAYOUT_UNDO_SECONDS: 20,
  });
  const own = { MTN_BASE_URL: 'https://sandbox.test', PAYOUT_UNDO_SECONDS: 600 };
  expect(await read(own)).toEqual({
    ...own,
    MTN_CALLBACK_URL: undefined,
    PAYSTACK_SECRET_KEY: undefined,
  });
  await rm(dataDir, { recursive: true });
});

test('the phones of the demo dial a code unless the settings name another, or texts are off', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-settings-'));
  const read = async (environment: Record<string, string>) => {
    const { environment: made } = await openDemo({ PORT: 3003, dataDir, environment }, ['identity']);
    return [made['USSD_GATEWAY'], made['USSD_CODE']];
  };
  expect(await read({})).toEqual(['arkesel', '*920*55#']);
  expect(await read({ SMS_GATEWAY: 'none' })).toEqual([undefined, undefined]);
  expect(await read({ USSD_GATEWAY: 'hubtel', USSD_CODE: '*1234#' })).toEqual(['hubtel', '*1234#']);
  await rm(dataDir, { recursive: true });
});
