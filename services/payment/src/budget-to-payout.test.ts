import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fundBudget, submitPromptCode, promisePlaces, readBudget } from '@app/contracts/payment/budgets.ts';
import { deleteStudy } from '@app/contracts/project/study-calls.ts';
import { listPayouts } from '@app/contracts/payment/payouts.ts';
import { lookUpAccount } from '@app/contracts/payment/account-check.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { paymentEmailWords } from '@app/words/payment-emails.ts';
import { createLog } from '@app/kit/log.ts';
import { walletAccount } from '@app/simulators/wallets.ts';
import { drawnText } from '@app/simulators/chance.ts';
import { startJobSql } from '../../../kit/test/start-job.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { listenForOrigin } from '@app/test/support/event-stream.ts';
import { fundBody } from '@app/test/support/budgets.ts';
import { makeStudyWithPromisedPlaces, requestPayoutAsProject } from '@app/test/support/payouts.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { makeDraft, makeProject } from '../../project/test/studies.ts';
import { assertConsistentLedger, paymentDb } from '#test/money.ts';
import { type Simulated, startSimulated } from '@app/test/support/simulated.ts';

const PAYER = 'Kwabena Payerson';
const SEED = 'whole way';

let app: TestApp;
let simulated: Simulated;
/** Everything that was logged, and every answer that researchers received. */
const lines: string[] = [];
const answers: string[] = [];
const vouchers: string[] = [];
beforeAll(async () => {
  simulated = await startSimulated({ seed: SEED });
  const log = createLog('debug', { write: (line) => lines.push(line) });
  app = await startTestApp({ ...simulated.settings, BONUS_UNDO_SECONDS: 0 }, log);
  simulated.front.leadTo(Number(new URL(await listenForOrigin(app.process.app)).port));
});
afterAll(async () => {
  await app.close();
  await simulated.stop();
});

const RICH = 500_000;

const giveAccount = ({ userId }: SignedInUser, network: string, phoneNumber: string) =>
  sql`
    update identity.participant_profiles set payment_provider = ${network}, payment_phone_number = ${phoneNumber}
    where user_id = ${userId}`.execute(app.engine.owner);

/** Reads the voucher on the payer's phone and submits it. */
async function giveVoucher(researcher: SignedInUser, studyId: string, payer: string): Promise<void> {
  const voucher = () => /\d{6}/.exec(simulated.alone.world.book.messages(payer)[0]?.text ?? '')?.[0];
  await expect.poll(voucher).toBeDefined();
  const code = voucher() ?? '';
  const submitCode = () =>
    app.call(submitPromptCode, { as: researcher, params: { studyId }, body: { code } });
  await expect.poll(async () => (await submitCode()).status).toBe(202);
  vouchers.push(code);
}

// Each test continues from the state that the previous one left.
describe('from funding to payout', { shuffle: false }, () => {
  test.each([
    { network: 'MTN', payer: '+233244000101', payee: '+233244000102' },
    { network: 'AIRTEL_TIGO', payer: '+233264000101', payee: '+233264000102' },
    { network: 'TELECEL', payer: '+233204000101', payee: '+233204000102' },
  ] as const)(
    'from the researcher’s phone to the participant’s, through the jobs and the provider’s interface: $network',
    async ({ network, payer, payee }) => {
      const { world } = simulated.alone;
      world.book.openPhone({ number: payer, network, name: PAYER, balanceInPesewas: RICH });
      world.book.openPhone({ number: payee, network, name: 'Esi Person' });
      const researcher = await registerResearcher(app, { verified: true });
      const participant = await registerParticipant(app, { withProfile: true });
      await giveAccount(participant, network, payee);

      const { id: projectId } = await makeProject(app, researcher);
      const { id: studyId, publicName } = await makeDraft(app, researcher, { projectId, incentive: 50 });
      const source = { network, phoneNumber: payer };
      const funding = await app.call(fundBudget, { as: researcher, body: { ...fundBody(studyId), source } });
      expect(funding.status).toBe(202);
      if (network === 'TELECEL') await giveVoucher(researcher, studyId, payer);
      await expect.poll(() => world.book.prompts(payer).length).toBe(1);
      world.book.answer(payer, world.book.prompts(payer)[0]?.id ?? '', 'APPROVE');
      const budget = async () => {
        const { content, text } = await app.call(readBudget, { as: researcher, params: { studyId } });
        answers.push(funding.text, text);
        return content;
      };
      await expect.poll(budget).toMatchObject({ availableInPesewas: 51_000 });
      const receipt = async () =>
        (await app.mailbox.read(researcher.email)).find(
          ({ subject }) => subject === paymentEmailWords.BUDGET_PAID_IN.subject,
        );
      await expect.poll(receipt).toBeDefined();
      const received = await receipt();
      for (const expected of ['GH₵ 520.14', '10 participants, GH₵ 50.00 each', paths.studyBudget(studyId)])
        expect(received?.text).toContain(expected);
      expect(received?.stopUrl).toBeUndefined();
      expect(received?.text).not.toContain(payer.slice(-9));

      await app.call(promisePlaces, {
        as: { token: await serviceToken({ app }, 'project', 'payment') },
        params: { studyId },
        body: { incentiveInPesewas: 5000, places: 10 },
      });
      await requestPayoutAsProject(app, { studyId, applicationId: crypto.randomUUID(), participant });
      const paid = async () => (await app.call(listPayouts, { as: participant })).content[0];
      await expect.poll(paid).toMatchObject({ state: 'SUCCEEDED', providerId: expect.stringMatching(/./) });
      expect(world.book.balanceOf(walletAccount(payee))).toBe(5000);
      expect(world.book.balanceOf(walletAccount(payer))).toBe(RICH - 52_014);
      // Each callback started a poll and belongs to a payment.
      const callbacks = () =>
        paymentDb(app).selectFrom('payment.callbacks').select('state').distinct().execute();
      await expect.poll(callbacks).toEqual([{ state: 'DONE' }]);
      await assertConsistentLedger(app);
      answers.push((await app.call(listPayouts, { as: researcher, query: { studyId } })).text);

      const email = async () => (await app.mailbox.read(participant.email)).map(({ subject }) => subject);
      await expect.poll(email).toContain(paymentEmailWords.PAYMENT_MADE.subject);
      const text = JSON.stringify(await app.mailbox.read(participant.email));
      for (const expected of ['GH₵ 50.00', publicName, paths.money]) expect(text).toContain(expected);
      expect(text).not.toContain(payee.slice(-9));
      const known = await app.call(lookUpAccount, { as: participant });
      expect(known.content).toEqual({ state: 'MATCHES', isConfirmed: false });
      answers.push(known.text);
    },
  );

  test('a prompt approved after its draft was deleted is announced, and refunded a day later', async () => {
    const payer = '+233244000104';
    const { book } = simulated.alone.world;
    book.openPhone({ number: payer, network: 'MTN', name: PAYER, balanceInPesewas: RICH });
    const researcher = await registerResearcher(app, { verified: true });
    const { id: projectId } = await makeProject(app, researcher);
    const { id: studyId } = await makeDraft(app, researcher, { projectId, incentive: 50 });
    const body = { ...fundBody(studyId), source: { network: 'MTN', phoneNumber: payer } };
    await app.call(fundBudget, { as: researcher, body });
    await expect.poll(() => book.prompts(payer).length).toBe(1);
    const deleted = await app.call(deleteStudy, { as: researcher, params: { id: studyId } });
    expect(deleted.status).toBe(204);
    book.answer(payer, book.prompts(payer)[0]?.id ?? '', 'APPROVE');
    const emails = async () => (await app.mailbox.read(researcher.email)).map(({ subject }) => subject);
    await expect.poll(emails).toContain(paymentEmailWords.BUDGET_PAID_IN_VAIN.subject);
    expect(book.balanceOf(walletAccount(payer))).toBe(RICH - 52_014);

    await sql`update project.studies set deleted_at = deleted_at - interval '25 hours' where study_id = ${studyId}`.execute(
      app.engine.owner,
    );
    await sql.raw(startJobSql('project', 'money-schedule')).execute(app.engine.owner);
    // The cost of paying in is charged.
    await expect.poll(() => book.balanceOf(walletAccount(payer))).toBe(RICH - 1014);
    await expect.poll(emails).toContain(paymentEmailWords.BUDGET_REFUNDED.subject);
    expect(await emails()).not.toContain(paymentEmailWords.BUDGET_PAID_IN.subject);
    await assertConsistentLedger(app);
  });

  test('B9-11 no log and no answer to researchers contains a number, key, token or name', async () => {
    // Failures are logged too.
    const researcher = await registerResearcher(app, { verified: true });
    const participant = await registerParticipant(app, { withProfile: true });
    await giveAccount(participant, 'MTN', '+233244000103');
    simulated.alone.world.takeDown('mtn', 3_600_000);
    const studyId = await makeStudyWithPromisedPlaces(app, researcher);
    await requestPayoutAsProject(app, { studyId, applicationId: crypto.randomUUID(), participant });
    await app.process.app.inject({
      method: 'PUT',
      url: new URL(simulated.settings['MTN_CALLBACK_URL'] ?? '').pathname,
      payload: '{"externalId": "+233244000103"}',
    });
    const callbacks = () =>
      paymentDb(app).selectFrom('payment.callbacks').select('state').where('state', '=', 'ORPHAN').execute();
    await expect.poll(callbacks).toHaveLength(1);
    answers.push((await app.call(listPayouts, { as: researcher, query: { studyId } })).text);

    const secret = /KEY|SECRET|USER_ID/;
    const markers = [
      ...['101', '102', '103', '104'].flatMap((end) => [`244000${end}`, `264000${end}`, `204000${end}`]),
      ...vouchers,
      PAYER,
      'Payerson',
      'Esi Person',
      ...Object.entries(app.settings).flatMap(([name, value]) => (secret.test(name) ? [value] : [])),
      ...[0, 1, 2, 3].map((number) => drawnText(64, SEED, 'token', number)),
    ];
    expect(markers.length).toBeGreaterThan(20);
    expect([lines.length > 50, answers.length > 5]).toEqual([true, true]);
    for (const marker of markers)
      expect([
        marker,
        lines.filter((line) => line.includes(marker)),
        answers.filter((text) => text.includes(marker)),
      ]).toEqual([marker, [], []]);
  });

  test('B11 at rest no account number is readable in any table, whatever wrote it', async () => {
    const runRetentionNow = () =>
      Promise.all(
        (['identity', 'payment'] as const).map((service) =>
          sql.raw(startJobSql(service, 'retention')).execute(app.engine.owner),
        ),
      );
    await runRetentionNow();
    const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(
      app.engine.owner,
    );
    const readable = async () => {
      const found = await Promise.all(
        tables.map(async ({ name }) => {
          const table = sql.table(name);
          const { rows } = await sql`
          select 1 from ${table} as row where row::text ~ '2[46]400010[1234]' limit 1`.execute(
            app.engine.owner,
          );
          return rows.length > 0 ? [name] : [];
        }),
      );
      return found.flat();
    };
    await expect.poll(readable).toEqual([]);
  });
});
