import pg from 'pg';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { planBody } from '../services/project/test/studies.ts';
import { signCallers } from './callers.ts';
import type { Ground } from './ground.ts';
import { median, say } from './measure.ts';
import { type Sample, takeSample } from './sample.ts';
import { MOST_STUDIES, PARTICIPANTS, RESEARCHER_ID, activePeople, draftId } from './seed.ts';

const PUBLISHES = 5;
const LOOKS = 400;
const path = (study: string) => `${PROJECT_BASE}/studies/${study}/publish`;

/** Publishing a study that a tenth of all participants fit, and what it costs when people look then. */
export async function measurePublish(ground: Ground): Promise<void> {
  const bench = await ground.withStudies(MOST_STUDIES);
  const callers = await signCallers(bench);
  const headers = { ...callers.researcher, 'content-type': 'application/json' };
  const payload = JSON.stringify(planBody());
  let samples: Record<string, Sample> = {};
  await bench.inProcess(async (running) => {
    const sample = (study: string) => ({ method: 'POST' as const, url: path(study), headers, payload });
    await running.app.inject(sample(draftId(1)));
    const ids = { personId: RESEARCHER_ID, studyId: draftId(2) };
    samples = { publish: await takeSample(running, 'publish', sample(draftId(2)), ids) };
  });

  const limits = await bench.startLimits(samples);
  const product = await bench.startProduct();
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  const [limitMs, productMs, publishBytes]: number[][] = [[], [], []];
  for (let number = 0; number <= PUBLISHES; number += 1) {
    const [other, own] = [draftId(3 + 2 * number), draftId(4 + 2 * number)];
    const limit = await timed(() => call(`${limits}/sql/publish/${RESEARCHER_ID}/${other}`, {}));
    const from = await walOf(client);
    const request = await timed(() => call(product + path(own), { headers, body: payload }));
    // The first one warms up.
    if (number === 0) continue;
    publishBytes?.push((await walOf(client)) - from);
    limitMs?.push(limit);
    productMs?.push(request);
  }
  const look = (person: string) =>
    call(`${product}${PROJECT_BASE}/notifications`, { method: 'GET', headers: callers.participant(person) });
  const looks = [await lookAll(client, look), await lookAll(client, look)];
  await client.end();
  await bench.stopProcesses();

  say(
    `\nPublishing, for a tenth of ${PARTICIPANTS.toLocaleString('en')}: median of ${PUBLISHES}; ${LOOKS} people who look\n`,
  );
  say('| | same SQL | the product | bytes of WAL |');
  say('| --- | --- | --- | --- |');
  say(
    `| the request | ${median(limitMs ?? []).toFixed(1)} ms | ${median(productMs ?? []).toFixed(1)} ms | ${median(publishBytes ?? [])} |`,
  );
  for (const [index, { ms, bytes }] of looks.entries())
    say(`| a look, the ${['first', 'next'][index]} | | ${ms.toFixed(1)} ms | ${bytes.toFixed(0)} |`);
}

async function lookAll(client: pg.Client, look: (person: string) => Promise<void>) {
  const from = await walOf(client);
  const times: number[] = [];
  for (const person of activePeople.slice(0, LOOKS)) times.push(await timed(() => look(person)));
  return { ms: median(times), bytes: ((await walOf(client)) - from) / times.length };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function call(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, { method: 'POST', ...init });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
}

/** Where the log of the database stands. */
async function walOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ at: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as at",
  );
  return Number(rows[0]?.at);
}
