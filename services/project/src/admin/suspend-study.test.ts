import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listStudiesAsAdmin, readStudyAsAdmin } from '@app/contracts/project/admin-studies.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import * as bookings from '@app/contracts/project/bookings.ts';
import { browseStudies, listPublicStudies, readStudy } from '@app/contracts/project/browsing.ts';
import { readInvitedStudy } from '@app/contracts/project/invitations.ts';
import { sendMessage } from '@app/contracts/project/messages.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { listProjectStudies } from '@app/contracts/project/projects.ts';
import { reportStudy } from '@app/contracts/project/reports.ts';
import { addSlots, changeSlotMeeting, listSlots } from '@app/contracts/project/slots.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import * as calls from '@app/contracts/project/study-calls.ts';
import * as submissions from '@app/contracts/project/submissions.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { makeAdmin } from '@app/test/support/admins.ts';
import { useApp } from '@app/test/support/app.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { makeFullStudy } from '@app/test/support/waiting-list.ts';
import { REASON, restoreSuspended, suspendForTest, theAdmin } from '#test/admin.ts';
import { decide } from '#test/applicants.ts';
import { emailTo, untilSent, waitUntilDone } from '#test/jobs.ts';
import {
  accept,
  assertConsistentBookings,
  book,
  freshSlot,
  makeAccepted,
  makeBooked,
  makeTimePass,
  moveStart,
  runMeetingSchedule,
} from '#test/meetings.ts';
import {
  apply,
  dayAhead,
  makeDraft,
  makeInState,
  makeProject,
  makePublished,
  planBody,
} from '#test/studies.ts';
import * as online from '#test/submissions.ts';
import { setSuspended } from '#test/suspensions.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});
const newPerson = () => registerParticipant(app, { withProfile: true });
beforeEach(async () => {
  participant = await newPerson();
});

const code = ({ status, json }: { status: number; json: Record<string, unknown> }) => json['code'] ?? status;
const published = (plan = {}) => makePublished(app, researcher, { projectId }, plan);
const own = ({ id }: Pick<Study, 'id'>) => ({ as: researcher, params: { id } });
const kindsFor = async (as: SignedInUser) =>
  (await app.call(listNotifications, { as, query: { size: 100 } })).content.map(({ kind }) => kind);
const browsed = async (as: SignedInUser) =>
  (await app.call(browseStudies, { as, query: { size: 100 } })).content.map(({ id }) => id);
const listed = async () => (await app.call(listPublicStudies)).content.map(({ id }) => id);
const statusFor = async (as: SignedInUser) =>
  (await app.call(listOwnApplications, { as })).content[0]?.study.recruitmentStatus;

test('a suspended study keeps its state and places; its researcher reads why, by page, list and email', async () => {
  const study = await published();
  const { content } = await suspendForTest(app, study);
  expect(content).toMatchObject({
    state: 'PUBLISHED',
    isSuspended: true,
    suspension: { reason: REASON, by: 'Adwoa Mensah' },
  });
  const suspension = { reason: REASON, at: expect.any(String) };
  expect((await app.call(readStudy, own(study))).content).toMatchObject({ state: 'PUBLISHED', suspension });
  const inProject = await app.call(listProjectStudies, { as: researcher, params: { id: projectId } });
  expect(inProject.content.find(({ id }) => id === study.id)).toMatchObject({ suspension });
  const email = await emailTo(app, researcher, projectEmailWords.OWN_STUDY_SUSPENDED.subject, study.id);
  expect(email.text).toContain(REASON);
  const heard = await kindsFor(researcher);
  expect(heard).toContain('OWN_STUDY_SUSPENDED');
  // The first reason stays, and no second email is sent.
  expect(code(await suspendForTest(app, study, 'Another'))).toBe('ALREADY_DONE');
  expect((await app.call(readStudy, own(study))).content).toMatchObject({ suspension });
  expect(await kindsFor(researcher)).toEqual(heard);
  const { rows } = await sql<{ about: string; userId: string }>`
    select about, user_id as "userId" from project.audit
    where event = 'STUDY_SUSPENDED' and about like ${`${study.id}%`}`.execute(app.engine.owner);
  expect(rows).toEqual([{ about: `${study.id}: ${REASON}`, userId: researcher.userId }]);
});

test('no one applies to a suspended study, and no one is shown it', async () => {
  const [study, atOnce] = [await published(), await published({ choosing: 'AT_ONCE' })];
  await app.call(calls.changeListing, { ...own(study), body: { isListed: true } });
  const applicant = await newPerson();
  await apply(app, applicant, study);
  expect([await browsed(participant), await listed()]).toEqual([
    expect.arrayContaining([study.id, atOnce.id]),
    expect.arrayContaining([study.id]),
  ]);
  for (const one of [study, atOnce]) {
    await suspendForTest(app, one);
    expect(code(await apply(app, participant, one))).toBe('STUDY_IS_SUSPENDED');
    expect(await browsed(participant)).not.toContain(one.id);
    expect(code(await app.call(readStudy, { as: participant, params: { id: one.id } }))).toBe(
      'STUDY_NOT_FOUND',
    );
  }
  expect(await listed()).not.toContain(study.id);
  expect(await statusFor(applicant)).toBe('SUSPENDED');
  const read = await app.call(readStudy, { as: applicant, params: { id: study.id } });
  expect(read.content).toMatchObject({ recruitmentStatus: 'SUSPENDED' });
  const invited = await app.call(readInvitedStudy, {
    as: { token: await serviceToken({ app }, 'identity', 'project') },
    params: { id: study.id },
    body: { userId: null },
  });
  expect(invited.content).toMatchObject({ isOpen: false, endedAt: null });
});

test('a suspended study is not announced', async () => {
  const study = await published();
  await suspendForTest(app, study);
  const announced = async () => {
    // A person is notified when their page opens; the time of the last one is moved back.
    await sql`update project.matching_profiles set openings_notified_until = now() - interval '1 hour'
      where user_id = ${participant.userId}`.execute(app.engine.owner);
    await browsed(participant);
    const { content } = await app.call(listNotifications, { as: participant, query: { size: 100 } });
    return content.filter(({ kind, params }) => kind === 'STUDY_FITS' && params.studyId === study.id).length;
  };
  expect(await announced()).toBe(0);
  await restoreSuspended(app, study);
  await expect.poll(announced).toBe(1);
});

test.each([
  ['publish', (study: Study) => app.call(calls.publishStudy, { ...own(study), body: planBody() })],
  ['edit', (study: Study) => app.call(calls.editStudy, { ...own(study), body: { name: 'Another' } })],
  ['resume', (study: Study) => app.call(calls.resumeStudy, own(study))],
  [
    'add places to',
    (study: Study) =>
      app.call(calls.addPlaces, { ...own(study), body: { desiredNumberOfParticipants: 500 } }),
  ],
  ['move places of', (study: Study) => app.call(calls.changeQuotas, { ...own(study), body: { quotas: [] } })],
  ['list', (study: Study) => app.call(calls.changeListing, { ...own(study), body: { isListed: true } })],
  [
    'change the consent text of',
    (study: Study) => app.call(calls.changeConsent, { ...own(study), body: { text: 'New' } }),
  ],
  [
    'add times to',
    (study: Study) =>
      app.call(addSlots, { ...own(study), body: { startsAt: [`${dayAhead(9)}T09:00:00.000Z`] } }),
  ],
  [
    'change the place of',
    (study: Study) => app.call(calls.changeMeeting, { ...own(study), body: { bring: 'A pen' } }),
  ],
  [
    'change the place of one time of',
    async (study: Study) => {
      const params = { id: study.id, slotId: await freshSlot(app, study.id) };
      return app.call(changeSlotMeeting, { as: researcher, params, body: { bring: 'A pen' } });
    },
  ],
])('its researcher cannot %s a suspended study', async (_, act) => {
  const study = await makeInState(app, researcher, 'PAUSED', { projectId });
  await suspendForTest(app, study);
  expect(code(await act(study))).toBe('STUDY_IS_SUSPENDED');
  expect((await app.call(readStudy, own(study))).content).toMatchObject({ state: 'PAUSED' });
});

test('a suspended study can be paused and closed, and closing does not lift the suspension', async () => {
  const study = await published();
  await suspendForTest(app, study);
  expect((await app.call(calls.pauseStudy, own(study))).content.state).toBe('PAUSED');
  const closed = await app.call(calls.closeStudy, own(study));
  expect(closed.content).toMatchObject({ state: 'CLOSED', suspension: { reason: REASON } });
});

test('no one is accepted, and no one books, moves or is offered a time', async () => {
  const { study, booking } = await makeBooked(app, { researcher, participant });
  const [accepted, pending] = [await newPerson(), await newPerson()];
  await accept(app, { researcher, participant: accepted, study });
  const applied = await apply(app, pending, study);
  const [slotId, other] = [await freshSlot(app, study.id), await freshSlot(app, study.id)];
  await suspendForTest(app, study);
  expect(code(await book(app, accepted, study.id, slotId))).toBe('STUDY_IS_SUSPENDED');
  const params = { id: booking.id };
  expect(
    code(await app.call(bookings.rescheduleBooking, { as: participant, params, body: { slotId } })),
  ).toBe('STUDY_IS_SUSPENDED');
  const proposal = { reason: 'Ill', proposes: other };
  expect(code(await app.call(bookings.cancelBooking, { as: researcher, params, body: proposal }))).toBe(
    'STUDY_IS_SUSPENDED',
  );
  expect(code(await decide(app, researcher, study.id, [applied.content.id], { status: 'ACCEPTED' }))).toBe(
    'STUDY_IS_SUSPENDED',
  );
  const shown = await app.call(listSlots, { as: accepted, params: { id: study.id } });
  expect(shown.content.slots.filter(({ isFree }) => isFree)).toEqual([]);
  expect((await app.call(bookings.cancelBooking, { as: participant, params, body: {} })).status).toBe(200);
});

test('the waiting list of a suspended study gets no offers until it is restored', async () => {
  const { study, first, booking } = await makeFullStudy(app, { researcher, participant });
  await suspendForTest(app, study);
  await app.call(bookings.cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
  await runMeetingSchedule(app);
  const own1 = async () => (await app.call(bookings.listOwnBookings, { as: first })).content;
  expect(await own1()).toEqual([]);
  await restoreSuspended(app, study);
  await runMeetingSchedule(app);
  expect(await own1()).toMatchObject([{ state: 'OFFERED' }]);
});

test.each(['study', 'researcher'])(
  'a place or an offer does not expire while its %s is suspended, and lasts a day afterwards',
  async (kind) => {
    const by = await registerResearcher(app, { verified: true });
    const { study, first, booking } = await makeFullStudy(app, { researcher: by, participant });
    await app.call(bookings.cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
    await runMeetingSchedule(app);
    const { id } = await makeProject(app, by);
    const atOnce = await makePublished(app, by, { projectId: id }, { choosing: 'AT_ONCE' });
    const holder = await newPerson();
    await apply(app, holder, atOnce);
    const readOwn = async (as: SignedInUser) =>
      (await app.call(bookings.listOwnBookings, { as })).content.filter(({ state }) => state !== 'LAPSED');
    const places = async () => [...(await readOwn(first)), ...(await readOwn(holder))];
    const setAll = async (isSuspended: boolean) => {
      if (kind === 'researcher') return setSuspended(app, by, isSuspended);
      for (const one of [study, atOnce]) await (isSuspended ? suspendForTest : restoreSuspended)(app, one);
    };
    const pass = async (time: string) => {
      for (const place of await places()) await makeTimePass(app, place.id, time);
      await runMeetingSchedule(app);
      return (await places()).map(({ state }) => state);
    };
    await setAll(true);
    expect(await pass('40 hours')).toEqual(['OFFERED', 'HELD']);
    await setAll(false);
    expect(await pass('23 hours')).toEqual(['OFFERED', 'HELD']);
    expect(await pass('2 hours')).toEqual([]);
  },
);

test.each(['after 13 days', 'when the study is closed'])(
  'BR6 a place without a time ends %s, also in a suspended study',
  async (when) => {
    const study = await makePublished(app, researcher, { projectId }, { choosing: 'AT_ONCE' });
    await apply(app, participant, study);
    const [place] = (await app.call(bookings.listOwnBookings, { as: participant })).content;
    const readState = async () => {
      await runMeetingSchedule(app);
      const { content } = await app.call(bookings.listOwnBookings, { as: participant });
      return content.find(({ id }) => id === place?.id)?.state;
    };
    await suspendForTest(app, study);
    await makeTimePass(app, place?.id ?? '', '12 days 23 hours');
    expect(await readState()).toBe('HELD');
    if (when === 'after 13 days') await makeTimePass(app, place?.id ?? '', '2 hours');
    else await app.call(calls.closeStudy, { as: researcher, params: { id: study.id } });
    expect(await readState()).toBe('LAPSED');
  },
);

test.each([
  ['a day before', '25 hours', 'CANCELLED_BY_RESEARCHER', []],
  ['at short notice', '23 hours', 'ATTENDED', [5000]],
])(
  'a meeting that a suspension called off %s and no one marked is %s later %s',
  async (_, ahead, state, payables) => {
    const study = await makePaidStudy(app, researcher);
    await accept(app, { researcher, participant, study });
    const { content } = await book(app, participant, study.id, await freshSlot(app, study.id));
    await moveStart(app, content.id, `-${ahead}`);
    await suspendForTest(app, study);
    await makeTimePass(app, content.id, '5 days');
    await moveStart(app, content.id, '4 days');
    await sql`update project.bookings set excused_at = starts_at - ${ahead}::interval
    where booking_id = ${content.id}`.execute(app.engine.owner);
    await runMeetingSchedule(app);
    const { rows } = await sql<{ state: string; pesewas: number | null }>`
    select state, payable.pesewas from project.bookings left join project.payables as payable using (application_id)
    where booking_id = ${content.id}`.execute(app.engine.owner);
    expect(rows).toMatchObject([{ state }]);
    expect(rows.flatMap(({ pesewas }) => pesewas ?? [])).toEqual(payables);
    await assertConsistentBookings(app);
  },
);

test('people with a meeting ahead hear that they need not come, and get no reminder', async () => {
  const { study, booking } = await makeBooked(app, { researcher, participant });
  await untilSent(app);
  await suspendForTest(app, study);
  await waitUntilDone(app, 'suspension-notifications');
  expect(await kindsFor(participant)).toContain('STUDY_SUSPENDED');
  const email = await emailTo(app, participant, projectEmailWords.STUDY_SUSPENDED.subject);
  expect(email.text).toContain('You do not have to go to your meeting');
  await makeTimePass(app, booking.id, '3 days');
  await moveStart(app, booking.id, '-90 minutes');
  await runMeetingSchedule(app);
  expect(await kindsFor(participant)).not.toContain('MEETING_SOON');
});

test('an absence is excused if the meeting began during a suspension, which may have ended', async () => {
  const { study, booking } = await makeBooked(app, { researcher, participant });
  const [early, later] = [await newPerson(), await newPerson()];
  const ids = [booking.id];
  for (const person of [early, later]) {
    await accept(app, { researcher, participant: person, study });
    ids.push((await book(app, person, study.id, await freshSlot(app, study.id))).content.id);
  }
  const [during = '', before = '', after = ''] = ids;
  const mark = (id: string, outcome: string) =>
    app.call(markAttendance, { as: researcher, params: { id }, body: { outcome } });
  await moveStart(app, before, '2 hours');
  await suspendForTest(app, study);
  expect((await mark(before, 'NO_SHOW')).status).toBe(200);
  await moveStart(app, during, '20 minutes');
  expect(code(await mark(during, 'NO_SHOW'))).toBe('ABSENCE_IS_EXCUSED');
  await restoreSuspended(app, study);
  expect(code(await mark(during, 'NO_SHOW'))).toBe('ABSENCE_IS_EXCUSED');
  await suspendForTest(app, study);
  await restoreSuspended(app, study);
  expect(code(await mark(during, 'NO_SHOW'))).toBe('ABSENCE_IS_EXCUSED');
  await moveStart(app, after, '90 minutes');
  expect((await mark(after, 'NO_SHOW')).status).toBe(200);
  expect((await mark(during, 'ATTENDED')).status).toBe(200);
});

test('what people have earned stays due in a suspended study', async () => {
  const study = await makePaidStudy(app, researcher);
  const applicationId = await accept(app, { researcher, participant, study });
  const { content } = await book(app, participant, study.id, await freshSlot(app, study.id));
  await moveStart(app, content.id, '1 hour');
  const params = { id: content.id };
  await app.call(markAttendance, { as: researcher, params, body: { outcome: 'ATTENDED' } });
  await suspendForTest(app, study);
  await makeTimePass(app, content.id, '11 minutes');
  await waitUntilDone(app, 'payables');
  const { rows } = await sql`
    select pesewas::int as pesewas, sent_version = version as "isSent" from project.payables
    where application_id = ${applicationId}`.execute(app.engine.owner);
  expect(rows).toEqual([{ pesewas: 5000, isSent: true }]);
});

test('no survey of a suspended study starts; an open one can be finished, and silence approves it', async () => {
  const study = await online.makeOnline(app, researcher);
  const later = await newPerson();
  const { id } = await online.makeStarted(app, participant, study);
  await apply(app, later, study);
  await suspendForTest(app, study);
  expect(code(await online.start(app, later, study.id))).toBe('STUDY_IS_SUSPENDED');
  expect(
    code(
      await app.call(submissions.correctSurvey, {
        ...own(study),
        body: { address: `${online.ADDRESS}&v=2` },
      }),
    ),
  ).toBe('STUDY_IS_SUSPENDED');
  expect(
    (await app.call(submissions.finishSubmission, { as: participant, params: { id }, body: {} })).status,
  ).toBe(200);
  await online.makeSubmissionOlder(app, id, '73 hours');
  await online.runSubmissionSchedule(app);
  const { content } = await app.call(submissions.listOwnSubmissions, { as: participant });
  expect(content[0]?.status).toBe('APPROVED');
});

test('nobody writes messages in a suspended study', async () => {
  const { study, applicationId } = await makeAccepted(app, { researcher, participant });
  const write = (as: SignedInUser) =>
    app.call(sendMessage, { as, params: { applicationId }, body: { text: 'Good morning' } });
  expect((await write(researcher)).status).toBe(201);
  await suspendForTest(app, study);
  for (const side of [researcher, participant]) expect(code(await write(side))).toBe('MESSAGES_CLOSED');
});

test('a restored study is as before, and its researcher is emailed', async () => {
  const { study } = await makeAccepted(app, { researcher, participant });
  await suspendForTest(app, study);
  expect((await restoreSuspended(app, study)).content).toMatchObject({
    state: 'PUBLISHED',
    isSuspended: false,
    suspension: null,
    acceptedCount: 1,
  });
  await emailTo(app, researcher, projectEmailWords.OWN_STUDY_RESTORED.subject, study.id);
  expect(await kindsFor(researcher)).toContain('OWN_STUDY_RESTORED');
  const person = await newPerson();
  expect(await browsed(person)).toContain(study.id);
  expect((await apply(app, person, study)).status).toBe(201);
  expect((await book(app, participant, study.id, await freshSlot(app, study.id))).status).toBe(201);
  expect(code(await restoreSuspended(app, study))).toBe('ALREADY_DONE');
  const { rows } = await sql`
    select from project.audit where event = 'STUDY_UNSUSPENDED' and about = ${study.id}`.execute(
    app.engine.owner,
  );
  expect(rows).toHaveLength(1);
});

test('suspending a study acts on its open reports', async () => {
  const study = await published();
  const body = { reason: 'ASKS_FOR_MONEY', text: 'They asked me for my PIN.' };
  await app.call(reportStudy, { as: participant, params: { id: study.id }, body });
  await suspendForTest(app, study);
  const { rows } = await sql`
    select state, decided_by as by, note from project.reports where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ state: 'ACTED', by: 'Adwoa Mensah', note: REASON }]);
});

test('a deleted study is read and suspended from a report about it, but not listed', async () => {
  const study = await published();
  const body = { reason: 'ASKS_FOR_MONEY', text: 'They asked me for my PIN.' };
  await app.call(reportStudy, { as: participant, params: { id: study.id }, body });
  expect((await app.call(calls.deleteStudy, own(study))).status).toBe(204);
  const by = { token: await (await theAdmin(app)).token() };
  const found = await app.call(listStudiesAsAdmin, { as: by, body: { search: study.id } });
  expect(found.content).toEqual([]);
  const read = await app.call(readStudyAsAdmin, { as: by, params: { id: study.id } });
  expect(read.content).toMatchObject({ isDeleted: true, isSuspended: false, openReports: 1 });
  expect((await suspendForTest(app, study)).content).toMatchObject({ isSuspended: true, openReports: 0 });
  expect((await restoreSuspended(app, study)).content).toMatchObject({ isDeleted: true, isSuspended: false });
});

test('a draft or an unknown study cannot be suspended', async () => {
  const draft = await makeDraft(app, researcher, { projectId });
  expect(code(await suspendForTest(app, draft))).toBe('STUDY_IS_DRAFT');
  expect(code(await suspendForTest(app, { id: crypto.randomUUID() }))).toBe('STUDY_NOT_FOUND');
  expect(code(await restoreSuspended(app, { id: crypto.randomUUID() }))).toBe('STUDY_NOT_FOUND');
  expect((await suspendForTest(app, draft, ' ')).json).toMatchObject({ content: [{ field: 'reason' }] });
});

test('studies are found by name, id, researcher and state; an admin of the role SUPPORT only reads', async () => {
  const name = `Volta ${crypto.randomUUID().slice(0, 8)}`;
  const owner = await registerResearcher(app, { verified: true });
  const { id } = await makeProject(app, owner);
  const [first, second] = [
    await makePublished(app, owner, { projectId: id, name: `${name} One` }),
    await makeDraft(app, owner, { projectId: id, publicName: `${name} 100%` }),
  ];
  await suspendForTest(app, first);
  const support = await makeAdmin(app, ['SUPPORT']);
  const find = async ({ search, ...query }: Record<string, string>) => {
    const as = { token: await support.token() };
    const answer = await app.call(listStudiesAsAdmin, { as, query, body: { search } });
    return answer.content.map((study) => study.id);
  };
  expect(await find({ search: name.toUpperCase() })).toEqual([second.id, first.id]);
  expect(await find({ search: '100%' })).toEqual([second.id]);
  for (const search of [first.id, ` ${first.id} `]) expect(await find({ search })).toEqual([first.id]);
  expect(await find({ search: owner.userId })).toEqual([second.id, first.id]);
  expect(await find({ search: owner.userId, state: 'SUSPENDED' })).toEqual([first.id]);
  expect(await find({ search: owner.userId, state: 'DRAFT' })).toEqual([second.id]);
  const as = { token: await support.token() };
  const read = await app.call(readStudyAsAdmin, { as, params: { id: first.id } });
  expect(read.content).toMatchObject({ researcherId: owner.userId, openReports: 0, meetingsAhead: 0 });
  expect((await theAdmin(app)).email).not.toBe(support.email);
});
