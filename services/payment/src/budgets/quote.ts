import type { Quote } from '@app/contracts/payment/budgets.ts';

const BASIS_POINTS = 10_000;

export interface Plan {
  incentiveInPesewas: number;
  payoutFeeInPesewas: number;
  /** The unit is a hundredth of a per cent. */
  collectionFeePoints: number;
  places: number;
  promisedPlaces: number;
  availableInPesewas: number;
}

export const costOfPlace = (plan: Pick<Plan, 'incentiveInPesewas' | 'payoutFeeInPesewas'>) =>
  plan.incentiveInPesewas + plan.payoutFeeInPesewas;

/** Promised places are paid for already. */
export function missingPesewas(plan: Plan): number {
  const unpromised = (plan.places - plan.promisedPlaces) * costOfPlace(plan);
  return Math.max(0, unpromised - plan.availableInPesewas);
}

/** The fee is rounded half up. */
export const collectionFee = (pesewas: number, points: number) =>
  Math.floor((pesewas * points + BASIS_POINTS / 2) / BASIS_POINTS);

/** The fee applies to the total, so the amount is grossed up to the pesewa. */
export function addCollectionFee(pesewas: number, points: number): number {
  const enough = Math.ceil((pesewas * BASIS_POINTS) / (BASIS_POINTS - points));
  // Because the fee is rounded, one pesewa less may be enough.
  const less = enough - 1;
  return less - collectionFee(less, points) >= pesewas ? less : enough;
}

/** A closed budget has been refunded, so its former money does not count. */
export const quoteOfUnfunded = (
  plan: Pick<Plan, 'incentiveInPesewas' | 'payoutFeeInPesewas' | 'collectionFeePoints'>,
  places: number,
): Quote => calculateQuote({ ...plan, places, promisedPlaces: 0, availableInPesewas: 0 });

export const quoteOfBonus = (plan: Omit<Plan, 'places' | 'promisedPlaces'>, bonusInPesewas: number): Quote =>
  calculateQuote({ ...plan, incentiveInPesewas: bonusInPesewas, places: 1, promisedPlaces: 0 });

export function calculateQuote(plan: Plan): Quote {
  const missing = missingPesewas(plan);
  const totalInPesewas = addCollectionFee(missing, plan.collectionFeePoints);
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
