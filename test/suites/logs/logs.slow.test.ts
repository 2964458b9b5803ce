// Slow: it makes every call and reads the whole log of each.
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { createLog } from '@app/kit/log.ts';
import { SERVICES } from '../../../apps/host/src/services.ts';
import { startTestApp } from '../../support/app.ts';
import { type Markers, createMarkers, withUnknownFields, withMarkers, listSecrets } from './markers.ts';
import type { Sample } from '../../support/samples/recipe.ts';
import { type Case, CASES, tokenFor } from '../../support/samples/samples.ts';
import { send } from '../../support/samples/send.ts';
import { waitForJobs } from '../../support/wait-for-jobs.ts';
import { isOfShare } from '../../support/sizes.ts';
import { type World, startWorld } from '../../support/samples/world.ts';

function keptLog() {
  const lines: string[] = [];
  return { lines, log: createLog('debug', { write: (line) => lines.push(line) }) };
}

test('a start without a payment provider is logged', async () => {
  const { lines, log } = keptLog();
  await (await startTestApp({}, log)).close();
  expect(lines.join('')).toContain('no payment provider is set (MTN_BASE_URL, PAYSTACK_BASE_URL)');
});

test('PRV-1 no user input and no secret appears in a log or an email subject', async () => {
  const { lines, log } = keptLog();
  const world = await startWorld({}, log, { withWorkers: true });
  const markers = createMarkers();
  const statuses = new Map<number, number>();
  const sendSample = async (subject: Case, sample: Sample, token?: string) => {
    const answer = await send(world.app, subject, sample, token);
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    return answer;
  };

  const samples = new Map<Case, Sample>();
  for (const [place, subject] of CASES.entries())
    samples.set(
      subject,
      await callEveryWay(world, subject, { markers, sendSample, isDealt: isOfShare(0, place) }),
    );
  await waitForJobs(world.app);
  await breakDatabase(world);
  for (const [subject, sample] of samples)
    await sendSample(subject, withMarkers(subject.endpoint, sample, markers), await tokenFor(world, subject));
  await sendSample({ ...(CASES[0] as Case), base: '/nothing' }, withUnknownFields({ body: {} }, markers));
  const emails = await world.app.mailbox.read();
  for (const { links } of emails) {
    for (const link of links) secretsInLink(link).forEach((secret) => markers.add(secret));
  }
  await world.close();

  const serverLog = inject('postgresLog');
  const serverLines = serverLog === undefined ? [] : (await readFile(serverLog, 'utf8')).split('\n');
  console.log(
    `${markers.count} markers, ${lines.length} log lines, ${serverLines.length} lines of the database server, ` +
      `${emails.length} emails; responses ${JSON.stringify(Object.fromEntries(statuses))}`,
  );
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 500]));
  expect(emails.length).toBeGreaterThan(5);
  expect(lines.length).toBeGreaterThan(CASES.length * 3);
  expect(markers.foundIn(lines.join('\n'))).toEqual([]);
  expect(markers.foundIn(serverLines.join('\n'))).toEqual([]);
  expect(markers.foundIn(emails.map(({ subject }) => subject).join('\n'))).toEqual([]);
  // The markers did reach the emails.
  expect(markers.foundIn(JSON.stringify(emails)).length).toBeGreaterThan(5);
});

type SendSample = (subject: Case, sample: Sample, token?: string) => ReturnType<typeof send>;

/** Calls successfully, with markers if possible, and then with refusals. Returns the sample for later. */
async function callEveryWay(
  world: World,
  subject: Case,
  { markers, sendSample, isDealt }: { markers: Markers; sendSample: SendSample; isDealt: boolean },
): Promise<Sample> {
  const { recipe, endpoint } = subject;
  const token = await tokenFor(world, subject);
  if (token !== undefined) markers.add(token);
  const sample = await recipe.make(world, world.people[recipe.by]);
  listSecrets(sample).forEach((secret) => markers.add(secret));
  let answer = await sendSample(subject, withMarkers(endpoint, sample, markers), token);
  if (answer.statusCode >= 400) answer = await sendSample(subject, sample, token);
  if (recipe.renews && answer.statusCode < 400)
    world.people[recipe.by] = answer.json<{ content: SignedInUser }>().content;
  await sendSample(subject, withUnknownFields(sample, markers), await tokenFor(world, subject));
  // Before a request is parsed, one piece of code refuses it for all calls.
  if (isDealt)
    for (const none of [undefined, markers.next(() => true)])
      await sendSample(subject, withMarkers(endpoint, sample, markers), none);
  return sample;
}

const secretsInLink = (link: string) => {
  const { pathname, searchParams } = new URL(link);
  return [...pathname.split('/'), ...searchParams.values()].filter((text) => /^[\w-]{43}$/.test(text));
};

/** Renames the tables of the services. */
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
