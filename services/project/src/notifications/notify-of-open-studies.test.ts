// @module-tag both-engines
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { listNotifications, markAllNotificationsRead } from '@app/contracts/project/notifications.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import {
  addPlaces,
  deleteStudy,
  pauseStudy,
  resumeStudy,
  restoreStudy,
} from '@app/contracts/project/study-calls.ts';
import { encodeBits } from '@app/kit/bits.ts';
import { encodeFurtherCriteria } from '@app/contracts/further-bits.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { decide } from '#test/applicants.ts';
import { addOpenStudies, apply, makeProject, makePublished } from '#test/studies.ts';
import { unmetRequirements } from '../studies/unmet-requirements.ts';
import { profileAt } from '../matching-profiles/matching-profile.ts';
import type { ProfileWithHistory, ProjectTables } from '../schema.ts';
import { notifyOfOpenings } from './notify-of-open-studies.ts';
import { watchPage } from '#test/pages.ts';

const CROWD = 2000;
const MOST_OPENINGS = 50;

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
  participant = await registerParticipant(app, { withProfile: true });
  await run(sql`select setseed(0.57)`);
  await run(sql`
    insert into project.matching_profiles (user_id, birth_date, gender_bit, education_bit, income_bit, device_bits, further_bits)
    select gen_random_uuid(), current_date - (6500 + floor(random() * 18000))::int, 1 << floor(random() * 3)::int,
      1 << floor(random() * 8)::int, 1 << floor(random() * 5)::int, 1 + floor(random() * 7)::int,
      array[1 << floor(random() * 3)::int, floor(random() * 16)::int, 1, 1, 0, 1, 1]
    from generate_series(1, ${CROWD}::int)`);
  // A third of the people changed their profile, some of them twice, before or after a study opens.
  await run(sql`
    update project.matching_profiles set former = (
      select jsonb_agg(jsonb_build_object('until', now() + (n - 2) * interval '5 hours', 'birthDate', birth_date,
        'genderBit', 1 << floor(random() * 3)::int, 'educationBit', 1 << floor(random() * 8)::int,
        'incomeBit', income_bit, 'deviceBits', device_bits,
        'furtherBits', array[1 << floor(random() * 3)::int, 3, 1, 1, 0, 1, 1]) order by n)
      from generate_series(1, 1 + floor(random() * 3)::int) as n)
    where random() < 0.33`);
});

async function run<Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await statement.execute(app.engine.owner)).rows;
}
const findNotified = async (studyId: string) => {
  const rows = await run(sql<{ userId: string }>`
    select user_id as "userId" from project.notifications where kind = 'STUDY_FITS' and params ->> 'studyId' = ${studyId} order by user_id`);
  return rows.map(({ userId }) => userId);
};
const readProfiles = () =>
  run(sql<ProfileWithHistory & { userId: string }>`
    select user_id as "userId", birth_date as "birthDate", gender_bit as "genderBit",
      education_bit as "educationBit", income_bit as "incomeBit", device_bits as "deviceBits", further_bits as "furtherBits", former
    from project.matching_profiles`);
/** Creates a person who is notified of studies that open from now on. */
async function newPerson(): Promise<SignedInUser> {
  const person = await registerParticipant(app, { withProfile: true });
  await app.call(browseStudies, { as: person });
  await run(
    sql`update project.matching_profiles set openings_notified_until = now() where user_id = ${person.userId}`,
  );
  return person;
}
const list = async (as: SignedInUser, query = {}) =>
  (await app.call(listNotifications, { as, query: { size: 100, ...query } })).content;
const readNotifiedStudies = async (as: SignedInUser) => (await list(as)).map(({ params }) => params.study);

test('S-603 BR2 people who check are notified once of exactly the matching studies; publishing notifies no one', async () => {
  const wanted = {
    minimumAge: 25,
    maximumAge: 52,
    gender: ['FEMALE' as const],
    education: ['DIPLOMA' as const, 'BACHELORS_DEGREE' as const],
    regions: ['ASHANTI' as const, 'BONO' as const],
    languages: ['TWI' as const],
  };
  const study = await makePublished(app, researcher, {
    projectId,
    ...wanted,
    publicName: 'How do you save?',
  });
  expect(await findNotified(study.id)).toEqual([]);
  const bits = {
    minimumAge: 25,
    maximumAge: 52,
    genderBits: encodeBits(GENDERS, study.gender),
    educationBits: encodeBits(EDUCATION_LEVELS, study.education),
    incomeBits: encodeBits(INCOME_RANGES, study.annualHouseholdIncome),
    deviceBits: encodeBits(DEVICE_REQUIREMENTS, study.deviceRequirements),
    furtherBits: encodeFurtherCriteria(study),
    openQuotas: null,
  };
  const all = await readProfiles();
  const openedAt = new Date(study.publishedAt ?? '');
  const fitting = all.filter((profile) => unmetRequirements(bits, profileAt(profile, openedAt)).length === 0);
  expect(fitting).not.toEqual(all.filter((profile) => unmetRequirements(bits, profile).length === 0));
  expect(fitting.length).toBeGreaterThan(20);
  expect(fitting.length).toBeLessThan(CROWD / 5);
  const db = app.engine.connect<ProjectTables>('project_app');
  for (let time = 0; time < 2; time += 1) {
    await notifyOfOpenings(
      db,
      all.map(({ userId }) => userId),
    );
    expect(await findNotified(study.id)).toEqual(fitting.map(({ userId }) => userId).toSorted());
  }
});

test('D-31 S-603 an open page is updated at once about a matching study that can be opened', async () => {
  const page = await watchPage(app, participant);
  const study = await makePublished(app, researcher, { projectId, publicName: 'How do you travel?' });
  await expect.poll(() => page.counts.at(-1)).toBe((page.counts[0] ?? 0) + 1);
  expect((await list(participant))[0]).toMatchObject({
    message: 'A new study fits your profile: “How do you travel?”.',
    read: false,
    path: `/dashboard/study-apply/${study.id}`,
    createdAt: study.publishedAt,
  });
  expect(await findNotified(study.id)).toEqual([participant.userId]);
});

test('S-206 NT1 studies since the last check are counted and listed, and stay read once marked', async () => {
  const person = await newPerson();
  for (const publicName of ['Soup', 'Stew']) await makePublished(app, researcher, { projectId, publicName });
  const unread = await app.call(listNotifications, { as: person, query: { read: 'false', size: 1 } });
  expect(unread.json['totalElements']).toBe(2);
  expect(await readNotifiedStudies(person)).toEqual(['Stew', 'Soup']);
  await app.call(markAllNotificationsRead, { as: person });
  expect(await list(person, { read: 'false' })).toEqual([]);
  await makePublished(app, researcher, { projectId, publicName: 'Fufu' });
  expect((await list(person, { read: 'false' })).map(({ params }) => params.study)).toEqual(['Fufu']);
});

test('NT4 no one is notified of studies that they applied to, or that opened before they joined', async () => {
  await makePublished(app, researcher, { projectId, publicName: 'Before' });
  const person = await newPerson();
  const study = await makePublished(app, researcher, { projectId, publicName: 'Applied to' });
  expect((await apply(app, person, study)).status).toBe(201);
  expect(await readNotifiedStudies(person)).toEqual([]);
});

test.each([
  ['paused', pauseStudy, resumeStudy],
  ['deleted', deleteStudy, restoreStudy],
] as const)(
  'S-603 a %s study notifies no one until it is back, then also people who checked meanwhile',
  async (_, away, back) => {
    const [early, late] = [await newPerson(), await newPerson()];
    const study = await makePublished(app, researcher, { projectId, publicName: 'Breaks' });
    expect(await readNotifiedStudies(early)).toEqual(['Breaks']);
    const call = { as: researcher, params: { id: study.id } };
    await app.call(away, call);
    expect(await readNotifiedStudies(late)).toEqual([]);
    for (let time = 0; time < 2; time += 1) {
      await app.call(back, call);
      expect(await readNotifiedStudies(late)).toEqual(['Breaks']);
      expect(await readNotifiedStudies(early)).toEqual(['Breaks']);
      await app.call(away, call);
    }
  },
);

test.each(['released', 'withdrawn', 'added'] as const)(
  'S-403 a full study notifies no one until a place is %s, then also people who checked meanwhile',
  async (how) => {
    const [person, late] = [await newPerson(), await newPerson()];
    const given = { projectId, publicName: 'One place' };
    const study = await makePublished(app, researcher, given, { desiredNumberOfParticipants: 1 });
    const { id } = (await apply(app, person, study)).content;
    const accepted = await decide(app, researcher, study.id, [id], { status: 'ACCEPTED' });
    expect(accepted.content).toMatchObject({ placesLeft: 0 });
    expect(await readNotifiedStudies(late)).toEqual([]);
    const own = { as: researcher, params: { id: study.id } };
    const free = {
      released: () => decide(app, researcher, study.id, [id], { status: 'PENDING' }),
      withdrawn: () => app.call(withdrawApplication, { as: person, params: { id } }),
      added: () => app.call(addPlaces, { ...own, body: { desiredNumberOfParticipants: 2 } }),
    };
    expect((await free[how]()).status).toBe(200);
    expect(await readNotifiedStudies(late)).toEqual(['One place']);
    expect((await apply(app, late, study)).status).toBe(201);
  },
);

test('of many openings a check notifies of the newest, and of none older than a month', async () => {
  const person = await newPerson();
  // The person was away for that long.
  await run(sql`
    update project.matching_profiles set openings_notified_until = now() - interval '40 days' where user_id = ${person.userId}`);
  await addOpenStudies(app, projectId, { count: MOST_OPENINGS + 10, name: 'Lately', age: '1 day' });
  await addOpenStudies(app, projectId, { count: 5, name: 'Long ago', age: '31 days' });
  const isAdded = (name: string | undefined) => /^(Lately|Long ago)/.test(name ?? '');
  const notified = (await readNotifiedStudies(person)).filter(isAdded);
  expect(notified[0]).toBe('Lately 1');
  expect(notified.length).toBeLessThanOrEqual(MOST_OPENINGS);
  expect(notified).not.toContain('Long ago 1');
  expect((await readNotifiedStudies(person)).filter(isAdded)).toEqual(notified);
});
