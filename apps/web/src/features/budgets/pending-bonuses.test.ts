import type { Budget } from '@app/contracts/payment/budgets.ts';
import { expect, it } from 'vitest';
import { testStorage } from '../../../test/test-user.ts';
import { deletePendingBonus, savePendingBonus, paidInBonus } from './pending-bonuses.ts';

type Funding = Budget['fundings'][number];

const budgetOf = (availableInPesewas: number, ...fundings: [id: string, state: Funding['state']][]) =>
  ({
    studyId: 'sleep',
    state: 'OPEN',
    availableInPesewas,
    quote: { payoutFeesInPesewas: 300, places: 3 },
    fundings: [
      { id: 'places', state: 'SUCCEEDED', isForBonus: false },
      ...fundings.map(([id, state]) => ({ id, state, isForBonus: true })),
    ],
  }) as Partial<Budget> as Budget;
const toEsi = { studyId: 'sleep', applicationId: 'esi', participantCode: 'P-ESI', cedis: 20 };
const toKofi = { studyId: 'sleep', applicationId: 'kofi', participantCode: 'P-KOFI', cedis: 10 };

it('offers a bonus after its own payment has arrived, and never for other money', () => {
  const storage = testStorage();
  savePendingBonus(toEsi, budgetOf(0, ['first', 'PROMPTED']), storage);
  for (const state of ['PROMPTED', 'FAILED', 'EXPIRED'] as const)
    expect(paidInBonus(budgetOf(9000, ['first', state], ['other', 'SUCCEEDED']), storage)).toBeUndefined();
  const paid = budgetOf(2100, ['first', 'SUCCEEDED']);
  expect(paidInBonus(paid, storage)).toMatchObject(toEsi);
  // The budget lacks the fee of sending the bonus.
  expect(paidInBonus(budgetOf(2099, ['first', 'SUCCEEDED']), storage)).toBeUndefined();
  expect(paidInBonus({ ...paid, studyId: 'talks' }, storage)).toBeUndefined();
  expect(paidInBonus({ ...paid, state: 'CLOSED' }, storage)).toBeUndefined();
});

it('remembers the newest amount of each bonus until it is given or dismissed', () => {
  const storage = testStorage();
  savePendingBonus(toEsi, budgetOf(0, ['first', 'FAILED']), storage);
  savePendingBonus(toKofi, budgetOf(0, ['first', 'FAILED'], ['second', 'PROMPTED']), storage);
  savePendingBonus(
    { ...toEsi, cedis: 5 },
    budgetOf(0, ['second', 'PROMPTED'], ['third', 'PROMPTED']),
    storage,
  );
  const paid = budgetOf(9000, ['first', 'SUCCEEDED'], ['second', 'SUCCEEDED'], ['third', 'SUCCEEDED']);
  expect(paidInBonus(paid, storage)).toMatchObject(toKofi);
  deletePendingBonus('kofi', storage);
  expect(paidInBonus(paid, storage)).toMatchObject({ ...toEsi, cedis: 5 });
  deletePendingBonus('esi', storage);
  expect(paidInBonus(paid, storage)).toBeUndefined();
});
