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
import { notifyOfDecisions } from '#test/applicants.ts';
import {
  type OneApplicant,
  accept,
  decline,
  meetOneApplicant,
  resetToPending,
} from '@app/test/support/one-applicant.ts';
import { apply, makePublished } from '#test/studies.ts';
import { watchPage } from '#test/pages.ts';

const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });
let one: OneApplicant;
beforeAll(async () => {
  one = await meetOneApplicant(app);
});

test('AP3 a decision takes effect at once, and is notified once it can no longer be undone', async () => {
  const application = await one.applied('Bread in the morning');
  const before = await one.seenByApplicant(application.id);
  expect(before.history).toEqual([
    { status: 'PENDING', at: before.appliedAt, by: 'APPLICANT', reason: null, note: null },
  ]);
  await one.decideOn(application, decline);
  const declined = { at: expect.any(String), by: 'RESEARCHER', reason: 'PLACES_TAKEN' };
  expect(await one.seenByApplicant(application.id)).toEqual({
    ...before,
    status: 'DECLINED',
    history: [...before.history, { status: 'DECLINED', ...declined, note: 'Thank you for your time.' }],
  });
  expect(await one.findNotificationTexts('Bread')).toEqual([]);

  await notifyOfDecisions(app);
  const words = 'Your application to “Bread in the morning” was declined. Reason: All places are filled.';
  expect(await one.findNotifications('Bread')).toMatchObject([{ message: words, read: false }]);
});

const acceptedFor = (name: string) => `You have been accepted for “${name}”.`;
type Decisions = Omit<Decision, 'applicationIds'>[];
/**
 * The columns are: notified decisions, decisions within the undo time, and all resulting notifications,
 * newest first.
 */
const sequences: [name: string, first: Decisions, then: Decisions, notified: unknown[]][] = [
  ['Soap and water', [], [accept, resetToPending, decline, resetToPending], []],
  ['Palm oil prices', [], [decline, resetToPending, accept], [acceptedFor('Palm oil prices')]],
  [
    'Market days',
    [accept],
    [resetToPending],
    ['Your application to “Market days” is under review again.', acceptedFor('Market days')],
  ],
  ['Tomato paste', [accept], [resetToPending, accept], [acceptedFor('Tomato paste')]],
  ['Fried yam', [decline], [resetToPending, decline], [expect.stringContaining('All places are filled')]],
  [
    'Night markets',
    [decline],
    [resetToPending, { status: 'DECLINED', reason: 'NOT_A_MATCH' }],
    [expect.stringContaining('Not what this study is looking for'), expect.stringContaining('declined')],
  ],
  [
    'Day markets',
    [decline],
    [resetToPending, { ...decline, note: 'Another note.' }],
    [expect.stringContaining('declined'), expect.stringContaining('declined')],
  ],
];

test('NT4 an applicant is notified once, of the final status, and only if it changed since their last notification', async () => {
  const applications: Awaited<ReturnType<typeof one.applied>>[] = [];
  for (const [name] of sequences) applications.push(await one.applied(name));
  for (const part of ['first', 'then'] as const) {
    for (const [index, [, first, then]] of sequences.entries())
      await one.decideOn(applications[index]!, ...(part === 'first' ? first : then));
    await notifyOfDecisions(app);
  }
  for (const [name, , , notified] of sequences)
    expect([name, await one.findNotificationTexts(name)]).toEqual([name, notified]);
  const params = { id: applications[0]!.study.id };
  const { content } = await app.call(listApplicants, { as: one.researcher, params });
  const steps = [
    'PENDING APPLICANT',
    'ACCEPTED RESEARCHER',
    'PENDING RESEARCHER',
    'DECLINED RESEARCHER',
    'PENDING RESEARCHER',
  ];
  expect(content[0]?.history.map(({ status, by }) => `${status} ${by}`)).toEqual(steps);
  // Applicants see reversals but no undone steps.
  expect(await one.historySeen(applications[0]!.id)).toEqual(['PENDING']);
  expect(await one.historySeen(applications[2]!.id)).toEqual(['PENDING', 'ACCEPTED', 'PENDING']);
});

test('a filled or released place counts for everyone at once', async () => {
  const given = { projectId: one.projectId, publicName: 'One place only' };
  const study = await makePublished(app, one.researcher, given, { desiredNumberOfParticipants: 1 });
  const { id } = (await apply(app, one.participant, study)).content;
  const readSeen = async () => {
    const { content } = await app.call(readStudy, { as: one.participant, params: { id: study.id } });
    if (content.audience !== 'PARTICIPANT') throw new Error('Only a participant reads the study');
    return [
      (await one.seenByApplicant(id)).study.recruitmentStatus,
      content.recruitmentStatus,
      content.placesLeft,
    ];
  };
  const [open, full] = [
    ['OPEN', 'OPEN', 1],
    ['FULL', 'FULL', 0],
  ];
  expect(await readSeen()).toEqual(open);
  await one.decideOn({ study, id }, accept);
  expect(await readSeen()).toEqual(full);
  const other = await registerParticipant(app, { withProfile: true });
  expect((await apply(app, other, study)).json).toMatchObject({ code: 'STUDY_IS_FULL' });
  await one.decideOn({ study, id }, resetToPending);
  expect(await readSeen()).toEqual(open);
});

test('D-31 open pages update: the researcher’s on applications and withdrawals, the applicant’s on decisions', async () => {
  const ofResearcher = await watchPage(app, one.researcher);
  const ofApplicant = await watchPage(app, one.participant);
  const countUnread = async (as: SignedInUser) =>
    (await app.call(listNotifications, { as, query: { read: 'false' } })).json['totalElements'] as number;
  const shows = async (page: OpenPage, count: number) => {
    await expect.poll(() => page.counts.at(-1)).toBe(count);
  };

  const before = await countUnread(one.researcher);
  const application = await one.applied('Open pages');
  await shows(ofResearcher, before + 1);
  const known = await countUnread(one.participant);
  await one.decideOn(application, accept);
  await notifyOfDecisions(app);
  await shows(ofApplicant, known + 1);
  await app.call(withdrawApplication, { as: one.participant, params: { id: application.id } });
  await shows(ofResearcher, before + 2);
});

test('NT4 the notification job may run twice', async () => {
  const applications = [await one.applied('Kenkey one'), await one.applied('Kenkey two')];
  for (const application of applications) await one.decideOn(application, decline);
  await notifyOfDecisions(app);
  const state = async () => [
    await one.findNotificationTexts('Kenkey'),
    await Promise.all(applications.map(({ id }) => one.seenByApplicant(id))),
    (
      await sql`select application_id, notified_step_id from project.applications order by 1`.execute(
        app.engine.owner,
      )
    ).rows,
  ];
  const before = await state();
  await notifyOfDecisions(app, { again: true });
  expect(await state()).toEqual(before);
  expect(before[0]).toHaveLength(2);
});

test('AP3 the job of one decision does not notify of another that can still be undone', async () => {
  const [first, second] = [await one.applied('Shea butter'), await one.applied('Shea nuts')];
  for (const application of [first, second]) await one.decideOn(application, accept);
  await sql`
    delete from project_jobs.job where name = 'decisions' and data ->> 'decisionId' in (
      select decision_id::text from project.application_steps where application_id = ${second.id})`.execute(
    app.engine.owner,
  );
  await notifyOfDecisions(app);
  expect(await one.findNotificationTexts('Shea')).toEqual([acceptedFor('Shea butter')]);
});
