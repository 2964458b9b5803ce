import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { toBrowseQuery } from '../services/project/src/browsing/browse-studies.ts';
import type { Db, ProfileWithHistory, ProjectTables } from '../services/project/src/schema.ts';
import { findStoredProfile } from '../services/project/src/matching-profiles/read-profile.ts';
import { type Callers, signCallers, someone } from './callers.ts';
import type { Ground } from './test-bed.ts';
import { load } from './load.ts';
import { type Pair, SECONDS, measure } from './measure.ts';
import type { Bench } from './product.ts';
import { type Sample, takeSample } from './sample.ts';
import { FURTHER, SIZES, activePeople } from './seed.ts';

const path = `${PROJECT_BASE}${browseStudies.path}`;

/** Measures the first page for random people, at each number of studies. */
export async function measureBrowse(ground: Ground): Promise<void> {
  const pairs: Pair[] = [];
  const grounds = SIZES.flatMap((studies) => FURTHER.map((further) => ({ studies, further })));
  for (const { studies, further } of grounds) {
    const bench = await ground.withStudies(studies, further);
    const name = `${studies.toLocaleString('en')} studies${FURTHER.length > 1 ? `, ${further * 100} % of them by further criteria` : ''}`;
    pairs.push(await browsePair(bench, name, await signCallers(bench)));
  }
  await measure('Browsing, the first ten of a person at random', pairs);
  for (const { studies, further } of grounds)
    await (await ground.withStudies(studies, further)).stopProcesses();
}

async function browsePair(bench: Bench, name: string, callers: Callers): Promise<Pair> {
  let samples: Record<string, Sample> = {};
  const valuesOf = new Map<string, ReturnType<typeof statementValues>>();
  await bench.inProcess(async (running, engine) => {
    const db = engine.connect<ProjectTables>('project_app');
    for (const id of activePeople) valuesOf.set(id, statementValues(await findSeededProfile(db, id), id));
    const [first = '', second = ''] = activePeople;
    const ask = (id: string) => ({ method: 'GET' as const, url: path, headers: callers.participant(id) });
    // The sample must be a usual request, not the first one of a person.
    for (const id of [first, second]) await running.app.inject(ask(id));
    const browse = await takeSample(running, `browse, ${name}`, ask(second));
    if (String(browse.statements[0]?.values) !== String(valuesOf.get(second))) {
      throw new Error(`The statement takes other values: ${String(browse.statements[0]?.values)}`);
    }
    samples = { browse };
  });
  const limits = await bench.startLimits(samples);
  const product = await bench.startProduct();
  return {
    name,
    limit: () =>
      load(limits, SECONDS, () => ({
        method: 'GET',
        path: `/values/browse/${textOf(valuesOf.get(someone()) ?? [])}`,
      })),
    product: () =>
      load(product, SECONDS, () => ({ method: 'GET', path, headers: callers.participant(someone()) })),
  };
}

async function findSeededProfile(db: Db, personId: string): Promise<ProfileWithHistory> {
  const profile = await findStoredProfile(db, personId);
  if (!profile) throw new Error('Everybody active is seeded');
  return profile;
}

/** Returns the parameters of the statement for a person's first page. */
const statementValues = (profile: ProfileWithHistory, personId: string) => [
  ...(toBrowseQuery(profile, personId, {})?.values ?? []),
  10,
  0,
];

/** The limit's address contains the values in this format. */
const textOf = (values: readonly unknown[]) => encodeURIComponent(values.join(';'));
