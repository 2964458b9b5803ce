import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { listProjects } from '@app/contracts/project/projects.ts';
import { signCallers } from './callers.ts';
import type { Ground } from './ground.ts';
import { measurePasswords } from './unfair-passwords.ts';
import { MOST_STUDIES, RESEARCHER_ID, activePeople } from './seed.ts';
import { get, studiesPath, tableBeside, useQuietly } from './use-quietly.ts';

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
      {
        address: `${url}${studiesPath}?page=200&size=100`,
        headers: callers.participant(activePeople[0] ?? ''),
      },
      60,
    ],
  ];
  await useQuietly(url, callers);
  const row = tableBeside(await useQuietly(url, callers), 'the flood’s answers');
  for (const [name, ask, width] of attacks) {
    const stop = flood(ask, width);
    const outcome = await useQuietly(url, callers);
    row(name, outcome, JSON.stringify(await stop()));
  }
  await bench.stopProcesses();
  await measurePasswords(ground);
}
