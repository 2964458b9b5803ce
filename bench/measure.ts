import { CONNECTIONS, type Load } from './load.ts';

export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8);
export const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

export const print = (line: string) => process.stdout.write(`${line}\n`);

type Run = () => Promise<Load>;

/** One measured call: the product, and the same SQL without it. */
export interface Pair {
  name: string;
  /** This side is `node:http` and pg with the product's own statements. */
  limit: Run;
  product: Run;
}

/**
 * Interleaves the rounds, so that noise on the machine affects all sides. Returns the median of each, without
 * the first round.
 */
export async function runAlternately<Side extends string>(
  calls: readonly ({ name: string } & Record<Side, Run>)[],
  sides: readonly Side[],
): Promise<Map<Run, Load>> {
  const taken = new Map<Run, Load[]>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const call of calls) {
      for (const side of sides) {
        const result = await call[side]();
        // The first round is a warm-up.
        if (round > 0) taken.set(call[side], [...(taken.get(call[side]) ?? []), result]);
      }
    }
  }
  return new Map([...taken].map(([run, loads]) => [run, middle(loads)]));
}

/** Prints the table of the median rounds. */
export async function measure(title: string, pairs: readonly Pair[]): Promise<void> {
  const middles = await runAlternately(pairs, ['limit', 'product']);
  print(`\n${title}: median of ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections\n`);
  print('| | same SQL | p50 | p99 | the product | p50 | p99 | ratio |');
  print('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const { name, limit, product } of pairs) {
    const [most, own] = [middles.get(limit), middles.get(product)];
    if (!most || !own) continue;
    const ratio = (own.requestsPerSecond / most.requestsPerSecond).toFixed(2);
    print(`| ${name} | ${formatCells(most)} | ${formatCells(own)} | ${ratio} |`);
    if (most.errors + own.errors > 0) print(`${most.errors + own.errors} requests FAILED`);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const middle = (loads: readonly Load[]): Load => ({
  requestsPerSecond: median(loads.map((of) => of.requestsPerSecond)),
  p50InMs: median(loads.map((of) => of.p50InMs)),
  p99InMs: median(loads.map((of) => of.p99InMs)),
  errors: loads.reduce((sum, { errors }) => sum + errors, 0),
});

export const formatCells = ({ requestsPerSecond, p50InMs, p99InMs }: Load) =>
  `${Math.round(requestsPerSecond).toLocaleString('en')}/s | ${p50InMs} ms | ${p99InMs} ms`;
