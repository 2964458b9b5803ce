import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openBook, walletAccount } from './wallets.ts';
import { createManualClock } from './clock.ts';
import { formatCedis, parseCedis } from './world.ts';
import { ABENA, AMA } from '../test/test-simulators.ts';

describe('the book', () => {
  const open = () => {
    const clock = createManualClock();
    const book = openBook(clock);
    book.openPhone({ number: ABENA, network: 'MTN', name: 'Abena Mensah', balanceInPesewas: 1_000 });
    return { book, clock };
  };

  test('moves only money that exists', () => {
    const { book } = open();
    const movement = {
      kind: 'PAYOUT',
      from: walletAccount(ABENA),
      to: walletAccount(AMA),
      reference: randomUUID(),
    } as const;
    expect(book.move({ ...movement, amountInPesewas: 1_001 })).toBe(false);
    expect(book.move({ ...movement, amountInPesewas: 1_000 })).toBe(true);
    for (const amountInPesewas of [0, -1, 0.5, Number.NaN, 2 ** 53]) {
      expect(() => book.move({ ...movement, amountInPesewas })).toThrow('whole number of pesewas');
    }
    expect([book.balanceOf(walletAccount(ABENA)), book.balanceOf(walletAccount(AMA))]).toEqual([0, 1_000]);
    expect(book.credits(movement.reference)).toHaveLength(1);
  });

  test('an answered prompt does not change, and an unanswered one expires', async () => {
    const { book, clock } = open();
    const decisions: string[] = [];
    const openPrompt = () =>
      book.ask(
        ABENA,
        {
          amountInPesewas: 100,
          answer: (decision) => {
            decisions.push(decision);
            return decision === 'APPROVE' ? 'APPROVED' : 'EXPIRED';
          },
        },
        60_000,
      );
    const [answered, unanswered] = [openPrompt(), openPrompt()];
    book.answer(ABENA, answered.id, 'APPROVE');
    expect(book.answer(ABENA, answered.id, 'DECLINE')?.state).toBe('APPROVED');
    expect(book.answer(AMA, unanswered.id, 'APPROVE')).toBeUndefined();
    await clock.advance(60_000);
    expect([answered.state, unanswered.state, decisions]).toEqual([
      'APPROVED',
      'EXPIRED',
      ['APPROVE', 'EXPIRE'],
    ]);
  });
});

test('advancing the clock runs due work in order, including work that it adds', async () => {
  const clock = createManualClock(0);
  const done: [string, number][] = [];
  const does = (name: string) => () => done.push([name, clock.now()]);
  clock.after(20, does('second'));
  clock.after(10, () => {
    does('first')();
    clock.after(5, does('between'));
    clock.after(50, does('later'));
  });
  await clock.advance(30);
  expect([done, clock.now()]).toEqual([
    [
      ['first', 10],
      ['between', 15],
      ['second', 20],
    ],
    30,
  ]);
});

test('amounts convert to cedis and back without a float', () => {
  const broken = Array.from({ length: 1_000_000 }, (_, index) => index + 1).filter(
    (pesewas) => parseCedis(formatCedis(pesewas)) !== pesewas,
  );
  expect(broken).toEqual([]);
  expect(['5', '5.0', '5.5', '0.01'].map(parseCedis)).toEqual([500, 500, 550, 1]);
  const none = ['', '0', '0.00', '-1', '1.', '.5', '1e3', '1.005', ' 1', '1,000', '1234567890'];
  expect(none.map(parseCedis)).toEqual(none.map(() => undefined));
});
