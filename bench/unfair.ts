import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { listProjects } from '@app/contracts/project/projects.ts';
import { signCallers } from './callers.ts';
import type { Ground } from './ground.ts';
import { ROUNDS, median } from './measure.ts';
import { measurePasswords } from './unfair-passwords.ts';
import { MOST_STUDIES, RESEARCHER_ID, activePeople } from './seed.ts';
import { type Outcome, get, studiesPath, tableBeside, useQuietly } from './use-quietly.ts';

interface Ask {
  address: string;
  headers: Record<string, string>;
}

/** Keeps so many calls of one person in flight until it is stopped; counts their answers by status. */
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

/** The median of each time, and all that was refused or failed. */
const middle = (outcomes: readonly Outcome[]): Outcome => ({
  p50InMs: median(outcomes.map(({ p50InMs }) => p50InMs)),
  p99InMs: median(outcomes.map(({ p99InMs }) => p99InMs)),
  refused: outcomes.reduce((sum, { refused }) => sum + refused, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
});

/** What one person's flood does to others: their times and refusals, quiet and under each attack by turns, in one run. */
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
      {
        address: `${url}${studiesPath}?page=200&size=100`,
        headers: callers.participant(activePeople[0] ?? ''),
      },
      60,
    ],
  ];
  await useQuietly(url, callers);
  const quiet: Outcome[] = [];
  const rows = attacks.map(([name, ask, width]) => ({
    name,
    ask,
    width,
    outcomes: [] as Outcome[],
    answers: [] as Record<string, number>[],
  }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { ask, width, outcomes, answers } of rows) {
      quiet.push(await useQuietly(url, callers));
      const stop = flood(ask, width);
      outcomes.push(await useQuietly(url, callers));
      answers.push(await stop());
    }
  }
  const row = tableBeside(middle(quiet), 'the flood’s answers');
  for (const { name, outcomes, answers } of rows) row(name, middle(outcomes), JSON.stringify(answers));
  await bench.stopProcesses();
  await measurePasswords(ground);
}
