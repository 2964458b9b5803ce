import { randomUUID } from 'node:crypto';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { signCallers } from './callers.ts';
import type { Ground } from './test-bed.ts';
import { load } from './load.ts';
import { SECONDS, measure } from './measure.ts';
import { type Sample, takeSample } from './sample.ts';
import { ANSWER, MOST_STUDIES, OPEN_TO_ALL, QUESTION, activePeople, studyId } from './seed.ts';

const path = (study: string) => `${PROJECT_BASE}/studies/${study}/applications`;

/** The web app sends each application with a new idempotency key too. */
export const headersOf = (headers: Record<string, string>) => ({
  ...headers,
  'content-type': 'application/json',
  'idempotency-key': randomUUID(),
});
export const bodyOf = (person: string) =>
  JSON.stringify({ applicantId: person, responses: [{ id: '1', question: QUESTION, answer: ANSWER }] });

/** Yields every pair of a person and one of these studies once. */
export function pairsOf(firstStudy: number, studies: number) {
  let count = -1;
  return () => {
    count += 1;
    const index = count % activePeople.length;
    const round = Math.floor(count / activePeople.length);
    if (round >= studies) throw new Error('Everybody has applied to everything');
    return { person: activePeople[index] ?? '', study: studyId(firstStudy + ((index + round) % studies)) };
  };
}

/** Measures applications, each by another person or to another study. */
export async function measureApply(ground: Ground): Promise<void> {
  const bench = await ground.withStudies(MOST_STUDIES);
  const callers = await signCallers(bench);
  let samples: Record<string, Sample> = {};
  await bench.inProcess(async (running) => {
    const [personId = ''] = activePeople;
    const ask = (study: string) => ({
      method: 'POST' as const,
      url: path(study),
      headers: headersOf(callers.participant(personId)),
      payload: bodyOf(personId),
    });
    await running.app.inject(ask(studyId(1)));
    const ids = { personId, studyId: studyId(2) };
    samples = { apply: await takeSample(running, 'apply', ask(studyId(2)), ids) };
  });
  const limits = await bench.startLimits(samples);
  const product = await bench.startProduct();
  const half = Math.floor((OPEN_TO_ALL - 2) / 2);
  const [limitPairs, productPairs] = [pairsOf(3, half), pairsOf(3 + half, half)];
  await measure(`Applying, ${MOST_STUDIES.toLocaleString('en')} studies`, [
    {
      name: 'apply',
      limit: () =>
        load(limits, SECONDS, () => {
          const { person, study } = limitPairs();
          return { method: 'POST', path: `/sql/apply/${person}/${study}` };
        }),
      product: () =>
        load(product, SECONDS, () => {
          const { person, study } = productPairs();
          return {
            method: 'POST',
            path: path(study),
            headers: headersOf(callers.participant(person)),
            body: bodyOf(person),
          };
        }),
    },
  ]);
  await bench.stopProcesses();
}
