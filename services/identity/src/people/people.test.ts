import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { REGIONS } from '@app/contracts/enumerations.ts';
import { encodeFurtherCriteria } from '@app/contracts/further-bits.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import {
  readEndedSessions,
  readMatchingProfile,
  readNames,
  readSigningKeys,
  readRoleAndCompany,
} from '@app/contracts/identity/people.ts';
import { endOwnSession, listOwnSessions } from '@app/contracts/identity/account-settings.ts';
import { useApp } from '@app/test/support/app.ts';
import { profileBody, registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { readIdentityConfig } from '../config.ts';
import { openDb } from '../open-db.ts';
import { refreshReach } from '../reach/refresh-reach.ts';
import { runRetentionJob } from '../retention-job.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';

const credential = () => serviceToken({ app }, 'project', 'identity');
const unknown = '0de00000-0000-7000-8000-00000000ffff';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
});

const as = async () => ({ token: await credential() });

test('role and verification of a person are current', async () => {
  const requestRoleAndCompany = async (userId: string) =>
    app.call(readRoleAndCompany, { as: await as(), params: { userId } });
  expect((await requestRoleAndCompany(researcher.userId)).content).toEqual({
    role: 'RESEARCHER',
    adminVerificationStatus: 'VERIFIED',
    companyName: 'Market Square Research',
    isSuspended: false,
    mayExport: true,
  });
  expect((await requestRoleAndCompany(participant.userId)).content).toEqual({
    role: 'PARTICIPANT',
    adminVerificationStatus: null,
    companyName: null,
    isSuspended: false,
    mayExport: true,
  });
  expect((await requestRoleAndCompany(unknown)).json).toMatchObject({
    status: 404,
    code: 'PERSON_NOT_FOUND',
  });
});

test('a matching profile has the fields that studies require, without a name or a number', async () => {
  const fetchMatchingProfile = async (userId: string) =>
    app.call(readMatchingProfile, { as: await as(), params: { userId } });
  const { demographic, employment, technicalDetail } = profileBody('');
  const { dateOfBirth, gender, education, annualHouseholdIncome, region, languages = [] } = demographic;
  expect((await fetchMatchingProfile(participant.userId)).content).toEqual({
    dateOfBirth,
    gender,
    education,
    annualHouseholdIncome,
    devices: ['MOBILE_PHONE'],
    furtherBits: encodeFurtherCriteria({
      regions: [region],
      languages,
      employment: [employment.status],
      jobRoles: [employment.jobRole!],
      industries: [employment.industry!],
      phoneOs: [technicalDetail.phoneOs],
      hasInternet: technicalDetail.hasInternet,
    }),
    former: [],
    setUpAt: expect.any(String),
  });
  expect((await fetchMatchingProfile(researcher.userId)).json).toMatchObject({ code: 'PROFILE_MISSING' });
  expect((await fetchMatchingProfile(unknown)).json).toMatchObject({ status: 404, code: 'PERSON_NOT_FOUND' });
});

test('further criteria also match a profile from before the column existed, until the retention job fills it', async () => {
  const owner = app.engine.owner;
  const person = await registerParticipant(app, { withProfile: true });
  const fetchMatchingProfile = async () =>
    (await app.call(readMatchingProfile, { as: await as(), params: { userId: person.userId } })).content;
  const set = (change: ReturnType<typeof sql>) =>
    sql`update identity.participant_profiles set ${change} where user_id = ${person.userId}`;
  /** The state of a row when the column was added. */
  const unfill = () =>
    owner.transaction().execute(async (trx) => {
      await sql`alter table identity.participant_profiles disable trigger user`.execute(trx);
      await set(sql`further_bits = null`).execute(trx);
      await sql`alter table identity.participant_profiles enable trigger user`.execute(trx);
    });
  const stored = async () =>
    (
      await sql<{ bits: number[] | null }>`
        select further_bits as bits from identity.participant_profiles where user_id = ${person.userId}`.execute(
        owner,
      )
    ).rows[0]?.bits;
  const before = await fetchMatchingProfile();

  await unfill();
  expect(await stored()).toBeNull();
  expect(await fetchMatchingProfile()).toEqual(before);
  const config = readIdentityConfig(app.settings);
  const deps = { ...openDb(app.engine, config.IDENTITY_DATA_KEYS), config };
  await refreshReach(deps);
  const { rows } = await sql`select further_bits as bits from identity.reach_sample`.execute(owner);
  expect(rows).toEqual([{ bits: before.furtherBits }]);
  await runRetentionJob(deps);
  expect(await stored()).toEqual(before.furtherBits);
  expect(await fetchMatchingProfile()).toEqual(before);

  // A node of the previous version writes a profile without these columns.
  await unfill();
  await set(sql`city = 'Tamale'`).execute(owner);
  expect(await fetchMatchingProfile()).toEqual(before);
  await unfill();
  await set(sql`region = 'NORTHERN'`).execute(owner);
  const [, ...others] = before.furtherBits ?? [];
  const northern = [1 << REGIONS.indexOf('NORTHERN'), ...others];
  expect(await stored()).toEqual(northern);
  expect(await fetchMatchingProfile()).toMatchObject({
    furtherBits: northern,
    former: [{ furtherBits: before.furtherBits }],
  });
});

test('names are returned for existing people only', async () => {
  const body = { userIds: [participant.userId, unknown, researcher.userId] };
  const { content } = await app.call(readNames, { as: await as(), body });
  const toPersonName = ({ userId, firstName, lastName }: SignedInUser) => ({
    userId,
    firstName,
    lastName,
    sharesNumber: false,
  });
  expect(content).toHaveLength(2);
  expect(content).toEqual(expect.arrayContaining([toPersonName(participant), toPersonName(researcher)]));
  expect((await app.call(readNames, { as: await as(), body: { userIds: [] } })).content).toEqual([]);
});

test('ended sessions are listed from the start, and since the previous answer', async () => {
  const person = await registerResearcher(app);
  const [session] = (await app.call(listOwnSessions, { as: person })).content;
  const sessionId = session?.sessionId ?? '';
  const endedSince = async (since: string | null) =>
    (await app.call(readEndedSessions, { as: await as(), body: { since } })).content;
  const before = await endedSince(null);
  expect(before.sessionIds).not.toContain(sessionId);
  await app.call(endOwnSession, { as: person, params: { sessionId } });
  for (const since of [null, before.asOf]) expect((await endedSince(since)).sessionIds).toContain(sessionId);
});

test('anyone can read the public half of the signing key', async () => {
  const { json } = await app.call(readSigningKeys);
  expect(json).toEqual({ keys: [expect.objectContaining({ kty: 'OKP', crv: 'Ed25519', use: 'sig' })] });
  expect(JSON.stringify(json)).not.toContain('"d"');
});
