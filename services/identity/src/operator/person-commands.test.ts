// @module-tag both-engines
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import {
  changeUserInformation,
  readUserInformation,
  submitUserInformation,
} from '@app/contracts/identity/profiles.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import type { Jobs } from '@app/kit/jobs.ts';
import { adminCommandWords as words } from '@app/words/admin-commands.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { waitUntilErased } from '@app/test/support/account-deletion.ts';
import {
  PASSWORD,
  testPhoneNumber,
  profileBody,
  registerParticipant,
  registerResearcher,
  registerVerified,
} from '@app/test/support/people.ts';
import { findObstacles as findOfPayment } from '../../../payment/src/account-deletion/find-obstacles.ts';
import { SERVICE_ROLE as PAYMENT_ROLE } from '../../../payment/src/open-db.ts';
import type { PaymentTables } from '../../../payment/src/schema.ts';
import { SERVICE_ROLE as PROJECT_ROLE } from '../../../project/src/open-db.ts';
import { findObstacles as findOfProject } from '../../../project/src/account-deletion/erase-person.ts';
import type { ProjectTables } from '../../../project/src/schema.ts';
import { makeBooked } from '../../../project/test/meetings.ts';
import { apply, makeProject, makePublished } from '../../../project/test/studies.ts';
import { operatorCommands, openIdentityJobs } from '#test/operator.ts';
import { readDataKeys, readIdentityConfig } from '../config.ts';
import { openDb } from '../open-db.ts';
import { readOwnData } from '../data-export/read-data-export.ts';
import { runRetentionJob } from '../retention-job.ts';

const REASON = 'A child, as their parents write.';
let app: TestApp;
let jobs: Jobs;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saved-'));
  app = await startTestApp();
  jobs = await openIdentityJobs(app);
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) =>
  operatorCommands(app, jobs, {
    openSeal: async () => openDb(app.engine, readDataKeys(app.settings)).seal,
    findObstacles: async (userId) => [
      ...(await findOfProject(app.engine.connect<ProjectTables>(PROJECT_ROLE), userId)),
      ...(await findOfPayment(app.engine.connect<PaymentTables>(PAYMENT_ROLE), userId)),
    ],
    async *readOwnData(userId) {
      yield* await readOwnData(openDb(app.engine, readDataKeys(app.settings)).db, userId);
    },
    folder,
  })(...args);

test('an operator deletes a person’s account everywhere, suspended or not; the audit names operator and reason', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  expect(await run('leave', person.email)).toBe(words.reason(200));
  expect((await app.call(readOwnAccount, { as: person })).status).toBe(200);
  await run('suspend', person.userId, REASON);
  expect(await run('leave', person.email, REASON)).toBe(words.hasLeft);
  await waitUntilErased(app, person);
  expect(await run('people', person.userId)).toBe(words.none);
  expect(await run('leave', person.userId, REASON)).toBe(words.unknown);
  expect(await run('audit', '--who', person.userId)).toMatch(new RegExp(`LEFT +\\S+ +kofi: ${REASON}$`, 'm'));
  const { rows } = await sql`
    select from project.left_people join payment.left_people using (user_id) where user_id = ${person.userId}`.execute(
    app.engine.owner,
  );
  expect(rows).toHaveLength(1);
});

test('obligations to others are settled first; open studies are closed, and their applicants notified', async () => {
  const [researcher, waits, meets] = [
    await registerResearcher(app, { verified: true }),
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  const { id: projectId } = await makeProject(app, researcher);
  await apply(app, waits, await makePublished(app, researcher, { projectId }));
  const { booking } = await makeBooked(app, { researcher, participant: meets });
  await expect(run('leave', researcher.userId, REASON)).rejects.toThrow(
    words.mustBeSettled(words.obstacles.MEETINGS_TO_COME),
  );
  expect((await app.call(readOwnAccount, { as: researcher })).status).toBe(200);
  await sql`update project.bookings set state = 'CANCELLED_BY_RESEARCHER' where booking_id = ${booking.id}`.execute(
    app.engine.owner,
  );
  expect(await run('leave', researcher.userId, REASON)).toBe(words.hasLeft);
  await waitUntilErased(app, researcher);
  const statuses = async () =>
    (await app.call(listOwnApplications, { as: waits })).content.map(({ status }) => status);
  await expect.poll(statuses).toEqual(['DECLINED']);
});

test('a person’s data is exported into a new file for the operator alone, and audited', async () => {
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
  await expect(run('data', person.email, 'data.zip')).rejects.toThrow(words.fileIsThere(path));
  expect(await run('audit', '--who', person.userId)).toMatch(/DATA_SAVED +\S+ +kofi$/m);
});

const readUserProfile = async (as: SignedInUser) => (await app.call(readUserInformation, { as })).content;

test('A4 a date of birth or gender is corrected for every study, even after the first application, and audited', async () => {
  const [person, researcher] = [
    await registerParticipant(app, { withProfile: true }),
    await registerResearcher(app, { verified: true }),
  ];
  const { id: projectId } = await makeProject(app, researcher);
  const study = await makePublished(app, researcher, { projectId, gender: ['MALE'], maximumAge: 25 });
  await apply(app, person, await makePublished(app, researcher, { projectId }));
  const unmet = async () => {
    const { content } = await app.call(readStudy, { as: person, params: { id: study.id } });
    return 'unmetRequirements' in content ? content.unmetRequirements : undefined;
  };
  expect(await unmet()).toEqual(['AGE', 'GENDER']);
  const before = await readUserProfile(person);
  await app.call(changeUserInformation, {
    as: person,
    body: { userId: person.userId, demographic: { ...before.demographic, education: 'DIPLOMA' } },
  });

  const born = `${new Date().getUTCFullYear() - 20}-01-31`;
  const reason = 'Their Ghana Card says so.';
  expect(await run('correct', person.email, born)).toBe(words.reason(200));
  for (const wrong of ['1990-02-30', `${new Date().getUTCFullYear() - 10}-01-01`, 'MAN', '']) {
    expect(await run('correct', person.email, wrong, reason)).toBe(words.notACorrection);
  }
  expect(await run('correct', 'nobody@example.test', born, reason)).toBe(words.unknown);
  expect(await run('correct', person.email, born, reason)).toBe(words.corrected);
  expect(await run('correct', person.userId, 'MALE', reason)).toBe(words.corrected);
  expect(await run('correct', person.userId, 'MALE', reason)).toBe(words.nothing);
  const { demographic } = await readUserProfile(person);
  expect(demographic).toEqual({
    ...before.demographic,
    dateOfBirth: born,
    gender: 'MALE',
    education: 'DIPLOMA',
  });
  await expect.poll(unmet).toEqual([]);
  const former = async () =>
    (
      await sql<{ gender: string }>`
        select gender from identity.profile_history where user_id = ${person.userId}`.execute(
        app.engine.owner,
      )
    ).rows;
  // Only the change of the education is in the history; a correction adds no entry.
  expect(await former()).toEqual([{ gender: 'MALE' }]);
  await sql`update identity.profile_history set gender = 'FEMALE' where user_id = ${person.userId}`.execute(
    app.engine.owner,
  );
  expect(await run('correct', person.userId, 'MALE', 'So it was before too.')).toBe(words.corrected);
  expect(await former()).toEqual([{ gender: 'MALE' }]);
  expect(await run('correct', person.userId, 'MALE', reason)).toBe(words.nothing);
  const audit = await run('audit', '--who', person.email);
  expect(audit).toMatch(/PROFILE_CORRECTED +\S+ +kofi: gender: So it was before too\.$/m);
  expect(audit).toMatch(/PROFILE_CORRECTED +\S+ +kofi: dateOfBirth: Their Ghana Card says so\.$/m);
  expect(audit).toMatch(/PROFILE_CORRECTED +\S+ +kofi: gender: /);
  expect(audit).not.toContain(born);
});

test('A4 accounts with one number are listed together, also under a new data key or an earlier number', async () => {
  const [one, two, three] = [
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  const payTo = async (as: SignedInUser, phoneNumber: string, accountName = 'Esi Person') => {
    const payment = { provider: 'MTN', accountName, phoneNumber };
    const body = { userId: as.userId, password: PASSWORD, payment };
    expect((await app.call(changeUserInformation, { as, body })).status).toBe(200);
  };
  const listed = async () => {
    const text = await run('shared-numbers');
    return [one, two, three].map(({ userId }) => text.includes(userId));
  };
  expect(await run('shared-numbers')).toBe(words.none);
  await payTo(two, `+233 (0)${testPhoneNumber(one.userId).slice(1)}`);
  expect(await listed()).toEqual([true, true, false]);
  expect(await run('shared-numbers')).toContain(`${words.share(2)}  `);
  expect(await run('shared-numbers')).not.toMatch(/\d{7}(?!\d*-)\D*$/m);

  const config = readIdentityConfig(app.settings);
  const keys = [Buffer.alloc(32, 7), ...config.IDENTITY_DATA_KEYS];
  await sql`update identity.participant_profiles set payment_number_hash = null where user_id = ${one.userId}`.execute(
    app.engine.owner,
  );
  // The keys are rotated and then restored, because the running service has only the earlier one.
  for (const dataKeys of [keys, keys.toReversed()]) {
    await runRetentionJob({ ...openDb(app.engine, dataKeys), config });
    expect(await listed()).toEqual([true, true, false]);
  }
  await payTo(two, testPhoneNumber(one.userId), 'Esi Person the Second');
  expect(await listed()).toEqual([true, true, false]);
  await payTo(two, testPhoneNumber(two.userId));
  expect(await run('shared-numbers')).toBe(words.none);
});
