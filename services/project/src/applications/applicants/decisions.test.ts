import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { type Decision, decideApplicants } from '@app/contracts/project/applicants.ts';
import { listOwnBookings } from '@app/contracts/project/bookings.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { joinWaitingList } from '@app/contracts/project/slots.ts';
import { closeStudy, pauseStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { addApplicants, decide, readPlaceCounts, notifyOfDecisions } from '#test/applicants.ts';
import { book, freshSlot } from '#test/meetings.ts';
import { apply, dayAhead, makeDraft, makeProject, makePublished } from '#test/studies.ts';

const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });
let researcher: SignedInUser;
let participant: SignedInUser;
let projectId: string;

beforeAll(async () => {
  [researcher, participant] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  projectId = (await makeProject(app, researcher)).id;
});

const accept = { status: 'ACCEPTED' } as const;
const decline = { status: 'DECLINED', reason: 'NOT_A_MATCH' } as const;
const resetToPending = { status: 'PENDING' } as const;

const publish = (places = 12) =>
  makePublished(app, researcher, { projectId }, { desiredNumberOfParticipants: places });

async function readApplicationStatus(applicationId: string): Promise<unknown> {
  const { rows } = await sql<{ status: string }>`
    select status from project.applications where application_id = ${applicationId}`.execute(
    app.engine.owner,
  );
  return rows[0]?.status;
}

async function readSteps(applicationId: string) {
  const { rows } = await sql<{ status: string; by: string; reason: string | null; note: string | null }>`
    select status, by_user_id as by, reason, note from project.application_steps
    where application_id = ${applicationId} order by at`.execute(app.engine.owner);
  return rows;
}

describe('AP1 the effect of each decision on an application in each status', () => {
  type Steps = (Omit<Decision, 'applicationIds'> | 'withdraw')[];
  const paths: Record<string, Steps> = {
    PENDING: [],
    ACCEPTED: [accept],
    DECLINED: [decline],
    WITHDRAWN: ['withdraw'],
  };
  const table: [from: string, decision: Omit<Decision, 'applicationIds'>, to: string][] = [
    ['PENDING', accept, 'ACCEPTED'],
    ['PENDING', decline, 'DECLINED'],
    ['PENDING', resetToPending, 'IS_PENDING'],
    ['ACCEPTED', accept, 'IS_ACCEPTED'],
    ['ACCEPTED', decline, 'IS_ACCEPTED'],
    ['ACCEPTED', resetToPending, 'PENDING'],
    ['DECLINED', accept, 'IS_DECLINED'],
    ['DECLINED', decline, 'IS_DECLINED'],
    ['DECLINED', resetToPending, 'PENDING'],
    ['WITHDRAWN', accept, 'IS_WITHDRAWN'],
    ['WITHDRAWN', decline, 'IS_WITHDRAWN'],
    ['WITHDRAWN', resetToPending, 'IS_WITHDRAWN'],
  ];

  test.each(table)('%s, %o: %s', async (from, decision, to) => {
    const study = await publish(1);
    const { id } = (await apply(app, participant, study)).content;
    for (const step of paths[from] ?? []) {
      const answer =
        step === 'withdraw'
          ? await app.call(withdrawApplication, { as: participant, params: { id } })
          : await decide(app, researcher, study.id, [id], step);
      expect(answer.status).toBe(200);
    }
    const before = await readSteps(id);
    const answer = await decide(app, researcher, study.id, [id], decision);
    const isRefused = to.startsWith('IS_');
    const status = isRefused ? from : to;
    expect(answer).toMatchObject({
      status: 200,
      content: {
        decided: isRefused ? [] : [id],
        undecided: isRefused ? [{ applicationId: id, because: to }] : [],
        placesLeft: status === 'ACCEPTED' ? 0 : 1,
      },
    });
    expect(await readApplicationStatus(id)).toBe(status);
    const taken = status === 'ACCEPTED' ? 1 : 0;
    expect(await readPlaceCounts(app, study.id)).toEqual({ counted: taken, accepted: taken, wanted: 1 });
    const step = { status: to, by: researcher.userId, reason: null, note: null, ...reasonField(decision) };
    expect(await readSteps(id)).toEqual(isRefused ? before : [...before, step]);
  });
});

test('AP3 an acceptance cannot be undone after a booking; a reversal must confirm that it cancels the meeting', async () => {
  const study = await publish();
  const { id } = (await apply(app, participant, study)).content;
  await decide(app, researcher, study.id, [id], accept);
  const booked = await book(app, participant, study.id, await freshSlot(app, study.id));
  expect(booked.status).toBe(201);
  const { startsAt } = booked.content;
  const undo = () => decide(app, researcher, study.id, [id], resetToPending);
  expect((await undo()).content).toMatchObject({
    decided: [],
    undecided: [{ applicationId: id, because: 'APPLICANT_HAS_ACTED', startsAt }],
  });
  await sql`update project.application_steps set at = at - interval '2 hours' where application_id = ${id}`.execute(
    app.engine.owner,
  );
  expect((await undo()).content).toMatchObject({
    decided: [],
    undecided: [{ applicationId: id, because: 'HAS_MEETING', startsAt }],
  });
  expect(await readApplicationStatus(id)).toBe('ACCEPTED');
  const reversed = await decide(app, researcher, study.id, [id], { ...resetToPending, cancelsMeeting: true });
  expect(reversed.content).toMatchObject({ decided: [id], undecided: [] });
  const { content: own } = await app.call(listOwnBookings, { as: participant });
  expect(own.find((booking) => booking.id === booked.content.id)?.state).toBe('CANCELLED_BY_RESEARCHER');
  // A reversal has no undo time.
  const { content: notifications } = await app.call(listNotifications, { as: participant });
  expect(notifications.filter(({ params }) => params.studyId === study.id).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['MEETING_CANCELLED', 'UNDER_REVIEW_AGAIN']),
  );
});

test('undoing the acceptance of an applicant on the waiting list removes them and notifies at once', async () => {
  const study = await publish();
  const { id } = (await apply(app, participant, study)).content;
  await decide(app, researcher, study.id, [id], accept);
  const params = { id: study.id };
  const waiting = await app.call(joinWaitingList, {
    as: participant,
    params,
    body: { days: [dayAhead(60)] },
  });
  expect(waiting.status).toBe(200);
  for (const decision of [resetToPending, accept]) await decide(app, researcher, study.id, [id], decision);
  await notifyOfDecisions(app);
  const { content: all } = await app.call(listNotifications, { as: participant, query: { size: 100 } });
  expect(all.filter(({ params: { studyId } }) => studyId === study.id).map(({ kind }) => kind)).toEqual([
    'ACCEPTED',
    'UNDER_REVIEW_AGAIN',
  ]);
});

test('acceptances and declines cannot ask to cancel a meeting', async () => {
  const study = await publish();
  const { id } = (await apply(app, participant, study)).content;
  for (const decision of [accept, decline])
    expect(
      await decide(app, researcher, study.id, [id], { ...decision, cancelsMeeting: true }),
    ).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
});

function reasonField({ reason }: Pick<Decision, 'reason'>) {
  return reason === undefined ? {} : { reason };
}

test('AP3 a decline needs a listed reason; other decisions have no reason and no note', async () => {
  const study = await publish();
  const ids = await addApplicants(app, study.id, 1);
  const refused = [
    { status: 'DECLINED' },
    { status: 'DECLINED', reason: 'BECAUSE' },
    { status: 'DECLINED', note: 'No' },
    { status: 'ACCEPTED', reason: 'OTHER' },
    { status: 'ACCEPTED', note: 'Welcome' },
    { status: 'PENDING', reason: 'OTHER' },
    { status: 'WITHDRAWN' },
    { status: 'DECLINED', reason: 'OTHER', note: 'n'.repeat(251) },
    { status: 'ACCEPTED', isQualified: true },
  ];
  for (const decision of refused) {
    const body = { applicationIds: ids, ...decision };
    const answer = await app.call(decideApplicants, { as: researcher, params: { id: study.id }, body });
    expect(answer).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
  }
  const [id = ''] = ids;
  expect(await readSteps(id)).toEqual([]);
  const note = 'The days that you can are not the days that we can.';
  await decide(app, researcher, study.id, ids, { status: 'DECLINED', reason: 'DATES_DO_NOT_FIT', note });
  const declined = { status: 'DECLINED', by: researcher.userId, reason: 'DATES_DO_NOT_FIT' };
  expect(await readSteps(id)).toEqual([{ ...declined, note }]);
  await decide(app, researcher, study.id, ids, resetToPending);
  await decide(app, researcher, study.id, ids, { ...decline, note: '' });
  expect((await readSteps(id)).at(-1)).toMatchObject({ status: 'DECLINED', note: null });
});

test('AP4 if more applicants are accepted than places are left, the first in the given order get them', async () => {
  const study = await publish(4);
  const ids = await addApplicants(app, study.id, 11);
  await decide(app, researcher, study.id, ids.slice(0, 1), accept);
  const order = ids.slice(1).toReversed();
  expect((await decide(app, researcher, study.id, order, accept)).content).toEqual({
    decided: order.slice(0, 3),
    undecided: order.slice(3).map((applicationId) => ({ applicationId, because: 'NO_PLACE_LEFT' })),
    placesLeft: 0,
  });
  const read = async () => (await app.call(readStudy, { as: researcher, params: { id: study.id } })).content;
  expect(await read()).toMatchObject({ acceptedCount: 4, state: 'PUBLISHED' });
  expect((await apply(app, participant, study)).json).toMatchObject({ code: 'STUDY_IS_FULL' });
  await decide(app, researcher, study.id, order.slice(0, 1), resetToPending);
  expect(await read()).toMatchObject({ acceptedCount: 3 });
  expect((await apply(app, participant, study)).status).toBe(201);
});

test('AP3 a hundred mixed decisions in one call: each is made, or returned with the reason why not', async () => {
  const [study, another] = [await publish(40), await publish()];
  const ids = await addApplicants(app, study.id, 90);
  const [foreign = ''] = await addApplicants(app, another.id, 1);
  const strangers = Array.from({ length: 9 }, () => crypto.randomUUID());
  await decide(app, researcher, study.id, ids.slice(0, 10), accept);
  await decide(app, researcher, study.id, ids.slice(10, 30), decline);
  const all = [foreign, ...ids, ...strangers];
  const { status, content } = await decide(
    app,
    researcher,
    study.id,
    all.map((id) => id.toUpperCase()),
    accept,
  );
  expect(status).toBe(200);
  expect(content.decided).toEqual(ids.slice(30, 60));
  const named = Object.groupBy(content.undecided, ({ because }) => because);
  const undecidedIds = (because: keyof typeof named) =>
    named[because]?.map(({ applicationId }) => applicationId);
  expect(undecidedIds('NOT_FOUND')).toEqual([foreign, ...strangers]);
  expect(undecidedIds('IS_ACCEPTED')).toEqual(ids.slice(0, 10));
  expect(undecidedIds('IS_DECLINED')).toEqual(ids.slice(10, 30));
  expect(undecidedIds('NO_PLACE_LEFT')).toEqual(ids.slice(60));
  expect(await readPlaceCounts(app, study.id)).toEqual({ counted: 40, accepted: 40, wanted: 40 });
  expect(await readApplicationStatus(foreign)).toBe('PENDING');

  const back = await decide(app, researcher, study.id, ids.slice(0, 60), resetToPending);
  expect(back.content).toMatchObject({ decided: ids.slice(0, 60), undecided: [], placesLeft: 40 });
  const tooMany = Array.from({ length: 101 }, () => crypto.randomUUID());
  for (const wrong of [[], tooMany, [foreign, foreign.toUpperCase()]]) {
    expect((await decide(app, researcher, study.id, wrong, accept)).status).toBe(400);
  }
});

test('CON-6 a retry after a crash returns the earlier decision and decides nothing again', async () => {
  const study = await publish(2);
  const ids = await addApplicants(app, study.id, 3);
  const body = { applicationIds: ids, status: 'ACCEPTED' };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const send = () => app.call(decideApplicants, { as: researcher, params: { id: study.id }, body, headers });
  const first = await send();
  await sql`update project.idempotency_keys set answer = null, claimed_at = '-infinity'`.execute(
    app.engine.owner,
  );
  const second = await send();
  expect(second.content).toEqual(first.content);
  expect(second.content).toMatchObject({ decided: ids.slice(0, 2), placesLeft: 0 });
  for (const id of ids.slice(0, 2)) expect(await readSteps(id)).toHaveLength(1);
});

test('AZ-4 another researcher’s applicants look like unknown ones, and a draft has no applicants to decide on', async () => {
  const other = await registerResearcher(app, { verified: true });
  const [id = ''] = await addApplicants(app, (await publish()).id, 1);
  const own = await makePublished(app, other, { projectId: (await makeProject(app, other)).id });
  const draft = await makeDraft(app, other, { projectId: own.projectId });
  for (const study of [own, draft])
    expect((await decide(app, other, study.id, [id], accept)).content).toMatchObject({
      decided: [],
      undecided: [{ applicationId: id, because: 'NOT_FOUND' }],
    });
  expect(await readApplicationStatus(id)).toBe('PENDING');
});

test('applicants of paused and closed studies are decided on like those of open ones', async () => {
  for (const move of [pauseStudy, closeStudy]) {
    const study = await publish();
    const ids = await addApplicants(app, study.id, 2);
    await app.call(move, { as: researcher, params: { id: study.id } });
    expect((await decide(app, researcher, study.id, ids.slice(0, 1), accept)).content.decided).toHaveLength(
      1,
    );
    expect((await decide(app, researcher, study.id, ids.slice(1), decline)).content.decided).toHaveLength(1);
    expect((await decide(app, researcher, study.id, ids, resetToPending)).content).toMatchObject({
      decided: ids,
      placesLeft: 12,
    });
  }
});

test('OBS-2 decisions with an effect are audited, and each makes one step per applicant', async () => {
  const study = await publish();
  const ids = await addApplicants(app, study.id, 3);
  await decide(app, researcher, study.id, ids, accept);
  await decide(app, researcher, study.id, ids, accept);
  await decide(app, researcher, study.id, ids.slice(1), resetToPending);
  const recorded = await sql`
    select event, user_id, about from project.audit where about = ${study.id} and event like 'APPLICANTS%'`.execute(
    app.engine.owner,
  );
  const event = { event: 'APPLICANTS_DECIDED', user_id: researcher.userId, about: study.id };
  expect(recorded.rows).toEqual([event, event]);
  const decisions = await sql`
    select count(*)::int as steps from project.application_steps
    where application_id = any(${ids}::uuid[]) group by decision_id order by steps`.execute(app.engine.owner);
  expect(decisions.rows).toEqual([{ steps: 2 }, { steps: 3 }]);
});
