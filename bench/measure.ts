import type { Load } from './load.ts';

export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

export const say = (line: string) => process.stdout.write(`${line}\n`);

/** How each variant of one call is measured, by its name; the product itself and its limits. */
export interface Variants {
  'node:http, constant answer': () => Promise<Load>;
  'node:http, same SQL': () => Promise<Load>;
  'the product': () => Promise<Load>;
}

/** Interleaved rounds, so that a noisy moment of the machine meets all of them alike; the median round is printed. */
export async function measure(name: string, variants: Variants): Promise<void> {
  const results = new Map<string, Load[]>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [variant, run] of Object.entries(variants)) {
      const result: Load = await run();
      // The first round warms up.
      if (round > 0) results.set(variant, [...(results.get(variant) ?? []), result]);
    }
  }
  print(name, results);
}

function print(name: string, results: ReadonlyMap<string, Load[]>): void {
  const median = (loads: readonly Load[], pick: (of: Load) => number) =>
    loads.map(pick).sort((a, b) => a - b)[Math.floor(loads.length / 2)] ?? 0;
  const rate = (variant: keyof Variants) => median(results.get(variant) ?? [], (of) => of.requestsPerSecond);
  say(`\n${name}: median of ${ROUNDS} rounds of ${SECONDS} s, 16 connections`);
  for (const [variant, loads] of results) {
    const failed = loads.reduce((sum, of) => sum + of.errors, 0);
    const perSecond = median(loads, (of) => of.requestsPerSecond);
    say(
      `  ${variant.padEnd(28)} ${perSecond.toFixed(0).padStart(7)} req/s   p50 ${median(loads, (of) => of.p50InMs)} ms   ` +
        `p99 ${median(loads, (of) => of.p99InMs)} ms${failed > 0 ? `   ${failed} FAILED` : ''}`,
    );
  }
  const ratio = (limit: keyof Variants) => (rate('the product') / rate(limit)).toFixed(2);
  say(
    `  ratio to the constant answer ${ratio('node:http, constant answer')}, to the same SQL ${ratio('node:http, same SQL')}`,
  );
}
