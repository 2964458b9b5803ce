import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeUserInformation, readUserInformation } from '@app/contracts/identity/profile.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { oneForAll } from '@app/kit/database.ts';
import { type Jobs, openJobs } from '@app/kit/jobs.ts';
import { createLog } from '@app/kit/log.ts';
import { adminCommandWords as words } from '@app/words/operator.ts';
import { SERVICES } from '../../../../apps/host/src/services.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import {
  PASSWORD,
  phoneNumberOf,
  registerParticipant,
  registerResearcher,
} from '@app/test/support/people.ts';
import { apply, makeProject, makePublished } from '../../../project/test/studies.ts';
import { readIdentityConfig } from '../config.ts';
import { SERVICE_ROLE, openDb } from '../open-db.ts';
import type { IdentityTables } from '../schema.ts';
import { sweep } from '../sweep/sweep.ts';
import { runCommand } from './run-command.ts';

let app: TestApp;
let jobs: Jobs;
beforeAll(async () => {
  app = await startTestApp();
  const place = { queues: [], log: createLog('silent') };
  jobs = await openJobs(app.engine, { ...place, schema: 'identity', role: SERVICE_ROLE });
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
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
      findObstacles: async () => [],
      openSeal: () => Promise.reject(new Error('Not asked for')),
      async *readOwnData() {},
      folder: '.',
      environment: app.settings,
      by: 'kofi',
    },
    args,
  );
const profileOf = async (as: SignedInUser) => (await app.call(readUserInformation, { as })).content;

test('A4 a date of birth or a gender is put right for every study, after the first application too, and the audit says by whom', async () => {
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
  const before = await profileOf(person);
  await app.call(changeUserInformation, {
    as: person,
    body: { userId: person.userId, demographic: { ...before.demographic, education: 'DIPLOMA' } },
  });

  const born = `${new Date().getUTCFullYear() - 20}-01-31`;
  const reason = 'Their Ghana Card says so.';
  expect(await run('correct', person.email, born)).toBe(words.reason(200));
  for (const wrong of ['1990-02-30', `${new Date().getUTCFullYear() - 10}-01-01`, 'MAN', '']) {
    expect(await run('correct', person.email, wrong, reason)).toBe(words.notAFact);
  }
  expect(await run('correct', 'nobody@example.test', born, reason)).toBe(words.unknown);
  expect(await run('correct', person.email, born, reason)).toBe(words.corrected);
  expect(await run('correct', person.userId, 'MALE', reason)).toBe(words.corrected);
  expect(await run('correct', person.userId, 'MALE', reason)).toBe(words.nothing);
  const { demographic } = await profileOf(person);
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
        select gender from identity.former_facts where user_id = ${person.userId}`.execute(app.engine.owner)
    ).rows;
  // The change of the education; a correction leaves none.
  expect(await former()).toEqual([{ gender: 'MALE' }]);
  await sql`update identity.former_facts set gender = 'FEMALE' where user_id = ${person.userId}`.execute(
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

test('A4 accounts of one number are listed beside each other, also under a new data key and once a number was changed', async () => {
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
  await payTo(two, `+233 (0)${phoneNumberOf(one.userId).slice(1)}`);
  expect(await listed()).toEqual([true, true, false]);
  expect(await run('shared-numbers')).toContain(`${words.share(2)}  `);
  expect(await run('shared-numbers')).not.toMatch(/\d{7}(?!\d*-)\D*$/m);

  const config = readIdentityConfig(app.settings);
  const keys = [Buffer.alloc(32, 7), ...config.IDENTITY_DATA_KEYS];
  await sql`update identity.participant_profiles set payment_number_hash = null where user_id = ${one.userId}`.execute(
    app.engine.owner,
  );
  // Under a new key, and back, since the running service has the one of before alone.
  for (const swept of [keys, keys.toReversed()]) {
    await sweep({ ...openDb(app.engine, swept), config });
    expect(await listed()).toEqual([true, true, false]);
  }
  await payTo(two, phoneNumberOf(one.userId), 'Esi Person the Second');
  expect(await listed()).toEqual([true, true, false]);
  await payTo(two, phoneNumberOf(two.userId));
  expect(await run('shared-numbers')).toBe(words.none);

  // A node of the version before knows of no hash: the old number's must not stay beside the new number.
  await payTo(two, phoneNumberOf(one.userId));
  await sql`
    update identity.participant_profiles as profile set payment_phone_number = other.payment_phone_number
    from identity.participant_profiles as other
    where profile.user_id = ${two.userId} and other.user_id = ${three.userId}`.execute(app.engine.owner);
  expect(await run('shared-numbers')).toBe(words.none);
  await sweep({ ...openDb(app.engine, config.IDENTITY_DATA_KEYS), config });
  expect(await listed()).toEqual([false, true, true]);
});
