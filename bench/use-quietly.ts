import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import type { Callers } from './callers.ts';
import { SECONDS, say } from './measure.ts';
import { activePeople } from './seed.ts';

export const studiesPath = `${PROJECT_BASE}${browseStudies.path}`;

export interface Outcome {
  p50InMs: number;
  p99InMs: number;
  refused: number;
  failed: number;
}

export async function get(address: string, headers: Record<string, string>) {
  const answer = await fetch(address, { headers });
  await answer.arrayBuffer();
  return answer;
}

/** One call after the other, each of another person, as they use the product while something heavy happens to it. */
export async function useQuietly(url: string, callers: Callers): Promise<Outcome> {
  const times: number[] = [];
  let refused = 0;
  let failed = 0;
  const end = performance.now() + SECONDS * 1000;
  for (let call = 0; performance.now() < end; call += 1) {
    const person = activePeople[1 + (call % (activePeople.length - 1))] ?? '';
    const began = performance.now();
    const { status } = await get(url + studiesPath, callers.participant(person));
    times.push(performance.now() - began);
    if (status === 429) refused += 1;
    else if (status !== 200) failed += 1;
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50InMs: at(0.5), p99InMs: at(0.99), refused, failed };
}

/** The others' times beside their quiet ones; gives how each row is said. */
export function tableBeside(quiet: Outcome, last: string) {
  say(
    `\n| others, one call after the other for ${SECONDS} s | p50 | p99 | of the quiet p99 | refused | failed | ${last} |`,
  );
  say('| --- | --- | --- | --- | --- | --- | --- |');
  const row = (name: string, { p50InMs, p99InMs, refused, failed }: Outcome, note: string) =>
    say(
      `| ${name} | ${p50InMs.toFixed(1)} ms | ${p99InMs.toFixed(1)} ms | ${(p99InMs / quiet.p99InMs).toFixed(2)} | ${refused} | ${failed} | ${note} |`,
    );
  row('quiet', quiet, '');
  return row;
}
