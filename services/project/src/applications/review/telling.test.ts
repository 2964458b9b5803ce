import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import { listOwnApplications, withdrawApplication } from '@app/contracts/project/applications.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { startTestApp, type TestApp } from '@app/test/support/app.ts';
import { type OpenPage, openPage, originOf } from '@app/test/support/event-stream.ts';
import { registerParticipant } from '@app/test/support/people.ts';
import { tellDecisions } from '#test/applicants.ts';
import {
  type OneApplicant,
  accept,
  decline,
  meetOneApplicant,
  takeBack,
} from '@app/test/support/one-applicant.ts';
import { apply, makePublished } from '#test/studies.ts';

let app: TestApp;
let one: OneApplicant;
beforeAll(async () => {
  app = await startTestApp({ DECISION_NOTICE_SECONDS: 3600 });
  one = await meetOneApplicant(app);
});
afterAll(() => app.close());

test('AP3 a decision is told when the time to take it back has passed, and not seen before', async () => {
  const application = await one.applied('Bread in the morning');
  const before = await one.seenByApplicant(application.id);
  expect(before.history).toEqual([
    { status: 'PENDING', at: before.appliedAt, by: 'APPLICANT', reason: null, note: null },
  ]);
  await one.decideOn(application, decline);
  expect(await one.seenByApplicant(application.id)).toEqual(before);
  expect(await one.toldOf('Bread')).toEqual([]);

  await tellDecisions(app);
  expect(await one.seenByApplicant(application.id)).toEqual({
    ...before,
    status: 'DECLINED',
    history: [
      ...before.history,
      {
        status: 'DECLINED',
        at: expect.any(String),
        by: 'RESEARCHER',
        reason: 'PLACES_TAKEN',
        note: 'Thank you for your time.',
      },
    ],
  });
  const words = 'Your application to “Bread in the morning” was declined. Reason: All places are taken.';
  expect(await one.newsOf('Bread')).toMatchObject([{ message: words, read: false }]);
});

test('NT4 a decision that is taken back within the time is never told, and leaves no trace for the applicant', async () => {
  const application = await one.applied('Soap and water');
  const before = await one.seenByApplicant(application.id);
  await one.decideOn(application, accept, takeBack, decline, takeBack);
  await tellDecisions(app);
  expect(await one.seenByApplicant(application.id)).toEqual(before);
  expect(await one.toldOf('Soap')).toEqual([]);
  const listed = await app.call(listApplicants, {
    as: one.researcher,
    params: { id: application.study.id },
  });
  expect(listed.content[0]?.history.map(({ status, by }) => `${status} ${by}`)).toEqual([
    'PENDING APPLICANT',
    'ACCEPTED RESEARCHER',
    'PENDING RESEARCHER',
    'DECLINED RESEARCHER',
    'PENDING RESEARCHER',
  ]);
});

test('NT4 a study that an untold acceptance has filled is open to its applicants until they are told', async () => {
  const plan = { desiredNumberOfParticipants: 1 };
  const study = await makePublished(
    app,
    one.researcher,
    { projectId: one.projectId, publicName: 'One place only' },
    plan,
  );
  const { id } = (await apply(app, one.participant, study)).content;
  const read = () => app.call(readStudy, { as: one.participant, params: { id: study.id } });
  const seen = async () => [(await one.seenByApplicant(id)).study.standing, (await read()).content];
  const before = await seen();
  expect(before).toMatchObject(['OPEN', { standing: 'OPEN', placesLeft: 1 }]);
  await one.decideOn({ study, id }, accept);
  expect(await seen()).toEqual(before);
  const other = await registerParticipant(app, { withProfile: true });
  expect((await apply(app, other, study)).json).toMatchObject({ code: 'STUDY_IS_FULL' });
  await tellDecisions(app);
  expect(await seen()).toMatchObject(['FULL', { standing: 'FULL', placesLeft: 0 }]);
});

test('NT4 a place that is given or taken back counts for those who applied once it is told', async () => {
  const given = { projectId: one.projectId, publicName: 'Three places' };
  const study = await makePublished(app, one.researcher, given, { desiredNumberOfParticipants: 3 });
  await apply(app, one.participant, study);
  const other = await registerParticipant(app, { withProfile: true });
  const { id } = (await apply(app, other, study)).content;
  const placesLeft = async () => {
    const { content } = await app.call(readStudy, { as: one.participant, params: { id: study.id } });
    return content.audience === 'PARTICIPANT' ? content.placesLeft : undefined;
  };
  const seen: unknown[] = [await placesLeft()];
  for (const decision of [accept, takeBack]) {
    await one.decideOn({ study, id }, decision);
    seen.push(await placesLeft());
    await tellDecisions(app);
    seen.push(await placesLeft());
  }
  expect(seen).toEqual([3, 3, 2, 2, 3]);
});

test('NT4 what is told is how it stands at the end of the time, once', async () => {
  const application = await one.applied('Palm oil prices');
  await one.decideOn(application, decline, takeBack, accept);
  await tellDecisions(app);
  expect(await one.toldOf('Palm oil')).toEqual(['You have been accepted for “Palm oil prices”.']);
  expect(await one.historySeen(application.id)).toEqual(['PENDING', 'ACCEPTED']);
});

test('a decision that is taken back after it was told is told too', async () => {
  const application = await one.applied('Market days');
  await one.decideOn(application, accept);
  await tellDecisions(app);
  await one.decideOn(application, takeBack);
  expect(await one.seenByApplicant(application.id)).toMatchObject({ status: 'ACCEPTED' });
  await tellDecisions(app);
  expect(await one.seenByApplicant(application.id)).toMatchObject({ status: 'PENDING' });
  expect(await one.historySeen(application.id)).toEqual(['PENDING', 'ACCEPTED', 'PENDING']);
  const again = 'Your application to “Market days” is under review again.';
  expect(await one.toldOf('Market days')).toEqual([again, 'You have been accepted for “Market days”.']);
});

test('a told decision that is taken back and made again within the time is no news', async () => {
  const application = await one.applied('Tomato paste');
  await one.decideOn(application, accept);
  await tellDecisions(app);
  await one.decideOn(application, takeBack, accept);
  await tellDecisions(app);
  expect(await one.toldOf('Tomato')).toHaveLength(1);
  expect(await one.historySeen(application.id)).toEqual(['PENDING', 'ACCEPTED']);
});

test('a decline with another reason than the one that was told is news', async () => {
  const application = await one.applied('Night markets');
  await one.decideOn(application, decline);
  await tellDecisions(app);
  await one.decideOn(application, takeBack, { status: 'DECLINED', reason: 'NOT_A_MATCH' });
  await tellDecisions(app);
  const told = await one.toldOf('Night markets');
  expect(told[0]).toContain('Not what this study is looking for');
  expect((await one.seenByApplicant(application.id)).history.at(-1)).toMatchObject({
    reason: 'NOT_A_MATCH',
    note: null,
  });
});

test('D-31 open pages hear of what is told: the researcher of who comes and goes, the applicant of a decision', async () => {
  const origin = await originOf(app.process.app);
  const [ofResearcher, ofApplicant] = [
    await openPage(origin, one.researcher),
    await openPage(origin, one.participant),
  ];
  for (const page of [ofResearcher, ofApplicant]) onTestFinished(page.leave);
  const unreadOf = async (as: SignedInUser) =>
    (await app.call(listNotifications, { as, query: { read: 'false' } })).json['totalElements'] as number;
  const shows = async (page: OpenPage, count: number) => {
    await expect.poll(() => page.counts.at(-1)).toBe(count);
  };

  const before = await unreadOf(one.researcher);
  const application = await one.applied('Open pages');
  await shows(ofResearcher, before + 1);
  const known = await unreadOf(one.participant);
  await one.decideOn(application, accept);
  await tellDecisions(app);
  await shows(ofApplicant, known + 1);
  await app.call(withdrawApplication, { as: one.participant, params: { id: application.id } });
  await shows(ofResearcher, before + 2);
});

test('NT4 the job that tells may run twice', async () => {
  const applications = [await one.applied('Kenkey one'), await one.applied('Kenkey two')];
  for (const application of applications) await one.decideOn(application, decline);
  await tellDecisions(app);
  const state = async () => [
    await one.toldOf('Kenkey'),
    await Promise.all(applications.map(({ id }) => one.seenByApplicant(id))),
    (
      await sql`select step_id, told_at from project.application_steps order by step_id`.execute(
        app.engine.owner,
      )
    ).rows,
  ];
  const before = await state();
  await tellDecisions(app, { again: true });
  expect(await state()).toEqual(before);
  expect(before[0]).toHaveLength(2);
});

test('D-29 AZ-8 an applicant reads nothing of the screening, of remarks or of untold decisions', async () => {
  const application = await one.applied('Cassava and yam');
  await sql`
    update project.applications set remarks = 'loud voice', is_favourite = true
    where application_id = ${application.id}`.execute(app.engine.owner);
  await one.decideOn(application, decline);
  const answers = [
    await app.call(listOwnApplications, { as: one.participant, query: { size: 100 } }),
    await apply(app, one.participant, application.study),
  ];
  const text = JSON.stringify(answers.map(({ json }) => json));
  expect(text).not.toMatch(/qualif|remark|favourite|loud voice|decision|told/i);
  expect(await one.historySeen(application.id)).toEqual(['PENDING']);
});
