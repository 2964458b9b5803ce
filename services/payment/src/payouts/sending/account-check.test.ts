import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { confirmAccount, lookUpAccount as contract } from '@app/contracts/payment/account-check.ts';
import { erasePerson } from '@app/contracts/payment/people.ts';
import { useApp } from '@app/test/support/app.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { registerParticipant } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import type { Deps } from '../../deps.ts';
import { lookUpAccount } from './account-check.ts';

const app = useApp({}, undefined, { withWorkers: false });
let provider: FakeProvider;
let deps: Deps;
let personId: string;
let lookUps: number;
const account = { network: 'MTN', phoneNumber: '+233244000000', accountName: '', changedAt: '' };
beforeEach(() => {
  personId = crypto.randomUUID();
  lookUps = 0;
  Object.assign(account, { accountName: 'Kofi Mensah', changedAt: null });
  provider = createFakeProvider();
  provider.readName = async () => 'KOFI YAW MENSAH';
  const { lookUp } = provider;
  provider.lookUp = (wallet) => {
    lookUps += 1;
    return lookUp(wallet);
  };
  const callIdentity = (async () => account) as unknown as Deps['callIdentity'];
  deps = paymentDeps(app, provider, { callIdentity });
});

const read = async () => (await lookUpAccount(deps, personId))?.state;
const checks = async () =>
  (await sql`select from payment.account_checks where person_id = ${personId}`.execute(app.engine.owner)).rows
    .length;

test('A6 one account change causes one look-up, however many callers read it', async () => {
  await Promise.all(Array.from({ length: 8 }, read));
  expect([await read(), await read(), lookUps]).toEqual(['MATCHES', 'MATCHES', 1]);
  account.accountName = 'Kwame Owusu';
  expect([await read(), lookUps]).toEqual(['MATCHES', 1]);
  account.changedAt = '2026-11-24T09:30:00.123Z';
  expect([await read(), await read(), lookUps]).toEqual(['DIFFERS', 'DIFFERS', 2]);
});

test('a look-up changes only the check of its own person', async () => {
  expect(await read()).toBe('MATCHES');
  const first = personId;
  personId = crypto.randomUUID();
  account.accountName = 'Kwame Owusu';
  expect(await read()).toBe('DIFFERS');
  personId = first;
  expect([await read(), lookUps]).toEqual(['MATCHES', 2]);
});

test('a silent network is asked again an hour later', async () => {
  provider.knows = { kind: 'unavailable' };
  expect([await read(), await read(), lookUps]).toEqual(['UNKNOWN', 'UNKNOWN', 1]);
  await sql`update payment.account_checks set asked_at = asked_at - interval '61 minutes'`.execute(
    app.engine.owner,
  );
  provider.knows = { kind: 'active' };
  provider.readName = async () => undefined;
  expect([await read(), await read(), lookUps]).toEqual(['UNKNOWN', 'UNKNOWN', 2]);
  await sql`update payment.account_checks set asked_at = asked_at - interval '61 minutes'`.execute(
    app.engine.owner,
  );
  provider.knows = { kind: 'not-registered' };
  expect([await read(), await read(), lookUps]).toEqual(['NOT_REGISTERED', 'NOT_REGISTERED', 3]);
});

test('before the set-up there is no account to look up or to confirm', async () => {
  const participant = await registerParticipant(app);
  for (const call of [contract, confirmAccount])
    expect((await app.call(call, { as: participant })).json).toMatchObject({ code: 'PROFILE_MISSING' });
});

test('without a provider the state is unknown, and checks of deleted people are deleted', async () => {
  const participant = await registerParticipant(app, { withProfile: true });
  const known = await app.call(contract, { as: participant });
  expect(known.content).toEqual({ state: 'UNKNOWN', isConfirmed: false });
  await read();
  expect(await checks()).toBe(1);
  const as = { token: await serviceToken({ app }, 'identity', 'payment') };
  expect((await app.call(erasePerson, { as, params: { userId: personId } })).status).toBe(204);
  expect([await checks(), await read(), await checks()]).toEqual([0, 'UNKNOWN', 0]);
});
