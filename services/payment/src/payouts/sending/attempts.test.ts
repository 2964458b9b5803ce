import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { changeUserInformation } from '@app/contracts/identity/profiles.ts';
import { readPaymentAccount } from '@app/contracts/identity/people.ts';
import { readBudget } from '@app/contracts/payment/budgets.ts';
import { readPaymentEmail } from '@app/contracts/payment/emails.ts';
import * as contract from '@app/contracts/payment/payouts.ts';
import * as accountChecks from '@app/contracts/payment/account-check.ts';
import { readOwnSums } from '@app/contracts/payment/people.ts';
import { createLog } from '@app/kit/log.ts';
import { accountCheckWords } from '@app/words/account-check.ts';
import { paymentEmailWords } from '@app/words/payment-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { assignedPhoneNumber, paymentDeps } from '@app/test/support/payment-deps.ts';
import { advancePayoutNow, makeUnsentPayout } from '@app/test/support/payouts.ts';
import { PASSWORD, registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { collectEmails } from '#test/collected-emails.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import { assertConsistentLedger } from '#test/money.ts';
import type { Deps } from '../../deps.ts';
import { readPayoutSums } from '../reads.ts';
import { advanceLatePayouts } from './advance-payout.ts';
import { pollReviewedPayout, failPayoutMissingOnStatement } from './poll-or-resend.ts';
import { isPaused, pauseProvider, resumeProvider } from './pauses.ts';

const app = useApp({}, undefined, { withWorkers: false });
let researcher: SignedInUser;
let participant: SignedInUser;
let provider: FakeProvider;
let deps: Deps;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(async () => {
  // One payout of a person affects the next ones.
  participant = await registerParticipant(app, { withProfile: true });
  provider = createFakeProvider();
  deps = paymentDeps(app, provider);
});
afterEach(() => assertConsistentLedger(app));

const run = (text: string) => sql.raw(text).execute(app.engine.owner);
const advance = (payoutId: string, given = deps) => advancePayoutNow(app, given, payoutId);
const age = (payoutId: string, time: string) =>
  run(
    `update payment.attempts set sent_at = sent_at - interval '${time}', last_sent_at = last_sent_at - interval '${time}' where payout_id = '${payoutId}'`,
  );
const read = async (payoutId: string) => {
  const { content } = await app.call(contract.listPayouts, { as: participant });
  return content.find(({ id }) => id === payoutId);
};
const readStudyBudget = async (studyId: string) =>
  (await app.call(readBudget, { as: researcher, params: { studyId } })).content;
const addPayout = (studyId?: string) => makeUnsentPayout(app, { researcher, participant }, studyId);
const arrived = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '77' } as const;

test('B9-7 an order is committed as sent, with its money in transit, before the provider receives it', async () => {
  const { payoutId } = await addPayout();
  const known: unknown[] = [];
  provider.meanwhile = async () => {
    const { rows } = await sql`
      select attempt.state, (
        select sum(pesewas)::int from payment.postings where credit = 'provider:mtn:in_transit' and transaction_id in (
          select transaction_id from payment.transactions where kind = 'SENT' and subject = attempt.attempt_id::text
        )
      ) as moving from payment.attempts as attempt where payout_id = ${payoutId}`.execute(app.engine.owner);
    known.push(...rows);
  };
  await advance(payoutId);
  expect(known).toEqual([{ state: 'SENT', moving: 5000 }]);
});

test('an unknown outcome is polled, and never sent again automatically', async () => {
  const { payoutId } = await addPayout();
  provider.sends = { kind: 'unknown', cause: 'reset' };
  provider.says = { kind: 'unknown', cause: 'reset' };
  for (let time = 0; time < 5; time += 1) await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'UNKNOWN' });
  await age(payoutId, '73 hours');
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'REVIEW', why: 'NO_ANSWER' });
  expect(provider.sent).toHaveLength(1);
});

test('B5.5 an order unseen three times in ten minutes is sent again unchanged, but only for a day', async () => {
  const { payoutId } = await addPayout();
  provider.sends = { kind: 'unknown', cause: 'reset' };
  provider.says = { kind: 'not-seen' };
  for (let time = 0; time < 5; time += 1) await advance(payoutId);
  expect(provider.sent).toHaveLength(1);
  await age(payoutId, '11 minutes');
  await advance(payoutId);
  expect(provider.sent).toHaveLength(2);
  expect(provider.sent[1]).toEqual(provider.sent[0]);
  await age(payoutId, '24 hours');
  for (let time = 0; time < 3; time += 1) await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'REVIEW', why: 'NO_ANSWER' });
  expect(provider.sent).toHaveLength(2);
  // An unknown reference proves nothing by itself; an operator can use the statement after these days.
  expect(await failPayoutMissingOnStatement(deps, payoutId, 'the statement')).toEqual({
    said: 'not-seen',
    state: 'REVIEW',
    isDone: false,
  });
  await age(payoutId, '48 hours');
  provider.says = { kind: 'unknown', cause: 'reset' };
  expect(await failPayoutMissingOnStatement(deps, payoutId, 'the statement')).toEqual({
    said: 'unknown',
    state: 'REVIEW',
    isDone: false,
  });
  provider.says = { kind: 'not-seen' };
  expect(await failPayoutMissingOnStatement(deps, payoutId, 'the statement')).toEqual({
    said: 'not-seen',
    state: 'CREATED',
    isDone: true,
  });
  provider.sends = { kind: 'accepted' };
  await advance(payoutId);
  provider.says = arrived;
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'SUCCEEDED' });
});

test('B5.3 an unsent order waits while its provider is paused, and is then sent under the same reference', async () => {
  const { payoutId } = await addPayout();
  provider.sends = { kind: 'not-sent' };
  await advance(payoutId);
  await pauseProvider(deps.db, 'mtn', 'OPERATOR');
  for (let time = 0; time < 3; time += 1) await advance(payoutId);
  expect([provider.sent.length, (await read(payoutId))?.state]).toEqual([1, 'UNKNOWN']);
  await resumeProvider(deps.db, 'mtn');
  provider.sends = { kind: 'accepted' };
  await advance(payoutId);
  expect([provider.sent.length, (await read(payoutId))?.state]).toEqual([2, 'PENDING']);
  expect(new Set(provider.sent.map(({ reference }) => reference)).size).toBe(1);
});

test('B5.5 an order that is lost repeatedly is sent every ten minutes, not every hour', async () => {
  const { payoutId } = await addPayout();
  provider.sends = { kind: 'unknown', cause: 'reset' };
  provider.says = { kind: 'not-seen' };
  /** The seconds until the next poll. */
  const wait = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from next_at - now())::float8 as seconds from payment.payouts where payout_id = ${payoutId}`.execute(
      app.engine.owner,
    );
    return rows[0]?.seconds ?? Number.NaN;
  };
  await advance(payoutId);
  for (const sendings of [1, 2, 3]) {
    expect(provider.sent).toHaveLength(sendings);
    let waited = 0;
    while (provider.sent.length === sendings) {
      const seconds = await wait();
      waited += seconds;
      await age(payoutId, `${seconds} seconds`);
      await advance(payoutId);
    }
    // Ten minutes, less the time that the polls themselves took.
    expect([waited > 300, waited < 660]).toEqual([true, true]);
    expect(provider.sent.at(-1)).toEqual(provider.sent[0]);
  }
});

test.each([
  { kind: 'refused', reason: 'OUR_FLOAT_LOW' },
  { kind: 'refused', reason: 'CONFIG' },
  { kind: 'not-sent' },
] as const)('B5.6 a failed repeat of an order proves nothing about the first sending: %o', async (sends) => {
  const { payoutId } = await addPayout();
  provider.sends = { kind: 'unknown', cause: 'reset' };
  provider.says = { kind: 'not-seen' };
  await advance(payoutId);
  await age(payoutId, '11 minutes');
  provider.sends = sends;
  for (let time = 0; time < 3; time += 1) await advance(payoutId);
  expect(provider.sent).toHaveLength(2);
  expect(await read(payoutId)).toMatchObject({ state: 'UNKNOWN' });
  // Either the first order arrived unseen, or the provider stays silent; it is not sent a third time.
  await age(payoutId, '25 hours');
  for (let time = 0; time < 3; time += 1) await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'REVIEW', why: 'NO_ANSWER' });
  expect(new Set(provider.sent.map(({ reference }) => reference)).size).toBe(1);
  expect(provider.sent).toHaveLength(2);
});

test('B9-5 an order without a connection for three days is reviewed, and sent again once an operator allows it', async () => {
  const { payoutId } = await addPayout();
  provider.sends = { kind: 'not-sent' };
  await advance(payoutId);
  await age(payoutId, '73 hours');
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'REVIEW', why: 'NO_ANSWER' });
  provider.says = { kind: 'not-seen' };
  expect(await pollReviewedPayout(deps, payoutId)).toMatchObject({ state: 'CREATED' });
  provider.sends = { kind: 'accepted' };
  await advance(payoutId);
  provider.says = arrived;
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'SUCCEEDED' });
});

test('B5.6 a proven failure is retried three times with new references, then logged once for review', async () => {
  const { payoutId, studyId } = await addPayout();
  provider.says = { kind: 'failure', reason: 'OTHER' };
  const errors: unknown[] = [];
  const log = createLog('error', { write: (line) => errors.push(JSON.parse(line)) });
  for (let time = 0; time < 12; time += 1) await advance(payoutId, { ...deps, log });
  expect(errors).toMatchObject([{ payout: payoutId, why: 'REFUSED' }]);
  expect(new Set(provider.sent.map(({ reference }) => reference)).size).toBe(4);
  expect(await read(payoutId)).toMatchObject({ state: 'REVIEW', why: 'REFUSED' });
  // The reversal adds no second payable.
  provider.says = { kind: 'reversed' };
  expect(await pollReviewedPayout(deps, payoutId)).toEqual({ said: 'reversed', state: 'REVIEW' });
  expect(await readStudyBudget(studyId)).toMatchObject({ payableInPesewas: 5000 });
});

test('the settings choose the provider of a network, and a sent order is polled at its own provider', async () => {
  const { payoutId } = await addPayout();
  const [mtn, paystack] = [createFakeProvider(), createFakeProvider()];
  const providers = { mtn, paystack };
  const config = { ...deps.config, MTN_WALLETS_VIA: 'paystack' as const };
  await advance(payoutId, { ...deps, providers, config });
  expect([mtn.sent.length, paystack.sent.length]).toEqual([0, 1]);
  paystack.says = arrived;
  await advance(payoutId, { ...deps, providers });
  expect(await read(payoutId)).toMatchObject({ state: 'SUCCEEDED' });
});

test('rejected keys stop the queue', async () => {
  const { payoutId } = await addPayout();
  provider.knows = { kind: 'refused' };
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'HELD', why: 'PROVIDER_PAUSED' });
  expect(await isPaused(deps.db, 'mtn')).toBe(true);
  await resumeProvider(deps.db, 'mtn');
});

test('a payment waits while its provider cannot say whether the account accepts money', async () => {
  // The name of a first payment is checked too, so this is the second one.
  await advance((await addPayout()).payoutId);
  const { payoutId } = await addPayout();
  provider.knows = { kind: 'unavailable' };
  await advance(payoutId);
  expect([provider.sent.length, (await read(payoutId))?.state]).toEqual([1, 'CREATED']);
  provider.knows = { kind: 'active' };
  await advance(payoutId);
  expect(provider.sent).toHaveLength(2);
});

test('an account that accepts no money waits for its owner, and then the same money is sent', async () => {
  const { payoutId } = await addPayout();
  const retry = () => app.call(contract.retryPayout, { as: participant, params: { id: payoutId } });
  provider.knows = { kind: 'not-registered' };
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'ACTION_NEEDED', why: 'ACCOUNT_NOT_REGISTERED' });
  expect(provider.sent).toEqual([]);
  provider.knows = { kind: 'active' };
  expect((await retry()).content).toMatchObject({ state: 'CREATED' });
  provider.says = { kind: 'failure', reason: 'PAYEE_LIMIT' };
  await advance(payoutId);
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'ACTION_NEEDED', why: 'ACCOUNT_LIMIT' });
  expect((await retry()).status).toBe(200);
  await advance(payoutId);
  provider.says = arrived;
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'SUCCEEDED' });
  expect((await retry()).json).toMatchObject({ code: 'PAYOUT_IS_UNDER_WAY' });
});

test('the first payment to a number with another name waits for confirmation, as does each changed account', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  const addPayoutTo = () => makeUnsentPayout(app, { researcher, participant: person });
  const { payoutId } = await addPayoutTo();
  const readOwn = async (id: string) =>
    (await app.call(contract.listPayouts, { as: person })).content.find((one) => one.id === id);
  provider.readName = async () => 'KOFI ASANTE';
  const { emails, jobs } = collectEmails();
  await advance(payoutId, paymentDeps(app, provider, { jobs }));
  expect(await readOwn(payoutId)).toMatchObject({ state: 'ACTION_NEEDED', why: 'NAME_DIFFERS' });
  const kind = 'PAYMENT_NEEDS_ACCOUNT';
  expect(emails).toMatchObject([{ userId: person.userId, kind }]);
  const as = { token: await serviceToken({ app }, 'identity', 'payment') };
  const { email } = (await app.call(readPaymentEmail, { as, params: { ...emails[0]!, kind } })).content;
  expect(paymentEmailWords[kind].body(email?.params ?? {}).join(' ')).toContain(accountCheckWords.yes);
  const retry = await app.call(contract.retryPayout, { as: person, params: { id: payoutId } });
  expect(retry.status).toBe(200);
  await advance(payoutId);
  expect(await readOwn(payoutId)).toMatchObject({ state: 'ACTION_NEEDED', why: 'NAME_DIFFERS' });
  expect(provider.sent).toEqual([]);
  const confirmed = await app.call(accountChecks.confirmAccount, { as: person });
  expect(confirmed.content).toEqual({ state: 'DIFFERS', isConfirmed: true });
  expect(await readOwn(payoutId)).toMatchObject({ state: 'CREATED', why: null });
  await advance(payoutId);
  provider.says = arrived;
  await advance(payoutId);
  expect(await readOwn(payoutId)).toMatchObject({ state: 'SUCCEEDED' });

  const other = { network: 'MTN', phoneNumber: '+233241239999', accountName: 'Esi Mensah', changedAt: '' };
  other.changedAt = new Date(Date.now() - 49 * 60 * 60_000).toISOString();
  // The payment since the change went to the former number, because its order was already sent.
  const second = await addPayoutTo();
  await advance(second.payoutId, paymentDeps(app, provider, { callIdentity: (async () => other) as never }));
  expect(await readOwn(second.payoutId)).toMatchObject({ state: 'ACTION_NEEDED', why: 'NAME_DIFFERS' });
});

test('a payment waits for an answer of the network that another payment requested', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  const readPayoutState = async (id: string) =>
    (await app.call(contract.listPayouts, { as: person })).content.find((one) => one.id === id)?.state;
  const addPayoutTo = async () => (await makeUnsentPayout(app, { researcher, participant: person })).payoutId;
  const [first, second] = [await addPayoutTo(), await addPayoutTo()];
  const [requested, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  provider.readName = () => {
    requested.resolve();
    return answer.promise;
  };
  const asking = advance(first);
  await requested.promise;
  await advance(second);
  expect(provider.sent).toEqual([]);
  expect(await readPayoutState(second)).toBe('CREATED');
  answer.resolve('KOFI ASANTE');
  await asking;
  await advance(second);
  expect([await readPayoutState(first), await readPayoutState(second)]).toEqual([
    'ACTION_NEEDED',
    'ACTION_NEEDED',
  ]);
  expect(provider.sent).toEqual([]);
});

test('a confirmation given after the names were read releases the payment, and the question ends', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  const { payoutId } = await makeUnsentPayout(app, { researcher, participant: person });
  provider.readName = async () => 'KOFI ASANTE';
  const confirm = () => app.call(accountChecks.confirmAccount, { as: person });
  const { db } = deps;
  const confirmedBefore = new Proxy(db, {
    get: (_, key: keyof typeof db) => {
      if (key !== 'transaction') return typeof db[key] === 'function' ? db[key].bind(db) : db[key];
      const execute = async (work: never) => {
        await confirm();
        return db.transaction().execute(work);
      };
      return () => ({ execute });
    },
  });
  await advance(payoutId, { ...deps, db: confirmedBefore });
  expect(provider.sent).toHaveLength(1);
});

test('a confirmation without a pending question releases nothing and is not recorded', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  const { payoutId } = await makeUnsentPayout(app, { researcher, participant: person });
  provider.readName = async () => 'KOFI ASANTE';
  await advance(payoutId);
  const setCheckState = async (state: string) => {
    await run(`update payment.account_checks set state = '${state}' where person_id = '${person.userId}'`);
    await app.call(accountChecks.confirmAccount, { as: person });
    const { rows } = await run(
      `select from payment.audit where event = 'ACCOUNT_CONFIRMED' and user_id = '${person.userId}'`,
    );
    return [(await app.call(contract.listPayouts, { as: person })).content[0]?.state, rows.length];
  };
  expect(await setCheckState('NOT_REGISTERED')).toEqual(['ACTION_NEEDED', 0]);
  // The network has learned the name since.
  expect(await setCheckState('MATCHES')).toEqual(['CREATED', 1]);
});

test('a changed account delays payments for two days, as the identity service reports', async () => {
  const { payoutId } = await addPayout();
  const as = { token: await serviceToken({ app }, 'payment', 'identity') };
  const account = async () =>
    (await app.call(readPaymentAccount, { as, params: { userId: participant.userId } })).content;
  expect(await account()).toMatchObject({ network: 'MTN', changedAt: null });
  await app.call(changeUserInformation, {
    as: participant,
    body: {
      userId: participant.userId,
      payment: { provider: 'TELECEL', accountName: 'Esi Mensah', phoneNumber: '020 123 4567' },
      password: PASSWORD,
    },
  });
  const changed = await account();
  expect(changed).toMatchObject({
    network: 'TELECEL',
    phoneNumber: '+233201234567',
    changedAt: expect.any(String),
  });
  const changedDeps = paymentDeps(app, provider, { callIdentity: (async () => changed) as never });
  await advance(payoutId, changedDeps);
  expect(await read(payoutId)).toMatchObject({ state: 'HELD', why: 'ACCOUNT_CHANGED' });
  const nextAt = Date.parse((await read(payoutId))?.nextAt ?? '');
  expect(Math.round((nextAt - Date.parse(changed.changedAt ?? '')) / 60_000)).toBe(48 * 60);
  expect(provider.sent).toEqual([]);
});

/** The identity service's view of an account that was changed this many minutes ago. */
const changedAccount = (userId: string, { changed, setUp }: { changed: number; setUp: number }) => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const phoneNumber = assignedPhoneNumber(userId);
  const times = { changedAt: ago(changed), setUpAt: ago(setUp) };
  return (async () => ({ network: 'MTN', phoneNumber, accountName: 'Esi Mensah', ...times })) as never;
};
const readPayoutState = async (payoutId: string) => {
  const { rows } = await sql<{ is: string }>`
    select trim(state || ' ' || coalesce(why, '')) as is from payment.payouts where payout_id = ${payoutId}`.execute(
    app.engine.owner,
  );
  return rows[0]?.is;
};

test('a number corrected within an hour of the set-up delays no payment, unless money was payable before', async () => {
  const first = async (minutes: { changed: number; setUp: number }, person = crypto.randomUUID()) => {
    const { payoutId } = await makeUnsentPayout(app, { researcher, participant: { userId: person } });
    const callIdentity = changedAccount(person, minutes);
    await advance(payoutId, paymentDeps(app, provider, { callIdentity }));
    return readPayoutState(payoutId);
  };
  expect(await first({ changed: 10, setUp: 60 })).toBe('PENDING');
  expect(await first({ changed: 10, setUp: 80 })).toBe('HELD ACCOUNT_CHANGED');
  const person = crypto.randomUUID();
  await makeUnsentPayout(app, { researcher, participant: { userId: person } });
  expect(await first({ changed: 0, setUp: 30 }, person)).toBe('HELD ACCOUNT_CHANGED');
});

test('a hold with a known end is notified once, with its reason, its time and any open question', async () => {
  const { userId } = await registerParticipant(app, { withProfile: true });
  const { payoutId } = await makeUnsentPayout(app, { researcher, participant: { userId } });
  const { emails, jobs } = collectEmails();
  const callIdentity = changedAccount(userId, { changed: 5, setUp: 300 });
  const changed = paymentDeps(app, provider, { callIdentity, jobs });
  await advance(payoutId, changed);
  await advance(payoutId, changed);
  expect(await readPayoutState(payoutId)).toBe('HELD ACCOUNT_CHANGED');
  const [email] = emails;
  expect(new Set(emails.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(email).toMatchObject({ userId, kind: 'PAYMENT_HELD' });

  const as = { token: await serviceToken({ app }, 'identity', 'payment') };
  const readEmail = async () =>
    (await app.call(readPaymentEmail, { as, params: { ...email!, kind: 'PAYMENT_HELD' } })).content.email;
  const until = new Date(Date.now() + (48 * 60 - 5) * 60_000).toISOString().slice(0, 13);
  const params = { amount: 'GH₵ 50.00', why: 'ACCOUNT_CHANGED', when: expect.stringContaining(until) };
  expect(await readEmail()).toMatchObject({ params: { ...params, asks: '' } });
  await run(
    `insert into payment.account_checks (person_id, state) values ('${userId}', 'DIFFERS')
     on conflict (person_id) do update set state = 'DIFFERS', confirmed_at = null`,
  );
  expect(await readEmail()).toMatchObject({ params: { ...params, asks: 'yes' } });
  const sums = await app.call(readOwnSums, { as, params: { userId } });
  expect(sums.content).toMatchObject({
    heldUntil: expect.stringContaining(until),
    asksAboutNumber: true,
    payableInPesewas: 5000,
  });
  await run(`update payment.payouts set state = 'PENDING', why = null where payout_id = '${payoutId}'`);
  expect(await readEmail()).toBeNull();
  expect((await app.call(readOwnSums, { as, params: { userId } })).content).not.toHaveProperty('heldUntil');
  await run(`update payment.payouts set state = 'CANCELLED' where payout_id = '${payoutId}'`);
});

test('the number is questioned while its payment is on hold, until it has been paid once', async () => {
  const person = crypto.randomUUID();
  const callIdentity = changedAccount(person, { changed: 5, setUp: 300 });
  const ofPerson = paymentDeps(app, provider, { callIdentity });
  provider.readName = async () => 'Somebody Else';
  const { payoutId } = await makeUnsentPayout(app, { researcher, participant: { userId: person } });
  await advance(payoutId, ofPerson);
  expect(await readPayoutState(payoutId)).toBe('HELD ACCOUNT_CHANGED');
  const isAsking = async () => (await readPayoutSums(ofPerson, person)).asksAboutNumber;
  expect(await isAsking()).toBe(true);

  // A payment to another number proves nothing about this one.
  const paidTo = async (phoneNumber: string) => {
    const account = { network: 'MTN', phoneNumber, accountName: 'Esi Mensah', changedAt: null };
    const before = paymentDeps(app, provider, { callIdentity: (async () => account) as never });
    provider.readName = async ({ name }) => name;
    provider.says = arrived;
    const { payoutId: paid } = await makeUnsentPayout(app, { researcher, participant: { userId: person } });
    await run(`update payment.account_checks set state = 'MATCHES' where person_id = '${person}'`);
    await advance(paid, before);
    await advance(paid, before);
    expect(await readPayoutState(paid)).toBe('SUCCEEDED');
    await run(`update payment.account_checks set state = 'DIFFERS' where person_id = '${person}'`);
  };
  await paidTo('+233241111111');
  expect(await isAsking()).toBe(true);
  await paidTo(assignedPhoneNumber(person));
  expect(await isAsking()).toBe(false);
});

test('a hold without a known end is not notified', async () => {
  const { payoutId } = await addPayout();
  const { emails, jobs } = collectEmails();
  await pauseProvider(deps.db, 'mtn', 'OPERATOR');
  await advance(payoutId, paymentDeps(app, provider, { jobs }));
  expect(await readPayoutState(payoutId)).toBe('HELD PROVIDER_PAUSED');
  expect(emails).toEqual([]);
  await resumeProvider(deps.db, 'mtn');
});

test('a fault of ours pauses the provider; held payments are sent once it is resumed', async () => {
  const [first, second] = [await addPayout(), await addPayout()];
  provider.sends = { kind: 'refused', reason: 'OUR_FLOAT_LOW' };
  await advance(first.payoutId);
  await advance(second.payoutId);
  expect(provider.sent).toHaveLength(1);
  expect(await read(second.payoutId)).toMatchObject({ state: 'HELD', why: 'PROVIDER_PAUSED' });
  await resumeProvider(deps.db, 'mtn');
  provider.sends = { kind: 'accepted' };
  await advance(first.payoutId);
  await advance(second.payoutId);
  expect(provider.sent).toHaveLength(3);
});

test('a daily ceiling stops a faulty run', async () => {
  const { payoutId } = await addPayout();
  const config = { ...deps.config, PAYOUTS_PER_DAY_IN_PESEWAS: 4999 };
  await advance(payoutId, { ...deps, config });
  expect(await read(payoutId)).toMatchObject({ state: 'HELD', why: 'DAILY_CEILING' });
  expect(provider.sent).toEqual([]);
});

test.each([
  ['another amount', { pesewas: 5001 }],
  ['another currency', { currency: 'EUR' }],
  ['another number', { phoneNumber: '+233241234568' }],
])('B5.4 a success with %s moves no money, and is reviewed', async (_, differs) => {
  const { payoutId } = await addPayout();
  await advance(payoutId);
  provider.says = { ...arrived, ...differs };
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'REVIEW', why: 'ANSWER_DIFFERS' });
});

test('a failing payout does not block the others of the scheduled job, and is logged by id only', async () => {
  await run(`update payment.payouts set next_at = now() + interval '1 day' where next_at is not null`);
  const payouts: string[] = [];
  for (let hour = 2; hour > 0; hour -= 1) {
    const { payoutId } = await makeUnsentPayout(app, {
      researcher,
      participant: { userId: crypto.randomUUID() },
    });
    await run(
      `update payment.payouts set next_at = now() - interval '${hour} hours' where payout_id = '${payoutId}'`,
    );
    payouts.push(payoutId);
  }
  provider.lookUp = async () => {
    provider.lookUp = async () => ({ kind: 'active' });
    throw new Error('+233247654321');
  };
  const lines: string[] = [];
  await advanceLatePayouts({ ...deps, log: createLog('warn', { write: (line) => lines.push(line) }) });
  expect(provider.sent).toHaveLength(1);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ payout: payouts[0] }]);
  expect(lines.join('')).not.toContain('233247654321');
});
