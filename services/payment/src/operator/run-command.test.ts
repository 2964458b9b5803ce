// @module-tag both-engines
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { moneyCommandWords as words } from '@app/words/money-commands.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { useApp } from '@app/test/support/app.ts';
import { makeBudget } from '@app/test/support/budgets.ts';
import { advancePayoutNow, makeUnsentPayout, putInState } from '@app/test/support/payouts.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { ageFunding, putFundingInState } from '#test/fundings.ts';
import { assertConsistentLedger, paymentDb } from '#test/money.ts';
import { createFakeProvider } from '#test/fake-provider.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { advanceFunding } from '../budgets/prompt-funding.ts';
import { advancePayout } from '../payouts/sending/advance-payout.ts';
import { readLedgerFloat, readStudyBalances } from '../ledger/read-balances.ts';
import { pollPayout } from '../payouts/sending/poll-provider.ts';
import { isPaused, pauseProvider } from '../payouts/sending/pauses.ts';
import { pausePaymentsIfDataLost } from '../reconciliation/reconcile-after-restore.ts';
import { runCommand } from './run-command.ts';

const app = useApp({ BONUS_UNDO_SECONDS: 0 }, undefined, { withWorkers: false });
let researcher: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});

let provider = createFakeProvider();
const run = (...given: string[]) => runCommand(paymentDeps(app, provider), given, 'kofi');
const addPayout = () => makeUnsentPayout(app, { researcher, participant: { userId: crypto.randomUUID() } });
const ageOrder = (payoutId: string) =>
  sql`update payment.attempts set sent_at = now() - interval '73 hours' where payout_id = ${payoutId}`.execute(
    app.engine.owner,
  );

// Each test continues from the state that the previous one left.
describe('commands about money', { shuffle: false }, () => {
  test('an operator pauses and resumes a provider, and the audit records it', async () => {
    expect(await run('pause', 'mtn')).toBe(words.paused('mtn'));
    expect(await isPaused(paymentDb(app), 'mtn')).toBe(true);
    expect(await run('review')).toContain('"why":"OPERATOR"');
    expect(await run('resume', 'mtn')).toBe(words.resumed('mtn'));
    expect(await isPaused(paymentDb(app), 'mtn')).toBe(false);
    const { rows } =
      await sql`select event, about from payment.audit where about like 'mtn %' order by at`.execute(
        app.engine.owner,
      );
    expect(rows).toEqual([
      { event: 'PROVIDER_PAUSED', about: 'mtn by kofi' },
      { event: 'PROVIDER_RESUMED', about: 'mtn by kofi' },
    ]);
  });

  test('reconciling ends the pause of a reopened database once the provider answers, but never an operator’s', async () => {
    const db = paymentDb(app);
    const hasEnded = async () => {
      await run('reconcile').catch(() => {});
      return !(await isPaused(db, 'mtn'));
    };
    await pauseProvider(db, 'mtn', 'REOPENED');
    expect(await hasEnded()).toBe(false);
    provider = { ...createFakeProvider(), balance: async () => ({ pesewas: 7, said: 'HTTP 200' }) };
    expect(await run('reconcile')).toContain('"kind":"FLOAT"');
    expect(await isPaused(db, 'mtn')).toBe(false);
    await pauseProvider(db, 'mtn', 'REOPENED');
    await run('pause', 'mtn');
    expect(await hasEnded()).toBe(false);
    await run('resume', 'mtn');
    // A pause that starts while the provider is polled is a new one.
    for (const reason of ['OPERATOR', 'RESTORED', 'REOPENED'] as const) {
      await pauseProvider(db, 'mtn', 'REOPENED');
      provider.balance = async () =>
        pauseProvider(db, 'mtn', reason).then(() => ({ pesewas: 7, said: 'HTTP 200' }));
      expect([reason, await hasEnded()]).toEqual([reason, false]);
      await run('resume', 'mtn');
    }
    provider.balance = async () => ({ pesewas: 7, said: 'HTTP 200' });
    await pauseProvider(db, 'mtn', 'OPERATOR');
    await run('resume', 'mtn');
    await sql`delete from payment.differences`.execute(app.engine.owner);
    provider = createFakeProvider();
  });

  test('reconciling fails and names a provider that does not answer', async () => {
    provider = createFakeProvider();
    provider.balance = async () => ({ said: 'HTTP 401' });
    await expect(run('reconcile')).rejects.toThrow('mtn did not answer (HTTP 401)');
    provider = createFakeProvider();
  });

  test('money moved by hand is booked as suspense, and is no difference any more', async () => {
    const floatDiffers = async () => (await run('reconcile')).includes('"FLOAT","subject":"mtn"');
    for (const theirs of [700, 300, 300]) {
      provider = { ...createFakeProvider(), balance: async () => ({ pesewas: theirs, said: 'HTTP 200' }) };
      const before = await readLedgerFloat(paymentDb(app), 'mtn');
      expect(await floatDiffers()).toBe(theirs !== before);
      expect(await run('settle', 'mtn')).toBe(words.settled('mtn', theirs - before));
      expect(await floatDiffers()).toBe(false);
    }
    await assertConsistentLedger(app);
    const { payoutId } = await addPayout();
    await advancePayout(paymentDeps(app, provider), { payoutId });
    expect(await run('settle', 'mtn')).toBe(words.notSettled('mtn'));
    provider = createFakeProvider();
    expect(await run('settle', 'paystack')).toBe(words.notSettled('paystack'));
    await sql`delete from payment.differences`.execute(app.engine.owner);
  });

  test('payments under review are listed without accounts; the trial balance has every account', async () => {
    const { payoutId, studyId } = await addPayout();
    await putInState(app, payoutId, 'REVIEW');
    const listed = await run('review');
    expect(listed).toContain(payoutId);
    expect(listed).not.toContain('+233');
    expect(await run('balance')).toContain(`study:${studyId}:payable`);
  });

  const paid = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '7' } as const;

  test.each([
    ['pending', 'REVIEW'],
    ['not-seen', 'REVIEW'],
    ['unknown', 'REVIEW'],
    ['success', 'SUCCEEDED'],
    ['failure', 'CREATED'],
  ] as const)('a payout under review is settled only by the provider’s answer: %s', async (kind, state) => {
    provider = createFakeProvider();
    const { payoutId } = await addPayout();
    expect(await run('ask', payoutId)).toBe(words.notInReview);
    await advancePayout(paymentDeps(app, provider), { payoutId });
    await putInState(app, payoutId, 'REVIEW');
    provider.says = { ...paid, kind, reason: 'OTHER', cause: '' } as never;
    expect(await run('ask', payoutId)).toBe(words.asked(kind, state));
    await assertConsistentLedger(app);
  });

  test.each([
    ['pending', 'REVIEW', 0],
    ['unknown', 'REVIEW', 0],
    ['success', 'SUCCEEDED', 5000],
    ['failure', 'FAILED', 0],
  ] as const)(
    'a funding under review is settled only by the provider’s answer: %s',
    async (kind, state, credited) => {
      provider = createFakeProvider();
      const { fundingId, studyId } = await makeBudget(app, researcher);
      expect(await run('ask', fundingId)).toBe(words.notInReview);
      await putFundingInState(app, fundingId, 'REVIEW');
      expect(await run('review')).toContain(fundingId);
      provider.says = { ...paid, kind, reason: 'OTHER', cause: '' } as never;
      expect(await run('ask', fundingId)).toBe(words.asked(kind, state));
      const { available } = await readStudyBalances(paymentDb(app), studyId);
      expect(available > 0).toBe(credited > 0);
      expect((await run('review')).includes(fundingId)).toBe(state === 'REVIEW');
      await assertConsistentLedger(app);
    },
  );

  test.each(['pending', 'not-seen'] as const)(
    'a funding that is unpaid for three days ends, and is credited if the money still arrives: %s',
    async (kind) => {
      provider = createFakeProvider();
      const { fundingId, studyId } = await makeBudget(app, researcher);
      await putFundingInState(app, fundingId, 'REVIEW');
      await ageFunding(app, fundingId, '73 hours');
      provider.says = { kind };
      expect(await run('ask', fundingId)).toBe(words.asked(kind, 'FAILED'));
      expect(await run('review')).not.toContain(fundingId);
      provider.says = paid;
      await advanceFunding(paymentDeps(app, provider), { fundingId });
      expect((await readStudyBalances(paymentDb(app), studyId)).available).toBeGreaterThan(0);
      await assertConsistentLedger(app);
    },
  );

  /** A payment whose order ended in this state. */
  async function ended(
    ...outcomes: (typeof provider)['says'][]
  ): Promise<{ payoutId: string; studyId: string }> {
    provider = createFakeProvider();
    const { payoutId, studyId } = await addPayout();
    await next(payoutId);
    for (const outcome of outcomes) {
      provider.says = outcome;
      await next(payoutId);
    }
    return { payoutId, studyId };
  }
  const next = (payoutId: string) => advancePayoutNow(app, paymentDeps(app, provider), payoutId);
  const payable = async (studyId: string) => (await readStudyBalances(paymentDb(app), studyId)).payable;

  test.each([
    ['failure', { kind: 'failure', reason: 'OTHER' }],
    ['reversed', { kind: 'reversed' }],
  ] as const)(
    'a failed payout that the provider reports as %s is sent again by an operator',
    async (kind, says) => {
      const { payoutId, studyId } = await ended({ kind: 'failure', reason: 'OTHER' });
      await putInState(app, payoutId, 'REVIEW');
      provider.says = says;
      expect(await run('ask', payoutId)).toBe(words.asked(kind, 'REVIEW'));
      expect(await payable(studyId)).toBe(5000);
      await assertConsistentLedger(app);
      expect(await run('again', payoutId)).toBe(words.asked(kind, 'CREATED'));
      await next(payoutId);
      provider.says = paid;
      await next(payoutId);
      expect([new Set(provider.sent.map(({ reference }) => reference)).size, await payable(studyId)]).toEqual(
        [2, 0],
      );
      await assertConsistentLedger(app);
    },
  );

  test('a payout that may still arrive cannot be sent again', async () => {
    const { payoutId } = await ended();
    await putInState(app, payoutId, 'REVIEW');
    for (const kind of ['pending', 'not-seen', 'unknown'] as const) {
      provider.says = { kind, cause: '' } as never;
      expect(await run('again', payoutId)).toBe(words.asked(kind, 'REVIEW'));
    }
    expect(provider.sent).toHaveLength(1);
  });

  test('a failed payout that was paid after all is booked as paid, once the provider confirms it', async () => {
    const { payoutId, studyId } = await ended({ kind: 'failure', reason: 'OTHER' });
    provider.says = paid;
    await pollPayout(paymentDeps(app, provider), provider.sent[0]?.reference ?? '');
    expect(await run('review')).toContain(`"id":"${payoutId}","why":"REVIEW ANSWER_DIFFERS"`);
    expect(await run('again', payoutId)).toBe(words.asked('success', 'SUCCEEDED'));
    expect([await payable(studyId), provider.sent.length]).toEqual([0, 1]);
    await assertConsistentLedger(app);
  });

  test('a reversed payout is paid again, with its reserved sending fee', async () => {
    const { payoutId, studyId } = await ended(paid);
    const { promised } = await readStudyBalances(paymentDb(app), studyId);
    provider.says = { kind: 'reversed' };
    await pollPayout(paymentDeps(app, provider), provider.sent[0]?.reference ?? '');
    expect(await run('again', payoutId)).toBe(words.asked('reversed', 'CREATED'));
    provider.says = paid;
    await next(payoutId);
    await next(payoutId);
    expect(await readStudyBalances(paymentDb(app), studyId)).toMatchObject({ payable: 0, promised });
    await assertConsistentLedger(app);
  });

  test.each([[], ['something'], ['ask', 'nothing'], ['pause'], ['resume', 'nobody']])(
    'anything else prints the usage: %j',
    async (...given) => {
      expect(await run(...given)).toBe(words.usage);
    },
  );

  test('an order that a provider has not seen for days is payable again only with evidence, which is audited', async () => {
    const { payoutId } = await ended();
    await putInState(app, payoutId, 'REVIEW');
    provider.says = { kind: 'not-seen' };
    await ageOrder(payoutId);
    expect(await run('unseen', payoutId)).toBe(words.usage);
    expect(await run('unseen', payoutId, 'statement', 'of', '24', 'November')).toBe(
      words.asked('not-seen', 'CREATED'),
    );
    const { rows } = await sql`select about from payment.audit where event = 'PAYOUT_UNSEEN'`.execute(
      app.engine.owner,
    );
    expect(rows).toEqual([{ about: `${payoutId} statement of 24 November by kofi` }]);
  });

  test('a paid payout that its provider no longer knows does not become payable again, and no evidence is recorded', async () => {
    const { payoutId } = await ended(paid);
    await putInState(app, payoutId, 'REVIEW');
    provider.says = { kind: 'not-seen' };
    await ageOrder(payoutId);
    expect(await run('unseen', payoutId, 'a', 'statement')).toBe(words.asked('not-seen', 'REVIEW'));
    expect(await run('again', payoutId)).toBe(words.asked('not-seen', 'REVIEW'));
    const { rows } = await sql`select event from payment.audit where about like ${`${payoutId}%`}`.execute(
      app.engine.owner,
    );
    expect(rows).toEqual([{ event: 'PAYOUT_ASKED' }, { event: 'PAYOUT_ASKED' }]);
  });

  test('B9-7 an operator reports a restored backup where the service cannot detect it', async () => {
    await pausePaymentsIfDataLost(paymentDeps(app, provider), app.engine);
    await addPayout();
    await pauseProvider(paymentDb(app), 'mtn', 'OUR_FLOAT_LOW');
    await pauseProvider(paymentDb(app), 'mtn', 'REOPENED');
    expect(await run('review')).toContain('"why":"OUR_FLOAT_LOW"');
    const beganAt = Date.now();
    expect(await run('restored')).toBe(words.restored.REOPENED);
    const { rows } = await sql<{ at: Date }>`select data_lost_at as at from payment.opened`.execute(
      app.engine.owner,
    );
    expect(rows.map(({ at }) => at.getTime() >= beganAt)).toEqual([true]);
    for (const name of ['mtn', 'paystack'] as const) {
      expect(await isPaused(paymentDb(app), name)).toBe(true);
      await run('resume', name);
    }
    const { owner } = app.engine;
    // This also works if the service never started on it; orders older than providers remember are reviewed.
    await sql`delete from payment.opened`.execute(owner);
    const age = async (by: string) => {
      await sql`alter table payment.transactions disable trigger refuse_change`.execute(owner);
      await sql`update payment.transactions set recorded_at = recorded_at + ${by}::interval`.execute(owner);
      await sql`alter table payment.transactions enable trigger refuse_change`.execute(owner);
    };
    await age('-2 days');
    expect(await run('restored')).toBe(words.restored.RESTORED);
    await age('2 days');
    for (const name of ['mtn', 'paystack']) await run('resume', name);
    await sql`update payment.opened set data_lost_at = null`.execute(app.engine.owner);
  });
});
