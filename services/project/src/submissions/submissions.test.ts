import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { HOUR_MS } from '@app/contracts/durations.ts';
import { findObstacles } from '@app/contracts/project/account-deletion.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import { listOwnApplications, withdrawApplication } from '@app/contracts/project/applications.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { closeStudy, pauseStudy, publishStudy, resumeStudy } from '@app/contracts/project/study-calls.ts';
import { addSlots } from '@app/contracts/project/slots.ts';
import * as calls from '@app/contracts/project/submissions.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { restoreSuspended, suspendForTest } from '#test/admin.ts';
import { decide, readCode, readPlaceCounts } from '#test/applicants.ts';
import { apply, dayAhead, makeDraft, makeProject, planBody } from '#test/studies.ts';
import { readLikeEnketo } from '#test/enketo.ts';
import {
  findCompletionCode,
  makeOnline,
  makeStarted,
  makeSubmissionOlder,
  onlinePlan,
  runSubmissionSchedule,
  start,
} from '#test/submissions.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let study: Study;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  study = await makeOnline(app, researcher);
});
beforeEach(async () => {
  participant = await registerParticipant(app, { withProfile: true });
});

const enter = (code: string, as: SignedInUser = participant) =>
  app.call(calls.enterCompletionCode, { as, body: { code } });
const own = async (as = participant) => (await app.call(calls.listOwnSubmissions, { as })).content;
const hoursFromSubmission = (one: calls.OwnSubmission | null | undefined) =>
  one?.paidBy && (Date.parse(one.paidBy) - Date.parse(one.submittedAt ?? '')) / HOUR_MS;
const statusOf = async (as = participant, of = study) =>
  (await app.call(listOwnApplications, { as, query: {} })).content.find((one) => one.study.id === of.id)
    ?.status;
const decideOn = (id: string, decision: object, of = study) =>
  app.call(calls.decideSubmissions, {
    as: researcher,
    params: { id: of.id },
    body: { submissionIds: [id], ...decision },
  });
const readPlaces = async (of = study) => {
  const { content } = await app.call(readStudy, { as: researcher, params: { id: of.id } });
  return [content.audience === 'RESEARCHER' && content.acceptedCount, content.placesLeft];
};

test('D-71 an online study is published without times, and its address stays secret until the start', async () => {
  expect(study).toMatchObject({
    state: 'PUBLISHED',
    durationInMinutes: null,
    availableDates: [],
    choosing: 'AT_ONCE',
    survey: { ...onlinePlan().survey, closesOn: dayAhead(20) },
  });
  const again = await app.call(publishStudy, {
    as: researcher,
    params: { id: study.id },
    body: onlinePlan(),
  });
  expect([again.status, again.content.version]).toEqual([200, study.version]);
  const other = onlinePlan({ closesOn: dayAhead(21) });
  const changed = await app.call(publishStudy, { as: researcher, params: { id: study.id }, body: other });
  expect(changed.json).toMatchObject({ status: 409, code: 'STUDY_IS_PUBLISHED' });
  const shown = { minutes: 8, screenOutPay: 0, closesOn: dayAhead(20) };
  const listed = await app.call(browseStudies, { as: participant, query: { size: 100 } });
  expect(listed.content.find(({ id }) => id === study.id)).toMatchObject({
    durationInMinutes: 8,
    survey: shown,
  });
  const read = await app.call(readStudy, { as: participant, params: { id: study.id } });
  expect(read.content).toMatchObject({ survey: shown });
  expect(JSON.stringify([listed.json, read.json])).not.toContain('kobotoolbox');
});

test('D-71 a publish request without a mode is a meeting, and its answer has no survey', async () => {
  const { id: projectId } = await makeProject(app, researcher);
  const { id } = await makeDraft(app, researcher, { projectId });
  const answer = await app.call(publishStudy, { as: researcher, params: { id }, body: planBody() });
  expect(answer.content).toMatchObject({ durationInMinutes: 30 });
  expect(Object.keys(answer.content)).not.toContain('survey');
});

test.each([
  ['survey.address', { survey: { address: 'https://kobo.org/?a={{NAME}}', minutes: 8 } }],
  ['survey.address', { survey: { address: 'http://kobo.org/', minutes: 8 } }],
  ['survey.address', { survey: { address: 'https://ama@kobo.org/', minutes: 8 } }],
  // The demo's survey page, but of another server.
  [
    'survey.address',
    { survey: { address: 'http://localhost:4999/dev/survey?d={{PARTICIPANT}}', minutes: 8 } },
  ],
  ['survey.minutes', { survey: { address: 'https://kobo.org/', minutes: 241 } }],
  ['survey.screenOutPay', { survey: { address: 'https://kobo.org/', minutes: 8, screenOutPay: 1 } }],
  ['closesOn', { closesOn: '2020-01-01' }],
])('publishing refuses a wrong %s and leaves a draft', async (field, given) => {
  const { id: projectId } = await makeProject(app, researcher);
  const { id } = await makeDraft(app, researcher, { projectId });
  const body = onlinePlan(given);
  const answer = await app.call(publishStudy, { as: researcher, params: { id }, body });
  expect([answer.status, answer.json['code']]).toEqual([400, 'INVALID_INPUT']);
  expect(JSON.stringify(answer.json)).toContain(`"field":"${field}"`);
  const { content } = await app.call(readStudy, { as: researcher, params: { id } });
  expect(content).toMatchObject({ state: 'DRAFT' });
});

test('a participant opens the survey, comes back with the code, and is approved', async () => {
  const submission = await makeStarted(app, participant, study);
  expect(submission).toMatchObject({
    status: 'STARTED',
    isExtended: false,
    survey: { host: 'ee.kobotoolbox.org' },
  });
  expect(Date.parse(submission.expiresAt) - Date.parse(submission.startedAt)).toBe(60 * 60 * 1000);
  const code = await findCompletionCode(app, researcher, study.id);
  const applicants = await app.call(listApplicants, { as: researcher, params: { id: study.id } });
  const row = applicants.content.find(({ applicantId }) => applicantId === participant.userId);
  const participantCode = await readCode(app, row?.id ?? '');
  const { survey } = submission;
  expect(survey?.address).toContain(`?d[id]=${participantCode}&s=`);
  expect(survey?.address.endsWith(`${encodeURIComponent(`/c/${code}`)}#${study.id}`)).toBe(true);
  expect((await start(app, participant, study.id)).content).toEqual(submission);

  const typed = `${code.slice(0, 4).toLowerCase()} - ${code.slice(4)}`;
  const entered = await enter(typed);
  expect(entered.content).toMatchObject({
    meaning: 'COMPLETED',
    submission: {
      status: 'SUBMITTED',
      outcome: 'CODE',
      survey: null,
      startsLeft: 2,
      study: { publicName: study.publicName, incentive: study.incentive, screenOutPay: 0 },
    },
  });
  expect(hoursFromSubmission(entered.content.submission)).toBe(72);
  expect((await enter(code)).content).toEqual(entered.content);
  expect(
    (await app.call(calls.readSurvey, { as: researcher, params: { id: study.id } })).content.seenWorkingAt,
  ).not.toBeNull();
  const filtered = await app.call(listApplicants, {
    as: researcher,
    params: { id: study.id },
    query: { submission: 'SUBMITTED' },
  });
  const ownRows = filtered.content.filter(({ applicantId }) => applicantId === participant.userId);
  expect(ownRows.map(({ submission: one }) => one)).toEqual([
    expect.objectContaining({ id: submission.id, status: 'SUBMITTED', isVeryFast: true, undoUntil: null }),
  ]);
  const as = { token: await serviceToken({ app }, 'identity', 'project') };
  const obstacles = await app.call(findObstacles, { as, params: { userId: researcher.userId } });
  expect(obstacles.content).toContain('SUBMISSIONS_WAIT');

  const refused = await decide(app, researcher, study.id, [row?.id ?? ''], { status: 'PENDING' });
  expect(refused.content.undecided[0]?.because).toBe('HAS_SUBMISSION');
  const approved = await decideOn(submission.id, { decision: 'APPROVE' });
  expect(approved.content.results).toEqual([
    { submissionId: submission.id, status: 'APPROVED', because: null },
  ]);
  expect((await decideOn(submission.id, { decision: 'UNDO' })).content.results[0]).toMatchObject({
    status: 'SUBMITTED',
  });
  await decideOn(submission.id, { decision: 'APPROVE' });
  await makeSubmissionOlder(app, submission.id, '11 minutes');
  expect((await decideOn(submission.id, { decision: 'UNDO' })).content.results[0]).toMatchObject({
    because: 'IS_FINAL',
  });
});

test('a code works for a person with an open survey in that study, and for its researcher as a test', async () => {
  const code = await findCompletionCode(app, researcher, study.id);
  expect((await enter(code)).json).toMatchObject({ status: 409, code: 'NO_SUBMISSION_STARTED' });
  expect((await enter(code, researcher)).content).toEqual({ meaning: 'COMPLETED', submission: null });
  const stranger = await registerResearcher(app, { verified: true });
  expect((await enter(code, stranger)).json).toMatchObject({ status: 400, code: 'COMPLETION_CODE_WRONG' });
  await makeStarted(app, participant, study);
  const elsewhere = await makeOnline(app, researcher);
  expect((await enter(await findCompletionCode(app, researcher, elsewhere.id))).json).toMatchObject({
    code: 'NO_SUBMISSION_STARTED',
  });
  expect((await enter('22222222')).json).toMatchObject({ code: 'COMPLETION_CODE_WRONG' });
  expect((await enter('K7QX')).json).toMatchObject({ code: 'INVALID_INPUT' });
  expect((await own())[0]).toMatchObject({ status: 'STARTED' });
  const second = sql`insert into project.completion_codes values (${code}, ${elsewhere.id}, 'SCREENED_OUT')`;
  await expect(second.execute(app.engine.owner)).rejects.toThrow('completion_codes_pkey');
});

test('twenty codes an hour, then none', async () => {
  for (let tries = 0; tries < 20; tries += 1) expect((await enter('22222222')).status).toBe(400);
  expect((await enter('22222222')).json).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
});

test('stopping and a not-eligible code free the place and leave no mark', async () => {
  const online = await makeOnline(app, researcher, { desiredNumberOfParticipants: 3 });
  const submission = await makeStarted(app, participant, online);
  expect(await readPlaces(online)).toEqual([1, 2]);
  const { content } = await app.call(listOwnApplications, { as: participant, query: {} });
  await app.call(withdrawApplication, { as: participant, params: { id: content[0]?.id ?? '' } });
  expect(await own()).toMatchObject([{ id: submission.id, status: 'RETURNED' }]);
  expect(await readPlaces(online)).toEqual([0, 3]);

  participant = await registerParticipant(app, { withProfile: true });
  await makeStarted(app, participant, online);
  const code = await findCompletionCode(app, researcher, online.id, 'NOT_ELIGIBLE');
  expect((await enter(code)).content).toMatchObject({
    meaning: 'NOT_ELIGIBLE',
    submission: { status: 'RETURNED' },
  });
  expect([await statusOf(participant, online), ...(await readPlaces(online))]).toEqual(['WITHDRAWN', 0, 3]);
});

test('finishing without a code waits for the researcher, and repeats', async () => {
  const { id } = await makeStarted(app, participant, study);
  const finish = () =>
    app.call(calls.finishSubmission, { as: participant, params: { id }, body: { note: 'No code came' } });
  const finished = await finish();
  expect(finished.content).toMatchObject({ status: 'SUBMITTED', outcome: 'NO_CODE', paidBy: null });
  expect((await finish()).content).toEqual(finished.content);
  const stranger = await registerParticipant(app, { withProfile: true });
  const foreign = await app.call(calls.finishSubmission, { as: stranger, params: { id }, body: {} });
  expect(foreign.json).toMatchObject({ status: 404, code: 'SUBMISSION_NOT_FOUND' });
  const late = await app.call(calls.extendSubmission, { as: participant, params: { id } });
  expect(late.json).toMatchObject({ status: 409, code: 'SUBMISSION_IS_OVER' });
});

test('more time is given once, by the first span again', async () => {
  const { id, startedAt } = await makeStarted(app, participant, study);
  const extend = () => app.call(calls.extendSubmission, { as: participant, params: { id } });
  const { content } = await extend();
  expect(Date.parse(content.expiresAt) - Date.parse(startedAt)).toBe(2 * 60 * 60 * 1000);
  expect(content.isExtended).toBe(true);
  expect((await extend()).content).toEqual(content);
});

const acceptAgain = async (of: Study) => {
  const { content } = await app.call(listOwnApplications, { as: participant, query: {} });
  const id = content.find((one) => one.study.id === of.id)?.id ?? '';
  const decided = await decide(app, researcher, of.id, [id], { status: 'ACCEPTED' });
  return decided.content.undecided[0]?.because;
};
const timeOut = async (id: string, age = '61 minutes') => {
  await makeSubmissionOlder(app, id, age);
  await runSubmissionSchedule(app);
};

test('time runs out: the place is free, and three starts are possible while one is left', async () => {
  const online = await makeOnline(app, researcher, { desiredNumberOfParticipants: 1 });
  const { id } = await makeStarted(app, participant, online);
  await timeOut(id);
  expect([
    await statusOf(participant, online),
    (await own())[0]?.status,
    ...(await readPlaces(online)),
  ]).toEqual(['PENDING', 'TIMED_OUT', 0, 1]);
  for (let starts = 0; starts < 2; starts += 1) {
    const again = await start(app, participant, online.id);
    expect(again.content).toMatchObject({ status: 'STARTED' });
    await timeOut(again.content.id);
  }
  expect((await start(app, participant, online.id)).json).toMatchObject({ code: 'TOO_MANY_STARTS' });
  expect(await acceptAgain(online)).toBe('HAS_SUBMISSION');
  const other = await registerParticipant(app, { withProfile: true });
  await makeStarted(app, other, online);
  const third = await registerParticipant(app, { withProfile: true });
  await apply(app, third, online);
  expect((await start(app, third, online.id)).json).toMatchObject({ code: 'NO_PLACE_LEFT' });
});

test('a code after the time-out takes one place, and none for a person who was declined meanwhile', async () => {
  const online = await makeOnline(app, researcher);
  const code = await findCompletionCode(app, researcher, online.id);
  const declined = await registerParticipant(app, { withProfile: true });
  for (const [person, decision] of [
    [participant, { status: 'ACCEPTED' }],
    [declined, { status: 'DECLINED', reason: 'OTHER' }],
  ] as const) {
    await timeOut((await makeStarted(app, person, online)).id);
    const [application] = (await app.call(listOwnApplications, { as: person, query: {} })).content;
    const decided = await decide(app, researcher, online.id, [application?.id ?? ''], decision);
    expect(decided.content.decided).toHaveLength(1);
  }
  expect((await enter(code)).content.submission).toMatchObject({ status: 'SUBMITTED', outcome: 'CODE' });
  expect((await enter(code, declined)).json).toMatchObject({ status: 409, code: 'SUBMISSION_IS_OVER' });
  expect(await readPlaceCounts(app, online.id)).toMatchObject({ counted: 1, accepted: 1 });
});

test('a withdrawal ends a submission that waits without a place', async () => {
  const full = await makeOnline(app, researcher, { desiredNumberOfParticipants: 1 });
  const late = await makeStarted(app, participant, full);
  await timeOut(late.id);
  await makeStarted(app, await registerParticipant(app, { withProfile: true }), full);
  await enter(await findCompletionCode(app, researcher, full.id));
  const [application] = (await app.call(listOwnApplications, { as: participant, query: {} })).content;
  await app.call(withdrawApplication, { as: participant, params: { id: application?.id ?? '' } });
  const decided = await decideOn(late.id, { decision: 'APPROVE' }, full);
  expect(decided.content.results[0]).toMatchObject({ status: 'RETURNED', because: 'NOT_SUBMITTED' });
});

test('a person who leaves an unpaid study after the code frees the place, and the survey can be approved', async () => {
  const online = await makeOnline(app, researcher, { desiredNumberOfParticipants: 1 });
  const { id } = await makeStarted(app, participant, online);
  await enter(await findCompletionCode(app, researcher, online.id));
  const [application] = (await app.call(listOwnApplications, { as: participant, query: {} })).content;
  await app.call(withdrawApplication, { as: participant, params: { id: application?.id ?? '' } });
  expect([(await own())[0]?.status, ...(await readPlaces(online))]).toEqual(['SUBMITTED', 0, 1]);
  expect((await decideOn(id, { decision: 'APPROVE' }, online)).content.results[0]).toMatchObject({
    status: 'APPROVED',
  });
  expect(await statusOf(participant, online)).toBe('WITHDRAWN');
});

test('a requested rejection of a late code ends with a withdrawal, or with silence', async () => {
  const full = await makeOnline(app, researcher, { desiredNumberOfParticipants: 3 });
  const code = await findCompletionCode(app, researcher, full.id);
  const people = await Promise.all([1, 2, 3, 4].map(() => registerParticipant(app, { withProfile: true })));
  const [silent, ...others] = people;
  const ids = new Map<SignedInUser, string>();
  for (const person of [participant, silent!]) {
    ids.set(person, (await makeStarted(app, person, full)).id);
    await timeOut(ids.get(person)!);
  }
  for (const person of others) ids.set(person, (await makeStarted(app, person, full)).id);
  for (const person of [...others, participant, silent!]) await enter(code, person);
  const submissionIds = [...others, participant, silent!].map((person) => ids.get(person));
  const params = { id: full.id };
  const body = { submissionIds, ...reject };
  const answer = await app.call(calls.decideSubmissions, { as: researcher, params, body });
  expect(answer.content.results.slice(-2).map(({ status }) => status)).toEqual([
    'REJECTION_REQUESTED',
    'REJECTION_REQUESTED',
  ]);
  const [application] = (await app.call(listOwnApplications, { as: participant, query: {} })).content;
  const left = await app.call(withdrawApplication, {
    as: participant,
    params: { id: application?.id ?? '' },
  });
  expect(left.status).toBe(200);
  await makeSubmissionOlder(app, ids.get(silent!)!, '73 hours');
  await runSubmissionSchedule(app);
  for (const person of [participant, silent!])
    expect((await own(person))[0]).toMatchObject({ status: 'RETURNED', rejection: null, finalAt: null });
});

test('a code that follows “no code” counts, and repeats after the approval', async () => {
  const code = await findCompletionCode(app, researcher, study.id);
  const { id } = await makeStarted(app, participant, study);
  await app.call(calls.finishSubmission, { as: participant, params: { id }, body: {} });
  expect((await enter(code)).content.submission).toMatchObject({ status: 'SUBMITTED', outcome: 'CODE' });
  await decideOn(id, { decision: 'APPROVE' });
  expect((await enter(code)).content.submission).toMatchObject({ id, status: 'APPROVED' });
});

test('an online study takes no meeting times', async () => {
  const body = { startsAt: [`${dayAhead(3)}T10:00:00.000Z`] };
  const answer = await app.call(addSlots, { as: researcher, params: { id: study.id }, body });
  expect(answer.json).toMatchObject({ status: 409, code: 'STUDY_IS_ONLINE' });
});

test('a code counts for a day after the time-out; without a place it waits for the researcher', async () => {
  const online = await makeOnline(app, researcher, { desiredNumberOfParticipants: 1 });
  const code = await findCompletionCode(app, researcher, online.id);
  const { id } = await makeStarted(app, participant, online);
  await timeOut(id);
  expect((await enter(code)).content.submission).toMatchObject({ id, status: 'SUBMITTED', outcome: 'CODE' });
  expect(await readPlaces(online)).toEqual([1, 0]);

  const full = await makeOnline(app, researcher, { desiredNumberOfParticipants: 1 });
  const fullCode = await findCompletionCode(app, researcher, full.id);
  const late = await makeStarted(app, participant, full);
  await timeOut(late.id);
  const { id: theirs } = await makeStarted(app, await registerParticipant(app, { withProfile: true }), full);
  expect((await enter(fullCode)).content.submission).toMatchObject({ outcome: 'LATE', paidBy: null });
  const decided = await decideOn(late.id, { decision: 'APPROVE' }, full);
  expect(decided.content.results[0]).toMatchObject({ status: 'SUBMITTED', because: 'NO_PLACE_LEFT' });
  await timeOut(theirs);
  await decideOn(late.id, { decision: 'APPROVE' }, full);
  expect(await readPlaces(full)).toEqual([1, 0]);
  await decideOn(late.id, { decision: 'UNDO' }, full);
  expect([await statusOf(participant, full), ...(await readPlaces(full))]).toEqual(['PENDING', 0, 1]);
  await makeSubmissionOlder(app, late.id, '80 hours');
  await runSubmissionSchedule(app);
  expect((await own()).find((one) => one.id === late.id)).toMatchObject({ status: 'RETURNED' });
  expect(await acceptAgain(full)).toBe('HAS_SUBMISSION');

  const tooLate = await registerParticipant(app, { withProfile: true });
  const third = await makeOnline(app, researcher);
  const start3 = await makeStarted(app, tooLate, third);
  await timeOut(start3.id, '26 hours');
  const answer = await enter(await findCompletionCode(app, researcher, third.id), tooLate);
  expect(answer.json).toMatchObject({ status: 409, code: 'SUBMISSION_IS_OVER' });
});

test('an accepted person who opens nothing in time returns to review', async () => {
  const online = await makeOnline(app, researcher, { choosing: 'AFTER_ACCEPTANCE' });
  const { content } = await apply(app, participant, online);
  expect((await start(app, participant, online.id)).json).toMatchObject({
    status: 409,
    code: 'NOT_ACCEPTED',
  });
  await decide(app, researcher, online.id, [content.id], { status: 'ACCEPTED' });
  const age = (hours: number) =>
    sql`update project.application_steps set at = at - ${hours}::int * interval '1 hour' where application_id = ${content.id}`.execute(
      app.engine.owner,
    );
  await age(71);
  await runSubmissionSchedule(app);
  expect(await statusOf(participant, online)).toBe('ACCEPTED');
  await age(2);
  await runSubmissionSchedule(app);
  expect([await statusOf(participant, online), ...(await readPlaces(online))]).toEqual(['PENDING', 0, 12]);
});

test('a paused study keeps the places of people who have not started for 13 days', async () => {
  const online = await makeOnline(app, researcher, { choosing: 'AFTER_ACCEPTANCE' });
  const { content } = await apply(app, participant, online);
  await decide(app, researcher, online.id, [content.id], { status: 'ACCEPTED' });
  await app.call(pauseStudy, { as: researcher, params: { id: online.id } });
  const statusAt = async (day: number) => {
    await sql`update project.application_steps set at = now() - ${day}::float8 * interval '1 day'
      where application_id = ${content.id}`.execute(app.engine.owner);
    await runSubmissionSchedule(app);
    return statusOf(participant, online);
  };
  expect([await statusAt(12.9), await statusAt(13.1)]).toEqual(['ACCEPTED', 'PENDING']);
  expect(await readPlaces(online)).toEqual([0, 12]);
});

test('after a pause or a suspension, people have the whole time again to open the survey', async () => {
  const online = await makeOnline(app, researcher, { choosing: 'AFTER_ACCEPTANCE' });
  const params = { id: online.id };
  const { content } = await apply(app, participant, online);
  await decide(app, researcher, online.id, [content.id], { status: 'ACCEPTED' });
  const pass = async (hours: number) => {
    await sql`update project.application_steps set at = at - ${hours}::int * interval '1 hour'
      where application_id = ${content.id}`.execute(app.engine.owner);
    await sql`update project.studies set resumed_at = resumed_at - ${hours}::int * interval '1 hour'
      where study_id = ${online.id}`.execute(app.engine.owner);
    await runSubmissionSchedule(app);
    return statusOf(participant, online);
  };
  const hoursLeft = async () => {
    const listed = await app.call(listOwnApplications, { as: participant, query: {} });
    const { startBy } = listed.content.find(({ id }) => id === content.id)!;
    return (Date.parse(startBy ?? '') - Date.now()) / HOUR_MS;
  };
  await app.call(pauseStudy, { as: researcher, params });
  expect(await pass(100)).toBe('ACCEPTED');
  await app.call(resumeStudy, { as: researcher, params });
  expect([await pass(71), await hoursLeft()]).toEqual(['ACCEPTED', expect.closeTo(1, 1)]);
  await suspendForTest(app, online);
  expect(await pass(140)).toBe('ACCEPTED');
  await restoreSuspended(app, online);
  expect([await pass(70), await hoursLeft()]).toEqual(['ACCEPTED', expect.closeTo(2, 1)]);
  // Further pauses do not keep the place for more than 16 days.
  await sql`update project.studies set resumed_at = now() where study_id = ${online.id}`.execute(
    app.engine.owner,
  );
  expect(await hoursLeft()).toBeCloseTo(16 * 24 - 100 - 71 - 140 - 70, 1);
  expect(await pass(4)).toBe('PENDING');
});

test('an own application says until when its survey must be opened, at most until the study closes', async () => {
  const online = await makeOnline(app, researcher, { choosing: 'AFTER_ACCEPTANCE' });
  const { content: applied } = await apply(app, participant, online);
  const startBy = async () => {
    const { content } = await app.call(listOwnApplications, { as: participant, query: {} });
    return content.find(({ id }) => id === applied.id)?.startBy;
  };
  expect([applied.startBy, await startBy()]).toEqual([undefined, undefined]);
  await decide(app, researcher, online.id, [applied.id], { status: 'ACCEPTED' });
  expect(Date.parse((await startBy()) ?? '') / HOUR_MS).toBeCloseTo(Date.now() / HOUR_MS + 72, 1);
  await sql`update project.studies set closes_on = (now() at time zone 'UTC')::date where study_id = ${online.id}`.execute(
    app.engine.owner,
  );
  expect(await startBy()).toBe(`${dayAhead(1)}T00:00:00.000Z`);
  expect((await start(app, participant, online.id)).status).toBe(200);
  expect(await startBy()).toBeUndefined();
});

test('a paused or closed study lets those finish who have started, and no one else start', async () => {
  const online = await makeOnline(app, researcher);
  const other = await registerParticipant(app, { withProfile: true });
  await apply(app, other, online);
  const submission = await makeStarted(app, participant, online);
  await app.call(pauseStudy, { as: researcher, params: { id: online.id } });
  expect((await start(app, other, online.id)).json).toMatchObject({ code: 'STUDY_IS_PAUSED' });
  await app.call(closeStudy, { as: researcher, params: { id: online.id } });
  expect((await start(app, other, online.id)).json).toMatchObject({ code: 'STUDY_IS_CLOSED' });
  expect((await start(app, participant, online.id)).content.id).toBe(submission.id);
  expect(
    (await enter(await findCompletionCode(app, researcher, online.id))).content.submission,
  ).toMatchObject({
    status: 'SUBMITTED',
  });
});

test('silence approves after 72 hours, except a very fast survey without a code', async () => {
  const online = await makeOnline(app, researcher);
  const { id } = await makeStarted(app, participant, online);
  await enter(await findCompletionCode(app, researcher, online.id));
  const fast = await registerParticipant(app, { withProfile: true });
  const submission = await makeStarted(app, fast, online);
  await app.call(calls.finishSubmission, { as: fast, params: { id: submission.id }, body: {} });
  for (const one of [id, submission.id]) await makeSubmissionOlder(app, one, '71 hours');
  await runSubmissionSchedule(app);
  expect((await own())[0]?.status).toBe('SUBMITTED');
  for (const one of [id, submission.id]) await makeSubmissionOlder(app, one, '2 hours');
  await runSubmissionSchedule(app);
  expect((await own())[0]).toMatchObject({ status: 'APPROVED', paidBy: null, finalAt: expect.any(String) });
  expect((await own(fast))[0]?.status).toBe('SUBMITTED');
});

const reject = { decision: 'REJECT', reason: 'EMPTY_ANSWERS', note: 'Every answer of this survey is empty.' };

test('a rejection has a reason and a text, frees the place in the end, and too many need an admin', async () => {
  const online = await makeOnline(app, researcher);
  const code = await findCompletionCode(app, researcher, online.id);
  const people = await Promise.all([1, 2, 3].map(() => registerParticipant(app, { withProfile: true })));
  const submissions: string[] = [];
  for (const person of [participant, ...people]) {
    submissions.push((await makeStarted(app, person, online)).id);
    await enter(code, person);
  }
  for (const wrong of [
    { decision: 'REJECT' },
    { ...reject, note: 'Empty.' },
    { ...reject, reason: 'TOO_FAST' },
    { ...reject, decision: 'APPROVE' },
  ])
    expect((await decideOn(submissions[0]!, wrong, online)).json).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
    });
  const many = Array.from({ length: 201 }, () => crypto.randomUUID());
  const body = { submissionIds: many, decision: 'APPROVE' };
  const tooMany = await app.call(calls.decideSubmissions, {
    as: researcher,
    params: { id: online.id },
    body,
  });
  expect(tooMany.json).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  const foreign = await decideOn(crypto.randomUUID(), { decision: 'APPROVE' }, online);
  expect(foreign.content.results[0]).toMatchObject({ status: null, because: 'NOT_FOUND' });

  const answer = await app.call(calls.decideSubmissions, {
    as: researcher,
    params: { id: online.id },
    body: { submissionIds: submissions, ...reject },
  });
  expect(answer.content.results.map(({ status }) => status)).toEqual([
    'REJECTED',
    'REJECTED',
    'REJECTED',
    'REJECTION_REQUESTED',
  ]);
  expect((await own())[0]).toMatchObject({
    status: 'REJECTED',
    rejection: { reason: 'EMPTY_ANSWERS', note: reject.note },
  });
  const requested = (await own(people[2]))[0];
  expect(requested).toMatchObject({ status: 'REJECTION_REQUESTED', rejection: null });
  expect(hoursFromSubmission(requested)).toBeGreaterThan(72);
  await makeSubmissionOlder(app, submissions[0]!, '71 hours');
  await runSubmissionSchedule(app);
  expect(await statusOf(participant, online)).toBe('ACCEPTED');
  for (const id of [submissions[0]!, submissions[3]!]) await makeSubmissionOlder(app, id, '73 hours');
  await runSubmissionSchedule(app);
  expect([await statusOf(participant, online), ...(await readPlaces(online))]).toEqual(['DECLINED', 3, 9]);
  expect((await own(people[2]))[0]).toMatchObject({ status: 'APPROVED' });
});

test('the address can be corrected after the publishing, and nothing else', async () => {
  const online = await makeOnline(app, researcher);
  const { survey } = await makeStarted(app, participant, online);
  const address = 'https://example.qualtrics.com/jfe/form/SV_1?p={{PARTICIPANT}}';
  const params = { id: online.id };
  const corrected = await app.call(calls.correctSurvey, { as: researcher, params, body: { address } });
  expect(corrected.content).toMatchObject({
    address,
    minutes: 8,
    codes: [{ meaning: 'COMPLETED' }, { meaning: 'NOT_ELIGIBLE' }],
  });
  const now = await app.call(readStudy, { as: researcher, params });
  expect(now.content).toMatchObject({ survey: { address, minutes: 8, closesOn: online.survey?.closesOn } });
  expect((await own())[0]?.survey).toMatchObject({ host: 'example.qualtrics.com' });
  expect(survey?.host).toBe('ee.kobotoolbox.org');
  const unknown = await app.call(calls.correctSurvey, {
    as: researcher,
    params,
    body: { address: `${address}&n={{NAME}}` },
  });
  expect(unknown.json).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  const stranger = await registerResearcher(app, { verified: true });
  expect((await app.call(calls.readSurvey, { as: stranger, params })).json).toMatchObject({
    code: 'STUDY_NOT_FOUND',
  });
});

test('Enketo reads the code of the participant and the return address back', async () => {
  const encoded =
    'https://ee.kobotoolbox.org/single/x1?return_url={{RETURN}}&d%5B%2Fdata%2Fid%5D={{PARTICIPANT}}';
  const online = await makeOnline(app, researcher, { survey: { address: encoded, minutes: 8 } });
  for (const [of, path] of [
    [study, 'id'],
    [online, '/data/id'],
  ] as const) {
    const { survey } = await makeStarted(app, participant, of);
    const rows = await app.call(listApplicants, { as: researcher, params: { id: of.id } });
    const row = rows.content.find(({ applicantId }) => applicantId === participant.userId);
    const code = await findCompletionCode(app, researcher, of.id);
    expect(readLikeEnketo(survey?.address ?? '')).toEqual({
      returnUrl: `${app.settings['PUBLIC_URL'] ?? ''}/c/${code}`,
      defaults: { [path]: await readCode(app, row?.id ?? '') },
    });
  }
});
