import type { Load } from './load.ts';

export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8);
export const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

export const say = (line: string) => process.stdout.write(`${line}\n`);

type Run = () => Promise<Load>;

/** One call as it is measured: the product, and what the same SQL takes without it. */
export interface Pair {
  name: string;
  /** `node:http` and pg with the product's own statements. */
  limit: Run;
  product: Run;
}

/** Interleaved rounds: a noisy moment of the machine meets all of them. The median round is printed. */
export async function measure(title: string, pairs: readonly Pair[]): Promise<void> {
  const results = pairs.map(({ name }) => ({ name, limit: [] as Load[], product: [] as Load[] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, pair] of pairs.entries()) {
      for (const side of ['limit', 'product'] as const) {
        const result = await pair[side]();
        // The first round warms up.
        if (round > 0) results[index]?.[side].push(result);
      }
    }
  }
  say(`\n${title}: median of ${ROUNDS} rounds of ${SECONDS} s, 16 connections\n`);
  say('| | same SQL | p50 | p99 | the product | p50 | p99 | ratio |');
  say('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const { name, limit, product } of results) {
    const [most, own] = [middle(limit), middle(product)];
    const ratio = (own.requestsPerSecond / most.requestsPerSecond).toFixed(2);
    say(`| ${name} | ${cellsOf(most)} | ${cellsOf(own)} | ${ratio} |`);
    const failed = [...limit, ...product].reduce((sum, { errors }) => sum + errors, 0);
    if (failed > 0) say(`${failed} requests FAILED`);
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const middle = (loads: readonly Load[]) => ({
  requestsPerSecond: median(loads.map((of) => of.requestsPerSecond)),
  p50InMs: median(loads.map((of) => of.p50InMs)),
  p99InMs: median(loads.map((of) => of.p99InMs)),
});

const cellsOf = ({ requestsPerSecond, p50InMs, p99InMs }: ReturnType<typeof middle>) =>
  `${Math.round(requestsPerSecond).toLocaleString('en')}/s | ${p50InMs} ms | ${p99InMs} ms`;
