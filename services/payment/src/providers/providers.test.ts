import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import { type ManualClock, createManualClock } from '@app/simulators/clock.ts';
import type { Fault, FaultPoint } from '@app/simulators/faults.ts';
import { type Simulated, FLOAT, startSimulated } from '@app/test/support/simulated.ts';
import { readProviderConfig } from '../config.ts';
import { openProviders } from './open-providers.ts';
import {
  type Order,
  type PaymentProvider,
  type QueryOutcome,
  REASONS,
  deriveReference,
} from '../provider.ts';

/** Longer than a phone may take to answer. */
const LATER = 30 * MINUTE_MS;

/** The service's own setting, which providers do not use. */
const NO_DATA = { PAYMENT_DATA_KEYS: Buffer.alloc(32).toString('base64url') };

let clock: ManualClock;
let simulated: Simulated;
beforeEach(async () => {
  clock = createManualClock();
  simulated = await startSimulated({ clock });
});
afterEach(() => simulated.stop());

const open = (more: Record<string, string> = {}) =>
  openProviders(readProviderConfig({ ...NO_DATA, ...simulated.settings, ...more }), {
    now: clock.now,
    wait: (ms) => clock.advance(ms),
  });

/** B9-13: the common contract of the providers, tested alike for each. */
describe.each(['mtn', 'paystack'] as const)('B9-13 %s', (name) => {
  let provider: PaymentProvider;
  let orders = 0;
  beforeEach(() => {
    const opened = open()[name];
    if (!opened) throw new Error('It is simulated');
    provider = opened;
  });

  const book = () => simulated.alone.world.book;
  const newOrder = (given: Partial<Order> = {}): Order => {
    orders += 1;
    const phoneNumber = `+23324${String(1_000_000 + orders)}`;
    return {
      reference: deriveReference(name, orders),
      pesewas: 5001,
      wallet: { network: 'MTN', phoneNumber, name: 'Esi Mensah' },
      note: 'Research study',
      ...given,
    };
  };
  const credited = ({ reference }: Order) =>
    book()
      .credits(reference)
      .map(({ amountInPesewas }) => amountInPesewas);
  const meet = (of: string, fault: Fault, on: FaultPoint) =>
    simulated.alone.world.faults.force({ of, faults: [fault], on });
  /** The provider's answer about an order after it has ended. */
  async function ended(order: Order): Promise<QueryOutcome> {
    await clock.advance(MINUTE_MS);
    return provider.query(order.reference);
  }
  const rich = (order: Order) =>
    book().openPhone({
      number: order.wallet.phoneNumber,
      network: 'MTN',
      name: order.wallet.name,
      balanceInPesewas: 10_000,
    });

  test.each([1, 99, 100, 5001, 300_000, 1_000_000])('pays %i pesewas exactly, once', async (pesewas) => {
    const order = newOrder({ pesewas });
    expect(await provider.send(order)).toEqual({ kind: 'accepted' });
    expect(await ended(order)).toMatchObject({ kind: 'success', pesewas, currency: 'GHS' });
    expect(credited(order)).toEqual([pesewas]);
    expect(FLOAT - (await provider.balance()).pesewas!).toBeGreaterThanOrEqual(pesewas);
  });

  test('sent twice under one reference it pays once, and reports the repeat', async () => {
    const order = newOrder();
    await provider.send(order);
    expect(await provider.send(order)).toEqual({ kind: 'exists' });
    expect(await ended(order)).toMatchObject({ kind: 'success' });
    expect(await provider.send(order)).toEqual({ kind: 'exists' });
    await clock.advance(LATER);
    expect(credited(order)).toEqual([5001]);
  });

  test.each<Fault>(['drop-response', 'error-after-accept', 'error-before-accept', 'unavailable', 'too-many'])(
    'an order that met %s is neither paid nor refused, and sending it again pays it once',
    async (fault) => {
      const order = newOrder();
      meet(order.reference, fault, 'send');
      const kind = fault === 'too-many' ? 'not-sent' : 'unknown';
      expect(await provider.send(order)).toMatchObject({ kind });
      expect((await provider.send(order)).kind).toMatch(/^(accepted|exists)$/);
      expect(await ended(order)).toMatchObject({ kind: 'success', pesewas: 5001 });
      expect(credited(order)).toEqual([5001]);
    },
  );

  test('B8-2 without a listener nothing is sent', async () => {
    const order = newOrder();
    await simulated.alone.refuseDuring(async () =>
      expect(await provider.send(order)).toEqual({ kind: 'not-sent' }),
    );
    expect(await ended(order)).toEqual({ kind: 'not-seen' });
  });

  test.each<Fault>(['drop-response', 'unavailable', 'broken-json', 'html-forbidden', 'empty-200'])(
    'a poll that met %s proves nothing about the payment',
    async (fault) => {
      const order = newOrder();
      await provider.send(order);
      await clock.advance(MINUTE_MS);
      meet(order.reference, fault, 'status');
      expect(await provider.query(order.reference)).toMatchObject({ kind: 'unknown' });
      expect(await provider.query(order.reference)).toMatchObject({ kind: 'success' });
    },
  );

  test('an unknown status does not end a payment', async () => {
    const order = newOrder();
    simulated.alone.world.faults.force({ of: order.reference, faults: ['unknown-status'] });
    await provider.send(order);
    await clock.advance(1000);
    expect(await provider.query(order.reference)).toEqual({ kind: 'pending' });
    expect(credited(order)).toEqual([]);
    await clock.advance(LATER);
    expect(await provider.query(order.reference)).toMatchObject({ kind: 'success' });
  });

  test.each<Fault>(['payee-unregistered', 'payee-inactive', 'payee-limit', 'float-exhausted'])(
    'an order that meets %s moves no money, and has a listed reason',
    async (fault) => {
      const order = newOrder();
      simulated.alone.world.faults.force({ of: order.reference, faults: [fault] });
      simulated.alone.world.faults.force({ of: order.wallet.phoneNumber, faults: [fault] });
      const sent = await provider.send(order);
      const outcome = sent.kind === 'refused' ? sent : await ended(order);
      expect(outcome.kind).toMatch(/^(refused|failure)$/);
      expect(REASONS).toContain('reason' in outcome && outcome.reason);
      expect(credited(order)).toEqual([]);
    },
  );

  test('looks up a number without a wallet, an active one, and one while the look-up is down', async () => {
    const { wallet } = newOrder();
    expect(await provider.lookUp(wallet)).toEqual({ kind: 'active' });
    expect(await provider.readName(wallet)).toBeTruthy();
    meet(wallet.phoneNumber, 'unavailable', 'look-up');
    expect(await provider.lookUp(wallet)).toEqual({ kind: 'unavailable' });
  });

  test('rejected keys are recognised, and no money moves', async () => {
    const wrong = open({ MTN_DISBURSEMENT_KEY: 'x', PAYSTACK_SECRET_KEY: 'sk_test_x' })[name]!;
    const order = newOrder();
    expect(await wrong.send(order)).toEqual({ kind: 'refused', reason: 'CONFIG' });
    expect(await wrong.lookUp(order.wallet)).toEqual({ kind: 'refused' });
    expect(await wrong.query(order.reference)).toMatchObject({ kind: 'unknown' });
    expect(await ended(order)).toEqual({ kind: 'not-seen' });
    expect(credited(order)).toEqual([]);
  });

  test('prompts are approved, declined, expired, or refused for lack of money', async () => {
    const promptAndPoll = async (order: Order, decision?: 'APPROVE' | 'DECLINE') => {
      expect(await provider.prompt(order)).toEqual({ kind: 'accepted' });
      await clock.advance(1000);
      expect(await provider.queryPrompt(order.reference)).toEqual({ kind: 'pending' });
      const { phoneNumber } = order.wallet;
      const prompt = book().prompts(phoneNumber).at(-1)!;
      if (decision) book().answer(phoneNumber, prompt.id, decision);
      await clock.advance(LATER);
      return provider.queryPrompt(order.reference);
    };
    const of = (given: Partial<Order> = {}) => {
      const order = newOrder(given);
      rich(order);
      return order;
    };
    const approved = of();
    expect(await promptAndPoll(approved, 'APPROVE')).toMatchObject({
      kind: 'success',
      pesewas: 5001,
      currency: 'GHS',
    });
    expect(book().balanceOf(`wallet:${approved.wallet.phoneNumber}`)).toBe(4999);
    expect(await promptAndPoll(of(), 'DECLINE')).toEqual({ kind: 'failure', reason: 'PAYER_DECLINED' });
    // Some providers report only that the payer did not pay.
    const unpaid = { kind: 'failure', reason: expect.stringMatching(/^PAYER_/) };
    expect(await promptAndPoll(of())).toEqual(unpaid);
    expect(await promptAndPoll(of({ pesewas: 10_001 }), 'APPROVE')).toEqual(unpaid);
  });

  test('no callback breaks anything, and an unsigned one is not trusted', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json().map(Buffer.from)), (bytes) => {
        const { authenticity } = provider.readCallback(Buffer.from(bytes), {});
        expect(authenticity).not.toBe('signed');
      }),
    );
  });
});
