import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { type Decision, listApplicants } from '@app/contracts/project/applicants.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { useApp } from '@app/test/support/app.ts';
import { type OpenPage } from '@app/test/support/event-stream.ts';
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
import { watchPage } from '#test/pages.ts';

const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });
let one: OneApplicant;
beforeAll(async () => {
  one = await meetOneApplicant(app);
});

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

const acceptedFor = (name: string) => `You have been accepted for “${name}”.`;
/** Decisions that are told one by one, those that follow within the time, and what is told and seen in the end. */
const sequences: [name: string, first: Decisions, then: Decisions, told: unknown[], seen: string[]][] = [
  ['Soap and water', [], [accept, takeBack, decline, takeBack], [], ['PENDING']],
  [
    'Palm oil prices',
    [],
    [decline, takeBack, accept],
    [acceptedFor('Palm oil prices')],
    ['PENDING', 'ACCEPTED'],
  ],
  [
    'Market days',
    [accept],
    [takeBack],
    ['Your application to “Market days” is under review again.', acceptedFor('Market days')],
    ['PENDING', 'ACCEPTED', 'PENDING'],
  ],
  ['Tomato paste', [accept], [takeBack, accept], [acceptedFor('Tomato paste')], ['PENDING', 'ACCEPTED']],
  [
    'Night markets',
    [decline],
    [takeBack, { status: 'DECLINED', reason: 'NOT_A_MATCH' }],
    [expect.stringContaining('Not what this study is looking for'), expect.stringContaining('declined')],
    ['PENDING', 'DECLINED', 'DECLINED'],
  ],
];
type Decisions = Omit<Decision, 'applicationIds'>[];

test('NT4 what differs from what was told is told once, as it is at the end of the time, and nothing else is seen', async () => {
  const applications: Awaited<ReturnType<typeof one.applied>>[] = [];
  for (const [name] of sequences) applications.push(await one.applied(name));
  const before = await one.seenByApplicant(applications[0]!.id);
  for (const part of ['first', 'then'] as const) {
    for (const [index, [, first, then]] of sequences.entries())
      await one.decideOn(applications[index]!, ...(part === 'first' ? first : then));
    expect(await one.seenByApplicant(applications[2]!.id)).toMatchObject({
      status: part === 'first' ? 'PENDING' : 'ACCEPTED',
    });
    await tellDecisions(app);
  }
  for (const [index, [name, , , told, seen]] of sequences.entries()) {
    expect([name, await one.toldOf(name)]).toEqual([name, told]);
    expect([name, await one.historySeen(applications[index]!.id)]).toEqual([name, seen]);
  }
  expect(await one.seenByApplicant(applications[0]!.id)).toEqual(before);
  expect((await one.seenByApplicant(applications[4]!.id)).history.at(-1)).toMatchObject({
    reason: 'NOT_A_MATCH',
    note: null,
  });
  const params = { id: applications[0]!.study.id };
  const { content } = await app.call(listApplicants, { as: one.researcher, params });
  expect(content[0]?.history.map(({ status, by }) => `${status} ${by}`)).toEqual([
    'PENDING APPLICANT',
    'ACCEPTED RESEARCHER',
    'PENDING RESEARCHER',
    'DECLINED RESEARCHER',
    'PENDING RESEARCHER',
  ]);
});

test('NT4 a place that is given or taken back counts for those who applied once it is told', async () => {
  const given = { projectId: one.projectId, publicName: 'One place only' };
  const study = await makePublished(app, one.researcher, given, { desiredNumberOfParticipants: 1 });
  const { id } = (await apply(app, one.participant, study)).content;
  const seen = async () => {
    const { content } = await app.call(readStudy, { as: one.participant, params: { id: study.id } });
    if (content.audience !== 'PARTICIPANT') throw new Error('It is read by a participant');
    return [(await one.seenByApplicant(id)).study.standing, content.standing, content.placesLeft];
  };
  const [open, full] = [
    ['OPEN', 'OPEN', 1],
    ['FULL', 'FULL', 0],
  ];
  expect(await seen()).toEqual(open);
  await one.decideOn({ study, id }, accept);
  expect(await seen()).toEqual(open);
  const other = await registerParticipant(app, { withProfile: true });
  expect((await apply(app, other, study)).json).toMatchObject({ code: 'STUDY_IS_FULL' });
  await tellDecisions(app);
  expect(await seen()).toEqual(full);
  await one.decideOn({ study, id }, takeBack);
  expect(await seen()).toEqual(full);
  await tellDecisions(app);
  expect(await seen()).toEqual(open);
});

test('D-31 open pages hear of what is told: the researcher of who comes and goes, the applicant of a decision', async () => {
  const ofResearcher = await watchPage(app, one.researcher);
  const ofApplicant = await watchPage(app, one.participant);
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
