/** Ghana's minimum wage of 2026, GH₵ 21.77 for a day of eight hours. */
const MINIMUM_WAGE_OF_A_DAY = 2177;
const HOURS_OF_A_DAY = 8;

/** In pesewas, of an incentive in whole GH₵. */
export const hourlyRate = (incentive: number, minutes: number) =>
  Math.floor((incentive * 100 * 60) / minutes);

export const isUnderMinimumWage = (pesewasAnHour: number) =>
  pesewasAnHour * HOURS_OF_A_DAY < MINIMUM_WAGE_OF_A_DAY;
