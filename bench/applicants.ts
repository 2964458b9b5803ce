import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { signCallers } from './callers.ts';
import type { Ground } from './test-bed.ts';
import { load } from './load.ts';
import { SECONDS, measure } from './measure.ts';
import { type Sample, takeSample } from './sample.ts';
import { FEW, FEW_APPLICANTS, MANY, MANY_APPLICANTS, MOST_STUDIES, studyId } from './seed.ts';

const path = (study: number) => `${PROJECT_BASE}/studies/${studyId(study)}/applications`;
const studies = [
  { call: 'few', study: FEW, name: `${FEW_APPLICANTS.toLocaleString('en')} applicants` },
  { call: 'many', study: MANY, name: `${MANY_APPLICANTS.toLocaleString('en')} applicants` },
];

/** Measures the first page of applicants, including their names. */
export async function measureApplicants(ground: Ground): Promise<void> {
  const bench = await ground.withStudies(MOST_STUDIES);
  const headers = (await signCallers(bench)).researcher;
  const samples: Record<string, Sample> = {};
  await bench.inProcess(async (running) => {
    for (const { call, study, name } of studies) {
      const asked = { method: 'GET' as const, url: path(study), headers };
      for (let time = 0; time < 2; time += 1) await running.app.inject(asked);
      samples[call] = await takeSample(running, name, asked);
    }
  });
  const limits = await bench.startLimits(samples);
  const product = await bench.startProduct();
  await measure(
    'The first ten applicants of a study',
    studies.map(({ call, study, name }) => ({
      name,
      limit: () => load(limits, SECONDS, () => ({ method: 'GET', path: `/sql/${call}` })),
      product: () => load(product, SECONDS, () => ({ method: 'GET', path: path(study), headers })),
    })),
  );
  await bench.stopProcesses();
}
