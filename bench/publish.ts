import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import type { Engine } from '@app/kit/database.ts';
import { transaction } from '@app/kit/database.ts';
import { insertAnnouncements } from '../services/project/src/announcing/queries.ts';
import type { Db } from '../services/project/src/schema.ts';
import { planBody } from '../services/project/test/studies.ts';
import { signCallers } from './callers.ts';
import type { Ground } from './ground.ts';
import { median, say } from './measure.ts';
import type { Sample } from './sample.ts';
import { takeSample } from './sample.ts';
import { MOST_STUDIES, PARTICIPANTS, RESEARCHER_ID, draftId } from './seed.ts';

const PUBLISHES = 5;
const POLL_MS = 20;
const path = (study: string) => `${PROJECT_BASE}/studies/${study}/publish`;

/** Publishing a study that a tenth of all participants fit: the request, and until the last of them is told. */
export async function measurePublish(ground: Ground): Promise<void> {
  const bench = await ground.withStudies(MOST_STUDIES);
  const headers = { ...(await signCallers(bench)).researcher, 'content-type': 'application/json' };
  const payload = JSON.stringify(planBody());
  let samples: Record<string, Sample> = {};
  const atOnce: number[] = [];
  await bench.inProcess(async (running, engine) => {
    for (let number = 1; number <= PUBLISHES; number += 1)
      atOnce.push(await tellAtOnce(engine, draftId(number)));
    const sample = (study: string) => ({ method: 'POST' as const, url: path(study), headers, payload });
    await running.app.inject(sample(draftId(1)));
    const ids = { personId: RESEARCHER_ID, studyId: draftId(2) };
    samples = { publish: await takeSample(running, 'publish', sample(draftId(2)), ids) };
  });

  const limits = await bench.startLimits(samples);
  const product = await bench.startProduct();
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  const [limitMs, productMs, toldMs]: number[][] = [[], [], []];
  for (const study of [1, 2].map(draftId)) await untilTold(client, study);
  for (let number = 0; number <= PUBLISHES; number += 1) {
    const [other, own] = [draftId(3 + 2 * number), draftId(4 + 2 * number)];
    const limit = await timed(() => post(`${limits}/sql/publish/${RESEARCHER_ID}/${other}`, {}));
    await untilTold(client, other);
    const began = performance.now();
    const request = await timed(() => post(product + path(own), { headers, body: payload }));
    await untilTold(client, own);
    // The first one warms up.
    if (number === 0) continue;
    limitMs?.push(limit);
    productMs?.push(request);
    toldMs?.push(performance.now() - began);
  }
  const people = await countTold(client, draftId(4));
  await client.end();
  await bench.stopProcesses();

  const seconds = (times: readonly number[] = []) => `${(median(times) / 1000).toFixed(1)} s`;
  const milliseconds = (times: readonly number[] = []) => `${median(times).toFixed(1)} ms`;
  say(
    `\nPublishing, for ${people.toLocaleString('en')} of ${PARTICIPANTS.toLocaleString('en')}: median of ${PUBLISHES}\n`,
  );
  say('| | same SQL | the product |');
  say('| --- | --- | --- |');
  say(`| the request | ${milliseconds(limitMs)} | ${milliseconds(productMs)} |`);
  say(
    `| until everybody is told (the same SQL: in one statement) | ${seconds(atOnce)} | ${seconds(toldMs)} |`,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function post(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, { method: 'POST', ...init });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
}

/** Everybody in one statement; taken back, so that they can be told of this study once more. */
async function tellAtOnce(engine: Engine, study: string): Promise<number> {
  const db = engine.owner as unknown as Db;
  const news = {
    key: `study-open:${study}`,
    kind: 'STUDY_FITS',
    params: { studyId: study, study: 'Public name' },
  } as const;
  const everybody = { after: '00000000-0000-0000-0000-000000000000', size: PARTICIPANTS };
  const time = await timed(() => transaction(db, (trx) => insertAnnouncements(trx, study, news, everybody)));
  await sql`delete from project.notifications`.execute(db);
  return time;
}

async function untilTold(client: pg.Client, study: string): Promise<void> {
  const text = 'select 1 from project.studies where study_id = $1 and announced_at is not null';
  while ((await client.query(text, [study])).rowCount === 0) await pause(POLL_MS);
}

async function countTold(client: pg.Client, study: string): Promise<number> {
  const text = "select count(*)::int as told from project.notifications where params ->> 'studyId' = $1";
  const { rows } = await client.query<{ told: number }>(text, [study]);
  return rows[0]?.told ?? 0;
}
