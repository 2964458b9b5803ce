import { sql } from 'kysely';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  EMPLOYMENT_STATUSES,
  GENDERS,
  INCOME_RANGES,
  INDUSTRIES,
  JOB_ROLES,
  LANGUAGES,
  REGIONS,
} from '@app/contracts/enumerations.ts';
import { type ReachCriteria, readReach } from '@app/contracts/identity/reach.ts';
import { encodeBits } from '@app/kit/bits.ts';
import type { Engine } from '@app/kit/database.ts';
import { createServiceCredential } from '@app/kit/service-credentials.ts';
import { SERVICE_ROLE } from '../services/identity/src/open-db.ts';
import { refreshReach } from '../services/identity/src/reach/refresh-reach.ts';
import type { IdentityTables } from '../services/identity/src/schema.ts';
import { openServiceKeys } from '../test/support/secrets.ts';
import { below } from './callers.ts';
import { load } from './load.ts';
import { ROUNDS, SECONDS, measure, print, runAlternately } from './measure.ts';
import type { Ground } from './test-bed.ts';
import { type Sample, takeSample } from './sample.ts';
import { personId } from './seed.ts';
import { seedPeople } from './seed-people.ts';

const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 1_000_000);
const CHANGED = 1000;
const path = `${IDENTITY_BASE}${readReach.path}`;

function someOf<T>(values: readonly T[]): T[] {
  const chosen = values.filter(() => below(2) === 0);
  return chosen.length > 0 ? chosen : values.slice(0, 1);
}

function randomCriteria(): ReachCriteria {
  const minimumAge = 18 + below(40);
  return {
    minimumAge,
    maximumAge: minimumAge + 5 + below(30),
    genders: someOf(GENDERS),
    educationLevels: someOf(EDUCATION_LEVELS),
    incomeRanges: someOf(INCOME_RANGES),
    deviceRequirements: someOf(DEVICE_REQUIREMENTS),
  };
}

/** Five more criteria are added: the sample is taken for these. */
const tenCriteria = (): ReachCriteria => ({
  ...randomCriteria(),
  regions: someOf(REGIONS),
  languages: someOf(LANGUAGES),
  employment: someOf(EMPLOYMENT_STATUSES),
  jobRoles: someOf(JOB_ROLES),
  industries: someOf(INDUSTRIES),
});

/** Returns the parameters of the recorded statement for these criteria. */
const valuesOf = (criteria: ReachCriteria) => [
  criteria.maximumAge,
  criteria.minimumAge - 1,
  encodeBits(GENDERS, criteria.genders),
  encodeBits(EDUCATION_LEVELS, criteria.educationLevels),
  encodeBits(INCOME_RANGES, criteria.incomeRanges),
  encodeBits(DEVICE_REQUIREMENTS, criteria.deviceRequirements),
];

/** Measures the live count of D-02 for random criteria, beside two limits in the same run. */
export async function measureReach(ground: Ground): Promise<void> {
  const bench = await ground.empty();
  print(`\n${PEOPLE} participants`);
  const credential = createServiceCredential(
    await openServiceKeys('project', bench.secrets),
    'project',
    'identity',
  );
  const headers = async () => ({
    authorization: `Bearer ${await credential()}`,
    'content-type': 'application/json',
  });
  let samples: Record<string, Sample> = {};
  await bench.inProcess(async (running, engine) => {
    await seedPeople(engine, PEOPLE);
    await timeRefreshes(engine);
    const criteria = randomCriteria();
    const reach = await takeSample(running, 'reach', {
      method: 'POST',
      url: path,
      headers: await headers(),
      payload: JSON.stringify(criteria),
    });
    if (String(reach.statements[0]?.values) !== String(valuesOf(criteria)))
      throw new Error('The statement has other values');
    samples = { reach };
  });

  const limits = await bench.startLimits(samples);
  const product = await bench.startProduct();
  const ask = async (criteria: () => ReachCriteria) => {
    const fresh = await headers();
    return load(product, SECONDS, () => ({
      method: 'POST',
      path,
      headers: fresh,
      body: JSON.stringify(criteria()),
    }));
  };
  await measure('The live reach of criteria at random', [
    {
      name: 'reach',
      limit: () =>
        load(limits, SECONDS, () => ({
          method: 'POST',
          path: `/values/reach/${valuesOf(randomCriteria()).join(';')}`,
        })),
      product: () => ask(randomCriteria),
    },
  ]);
  const ten = { name: 'ten', product: () => ask(tenCriteria) };
  const figures = (await runAlternately([ten], ['product'])).get(ten.product);
  if (!figures) throw new Error('Nothing was measured');
  print(`
Of ten criteria at random, median of ${ROUNDS} rounds: ${figures.requestsPerSecond.toFixed(0)}/s, p50 ${figures.p50InMs} ms, p99 ${figures.p99InMs} ms, ${figures.errors} errors`);
  await bench.stopProcesses();
}

async function timeRefreshes(engine: Engine): Promise<void> {
  const db = engine.connect<IdentityTables>(SERVICE_ROLE);
  const time = async (what: string, work: () => Promise<unknown> = async () => {}) => {
    await work();
    const began = performance.now();
    await refreshReach({ db });
    print(`${what}: ${(performance.now() - began).toFixed(0)} ms`);
  };
  await time('the first count of all combinations');
  const { rows } = await sql<{ combinations: number; people: number }>`
    select count(*)::int as combinations, sum(people_up_to[100])::int as people from identity.reach_counts`.execute(
    engine.owner,
  );
  print(`${rows[0]?.combinations} cells of ${rows[0]?.people} active participants`);
  await time('a count that changes nothing');
  await time(`a count after ${CHANGED} people became active again`, () =>
    sql`update identity.people set last_active_on = current_date
      where user_id in (select user_id from identity.people where last_active_on < current_date - 90
        and user_id > ${personId(0)} limit ${CHANGED})`.execute(engine.owner),
  );
}
