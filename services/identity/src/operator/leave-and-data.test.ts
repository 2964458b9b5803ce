// @module-tag both-engines
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOwnAccount } from '@app/contracts/identity/own-account.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { oneForAll } from '@app/kit/database.ts';
import { type Jobs, openJobs } from '@app/kit/jobs.ts';
import { createLog } from '@app/kit/log.ts';
import { adminCommandWords as words } from '@app/words/operator.ts';
import { SERVICES } from '../../../../apps/host/src/services.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { isErased } from '@app/test/support/leaving.ts';
import {
  profileBody,
  registerParticipant,
  registerResearcher,
  registerVerified,
} from '@app/test/support/people.ts';
import { findObstacles as findOfPayment } from '../../../payment/src/leaving/find-obstacles.ts';
import { SERVICE_ROLE as PAYMENT_ROLE } from '../../../payment/src/open-db.ts';
import type { PaymentTables } from '../../../payment/src/schema.ts';
import { SERVICE_ROLE as PROJECT_ROLE } from '../../../project/src/deps.ts';
import { findObstacles as findOfProject } from '../../../project/src/leaving/find-obstacles.ts';
import type { ProjectTables } from '../../../project/src/schema.ts';
import { makeBooked } from '../../../project/test/meetings.ts';
import { apply, makeProject, makePublished } from '../../../project/test/studies.ts';
import { submitUserInformation } from '@app/contracts/identity/profile.ts';
import { readDataKeys } from '../config.ts';
import { SERVICE_ROLE, openDb } from '../open-db.ts';
import { readOwnData } from '../own-data/read-own-data.ts';
import type { IdentityTables } from '../schema.ts';
import { runCommand } from './run-command.ts';

const REASON = 'A child, as their parents write.';
let app: TestApp;
let jobs: Jobs;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saved-'));
  app = await startTestApp();
  const place = { queues: [], log: createLog('silent') };
  jobs = await openJobs(app.engine, { ...place, schema: 'identity', role: SERVICE_ROLE });
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) =>
  runCommand(
    {
      db: app.engine.connect<IdentityTables>(SERVICE_ROLE),
      jobs,
      databases: oneForAll(app.engine),
      services: SERVICES,
      disputes: { list: async () => [], sendAgain: async () => false },
      listUntoldDues: async () => [],
      openSeal: async () => openDb(app.engine, readDataKeys(app.settings)).seal,
      findObstacles: async (userId) => [
        ...(await findOfProject(app.engine.connect<ProjectTables>(PROJECT_ROLE), userId)),
        ...(await findOfPayment(app.engine.connect<PaymentTables>(PAYMENT_ROLE), userId)),
      ],
      async *readOwnData(userId) {
        yield* await readOwnData(openDb(app.engine, readDataKeys(app.settings)).db, userId);
      },
      folder,
      environment: app.settings,
      by: 'kofi',
    },
    args,
  );

test('an account is deleted for its person, suspended or not, everywhere, and the audit says by whom and why', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  expect(await run('leave', person.email)).toBe(words.reason(200));
  expect((await app.call(readOwnAccount, { as: person })).status).toBe(200);
  await run('suspend', person.userId, REASON);
  expect(await run('leave', person.email, REASON)).toBe(words.hasLeft);
  await isErased(app, person);
  expect(await run('people', person.userId)).toBe(words.none);
  expect(await run('leave', person.userId, REASON)).toBe(words.unknown);
  expect(await run('audit', '--who', person.userId)).toMatch(new RegExp(`LEFT +\\S+ +kofi: ${REASON}$`, 'm'));
  const { rows } = await sql`
    select from project.left_people join payment.left_people using (user_id) where user_id = ${person.userId}`.execute(
    app.engine.owner,
  );
  expect(rows).toHaveLength(1);
});

test('what others count on is settled first; open studies are closed by it, and their applicants told', async () => {
  const [researcher, waits, meets] = [
    await registerResearcher(app, { verified: true }),
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  const { id: projectId } = await makeProject(app, researcher);
  await apply(app, waits, await makePublished(app, researcher, { projectId }));
  const { booking } = await makeBooked(app, { researcher, participant: meets });
  expect(await run('leave', researcher.userId, REASON)).toBe(
    words.mustBeSettled(words.obstacles.MEETINGS_TO_COME),
  );
  expect((await app.call(readOwnAccount, { as: researcher })).status).toBe(200);
  await sql`update project.bookings set state = 'CANCELLED_BY_RESEARCHER' where booking_id = ${booking.id}`.execute(
    app.engine.owner,
  );
  expect(await run('leave', researcher.userId, REASON)).toBe(words.hasLeft);
  await isErased(app, researcher);
  const statuses = async () =>
    (await app.call(listOwnApplications, { as: waits })).content.map(({ status }) => status);
  await expect.poll(statuses).toEqual(['DECLINED']);
});

test('somebody’s data is written into a new file for the operator alone, and the audit says so', async () => {
  const person = await registerVerified(app, 'PARTICIPANT');
  const profile = profileBody(person.userId);
  await app.call(submitUserInformation, { as: person, body: profile });
  const path = join(folder, 'data.zip');
  expect(await run('data', person.email)).toBe(words.usage);
  expect(await run('data', 'nobody@example.test', 'data.zip')).toBe(words.unknown);
  expect(await run('data', person.email, 'data.zip')).toBe(words.dataSaved(path));
  expect((await stat(path)).mode & 0o077).toBe(0);
  const { 'my-data.json': json } = unzipSync(await readFile(path));
  expect(JSON.parse(strFromU8(json!))).toMatchObject({
    'Your account': [{ Email: person.email }],
    'Your set-up': [{ 'Name on the account': profile.payment.accountName }],
  });
  expect(await run('data', person.email, 'data.zip')).toBe(words.fileIsThere(path));
  expect(await run('audit', '--who', person.userId)).toMatch(/DATA_SAVED +\S+ +kofi$/m);
});
