import type { Quote } from '@app/contracts/payment/budgets.ts';

const WHOLE = 10_000;

/** What a budget was quoted by, and what it has by now. */
export interface Plan {
  incentiveInPesewas: number;
  payoutFeeInPesewas: number;
  /** In hundredths of a per cent of what is paid in. */
  collectionFeePoints: number;
  places: number;
  promisedPlaces: number;
  availableInPesewas: number;
}

export const costOfPlace = (plan: Pick<Plan, 'incentiveInPesewas' | 'payoutFeeInPesewas'>) =>
  plan.incentiveInPesewas + plan.payoutFeeInPesewas;

/** What is short of all places. Promised places are paid for; what is promised to nobody counts for the others. */
export function missingOf(plan: Plan): number {
  const unpromised = (plan.places - plan.promisedPlaces) * costOfPlace(plan);
  return Math.max(0, unpromised - plan.availableInPesewas);
}

/** The fee on what is paid in, half up. */
export const feeOf = (pesewas: number, points: number) => Math.floor((pesewas * points + WHOLE / 2) / WHOLE);

/** The least to pay in so that so much is left once its fee is taken, to the pesewa. */
export function withFee(pesewas: number, points: number): number {
  const enough = Math.ceil((pesewas * WHOLE) / (WHOLE - points));
  // Its fee is rounded, so a pesewa less may leave the same.
  const less = enough - 1;
  return less - feeOf(less, points) >= pesewas ? less : enough;
}

/** Of so many whom a closed budget owes: what was in it has gone back. */
export const quoteOfOwed = (
  plan: Pick<Plan, 'incentiveInPesewas' | 'payoutFeeInPesewas' | 'collectionFeePoints'>,
  places: number,
): Quote => quoteOf({ ...plan, places, promisedPlaces: 0, availableInPesewas: 0 });

/** A bonus costs what one place of that amount costs. */
export const quoteOfBonus = (plan: Omit<Plan, 'places' | 'promisedPlaces'>, bonusInPesewas: number): Quote =>
  quoteOf({ ...plan, incentiveInPesewas: bonusInPesewas, places: 1, promisedPlaces: 0 });

export function quoteOf(plan: Plan): Quote {
  const missing = missingOf(plan);
  const totalInPesewas = withFee(missing, plan.collectionFeePoints);
  return {
    places: plan.places,
    incentiveInPesewas: plan.incentiveInPesewas,
    incentivesInPesewas: plan.places * plan.incentiveInPesewas,
    payoutFeesInPesewas: plan.places * plan.payoutFeeInPesewas,
    collectionFeeInPesewas: totalInPesewas - missing,
    totalInPesewas,
    refundFeePaidBy: 'PLATFORM',
  };
}
