import { seeded } from '@app/demo/seeded-random.ts';

/** The times of two calls, measured alternately, and whether an outsider could tell them apart. */
export interface Comparison {
  /** The ratio of the slower median to the faster. */
  ratio: number;
  /** The probability of such a difference by chance (Mann-Whitney, two-sided, normal approximation). */
  p: number;
}

/**
 * Measures both calls several times, alternately and in changing order, so noise affects both equally.
 * `before` runs before each call, untimed, and resets what would change the response.
 */
export async function compareTimings(
  times: number,
  calls: readonly [() => Promise<unknown>, () => Promise<unknown>],
  before: () => Promise<unknown>,
): Promise<Comparison> {
  const taken: [number[], number[]] = [[], []];
  const random = seeded(times);
  for (let round = 0; round < times; round += 1) {
    for (const which of random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)) {
      await before();
      const start = performance.now();
      await calls[which]();
      taken[which].push(performance.now() - start);
    }
  }
  const medians = taken.map((list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0);
  return { ratio: Math.max(...medians) / Math.min(...medians), p: mannWhitney(...taken) };
}

/** Returns the probability that two samples of one distribution differ in rank as much as these. */
export function mannWhitney(first: readonly number[], second: readonly number[]): number {
  const ranked = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].sort((a, b) => a.value - b.value);
  const rankSum = ranked.reduce((sum, { isFirst }, index) => (isFirst ? sum + index + 1 : sum), 0);
  const [n, m] = [first.length, second.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const z = (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return 2 * (1 - normalDistribution(Math.abs(z)));
}

/** Uses Abramowitz and Stegun 7.1.26, accurate to seven digits. */
function normalDistribution(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return 0.5 * (2 - poly * Math.exp(-x * x));
}
