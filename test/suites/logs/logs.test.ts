import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { createProject } from '@app/contracts/project/projects.ts';
import { createLog } from '@app/kit/log.ts';
import { SERVICES } from '../../../apps/host/src/services.ts';
import { startTestApp } from '../../support/app.ts';
import { type Markers, createMarkers, overgrown, planted, secretsOf } from './markers.ts';
import { registerResearcher } from '../../support/people.ts';
import type { Sample } from '../../support/samples/recipe.ts';
import { type Case, CASES, tokenFor } from '../../support/samples/samples.ts';
import { send } from '../../support/samples/send.ts';
import { settled } from '../../support/settled.ts';
import { type World, startWorld } from '../../support/samples/world.ts';

function keptLog() {
  const lines: string[] = [];
  return { lines, log: createLog('debug', { write: (line) => lines.push(line) }) };
}

test('logs say what happened, under the request’s id', async () => {
  const { lines, log } = keptLog();
  const app = await startTestApp({}, log);
  const researcher = await registerResearcher(app, { verified: true });
  await app.call(createProject, {
    as: researcher,
    body: { creatorId: researcher.userId, projectName: 'Market payments' },
    headers: { 'x-request-id': 'followed-12345' },
  });
  await app.close();
  const answered = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'answered');
  expect(answered).toContainEqual(
    expect.objectContaining({ requestId: 'followed-12345', method: 'POST', status: 201, level: 'info' }),
  );
  expect(lines.join('')).toContain('no payment provider is set (MTN_BASE_URL, PAYSTACK_BASE_URL)');
});

test('PRV-1 nothing that a person typed and no secret is in a log or in a letter’s subject', async () => {
  const { lines, log } = keptLog();
  const world = await startWorld({}, log, { withWorkers: true });
  const markers = createMarkers();
  const statuses = new Map<number, number>();
  const tell = async (subject: Case, sample: Sample, token?: string) => {
    const { statusCode } = await send(world.app, subject, sample, token);
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    return statusCode;
  };

  const samples = new Map<Case, Sample>();
  for (const subject of CASES) samples.set(subject, await callEveryWay(world, subject, markers, tell));
  await settled(world.app);
  await breakDatabase(world);
  for (const [subject, sample] of samples) {
    const token = await tokenFor(world, subject);
    await tell(subject, planted(subject.endpoint, sample, markers), token);
    await tell(subject, sample, token);
  }
  await tell({ ...(CASES[0] as Case), base: '/nothing' }, overgrown({ body: {} }, markers));
  const letters = await world.app.mailbox.read();
  for (const { links } of letters) {
    for (const link of links) secretsInLink(link).forEach((secret) => markers.add(secret));
  }
  await world.close();

  const serverLog = inject('postgresLog');
  const serverLines = serverLog === undefined ? [] : (await readFile(serverLog, 'utf8')).split('\n');
  console.log(
    `${markers.count} markers, ${lines.length} log lines, ${serverLines.length} lines of the database server, ` +
      `${letters.length} letters; answers ${JSON.stringify(Object.fromEntries(statuses))}`,
  );
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 500]));
  expect(letters.length).toBeGreaterThan(5);
  expect(lines.length).toBeGreaterThan(CASES.length * 5);
  expect(markers.foundIn(lines.join('\n'))).toEqual([]);
  expect(markers.foundIn(serverLines.join('\n'))).toEqual([]);
  expect(markers.foundIn(letters.map(({ subject }) => subject).join('\n'))).toEqual([]);
  // The markers did reach what they were planted for.
  expect(markers.foundIn(JSON.stringify(letters)).length).toBeGreaterThan(5);
});

type Tell = (subject: Case, sample: Sample, token?: string) => Promise<number>;

/** A success if the call takes the markers, else one without; then refusals. Gives the sample for later. */
async function callEveryWay(world: World, subject: Case, markers: Markers, tell: Tell): Promise<Sample> {
  const { recipe, endpoint } = subject;
  const me = world.people[recipe.by];
  const token = await tokenFor(world, subject);
  if (token !== undefined) markers.add(token);
  const make = async () => {
    const sample = await recipe.make(world, me);
    secretsOf(sample).forEach((secret) => markers.add(secret));
    return sample;
  };
  await tell(subject, planted(endpoint, await make(), markers), token);
  const sample = await make();
  await tell(subject, overgrown(sample, markers), token);
  await tell(subject, planted(endpoint, sample, markers));
  await tell(
    subject,
    planted(endpoint, sample, markers),
    markers.next(() => true),
  );
  const answer = await send(world.app, subject, sample, token);
  if (recipe.renews && answer.statusCode < 400)
    world.people[recipe.by] = answer.json<{ content: typeof me }>().content;
  return sample;
}

const secretsInLink = (link: string) => {
  const { pathname, searchParams } = new URL(link);
  return [...pathname.split('/'), ...searchParams.values()].filter((text) => /^[\w-]{43}$/.test(text));
};

/** Takes the tables away from under the services. */
async function breakDatabase({ app }: World): Promise<void> {
  const { owner } = app.engine;
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = any(${SERVICES.map(({ schema }) => schema)})`.execute(
    owner,
  );
  for (const { schema, name } of tables.rows) {
    await sql`alter table ${sql.id(schema, name)} rename to ${sql.id(`${name}_gone`)}`.execute(owner);
  }
}
