// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { pauseStudy, publishStudy, resumeStudy } from '@app/contracts/project/study-calls.ts';
import { bitsOf } from '@app/kit/bits.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { openPage, originOf } from '../../../../test/event-stream.ts';
import { registerParticipant, registerResearcher } from '../../../../test/people.ts';
import { decide } from '../../test/applicants.ts';
import { apply, makeDraft, makeProject, makePublished, planBody } from '../../test/studies.ts';
import { unmetRequirements } from '../matching/fits.ts';
import type { Facts } from '../people/facts.ts';

/** More than one window. */
const CROWD = 6000;

let app: TestApp;
let researcher: SignedInUser;
let participant: SignedInUser;
let projectId: string;
beforeAll(async () => {
  app = await startTestApp();
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
  participant = await registerParticipant(app, { withProfile: true });
  await run(sql`select setseed(0.57)`);
  await run(sql`
    insert into project.participants (user_id, birth_date, gender_bit, education_bit, income_bit, device_bits)
    select gen_random_uuid(), current_date - (6500 + floor(random() * 18000))::int, 1 << floor(random() * 3)::int,
      1 << floor(random() * 8)::int, 1 << floor(random() * 5)::int, 1 + floor(random() * 7)::int
    from generate_series(1, ${CROWD}::int)`);
});
afterAll(() => app.close());

async function run<Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await statement.execute(app.engine.owner)).rows;
}
const isAnnounced = async (studyId: string) => {
  const rows = await run(sql`
    select 1 from project.studies where study_id = ${studyId} and announced_at is not null`);
  return rows.length === 1;
};
const toldOf = async (studyId: string) => {
  const rows = await run(sql<{ userId: string }>`
    select user_id as "userId" from project.notifications where kind = 'STUDY_FITS' and params ->> 'studyId' = ${studyId} order by user_id`);
  return rows.map(({ userId }) => userId);
};
const everybody = () =>
  run(sql<Facts & { userId: string }>`
    select user_id as "userId", birth_date as "birthDate", gender_bit as "genderBit",
      education_bit as "educationBit", income_bit as "incomeBit", device_bits as "deviceBits"
    from project.participants`);
/** No window of it is under way or waits. */
const isIdle = async (studyId: string) => {
  const rows = await run(sql`
    select 1 from project_jobs.job where name = 'announcements' and state < 'completed'
      and data ->> 'studyId' = ${studyId}`);
  return rows.length === 0;
};
const announceAgain = (studyId: string) =>
  run(sql`
    with again as (update project.studies set announced_at = null where study_id = ${studyId})
    insert into project_jobs.job (name, data, singleton_key, policy) values ('announcements',
      jsonb_build_object('studyId', ${studyId}::text, 'after', '00000000-0000-0000-0000-000000000000'),
      ${studyId}, 'short')`);

test('S-603 BR2 a published study is announced to exactly those whom it fits, in words that lead to it', async () => {
  const wanted = {
    minimumAge: 25,
    maximumAge: 52,
    gender: ['FEMALE' as const],
    education: ['DIPLOMA' as const],
  };
  const study = await makePublished(app, researcher, {
    projectId,
    ...wanted,
    publicName: 'How do you save?',
  });
  await expect.poll(() => isAnnounced(study.id)).toBe(true);
  const bits = {
    minimumAge: 25,
    maximumAge: 52,
    genderBits: bitsOf(GENDERS, study.gender),
    educationBits: bitsOf(EDUCATION_LEVELS, study.education),
    incomeBits: bitsOf(INCOME_RANGES, study.annualHouseholdIncome),
    deviceBits: bitsOf(DEVICE_REQUIREMENTS, study.deviceRequirements),
  };
  const fitting = (await everybody()).filter((facts) => unmetRequirements(bits, facts).length === 0);
  expect(fitting.length).toBeGreaterThan(50);
  expect(fitting.length).toBeLessThan(CROWD / 10);
  expect(await toldOf(study.id)).toEqual(fitting.map(({ userId }) => userId).toSorted());
});

test('D-31 S-603 a fitting participant is told of a study that they can open, on an open page at once', async () => {
  const page = await openPage(await originOf(app.process.app), participant);
  onTestFinished(page.leave);
  const study = await makePublished(app, researcher, { projectId, publicName: 'How do you travel?' });
  await expect.poll(() => page.counts.at(-1)).toBeGreaterThan(0);
  const { content } = await app.call(listNotifications, { as: participant });
  expect(content[0]).toMatchObject({
    message: 'A new study fits your profile: “How do you travel?”.',
    read: false,
    path: `/dashboard/study-apply/${study.id}`,
  });
  // Nearly everybody fits, in both windows.
  await expect.poll(() => isAnnounced(study.id)).toBe(true);
  expect((await toldOf(study.id)).length).toBeGreaterThan((CROWD * 3) / 4);
});

test('NT4 nobody is told twice, however often it runs, and nobody who has applied', async () => {
  const study = await makePublished(app, researcher, { projectId, minimumAge: 18, maximumAge: 30 });
  await expect.poll(() => isAnnounced(study.id)).toBe(true);
  const before = await toldOf(study.id);
  expect((await apply(app, participant, study)).status).toBe(201);
  await run(sql`delete from project.notifications where user_id = ${participant.userId}`);
  await announceAgain(study.id);
  await expect.poll(() => isAnnounced(study.id)).toBe(true);
  expect(await toldOf(study.id)).toEqual(before.filter((userId) => userId !== participant.userId));
});

/** As if this were done to the study during the first window of its announcement. */
async function meanwhile(studyId: string, change: string): Promise<void> {
  await run(
    sql.raw(`
    create function public.meanwhile() returns trigger language plpgsql as $$
    begin
      update project.studies set ${change} where study_id = '${studyId}' and is_open;
      return null;
    end $$`),
  );
  await run(
    sql.raw(`
    create trigger meanwhile after insert on project.notifications for each statement
    execute function public.meanwhile()`),
  );
  onTestFinished(async () => void (await run(sql`drop function if exists public.meanwhile cascade`)));
}
const noMore = () => run(sql`drop trigger meanwhile on project.notifications`);

test('a paused study is announced to nobody more, and to the rest once it goes on', async () => {
  const draft = await makeDraft(app, researcher, { projectId });
  await meanwhile(draft.id, `state = 'PAUSED'`);
  const params = { id: draft.id };
  const published = await app.call(publishStudy, { as: researcher, params, body: planBody() });
  expect(published.status).toBe(200);
  await expect.poll(() => isIdle(draft.id)).toBe(true);
  const told = await toldOf(draft.id);
  expect(told.length).toBeGreaterThan(0);
  expect(await isAnnounced(draft.id)).toBe(false);

  await noMore();
  expect((await app.call(resumeStudy, { as: researcher, params })).status).toBe(200);
  await expect.poll(() => isAnnounced(draft.id)).toBe(true);
  const all = await toldOf(draft.id);
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(told.length);
  // Announced once, it is not announced by a pause and a resume again.
  await app.call(pauseStudy, { as: researcher, params });
  await run(sql`delete from project.notifications where user_id = ${all[0]}`);
  await app.call(resumeStudy, { as: researcher, params });
  await expect.poll(() => isIdle(draft.id)).toBe(true);
  expect((await toldOf(draft.id)).length).toBe(all.length - 1);
});

test.each(['taken back', 'withdrawn'] as const)(
  'a study that is full is announced to nobody more, and to the rest once a place is %s',
  async (how) => {
    const draft = await makeDraft(app, researcher, { projectId });
    await meanwhile(draft.id, 'accepted_count = 1');
    const plan = planBody({ desiredNumberOfParticipants: 1 });
    const params = { id: draft.id };
    expect((await app.call(publishStudy, { as: researcher, params, body: plan })).status).toBe(200);
    await expect.poll(() => isIdle(draft.id)).toBe(true);
    const told = await toldOf(draft.id);
    expect(told.length).toBeGreaterThan(0);
    expect(await isAnnounced(draft.id)).toBe(false);
    await noMore();

    const person = await registerParticipant(app, { withProfile: true });
    await run(sql`update project.studies set accepted_count = 0 where study_id = ${draft.id}`);
    const applied = await apply(app, person, draft);
    expect(applied.status).toBe(201);
    const accepted = await decide(app, researcher, draft.id, [applied.content.id], { status: 'ACCEPTED' });
    expect(accepted.content).toMatchObject({ placesLeft: 0 });
    const freed =
      how === 'withdrawn'
        ? await app.call(withdrawApplication, { as: person, params: { id: applied.content.id } })
        : await decide(app, researcher, draft.id, [applied.content.id], { status: 'PENDING' });
    expect(freed.status).toBe(200);
    await expect.poll(() => isAnnounced(draft.id)).toBe(true);
    const all = await toldOf(draft.id);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(told.length);
  },
);
