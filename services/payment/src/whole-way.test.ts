// @module-tag both-engines
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAYMENT_BASE } from '@app/contracts/bases.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { promisePlaces, readBudget } from '@app/contracts/payment/budgets.ts';
import { listPayouts } from '@app/contracts/payment/payouts.ts';
import type { TestApp } from '../../../test/app.ts';
import { startTestApp } from '../../../test/app.ts';
import { makeBudget } from '../../../test/budgets.ts';
import { owe } from '../../../test/payouts.ts';
import { registerParticipant, registerResearcher } from '../../../test/people.ts';
import { serviceToken } from '../../../test/samples/world.ts';
import { assertSoundMoney } from '../test/money.ts';
import type { ScriptedServer } from '../test/scripted-server.ts';
import { answer, startScripted } from '../test/scripted-server.ts';

const KEY = 'a-key-that-nobody-guesses';

let app: TestApp;
let mtn: ScriptedServer;
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  mtn = await startScripted();
  app = await startTestApp({ MTN_BASE_URL: mtn.url, CALLBACK_KEY: KEY, PAYOUT_UNDO_SECONDS: '0' });
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
});
afterAll(async () => {
  await app.close();
  mtn.close();
});

/** Once MTN was asked to move money, what it was asked, and then that it says how that went. */
async function approve(path: 'requesttopay' | 'transfer', party: 'payer' | 'payee'): Promise<void> {
  const asked = () => mtn.heard.find((heard) => heard.method === 'POST' && heard.path.endsWith(path));
  await expect.poll(asked).toBeDefined();
  const {
    externalId,
    amount,
    currency,
    [party]: who,
  } = JSON.parse(asked()?.body ?? '{}') as Record<string, unknown>;
  mtn.on(
    `/${path}/`,
    answer(200, { status: 'SUCCESSFUL', amount, currency, [party]: who, financialTransactionId: '77' }),
  );
  await app.process.app.inject({
    method: 'PUT',
    url: `${PAYMENT_BASE}/callbacks/mtn/${KEY}`,
    payload: JSON.stringify({ externalId, status: 'SUCCESSFUL' }),
    headers: { 'content-type': 'application/json' },
  });
}

test('from the researcher’s phone to the participant’s, by the jobs of the service and MTN’s own interface', async () => {
  mtn.on('/token/', answer(200, { access_token: 'tok', expires_in: 3600 }));
  mtn.on('/requesttopay', answer(202, ''));
  mtn.on('/transfer', answer(202, ''));
  mtn.on('/active', answer(200, { result: true }));
  const { studyId } = await makeBudget(app, researcher);
  await approve('requesttopay', 'payer');
  const budget = async () => (await app.call(readBudget, { as: researcher, params: { studyId } })).content;
  await expect.poll(budget).toMatchObject({ availableInPesewas: 51_001 });

  await app.call(promisePlaces, {
    as: { token: await serviceToken({ app }, 'project', 'payment') },
    params: { studyId },
    body: { incentiveInPesewas: 5000, places: 10 },
  });
  await owe(app, { studyId, applicationId: crypto.randomUUID(), participant });
  await approve('transfer', 'payee');
  const paid = async () => (await app.call(listPayouts, { as: participant })).content[0];
  await expect.poll(paid).toMatchObject({ state: 'SUCCEEDED', providerId: '77' });
  const orders = mtn.heard.filter(({ method, path }) => method === 'POST' && !path.endsWith('/token/'));
  expect(orders.map(({ path }) => path)).toEqual([
    '/collection/v1_0/requesttopay',
    '/disbursement/v1_0/transfer',
  ]);
  await assertSoundMoney(app);
});
