import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { answerReport, readDispute, reportMeeting } from '@app/contracts/project/disputes.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { erasePerson } from '@app/contracts/project/account-deletion.ts';
import { updateSuspension } from '@app/contracts/project/suspensions.ts';
import { joinWaitingList } from '@app/contracts/project/slots.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useApp } from '@app/test/support/app.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import {
  accept,
  assertConsistentBookings,
  book,
  freshSlot,
  makeTimePass,
  makeBooked,
  moveStart,
  runMeetingSchedule,
} from '#test/meetings.ts';
import { dayAhead, makeProject, makePublished } from '#test/studies.ts';
import { decideAsAdmin, disputeToken } from '#test/disputes.ts';

const app = useApp();
let researcher: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});

const findNotifications = async (kind: string) =>
  (await app.call(listNotifications, { as: researcher, query: { size: 50 } })).content.filter(
    (notification) => notification.kind === kind,
  ).length;

async function completeMeeting(participant: SignedInUser, study: Study, outcome: string): Promise<string> {
  const applicationId = await accept(app, { researcher, participant, study });
  const { content } = await book(app, participant, study.id, await freshSlot(app, study.id));
  await moveStart(app, content.id, '1 hour');
  const marked = await app.call(markAttendance, {
    as: researcher,
    params: { id: content.id },
    body: { outcome },
  });
  if (marked.status !== 200) throw new Error(`Marking answered ${marked.status}`);
  // They are notified of it and may then book another time.
  await makeTimePass(app, content.id, '10 minutes');
  await runMeetingSchedule(app);
  return applicationId;
}

const asIdentity = async () => ({ token: await serviceToken({ app }, 'identity', 'project') });
test.each([
  ['leaves', async (userId: string) => app.call(erasePerson, { as: await asIdentity(), params: { userId } })],
  [
    'is suspended',
    async (userId: string) =>
      app.call(updateSuspension, {
        as: await asIdentity(),
        params: { userId },
        body: { version: 1, isSuspended: true },
      }),
  ],
])(
  'a participant who %s loses future meetings and waiting-list entries, but keeps payables',
  async (_, remove) => {
    const participant = await registerParticipant(app, { withProfile: true });
    const { id: projectId } = await makeProject(app, researcher);
    const paid = await makePaidStudy(app, researcher);
    const [waiting, endedStudy] = [
      await makePublished(app, researcher, { projectId }),
      await makePublished(app, researcher, { projectId }),
    ];
    const bookedId = await completeMeeting(participant, paid, 'TURNED_AWAY');
    const slotId = await freshSlot(app, paid.id);
    expect((await book(app, participant, paid.id, slotId)).status).toBe(201);
    const waitingId = await completeMeeting(participant, waiting, 'NO_SHOW');
    const joined = await app.call(joinWaitingList, {
      as: participant,
      params: { id: waiting.id },
      // No time is offered for a day without times.
      body: { days: [dayAhead(60)] },
    });
    expect(joined.status).toBe(200);
    const endedId = await completeMeeting(participant, endedStudy, 'TURNED_AWAY');
    const before = [await findNotifications('TIME_CANCELLED'), await findNotifications('APPLICANT_WITHDREW')];

    for (let time = 0; time < 2; time += 1) expect((await remove(participant.userId)).status).toBe(204);
    const { rows } = await sql<{ id: string; status: string; bookings: string }>`
      select application_id as id, status, (select string_agg(state, ',' order by created_at)
        from project.bookings as booking where booking.application_id = application.application_id) as bookings
      from project.applications as application where applicant_id = ${participant.userId}`.execute(
      app.engine.owner,
    );
    expect(new Map(rows.map(({ id, ...row }) => [id, row]))).toEqual(
      new Map([
        [bookedId, { status: 'WITHDRAWN', bookings: 'TURNED_AWAY,CANCELLED_BY_PARTICIPANT' }],
        [waitingId, { status: 'WITHDRAWN', bookings: 'NO_SHOW' }],
        [endedId, { status: 'ACCEPTED', bookings: 'TURNED_AWAY' }],
      ]),
    );
    expect([
      await findNotifications('TIME_CANCELLED'),
      await findNotifications('APPLICANT_WITHDREW'),
    ]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 2]);
    const remaining = await sql`
      select pesewas, (select taken from project.study_slots where study_id = ${paid.id} and starts_at = ${slotId}) as taken,
        (select count(*)::int from project.waiting where participant_id = ${participant.userId}) as waiting
      from project.payables where application_id = ${bookedId}`.execute(app.engine.owner);
    expect(remaining.rows).toEqual([{ pesewas: 5000, taken: 0, waiting: 0 }]);
    await assertConsistentBookings(app);
  },
);

test('a report and its answer outlive the researcher until the decision; a report is erased with its participant', async () => {
  const remove = async ({ userId }: SignedInUser) =>
    app.call(erasePerson, { as: await asIdentity(), params: { userId } });
  const report = async () => {
    const [host, participant] = [
      await registerResearcher(app, { verified: true }),
      await registerParticipant(app, { withProfile: true }),
    ];
    const { booking } = await makeBooked(app, { researcher: host, participant });
    await moveStart(app, booking.id, '1 hour');
    const params = { id: booking.id };
    const body = { kind: 'NOBODY_CAME', text: 'I waited for half an hour' };
    expect((await app.call(reportMeeting, { as: participant, params, body })).status).toBe(200);
    const answer = { text: 'I called twice' };
    expect((await app.call(answerReport, { as: host, params, body: answer })).status).toBe(200);
    const token = disputeToken(app, booking.id);
    const textsNow = async () => {
      const { content } = await app.call(readDispute, { params, query: { token } });
      return [content.reportText, content.answerText];
    };
    const decide = () => decideAsAdmin(app, booking.id, 'PARTICIPANT');
    return { host, participant, texts: [body.text, answer.text], textsNow, decide };
  };
  const { host, texts, textsNow, decide } = await report();
  for (let time = 0; time < 2; time += 1) expect((await remove(host)).status).toBe(204);
  expect(await textsNow()).toEqual(texts);
  expect((await decide()).status).toBe(200);
  expect(await textsNow()).toEqual(['', null]);

  const decided = await report();
  expect((await decided.decide()).status).toBe(200);
  expect(await decided.textsNow()).toEqual(texts);
  await remove(decided.host);
  expect(await decided.textsNow()).toEqual(['', null]);

  const left = await report();
  await remove(left.participant);
  expect((await left.textsNow())[0]).toBe('');
});

test('the words of a meeting are erased with either person, and other people keep theirs', async () => {
  const host = await registerResearcher(app, { verified: true });
  const [participant, other] = await Promise.all([
    registerParticipant(app, { withProfile: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  const { booking, study, slotId } = await makeBooked(
    app,
    { researcher: host, participant },
    { seatsPerSlot: 2 },
  );
  await accept(app, { researcher: host, participant: other, study });
  const theirs = (await book(app, other, study.id, slotId)).content;
  // Deletion cancels meetings ahead, and their words end then.
  await moveStart(app, booking.id, '5 minutes');
  const findWords = async () => {
    const { rows } = await sql<{ id: string }>`
      select booking_id as id from project.proof_words where booking_id in (${booking.id}, ${theirs.id})`.execute(
      app.engine.owner,
    );
    return rows.map(({ id }) => id);
  };
  expect(await findWords()).toHaveLength(2);
  await app.call(erasePerson, { as: await asIdentity(), params: { userId: participant.userId } });
  expect(await findWords()).toEqual([theirs.id]);
  await app.call(erasePerson, { as: await asIdentity(), params: { userId: host.userId } });
  expect(await findWords()).toEqual([]);
});
