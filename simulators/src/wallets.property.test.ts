import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OUTSIDE_ACCOUNT } from './wallets.ts';
import { FAULTS, type Fault } from './faults.ts';
import { PAYSTACK_HELD } from './paystack/account.ts';
import { type TestSimulators, ABENA, AMA, YAA, startSimulators } from '../test/test-simulators.ts';

const PHONES = [AMA, ABENA, AMA, YAA, '+233249999999'];
/** All faults except those that wait for the clock during a call. */
const LIKELY = Object.fromEntries(
  Object.keys(FAULTS)
    .filter((fault) => fault !== 'delay')
    .map((fault) => [fault, fault === 'provider-down' ? 0.002 : 0.02]),
) as Partial<Record<Fault, number>>;

const phone = fc.constantFrom(...PHONES);
const amount = fc.integer({ min: 1, max: 60_000 });
const which = fc.nat(9);
const step = fc.record({
  does: fc.constantFrom(
    'mtn-collects' as const,
    'mtn-pays' as const,
    'mtn-refunds' as const,
    'paystack-collects' as const,
    'paystack-pays' as const,
    'paystack-refunds' as const,
    'a-phone-answers' as const,
    'time-passes' as const,
  ),
  phone,
  amount,
  which,
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const reference = (kind: string, at: number) => `0de00000-0000-4000-8000-${kind}0000000${at}`;

async function runStep(sim: TestSimulators, { does, phone: number, amount: pesewas, which: at }: Step) {
  const cedis = `${Math.trunc(pesewas / 100)}.${String(pesewas % 100).padStart(2, '0')}`;
  const local = number.replace('+233', '0');
  const bank = number === YAA ? 'VOD' : 'MTN';
  const callback = false;
  const steps: Record<Step['does'], () => unknown> = {
    'mtn-collects': () =>
      sim.mtnSend('requesttopay', { reference: reference('c0c0', at), number, amount: cedis, callback }),
    'mtn-pays': () =>
      sim.mtnSend('transfer', { reference: reference('feed', at), number, amount: cedis, callback }),
    'mtn-refunds': () =>
      sim.mtnSend('refund', {
        reference: reference('dead', at),
        amount: cedis,
        referenceIdToRefund: reference('c0c0', at),
        callback,
      }),
    'paystack-collects': () =>
      sim.paystackCall('/charge', {
        email: 'a@b.test',
        amount: pesewas,
        reference: reference('cafe', at),
        mobile_money: { phone: local, provider: bank.toLowerCase() },
      }),
    async 'paystack-pays'() {
      const made = await sim.paystackCall('/transferrecipient', {
        type: 'mobile_money',
        name: 'Somebody',
        account_number: local,
        bank_code: bank,
      });
      const { recipient_code: recipient } = (made.body['data'] ?? {}) as Record<string, unknown>;
      const fields = { source: 'balance', amount: pesewas, recipient, reference: reference('beef', at) };
      return sim.paystackCall('/transfer', fields);
    },
    'paystack-refunds': () =>
      sim.paystackCall('/refund', { transaction: reference('cafe', at), amount: pesewas }),
    'a-phone-answers': () =>
      sim.world.book.answer(
        number,
        sim.world.book.prompts(number).at(-1)?.id ?? '',
        at < 8 ? 'APPROVE' : 'DECLINE',
      ),
    'time-passes': () => sim.advance(10 ** (at % 7) * 100),
  };
  // A fault may cut the connection.
  await Promise.resolve(steps[does]()).catch(() => {});
}

test('money is never created or lost, and a payout reaches a wallet at most once', async () => {
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 100, maxLength: 150, size: 'max' }),
      fc.string(),
      async (steps, seed) => {
        const sim = await startSimulators({ seed, probabilities: LIKELY });
        try {
          for (const one of steps) await runStep(sim, one);
          await sim.advance(30 * 24 * 3_600_000);
          const { book } = sim.world;
          const recomputed = new Map<string, number>();
          for (const { kind, from, to, amountInPesewas } of book.movements()) {
            kinds.add(kind);
            recomputed.set(from, (recomputed.get(from) ?? 0) - amountInPesewas);
            recomputed.set(to, (recomputed.get(to) ?? 0) + amountInPesewas);
          }
          expect(new Map(book.accounts())).toEqual(recomputed);
          expect(book.accounts().reduce((sum, [, balance]) => sum + balance, 0)).toBe(0);
          const below = book
            .accounts()
            .filter(([account, balance]) => account !== OUTSIDE_ACCOUNT && balance < 0);
          expect(below).toEqual([]);
          const payouts = book.movements().filter(({ kind }) => kind === 'PAYOUT');
          expect(new Set(payouts.map((one) => one.reference)).size).toBe(payouts.length);
          sim.world.faults.calm();
          expect(book.balanceOf(PAYSTACK_HELD)).toBe(await stillPending(sim));
        } finally {
          await sim.stop();
        }
      },
    ),
    { numRuns: 12, seed: 6031957 },
  );
  // Each kind of movement occurred.
  expect([...kinds].toSorted()).toEqual([
    'COLLECTION',
    'FEE',
    'HOLD',
    'OPENING',
    'PAYOUT',
    'REFUND',
    'RELEASE',
    'REVERSAL',
    'WITHDRAWAL',
  ]);
});

/** The amount that Paystack reports as pending, with fees. */
async function stillPending(sim: TestSimulators): Promise<number> {
  const { body } = await sim.call('/paystack/transfer', {
    headers: { authorization: 'Bearer sk_test_simulated' },
  });
  return (body['data'] as { status: string; amount: number }[])
    .filter(({ status }) => status === 'pending')
    .reduce((sum, one) => sum + one.amount + 100, 0);
}
