import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { closeBudget } from '@app/contracts/payment/budgets.ts';
import { readPaymentLetter } from '@app/contracts/payment/letters.ts';
import { listPayouts, reportMissing } from '@app/contracts/payment/payouts.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { createLog } from '@app/kit/log.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { advanceNow, makeOwed, makePromised } from '@app/test/support/payouts.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import type { Deps } from '../deps.ts';
import { type AskedLetter, LETTERS } from '../letters/queue-letter.ts';
import { askAboutPayout } from './sending/ask-about.ts';
import { sendAgain } from './sending/ask-again.ts';

let app: TestApp;
let researcher: SignedInUser;
let participant: SignedInUser;
let provider: FakeProvider;
let deps: Deps;
let letters: AskedLetter[];
/** The errors of the log since the test began. */
let errors: Record<string, unknown>[];
const log = createLog('error', {
  write: (line) => errors.push(JSON.parse(line) as Record<string, unknown>),
});
beforeAll(async () => {
  errors = [];
  app = await startTestApp({}, log, { withWorkers: false });
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
});
beforeEach(() => {
  provider = createFakeProvider();
  letters = [];
  errors = [];
  const send = (async (_, { name }, letter) => {
    if (name === LETTERS.name) letters.push(letter as AskedLetter);
  }) as Deps['jobs']['send'];
  deps = { ...paymentDeps(app, provider, { log }), jobs: { send } as Deps['jobs'] };
});
afterAll(() => app.close());

const advance = (payoutId: string) => advanceNow(app, deps, payoutId);
const arrived = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '77' } as const;
async function paid(): Promise<string> {
  const { payoutId } = await makeOwed(app, { researcher, participant });
  provider.says = arrived;
  await advance(payoutId);
  await advance(payoutId);
  return payoutId;
}
const waits = (payout: string, why: string) =>
  expect.objectContaining({ payout, why, msg: 'a payment waits for somebody to look at it' });

test('what the provider took back is an error of the log, and its owner is told of that and of the payment that follows', async () => {
  const payoutId = await paid();
  provider.says = { kind: 'reversed' };
  await askAboutPayout(deps, provider.sent[0]?.reference ?? '');
  expect(errors).toEqual([waits(payoutId, 'REVERSED')]);
  const read = { userId: participant.userId, kind: 'PAYMENT_TAKEN_BACK', about: `${payoutId}:1` };
  const as = { token: await serviceToken({ app }, 'identity', 'payment') };
  const letter = await app.call(readPaymentLetter, { as, params: read });
  expect(letter.content.letter).toMatchObject({
    params: { amount: 'GH₵ 50.00', account: expect.stringMatching(/^\+233/), number: '77' },
    path: paths.money,
  });
  await sendAgain(deps, payoutId);
  provider.says = arrived;
  await advance(payoutId);
  await advance(payoutId);
  expect(letters.map(({ kind, about }) => [kind, about])).toEqual([
    ['PAYMENT_MADE', `${payoutId}:1`],
    ['PAYMENT_TAKEN_BACK', `${payoutId}:1`],
    ['PAYMENT_MADE', `${payoutId}:2`],
  ]);
});

test('“I did not receive it” is an error of the log', async () => {
  const payoutId = await paid();
  await app.call(reportMissing, { as: participant, params: { id: payoutId } });
  expect(errors).toEqual([waits(payoutId, 'MISSING')]);
});

test('so is a remainder whose phone has no wallet any more', async () => {
  const studyId = await makePromised(app, researcher);
  await app.call(closeBudget, { as: researcher, params: { studyId } });
  const { content } = await app.call(listPayouts, { as: researcher, query: { studyId } });
  provider.knows = { kind: 'not-registered' };
  await advance(content[0]?.id ?? '');
  expect(errors).toEqual([waits(content[0]?.id ?? '', 'ACCOUNT_NOT_REGISTERED')]);
});

test('an order that fails for the fourth time is one error', async () => {
  const { payoutId } = await makeOwed(app, { researcher, participant });
  provider.says = { kind: 'failure', reason: 'OTHER' };
  for (let time = 0; time < 8; time += 1) await advance(payoutId);
  expect(errors).toEqual([waits(payoutId, 'REFUSED')]);
});
