import type { Quote } from '@app/contracts/payment/budgets.ts';

const BASIS_POINTS = 10_000;

export interface Plan {
  incentiveInPesewas: number;
  payoutFeeInPesewas: number;
  /** The fee is in hundredths of a per cent. */
  collectionFeePoints: number;
  places: number;
  promisedPlaces: number;
  availableInPesewas: number;
}

export const costOfPlace = (plan: Pick<Plan, 'incentiveInPesewas' | 'payoutFeeInPesewas'>) =>
  plan.incentiveInPesewas + plan.payoutFeeInPesewas;

/** Promised places are already paid for. */
export function missingPesewas(plan: Plan): number {
  const unpromised = (plan.places - plan.promisedPlaces) * costOfPlace(plan);
  return Math.max(0, unpromised - plan.availableInPesewas);
}

/** A half pesewa is rounded up. */
export const collectionFee = (pesewas: number, points: number) =>
  Math.floor((pesewas * points + BASIS_POINTS / 2) / BASIS_POINTS);

/**
 * Returns the amount to pay so that the given sum is left after the fee. The fee is a share of the whole
 * amount.
 */
export function addCollectionFee(pesewas: number, points: number): number {
  const enough = Math.ceil((pesewas * BASIS_POINTS) / (BASIS_POINTS - points));
  // The fee is rounded, so one pesewa less may also be enough.
  const less = enough - 1;
  return less - collectionFee(less, points) >= pesewas ? less : enough;
}

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
