import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { listProjects } from '@app/contracts/project/projects.ts';
import type { Callers } from './callers.ts';
import { signCallers } from './callers.ts';
import type { Ground } from './ground.ts';
import { SECONDS, say } from './measure.ts';
import { measurePasswords } from './unfair-passwords.ts';
import { MOST_STUDIES, RESEARCHER_ID, activePeople } from './seed.ts';

const studies = `${PROJECT_BASE}${browseStudies.path}`;

interface Ask {
  address: string;
  headers: Record<string, string>;
}

interface Outcome {
  p50InMs: number;
  p99InMs: number;
  refused: number;
  failed: number;
}

/** One call after the other, each of another person, as they use the product while somebody floods it. */
async function useQuietly(url: string, callers: Callers): Promise<Outcome> {
  const times: number[] = [];
  let refused = 0;
  let failed = 0;
  const end = performance.now() + SECONDS * 1000;
  for (let call = 0; performance.now() < end; call += 1) {
    const person = activePeople[1 + (call % (activePeople.length - 1))] ?? '';
    const began = performance.now();
    const { status } = await get(url + studies, callers.participant(person));
    times.push(performance.now() - began);
    if (status === 429) refused += 1;
    else if (status !== 200) failed += 1;
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50InMs: at(0.5), p99InMs: at(0.99), refused, failed };
}

async function get(address: string, headers: Record<string, string>) {
  const answer = await fetch(address, { headers });
  await answer.arrayBuffer();
  return answer;
}

/** Keeps so many calls of one person in flight until it is told to stop; counts their answers by status. */
function flood({ address, headers }: Ask, width: number) {
  const counts = new Map<number, number>();
  const over = new AbortController();
  const lanes = Array.from({ length: width }, async () => {
    while (!over.signal.aborted) {
      const { status } = await get(address, headers);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  });
  return async () => {
    over.abort();
    await Promise.all(lanes);
    return Object.fromEntries(counts);
  };
}

/** What one person's flood does to others: their times and refusals, quiet and under each attack, in one run. */
export async function measureUnfair(ground: Ground): Promise<void> {
  const bench = await ground.withStudies(MOST_STUDIES);
  const callers = await signCallers(bench);
  const url = await bench.startProduct({ CALLS_PER_PERSON_PER_SECOND: '25' });
  const attacks: [name: string, ask: Ask, width: number][] = [
    [
      '120 at once, projects of one researcher',
      {
        address: `${url}${PROJECT_BASE}${listProjects.path}?creatorId=${RESEARCHER_ID}`,
        headers: callers.researcher,
      },
      120,
    ],
    [
      '60 at once, deep pages of one participant',
      { address: `${url}${studies}?page=200&size=100`, headers: callers.participant(activePeople[0] ?? '') },
      60,
    ],
  ];
  await useQuietly(url, callers);
  const quiet = await useQuietly(url, callers);
  say(
    `\n| others, one call after the other for ${SECONDS} s | p50 | p99 | of the quiet p99 | refused | failed | the flood’s answers |`,
  );
  say('| --- | --- | --- | --- | --- | --- | --- |');
  const row = (name: string, { p50InMs, p99InMs, refused, failed }: Outcome, answers: object) =>
    say(
      `| ${name} | ${p50InMs.toFixed(1)} ms | ${p99InMs.toFixed(1)} ms | ${(p99InMs / quiet.p99InMs).toFixed(2)} | ${refused} | ${failed} | ${JSON.stringify(answers)} |`,
    );
  row('quiet', quiet, {});
  for (const [name, ask, width] of attacks) {
    const stop = flood(ask, width);
    const outcome = await useQuietly(url, callers);
    row(name, outcome, await stop());
  }
  await bench.stopProcesses();
  await measurePasswords(ground);
}
