import { createHmac, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '@app/contracts/durations.ts';
import { walletAccount } from './wallets.ts';
import { type Fault, type FaultPoint, type PaymentFault, FAULTS } from './faults.ts';
import { type Received, type TestSimulators, ABENA, startSimulators } from '../test/test-simulators.ts';

let sim: TestSimulators;
beforeEach(async () => {
  sim = await startSimulators();
});
afterEach(() => sim.stop());

interface Said {
  /** 0 if the connection was cut. */
  status: number;
  text: string;
  body: Record<string, unknown>;
}

const CUT: Said = { status: 0, text: '', body: {} };
const AMOUNT = 5_000;

interface Payer {
  accepted: number;
  send(reference: string): Promise<Said>;
  /** The status, or the code of an answer without one. */
  status(reference: string): Promise<string>;
  words: { pending: string; paid: string; failed: string; unknown: string };
  lookUp(): Promise<Said>;
}

const responseData = ({ body }: Said) => body['data'] as Record<string, unknown>;

/** Paystack has no tokens, and its amounts are whole numbers; only Paystack reverses payments. */
const NOT_OF: Record<'mtn' | 'paystack', readonly PaymentFault[]> = {
  mtn: ['reversed'],
  paystack: ['token-expired', 'amount-shortened'],
};

const payers: Record<'mtn' | 'paystack', Payer> = {
  mtn: {
    accepted: 202,
    send: async (reference) => sim.mtnSend('transfer', { reference }).catch(() => CUT),
    async status(reference) {
      const { status, body } = await sim.mtnStatus('transfer', reference).catch(() => CUT);
      return String(status === 200 ? body['status'] : status);
    },
    words: { pending: 'PENDING', paid: 'SUCCESSFUL', failed: 'FAILED', unknown: 'CREATED' },
    lookUp: async () =>
      sim.call(`/mtn/disbursement/v1_0/accountholder/msisdn/${ABENA.slice(1)}/basicuserinfo`, {
        headers: await sim.mtnHeaders('disbursement'),
      }),
  },
  paystack: {
    accepted: 200,
    async send(reference) {
      const made = await sim.paystackCall('/transferrecipient', {
        type: 'mobile_money',
        name: 'Abena Mensah',
        account_number: '0240000999',
        bank_code: 'MTN',
        currency: 'GHS',
      });
      const recipient = responseData(made)['recipient_code'];
      return sim
        .paystackCall('/transfer', { source: 'balance', amount: AMOUNT, recipient, reference })
        .catch(() => CUT);
    },
    async status(reference) {
      const answer = await sim.paystackCall(`/transfer/verify/${reference}`).catch(() => CUT);
      return String(answer.status === 200 ? responseData(answer)['status'] : answer.status);
    },
    words: { pending: 'pending', paid: 'success', failed: 'failed', unknown: 'received' },
    lookUp: () => sim.paystackCall('/bank/resolve?account_number=0240000999&bank_code=MTN'),
  },
};

describe.each(['mtn', 'paystack'] as const)('%s', (name) => {
  const payer = payers[name];
  const { words, accepted } = payer;
  const force = (reference: string, faults: Fault[], more: { on?: FaultPoint; times?: number } = {}) =>
    sim.world.faults.force({ of: reference, faults, ...more });
  const credits = (reference: string) => sim.world.book.credits(reference).map((one) => one.amountInPesewas);
  /** The contents of callbacks about any reference. */
  const received = () =>
    sim.listener.received.map(({ body, method, path }: Received) => {
      const data = (body['data'] ?? body) as Record<string, unknown>;
      return { method, path, status: data['status'], amount: data['amount'], reference: data['reference'] };
    });
  const usual = name === 'mtn' ? 'PUT' : 'POST';

  /** A send with a final outcome on the way, whatever the caller saw of it. */
  async function meets(fault: Fault, { status, isAccepted }: { status: number; isAccepted: boolean }) {
    const reference = randomUUID();
    force(reference, [fault]);
    const answer = await payer.send(reference);
    expect(answer.status).toBe(status);
    await sim.advance(2_000);
    expect(credits(reference)).toEqual(isAccepted ? [AMOUNT] : []);
    // The fault affected one call only, and a repeat of the reference works normally.
    const again = await payer.send(reference);
    await sim.advance(2_000);
    expect(again.status === accepted).toBe(!isAccepted);
    expect(credits(reference)).toEqual([AMOUNT]);
    return answer;
  }

  async function ends(faults: Fault[], afterMs = 2_000): Promise<{ reference: string; status: string }> {
    const reference = randomUUID();
    force(reference, faults);
    expect((await payer.send(reference)).status).toBe(accepted);
    await sim.advance(afterMs);
    return { reference, status: await payer.status(reference) };
  }

  async function payeeFails(fault: Fault): Promise<void> {
    force(ABENA, [fault]);
    const { reference, status } = await ends([]);
    expect([status, credits(reference)]).toEqual([words.failed, []]);
  }

  const runs: Record<PaymentFault, () => Promise<unknown>> = {
    async delay() {
      const reference = randomUUID();
      force(reference, ['delay']);
      const sending = payer.send(reference);
      await expect.poll(() => sim.world.calls.some((call) => call.reference === reference)).toBe(true);
      expect(await payer.status(reference)).toBe('404');
      await sim.advance(90_000);
      expect((await sending).status).toBe(accepted);
      await sim.advance(2_000);
      expect(credits(reference)).toEqual([AMOUNT]);
    },
    'reset-before-accept': () => meets('reset-before-accept', { status: 0, isAccepted: false }),
    'drop-response': () => meets('drop-response', { status: 0, isAccepted: true }),
    'error-before-accept': () => meets('error-before-accept', { status: 500, isAccepted: false }),
    'error-after-accept': () => meets('error-after-accept', { status: 500, isAccepted: true }),
    unavailable: () => meets('unavailable', { status: 503, isAccepted: false }),
    'too-many': () => meets('too-many', { status: 429, isAccepted: false }),
    async 'html-forbidden'() {
      expect((await meets('html-forbidden', { status: 403, isAccepted: false })).text).toContain('<html>');
    },
    async 'broken-json'() {
      const { text } = await meets('broken-json', { status: accepted, isAccepted: true });
      expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    },
    async 'empty-200'() {
      expect((await meets('empty-200', { status: 200, isAccepted: true })).text).toBe('');
    },
    async 'pending-for-ever'() {
      const { reference, status } = await ends(['pending-for-ever'], 100 * DAY_MS);
      expect([status, credits(reference), received()]).toEqual([words.pending, [], []]);
    },
    async 'pending-48-hours'() {
      const { reference, status } = await ends(['pending-48-hours'], 48 * HOUR_MS - 1);
      expect(status).toBe(words.pending);
      await sim.advance(1);
      expect([await payer.status(reference), credits(reference)]).toEqual([words.paid, [AMOUNT]]);
    },
    async 'callback-never'() {
      const { status } = await ends(['callback-never'], 48 * HOUR_MS);
      expect([status, received()]).toEqual([words.paid, []]);
    },
    async 'callback-late'() {
      const { status } = await ends(['callback-late'], 601_999);
      expect([status, received()]).toEqual([words.paid, []]);
      await sim.advance(1);
      expect(received()).toMatchObject([{ status: words.paid }]);
    },
    async 'callback-twice'() {
      await ends(['callback-twice']);
      expect(received()).toHaveLength(2);
    },
    async 'callback-20-times'() {
      await ends(['callback-20-times']);
      expect(received()).toHaveLength(20);
    },
    async 'callback-before-response'() {
      const reference = randomUUID();
      force(reference, ['callback-before-response']);
      let statusMeanwhile = '';
      sim.listener.meanwhile(async () => {
        statusMeanwhile = await payer.status(reference);
      });
      expect((await payer.send(reference)).status).toBe(accepted);
      expect([statusMeanwhile, received(), credits(reference)]).toMatchObject([
        words.paid,
        [{ status: words.paid }],
        [AMOUNT],
      ]);
    },
    async 'callback-out-of-order'() {
      await ends(['callback-out-of-order'], 3_000);
      expect(received().map(({ status }) => status)).toEqual([words.paid, words.pending]);
    },
    async 'callback-contradictory'() {
      const { status } = await ends(['callback-contradictory'], 3_000);
      expect([status, received().map((one) => one.status)]).toEqual([words.paid, [words.paid, words.failed]]);
    },
    async 'callback-forged'() {
      force(ABENA, ['payee-inactive']);
      const { reference, status } = await ends(['callback-forged', 'callback-never']);
      expect([status, received(), credits(reference)]).toMatchObject([
        words.failed,
        [{ status: words.paid }],
        [],
      ]);
      const [forged] = sim.listener.received;
      const signature = createHmac('sha512', 'sk_test_simulated')
        .update(forged?.raw ?? '')
        .digest('hex');
      expect(forged?.headers['x-paystack-signature']).not.toBe(signature);
    },
    async 'callback-wrong-amount'() {
      await ends(['callback-wrong-amount']);
      expect(received()).toMatchObject([{ amount: name === 'mtn' ? '51.00' : 5_100 }]);
    },
    async 'callback-unknown-reference'() {
      const { reference } = await ends(['callback-unknown-reference', 'callback-never']);
      const [one] = received();
      expect(one).toBeDefined();
      expect(JSON.stringify([one?.path, one?.reference])).not.toContain(reference);
    },
    async 'callback-other-method'() {
      await ends([]);
      await ends(['callback-other-method']);
      expect(received().map(({ method }) => method)).toEqual([usual, usual === 'PUT' ? 'POST' : 'PUT']);
    },
    async 'status-not-seen'() {
      const { reference, status } = await ends(['status-not-seen'], 59_999);
      expect([status, credits(reference)]).toEqual(['404', [AMOUNT]]);
      expect((await payer.send(reference)).status).not.toBe(accepted);
      await sim.advance(1);
      expect(await payer.status(reference)).toBe(words.paid);
    },
    async 'unknown-status'() {
      const { reference, status } = await ends(['unknown-status'], 24_999);
      expect(status).toBe(words.unknown);
      await sim.advance(1);
      expect(await payer.status(reference)).toBe(words.paid);
    },
    'token-expired': () => meets('token-expired', { status: 401, isAccepted: false }),
    'wrong-key': () => meets('wrong-key', { status: 401, isAccepted: false }),
    async 'float-exhausted'() {
      const before = await ends([]);
      const reference = randomUUID();
      force(reference, ['float-exhausted']);
      const sent = await payer.send(reference);
      await sim.advance(2_000);
      expect([await payer.status(before.reference), credits(reference)]).toEqual([words.paid, []]);
      if (name === 'mtn') {
        expect((await sim.mtnStatus('transfer', reference)).body['reason']).toBe('NOT_ENOUGH_FUNDS');
      } else expect([sent.status, sent.body['code']]).toEqual([400, 'insufficient_balance']);
      sim.fund(name, 100_000);
      expect((await ends([])).status).toBe(words.paid);
    },
    async reversed() {
      const { reference, status } = await ends(['reversed']);
      expect(status).toBe(words.paid);
      const before = sim.world.book.balanceOf(walletAccount(ABENA));
      await sim.advance(HOUR_MS);
      const after = sim.world.book.balanceOf(walletAccount(ABENA));
      expect([before - after, await payer.status(reference)]).toEqual([AMOUNT, 'reversed']);
      expect(received().map((one) => one.status)).toEqual([words.paid, 'reversed']);
    },
    'payee-limit': () => payeeFails('payee-limit'),
    'payee-inactive': () => payeeFails('payee-inactive'),
    'payee-unregistered': () => payeeFails('payee-unregistered'),
    'payee-ported': () => payeeFails('payee-ported'),
    async 'name-different'() {
      expect((await payer.lookUp()).text).toMatch(/abena/i);
      force(ABENA, ['name-different']);
      expect((await payer.lookUp()).text).not.toMatch(/abena/i);
    },
    async 'name-empty'() {
      force(ABENA, ['name-empty']);
      const answer = await payer.lookUp();
      expect([answer.status, answer.text]).toEqual([200, expect.stringMatching(/name":""/)]);
    },
    async 'name-down'() {
      force(ABENA, ['name-down']);
      expect((await payer.lookUp()).status).toBe(name === 'mtn' ? 500 : 422);
    },
    async 'amount-shortened'() {
      const { reference } = await ends(['amount-shortened']);
      expect((await sim.mtnStatus('transfer', reference)).body['amount']).toBe('50');
      expect(received()).toMatchObject([{ amount: '50' }]);
    },
    async 'provider-down'() {
      const waiting = randomUUID();
      await payer.send(waiting);
      const reference = randomUUID();
      force(reference, ['provider-down']);
      expect((await payer.send(reference)).status).toBe(503);
      await sim.advance(29 * MINUTE_MS);
      // The answer is the same with an earlier token as without any.
      expect([await payer.status(waiting), credits(waiting)]).toEqual(['503', []]);
      await sim.advance(60_000);
      expect([await payer.status(waiting), credits(waiting)]).toEqual([words.paid, [AMOUNT]]);
      expect((await payer.send(reference)).status).toBe(accepted);
    },
  };

  test.each(
    Object.entries(FAULTS)
      .filter(([fault]) => !NOT_OF[name].includes(fault as PaymentFault))
      .map(([fault, number]) => [number, fault as PaymentFault] as const),
  )('fault %i: %s', async (_, fault) => {
    expect.hasAssertions();
    await runs[fault]();
  });

  test('a payment that would exceed the limit of a wallet’s tier fails', async () => {
    sim.world.book.openPhone({
      number: ABENA,
      network: 'MTN',
      name: 'Abena Mensah',
      mostInPesewas: 1_240 + AMOUNT,
    });
    const [first, second] = [await ends([]), await ends([])];
    expect([first.status, second.status]).toEqual([words.paid, words.failed]);
    expect(credits(second.reference)).toEqual([]);
  });

  test('a status can be cut too, and only as often as requested', async () => {
    const { reference } = await ends([]);
    force(reference, ['reset-before-accept'], { on: 'status', times: 2 });
    expect([
      await payer.status(reference),
      await payer.status(reference),
      await payer.status(reference),
    ]).toEqual(['0', '0', words.paid]);
  });

  test('a look-up has its own faults', async () => {
    force(ABENA, ['wrong-key'], { on: 'look-up' });
    expect([(await payer.lookUp()).status, (await payer.lookUp()).status]).toEqual([401, 200]);
  });

  test('a stopped server refuses connections, and after a restart knows what it accepted', async () => {
    const { reference } = await ends([]);
    await sim.refuseDuring(async () => {
      expect(await payer.status(randomUUID())).toBe('0');
      await expect(fetch(`${sim.origin}/dev/phones.json`)).rejects.toMatchObject({
        cause: { code: 'ECONNREFUSED' },
      });
    });
    expect(await payer.status(reference)).toBe(words.paid);
    expect((await payer.send(randomUUID())).status).toBe(accepted);
  });

  test('a callback that is not accepted is retried as the provider documents', async () => {
    sim.listener.answers.push(500, 500);
    await ends([]);
    expect(received()).toHaveLength(1);
    await sim.advance(600_000);
    // MTN's `once` is its stricter mode.
    expect(received()).toHaveLength(name === 'mtn' ? 1 : 3);
  });
});

describe.each(['mtn', 'paystack'] as const)('%s collects, with faults', (name) => {
  const isMtn = name === 'mtn';
  const words = isMtn ? { pending: 'PENDING', paid: 'SUCCESSFUL' } : { pending: 'pending', paid: 'success' };

  async function collect(...faults: Fault[]) {
    const reference = randomUUID();
    sim.world.faults.force({ of: reference, faults });
    const fields = {
      email: 'a@b.test',
      amount: 1_000,
      reference,
      mobile_money: { phone: '0240000999', provider: 'mtn' },
    };
    const sent = isMtn
      ? await sim.mtnSend('requesttopay', { reference, amount: '10' }).catch(() => CUT)
      : await sim.paystackCall('/charge', fields).catch(() => CUT);
    const prompts = sim.world.book.prompts(ABENA);
    sim.world.book.answer(ABENA, prompts.at(-1)?.id ?? '', 'APPROVE');
    await sim.advance(0);
    const status = async () => {
      const answer = isMtn
        ? await sim.mtnStatus('requesttopay', reference)
        : await sim.paystackCall(`/transaction/verify/${reference}`);
      return answer.status === 200 ? (isMtn ? answer.body : responseData(answer))['status'] : answer.status;
    };
    return { asked: sent.status, prompts: prompts.length, status };
  }
  const paid = () => 1_240 - sim.world.book.balanceOf(walletAccount(ABENA));

  test('6: it is pending forever, and no phone is prompted', async () => {
    const { prompts, status } = await collect('pending-for-ever');
    await sim.advance(30 * 24 * 3_600_000);
    expect([prompts, await status(), paid()]).toEqual([0, words.pending, 0]);
  });

  test('9: it is paid at once, and its status is an unknown word', async () => {
    const { status } = await collect('unknown-status');
    expect([await status(), paid()]).toEqual([isMtn ? 'CREATED' : 'processing', 1_000]);
    await sim.advance(25_000);
    expect(await status()).toBe(words.paid);
  });

  test('3 8: it is accepted, the answer is lost, and its status is not found for a minute', async () => {
    const { asked, status } = await collect('drop-response', 'status-not-seen');
    expect([asked, await status(), paid()]).toEqual([0, isMtn ? 404 : 400, 1_000]);
    await sim.advance(60_000);
    expect(await status()).toBe(words.paid);
  });

  test('7: it is reported with a wrong amount, and twice', async () => {
    await collect('callback-wrong-amount', 'callback-twice');
    const amounts = sim.listener.received.map(
      ({ body }) => (isMtn ? body : responseData({ ...CUT, body }))['amount'],
    );
    expect(amounts).toEqual(isMtn ? ['11.00', '11.00'] : [1_100, 1_100]);
  });
});

test('MTN retries repeatedly in its other mode', async () => {
  const stubborn = await startSimulators({ mtn: { retries: 'stubborn' } });
  stubborn.listener.answers.push(...Array.from({ length: 22 }, () => 500));
  await stubborn.mtnSend('transfer');
  await stubborn.advance(2_000);
  expect(stubborn.listener.received).toHaveLength(1);
  await stubborn.advance(20_000);
  expect(stubborn.listener.received).toHaveLength(21);
  await stubborn.advance(240_000);
  expect(stubborn.listener.received).toHaveLength(23);
  await stubborn.stop();
});

test('the ending of a number selects a fault for people who try by hand', async () => {
  const number = '+233240000401';
  sim.world.book.openPhone({ number, network: 'MTN', name: 'Nobody' });
  const { reference } = await sim.mtnSend('transfer', { number });
  await sim.advance(2_000);
  expect((await sim.mtnStatus('transfer', reference)).body['reason']).toBe('PAYEE_NOT_FOUND');
});

test('a seed decides the same in any order, and another seed decides differently', async () => {
  const references = Array.from(
    { length: 40 },
    (_, index) => `0de00000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  const run = async (seed: string, order: string[]) => {
    const other = await startSimulators({ seed, probabilities: { 'error-before-accept': 0.3 } });
    const statuses: Record<string, number> = {};
    for (const reference of order)
      statuses[reference] = (await other.mtnSend('transfer', { reference })).status;
    await other.stop();
    return references.map((reference) => statuses[reference]);
  };
  const first = await run('a', references);
  expect(new Set(first)).toEqual(new Set([202, 500]));
  expect(await run('a', references.toReversed())).toEqual(first);
  expect(await run('b', references)).not.toEqual(first);
});
