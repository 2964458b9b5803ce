import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import type { Decision } from '@app/contracts/project/applicants.ts';
import { listOwnApplications, withdrawApplication } from '@app/contracts/project/applications.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { startTestApp } from '../../../../test/app.ts';
import type { TestApp } from '../../../../test/app.ts';
import type { OpenPage } from '../../../../test/event-stream.ts';
import { openPage, originOf } from '../../../../test/event-stream.ts';
import { registerParticipant, registerResearcher } from '../../../../test/people.ts';
import { decide, tellDecisions } from '../../test/applicants.ts';
import { apply, makeProject, makePublished } from '../../test/studies.ts';

let app: TestApp;
let researcher: SignedInUser;
let participant: SignedInUser;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp({ DECISION_NOTICE_SECONDS: '3600' });
  [researcher, participant] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  projectId = (await makeProject(app, researcher)).id;
});
afterAll(() => app.close());

const accept = { status: 'ACCEPTED' } as const;
const decline = { status: 'DECLINED', reason: 'PLACES_TAKEN', note: 'Thank you for your time.' } as const;
const takeBack = { status: 'PENDING' } as const;

/** A study of its own name, to which the participant has applied. */
async function applied(publicName: string): Promise<{ study: Study; id: string }> {
  const study = await makePublished(app, researcher, { projectId, publicName });
  return { study, id: (await apply(app, participant, study)).content.id };
}

async function decideOn(
  { study, id }: { study: Study; id: string },
  ...decisions: Omit<Decision, 'applicationIds'>[]
): Promise<void> {
  for (const decision of decisions) {
    const { content } = await decide(app, researcher, study.id, [id], decision);
    expect(content.decided).toEqual([id]);
  }
}

async function seenByApplicant(id: string) {
  const listed = await app.call(listOwnApplications, { as: participant, query: { size: 100 } });
  const own = listed.content.find((application) => application.id === id);
  if (!own) throw new Error('They have applied');
  return own;
}
const historySeen = async (id: string) => (await seenByApplicant(id)).history.map(({ status }) => status);

/** What the participant was told of their application to a study, newest first. */
async function newsOf(publicName: string) {
  const { content } = await app.call(listNotifications, { as: participant, query: { size: 100 } });
  return content.filter(({ message, path }) => message.includes(publicName) && path === '/dashboard/studies');
}
const toldOf = async (publicName: string) => (await newsOf(publicName)).map(({ message }) => message);

test('AP3 a decision is told when the time to take it back has passed, and not seen before', async () => {
  const application = await applied('Bread in the morning');
  const before = await seenByApplicant(application.id);
  expect(before.history).toEqual([
    { status: 'PENDING', at: before.appliedAt, by: 'APPLICANT', reason: null, note: null },
  ]);
  await decideOn(application, decline);
  expect(await seenByApplicant(application.id)).toEqual(before);
  expect(await toldOf('Bread')).toEqual([]);

  await tellDecisions(app);
  expect(await seenByApplicant(application.id)).toEqual({
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
  expect(await newsOf('Bread')).toMatchObject([{ message: words, read: false }]);
});

test('NT4 a decision that is taken back within the time is never told, and leaves no trace for the applicant', async () => {
  const application = await applied('Soap and water');
  const before = await seenByApplicant(application.id);
  await decideOn(application, accept, takeBack, decline, takeBack);
  await tellDecisions(app);
  expect(await seenByApplicant(application.id)).toEqual(before);
  expect(await toldOf('Soap')).toEqual([]);
  const listed = await app.call(listApplicants, {
    as: researcher,
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
  const study = await makePublished(app, researcher, { projectId, publicName: 'One place only' }, plan);
  const { id } = (await apply(app, participant, study)).content;
  const read = () => app.call(readStudy, { as: participant, params: { id: study.id } });
  const seen = async () => [(await seenByApplicant(id)).study.standing, (await read()).content];
  const before = await seen();
  expect(before).toMatchObject(['OPEN', { standing: 'OPEN', placesLeft: 1 }]);
  await decideOn({ study, id }, accept);
  expect(await seen()).toEqual(before);
  const other = await registerParticipant(app, { withProfile: true });
  expect((await apply(app, other, study)).json).toMatchObject({ code: 'STUDY_IS_FULL' });
  await tellDecisions(app);
  expect(await seen()).toMatchObject(['FULL', { standing: 'FULL', placesLeft: 0 }]);
});

test('NT4 what is told is how it stands at the end of the time, once', async () => {
  const application = await applied('Palm oil prices');
  await decideOn(application, decline, takeBack, accept);
  await tellDecisions(app);
  expect(await toldOf('Palm oil')).toEqual(['You have been accepted for “Palm oil prices”.']);
  expect(await historySeen(application.id)).toEqual(['PENDING', 'ACCEPTED']);
});

test('a decision that is taken back after it was told is told too', async () => {
  const application = await applied('Market days');
  await decideOn(application, accept);
  await tellDecisions(app);
  await decideOn(application, takeBack);
  expect(await seenByApplicant(application.id)).toMatchObject({ status: 'ACCEPTED' });
  await tellDecisions(app);
  expect(await seenByApplicant(application.id)).toMatchObject({ status: 'PENDING' });
  expect(await historySeen(application.id)).toEqual(['PENDING', 'ACCEPTED', 'PENDING']);
  const again = 'Your application to “Market days” is under review again.';
  expect(await toldOf('Market days')).toEqual([again, 'You have been accepted for “Market days”.']);
});

test('a told decision that is taken back and made again within the time is no news', async () => {
  const application = await applied('Tomato paste');
  await decideOn(application, accept);
  await tellDecisions(app);
  await decideOn(application, takeBack, accept);
  await tellDecisions(app);
  expect(await toldOf('Tomato')).toHaveLength(1);
  expect(await historySeen(application.id)).toEqual(['PENDING', 'ACCEPTED']);
});

test('a decline with another reason than the one that was told is news', async () => {
  const application = await applied('Night markets');
  await decideOn(application, decline);
  await tellDecisions(app);
  await decideOn(application, takeBack, { status: 'DECLINED', reason: 'NOT_A_MATCH' });
  await tellDecisions(app);
  const told = await toldOf('Night markets');
  expect(told[0]).toContain('Not what this study is looking for');
  expect((await seenByApplicant(application.id)).history.at(-1)).toMatchObject({
    reason: 'NOT_A_MATCH',
    note: null,
  });
});

test('D-31 open pages hear of what is told: the researcher of who comes and goes, the applicant of a decision', async () => {
  const origin = await originOf(app.process.app);
  const [ofResearcher, ofApplicant] = [
    await openPage(origin, researcher),
    await openPage(origin, participant),
  ];
  for (const page of [ofResearcher, ofApplicant]) onTestFinished(page.leave);
  const unreadOf = async (as: SignedInUser) =>
    (await app.call(listNotifications, { as, query: { read: 'false' } })).json['totalElements'] as number;
  const shows = async (page: OpenPage, count: number) => {
    await expect.poll(() => page.counts.at(-1), { timeout: 10_000 }).toBe(count);
  };

  const before = await unreadOf(researcher);
  const application = await applied('Open pages');
  await shows(ofResearcher, before + 1);
  await expect.poll(() => isAnnounced(application.study), { timeout: 10_000 }).toBe(true);
  const known = await unreadOf(participant);
  await decideOn(application, accept);
  await tellDecisions(app);
  await shows(ofApplicant, known + 1);
  await app.call(withdrawApplication, { as: participant, params: { id: application.id } });
  await shows(ofResearcher, before + 2);
});

async function isAnnounced({ id }: Study): Promise<boolean> {
  const { rows } = await sql<{ isAnnounced: boolean }>`
    select announced_at is not null as "isAnnounced" from project.studies where study_id = ${id}`.execute(
    app.engine.owner,
  );
  return rows[0]?.isAnnounced === true;
}

test('NT4 the job that tells may run twice', async () => {
  const applications = [await applied('Kenkey one'), await applied('Kenkey two')];
  for (const application of applications) await decideOn(application, decline);
  await tellDecisions(app);
  const state = async () => [
    await toldOf('Kenkey'),
    await Promise.all(applications.map(({ id }) => seenByApplicant(id))),
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
  const application = await applied('Cassava and yam');
  await sql`
    update project.applications set remarks = 'loud voice', is_favourite = true
    where application_id = ${application.id}`.execute(app.engine.owner);
  await decideOn(application, decline);
  const answers = [
    await app.call(listOwnApplications, { as: participant, query: { size: 100 } }),
    await apply(app, participant, application.study),
  ];
  const text = JSON.stringify(answers.map(({ json }) => json));
  expect(text).not.toMatch(/qualif|remark|favourite|loud voice|decision|told/i);
  expect(await historySeen(application.id)).toEqual(['PENDING']);
});

describe('withdrawing', () => {
  const withdraw = (id: string, as = participant) => app.call(withdrawApplication, { as, params: { id } });
  type Told = Omit<Decision, 'applicationIds'>[];
  const withdrawn = 'WITHDRAWN';
  /** What was decided and told, what was decided since without being told, and what withdrawing comes to. */
  const table: [name: string, told: Told, untold: Told, outcome: string, seen: string[]][] = [
    ['pending', [], [], withdrawn, ['PENDING', withdrawn]],
    ['accepted', [accept], [], withdrawn, ['PENDING', 'ACCEPTED', withdrawn]],
    ['declined', [decline], [], 'APPLICATION_IS_DECLINED', ['PENDING', 'DECLINED']],
    ['accepted, not told', [], [accept], withdrawn, ['PENDING', withdrawn]],
    ['declined, not told', [], [decline], withdrawn, ['PENDING', withdrawn]],
    [
      'accepted and told, then declined',
      [accept],
      [takeBack, decline],
      withdrawn,
      ['PENDING', 'ACCEPTED', withdrawn],
    ],
    [
      'declined and told, then taken back',
      [decline],
      [takeBack],
      'APPLICATION_IS_DECLINED',
      ['PENDING', 'DECLINED'],
    ],
    [
      'declined and told, then accepted',
      [decline],
      [takeBack, accept],
      'APPLICATION_IS_DECLINED',
      ['PENDING', 'DECLINED'],
    ],
    [
      'accepted, told and taken back',
      [accept, takeBack],
      [],
      withdrawn,
      ['PENDING', 'ACCEPTED', 'PENDING', withdrawn],
    ],
  ];

  const applications = new Map<string, { study: Study; id: string }>();
  const applicationOf = (name: string) => {
    const application = applications.get(name);
    if (!application) throw new Error('Every row has applied');
    return application;
  };

  beforeAll(async () => {
    for (const [name] of table) applications.set(name, await applied(`Withdrawn when ${name}`));
    for (const time of [0, 1]) {
      for (const [name, told] of table) await decideOn(applicationOf(name), ...told.slice(time, time + 1));
      await tellDecisions(app);
    }
  });

  test.each(table)('AP1 %s', async (name, _, untold, outcome, seen) => {
    const { study, id } = applicationOf(name);
    await decideOn({ study, id }, ...untold);
    const answer = await withdraw(id);
    if (outcome === withdrawn) {
      expect(answer).toMatchObject({ status: 200, content: { id, status: withdrawn } });
    } else {
      expect(answer).toMatchObject({ status: 409, json: { code: outcome } });
    }
    expect(await historySeen(id)).toEqual(seen);
    const { rows } = await sql<{ taken: number; status: string }>`
      select accepted_count::int as taken, status from project.studies
      join project.applications using (study_id) where application_id = ${id}`.execute(app.engine.owner);
    expect(rows[0]?.taken).toBe(rows[0]?.status === 'ACCEPTED' ? 1 : 0);
    expect(rows[0]?.status === withdrawn).toBe(outcome === withdrawn);
  });

  test('nobody is told later of a decision that they withdrew from', async () => {
    const before = await toldOf('Withdrawn when');
    await tellDecisions(app);
    for (const [name, , , outcome, seen] of table) {
      if (outcome === withdrawn) expect(await historySeen(applicationOf(name).id)).toEqual(seen);
    }
    const news = (await toldOf('Withdrawn when')).slice(0, -before.length);
    expect(news.map((message) => /Withdrawn when ([^”]*)/.exec(message)?.[1])).toEqual(
      expect.arrayContaining(['declined and told, then taken back', 'declined and told, then accepted']),
    );
    expect(news).toHaveLength(2);
  });

  test('twice is once: one step, one notification to the researcher, one line in the audit', async () => {
    const study = await makePublished(app, researcher, { projectId, name: 'Plantain, wave 3' });
    const { id } = (await apply(app, participant, study)).content;
    const first = await withdraw(id);
    expect(first.content.history.at(-1)).toMatchObject({ status: withdrawn, by: 'APPLICANT', reason: null });
    expect(await withdraw(id)).toMatchObject({ status: 200, content: first.content });
    const told = await app.call(listNotifications, { as: researcher, query: { size: 2 } });
    expect(told.content).toMatchObject([
      {
        message: 'Someone withdrew their application to “Plantain, wave 3”.',
        path: `/dashboard/study-applicants/${study.id}`,
      },
      { message: 'Someone applied to “Plantain, wave 3”.' },
    ]);
    const count = await sql`
      select (select count(*)::int from project.application_steps where application_id = ${id}) as steps,
        (select count(*)::int from project.audit where event = 'APPLICATION_WITHDRAWN' and about = ${id}
          and user_id = ${participant.userId}) as noted`.execute(app.engine.owner);
    expect(count.rows).toEqual([{ steps: 1, noted: 1 }]);
    expect((await apply(app, participant, study)).json).toMatchObject({ code: 'ALREADY_APPLIED' });
  });

  test('AZ-4 another’s application is as one that does not exist', async () => {
    const { id } = await applied('Not theirs');
    const other = await registerParticipant(app, { withProfile: true });
    for (const unknown of [id, crypto.randomUUID(), 'nonsense']) {
      expect(await withdraw(unknown, other)).toMatchObject({
        status: 404,
        json: { code: 'APPLICATION_NOT_FOUND' },
      });
    }
    expect(await historySeen(id)).toEqual(['PENDING']);
  });
});
