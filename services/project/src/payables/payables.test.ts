import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listPayouts } from '@app/contracts/payment/payouts.ts';
import { exportApplicants, listApplicants } from '@app/contracts/project/applicants.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import { listProjectStudies } from '@app/contracts/project/projects.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { createLog } from '@app/kit/log.ts';
import { Failure } from '@app/kit/problem.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { payoutStateWords } from '@app/words/payout-states.ts';
import { readCsv } from '#test/read-csv.ts';
import { assertConsistentLedger } from '../../../payment/test/money.ts';
import { decide, readCode } from '#test/applicants.ts';
import { apply } from '#test/studies.ts';
import {
  accept,
  book,
  freshSlot,
  makeTimePass,
  makeBooked,
  moveStart,
  runMeetingSchedule,
} from '#test/meetings.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { putInState } from '@app/test/support/payouts.ts';
import { runJobsNow } from '#test/jobs.ts';
import { SERVICE_ROLE } from '../open-db.ts';
import type { ProjectTables } from '../schema.ts';
import { sendPayable } from './send-payables.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let study: Study;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  study = await makePaidStudy(app, researcher);
});
beforeEach(async () => {
  participant = await registerParticipant(app, { withProfile: true });
});
afterEach(() => assertConsistentLedger(app));

async function bookMeeting(ago?: string, own = study) {
  const applicationId = await accept(app, { researcher, participant, study: own });
  const { content } = await book(app, participant, own.id, await freshSlot(app, own.id));
  if (ago !== undefined) await moveStart(app, content.id, ago);
  return { applicationId, bookingId: content.id };
}
const mark = (id: string, outcome: string) =>
  app.call(attendanceCalls.markAttendance, { as: researcher, params: { id }, body: { outcome } });
const payouts = async () =>
  (await app.call(listPayouts, { as: participant })).content.map(
    ({ state, amountInPesewas }) => `${state} ${amountInPesewas}`,
  );
/** The payment service processes the payout at once. An account that was just set up waits. */
const UNSENT_PAYOUT = expect.stringMatching(/^(CREATED|HELD) 5000$/);
/** Makes a mark that can no longer be undone, so that its payable is due. */
const makeFinalMark = async (id: string, outcome: string) => {
  expect((await mark(id, outcome)).status).toBe(200);
  await makeTimePass(app, id, '10 minutes');
};
const waitUntilSent = async () => {
  const readLeft = async () =>
    (
      await sql`select 1 from project.payables where sent_version < version and due_at <= now()`.execute(
        app.engine.owner,
      )
    ).rows.length;
  await expect.poll(readLeft).toBe(0);
};

test('a participant who attended is paid once the mark is final; an undone mark pays nothing', async () => {
  const { bookingId } = await bookMeeting('1 hour');
  expect((await mark(bookingId, 'ATTENDED')).status).toBe(200);
  expect((await mark(bookingId, 'UNMARKED')).status).toBe(200);
  await waitUntilSent();
  expect(await payouts()).toEqual([]);
  await makeFinalMark(bookingId, 'TURNED_AWAY');
  await expect.poll(payouts).toEqual([UNSENT_PAYOUT]);
});

test('the researcher sees the pay in Meetings, and its state beside the applicant and in the file', async () => {
  const { applicationId, bookingId } = await bookMeeting('1 hour');
  const params = { id: study.id };
  const shown = async () =>
    (await app.call(listApplicants, { as: researcher, params })).content.find(
      ({ id }) => id === applicationId,
    )?.payment;
  expect(await shown()).toBeNull();
  const { content } = await mark(bookingId, 'ATTENDED');
  expect(content).toMatchObject({ pays: 50, countsAsAttended: true, undoUntil: expect.any(String) });
  // The state is the same before and after the payment service has received the payable.
  expect(await shown()).toEqual({ state: 'CREATED', amountInPesewas: 5000 });
  const [header = [], ...lines] = readCsv(
    (await app.call(exportApplicants, { as: researcher, params })).text,
  );
  const { code, payment, paid } = applicantWords.file.columns;
  const ownCode = await readCode(app, applicationId);
  const own = lines.find((line) => line[header.indexOf(code)] === ownCode);
  expect([own?.[header.indexOf(payment)], own?.[header.indexOf(paid)]]).toEqual([
    payoutStateWords.CREATED,
    '50',
  ]);
  expect((await mark(bookingId, 'UNMARKED')).status).toBe(200);
  await expect.poll(shown).toBeNull();
});

test('an absent participant is owed nothing until the mark is corrected', async () => {
  const { bookingId } = await bookMeeting('1 hour');
  await mark(bookingId, 'NO_SHOW');
  await waitUntilSent();
  expect(await payouts()).toEqual([]);
  await makeFinalMark(bookingId, 'ATTENDED');
  await expect.poll(payouts).toEqual([UNSENT_PAYOUT]);
});

test('an unmarked meeting is payable after three days', async () => {
  await bookMeeting('80 hours');
  await runMeetingSchedule(app);
  await expect.poll(payouts).toEqual([UNSENT_PAYOUT]);
});

test('a late cancellation by the researcher is payable, and the next meeting is not paid again', async () => {
  const { bookingId } = await bookMeeting('-2 hours');
  const cancel = (id: string) =>
    app.call(calls.cancelBooking, {
      as: researcher,
      params: { id },
      body: { reason: 'The room is shut' },
    });
  expect((await cancel(bookingId)).status).toBe(200);
  await expect.poll(payouts).toEqual([UNSENT_PAYOUT]);
  const again = await book(app, participant, study.id, await freshSlot(app, study.id));
  await moveStart(app, again.content.id, '1 hour');
  expect((await mark(again.content.id, 'ATTENDED')).content).toMatchObject({ state: 'ATTENDED', pays: 0 });
  await waitUntilSent();
  expect(await payouts()).toEqual([UNSENT_PAYOUT]);
});

const readOwn = async (own: Study, as: SignedInUser) => {
  const reply = await app.call(readStudy, { as, params: { id: own.id } });
  if (reply.content.audience !== 'PARTICIPANT') throw new Error('Only a participant reads the study');
  return [reply.content.recruitmentStatus, reply.content.placesLeft];
};
const wantOne = (own: Study) =>
  sql`update project.studies set desired_number_of_participants = 1 where study_id = ${own.id}`.execute(
    app.engine.owner,
  );

test('a participant who is owed the incentive uses a place, even after withdrawing, and no one replaces them', async () => {
  const own = await makePaidStudy(app, researcher);
  const { applicationId, bookingId } = await bookMeeting('1 hour', own);
  await mark(bookingId, 'ATTENDED');
  const other = await registerParticipant(app, { withProfile: true });
  const { id } = (await apply(app, other, own)).content;
  const withdrawn = await app.call(withdrawApplication, { as: participant, params: { id: applicationId } });
  expect(withdrawn.status).toBe(200);
  await wantOne(own);
  expect(await readOwn(own, other)).toEqual(['FULL', 0]);
  const shown = await app.call(readStudy, { as: researcher, params: { id: own.id } });
  expect(shown.content).toMatchObject({ acceptedCount: 0, placesLeft: 0, desiredNumberOfParticipants: 1 });
  const listed = await app.call(listProjectStudies, { as: researcher, params: { id: own.projectId } });
  expect(listed.content.find((row) => row.id === own.id)).toMatchObject({ acceptedCount: 0, placesLeft: 0 });
  const decided = await decide(app, researcher, own.id, [id], { status: 'ACCEPTED' });
  expect(decided.content).toMatchObject({
    decided: [],
    undecided: [{ applicationId: id, because: 'NO_PLACE_LEFT' }],
    placesLeft: 0,
  });
  const late = await registerParticipant(app, { withProfile: true });
  const browsed = await app.call(browseStudies, { as: late, query: { size: 100 } });
  expect(browsed.content.map((open) => open.id)).not.toContain(own.id);
  const refused = await apply(app, late, own);
  expect([refused.status, refused.json['code']]).toEqual([409, 'STUDY_IS_FULL']);
});

test('a withdrawn participant’s place is used once their meeting counts, and free if the mark is undone', async () => {
  const own = await makePaidStudy(app, researcher);
  const { applicationId, bookingId } = await bookMeeting('1 hour', own);
  const other = await registerParticipant(app, { withProfile: true });
  await apply(app, other, own);
  const withdrawn = await app.call(withdrawApplication, { as: participant, params: { id: applicationId } });
  expect(withdrawn.status).toBe(200);
  await wantOne(own);
  expect(await readOwn(own, other)).toEqual(['OPEN', 1]);
  expect((await mark(bookingId, 'ATTENDED')).status).toBe(200);
  expect(await readOwn(own, other)).toEqual(['FULL', 0]);
  expect((await mark(bookingId, 'UNMARKED')).status).toBe(200);
  expect(await readOwn(own, other)).toEqual(['OPEN', 1]);
});

test('a payable keeps its place: undoing the acceptance frees none, and accepting again uses none', async () => {
  const own = await makePaidStudy(app, researcher);
  const { applicationId, bookingId } = await bookMeeting('1 hour', own);
  const shown = async () => (await app.call(readStudy, { as: researcher, params: { id: own.id } })).content;
  // The meeting is marked only after the acceptance is undone. Until then the place is reserved.
  await decide(app, researcher, own.id, [applicationId], { status: 'PENDING' });
  await mark(bookingId, 'ATTENDED');
  await wantOne(own);
  expect(await shown()).toMatchObject({ acceptedCount: 0, placesLeft: 0 });
  const { content: outcome } = await decide(app, researcher, own.id, [applicationId], { status: 'ACCEPTED' });
  expect(outcome).toEqual({ decided: [applicationId], undecided: [], placesLeft: 0 });
  expect(await shown()).toMatchObject({ acceptedCount: 1, placesLeft: 0 });
});

const acceptOther = async (own: Study) => {
  const other = await registerParticipant(app, { withProfile: true });
  const { id } = (await apply(app, other, own)).content;
  const decided = await decide(app, researcher, own.id, [id], { status: 'ACCEPTED' });
  return { id, because: decided.content.undecided[0]?.because, placesLeft: decided.content.placesLeft };
};

test('a place stays reserved while its meeting may still count; its former holder can get it back', async () => {
  const own = await makePaidStudy(app, researcher);
  const { applicationId, bookingId } = await bookMeeting(undefined, own);
  await wantOne(own);
  const setStatus = async (status: 'PENDING' | 'ACCEPTED') =>
    (await decide(app, researcher, own.id, [applicationId], { status })).content;
  // The meeting has begun, and is marked only after the acceptance is undone.
  await moveStart(app, bookingId, '1 hour');
  expect((await setStatus('PENDING')).decided).toEqual([applicationId]);
  expect((await mark(bookingId, 'NO_SHOW')).status).toBe(200);
  expect(await acceptOther(own)).toMatchObject({ because: 'NO_PLACE_LEFT', placesLeft: 0 });
  // Once the mark can no longer become attended, the place is free.
  await sql`update project.bookings set final_at = now() - interval '73 hours' where booking_id = ${bookingId}`.execute(
    app.engine.owner,
  );
  expect(await acceptOther(own)).toMatchObject({ because: undefined, placesLeft: 0 });
});

test('a reversal at short notice is payable and uses its place; an earlier one frees it', async () => {
  for (const [ago, because] of [
    ['-23 hours', 'NO_PLACE_LEFT'],
    ['-25 hours', undefined],
  ] as const) {
    const own = await makePaidStudy(app, researcher);
    const { applicationId, bookingId } = await bookMeeting(ago, own);
    const other = await registerParticipant(app, { withProfile: true });
    const { id: otherId } = (await apply(app, other, own)).content;
    await wantOne(own);
    const reversal = { status: 'PENDING', cancelsMeeting: true } as const;
    const reversed = await decide(app, researcher, own.id, [applicationId], reversal);
    expect(reversed.content.decided).toEqual([applicationId]);
    const { rows } = await sql<{ state: string; counts: boolean }>`
      select state, counts_as_attended as counts from project.bookings where booking_id = ${bookingId}`.execute(
      app.engine.owner,
    );
    expect(rows).toEqual([{ state: 'CANCELLED_BY_RESEARCHER', counts: because !== undefined }]);
    const decided = await decide(app, researcher, own.id, [otherId], { status: 'ACCEPTED' });
    expect(decided.content.undecided[0]?.because).toBe(because);
    participant = await registerParticipant(app, { withProfile: true });
  }
});

test('a participant with a payable is not accepted again when all places are filled', async () => {
  const own = await makePaidStudy(app, researcher);
  const { applicationId, bookingId } = await bookMeeting('1 hour', own);
  await decide(app, researcher, own.id, [applicationId], { status: 'PENDING' });
  const { id } = await acceptOther(own);
  await mark(bookingId, 'ATTENDED');
  await wantOne(own);
  const again = await decide(app, researcher, own.id, [applicationId], { status: 'ACCEPTED' });
  expect([again.status, again.content.undecided]).toEqual([
    200,
    [{ applicationId, because: 'NO_PLACE_LEFT' }],
  ]);
  const { content: shown } = await app.call(readStudy, { as: researcher, params: { id: own.id } });
  expect(shown).toMatchObject({ acceptedCount: 1 });
  await decide(app, researcher, own.id, [id], { status: 'PENDING' });
});

test('an early cancellation is not payable', async () => {
  const { bookingId } = await bookMeeting();
  const body = { reason: 'The room is shut' };
  await app.call(calls.cancelBooking, { as: researcher, params: { id: bookingId }, body });
  await waitUntilSent();
  expect(await payouts()).toEqual([]);
});

test('an unpaid study sends no payables', async () => {
  const { booking, applicationId } = await makeBooked(app, { researcher, participant });
  await moveStart(app, booking.id, '1 hour');
  expect((await mark(booking.id, 'ATTENDED')).status).toBe(200);
  const { rows } = await sql`select 1 from project.payables where application_id = ${applicationId}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([]);
});

test('a mark and its payable are written together or not at all', async () => {
  const { bookingId } = await bookMeeting('1 hour');
  await sql`alter table project.payables rename to payables_away`.execute(app.engine.owner);
  expect((await mark(bookingId, 'ATTENDED')).status).toBe(500);
  await sql`alter table project.payables_away rename to payables`.execute(app.engine.owner);
  const { rows } = await sql`select state from project.bookings where booking_id = ${bookingId}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ state: 'BOOKED' }]);
  await sql`alter table project.audit rename to audit_away`.execute(app.engine.owner);
  expect((await mark(bookingId, 'ATTENDED')).status).toBe(500);
  await sql`alter table project.audit_away rename to audit`.execute(app.engine.owner);
  await waitUntilSent();
  expect(await payouts()).toEqual([]);
});

test('while the payment service is unavailable nothing is lost, and the study stays open', async () => {
  const { bookingId } = await bookMeeting('1 hour');
  await sql`alter table payment.payouts rename to payouts_away`.execute(app.engine.owner);
  // An undone mark is due at once, and a new one only when it is final.
  for (const outcome of ['ATTENDED', 'UNMARKED']) expect((await mark(bookingId, outcome)).status).toBe(200);
  const tried = async () =>
    (
      await sql`select 1 from project_jobs.job where name = 'payables' and retry_count > 0`.execute(
        app.engine.owner,
      )
    ).rows.length;
  await expect.poll(tried).toBeGreaterThan(0);
  expect((await mark(bookingId, 'ATTENDED')).status).toBe(200);
  await sql`alter table payment.payouts_away rename to payouts`.execute(app.engine.owner);
  await makeTimePass(app, bookingId, '10 minutes');
  await runJobsNow(app, 'payables');
  expect(await payouts()).toEqual([UNSENT_PAYOUT]);
});

/** Inserts the payable of an undone mark. */
const insertUndonePayable = (applicationId: string) =>
  sql`
    insert into project.payables (application_id, study_id, participant_id, pesewas, version)
    select application_id, study_id, applicant_id, 0, 2 from project.applications
    where application_id = ${applicationId}`.execute(app.engine.owner);

test('a payment that is found to have been sent is owed again, with the pay of its own study', async () => {
  const db = app.engine.connect<ProjectTables>(SERVICE_ROLE);
  const callPayment = async () => {
    throw new Failure('PAYOUT_IS_UNDER_WAY');
  };
  for (const incentive of [50, 70]) {
    const own = await makePaidStudy(app, researcher);
    const applicationId = await accept(app, { researcher, participant, study: own });
    await sql`update project.studies set incentive = ${incentive} where study_id = ${own.id}`.execute(
      app.engine.owner,
    );
    await insertUndonePayable(applicationId);
    await sendPayable({ db, callPayment, log: createLog('silent') }, { applicationId });
    const { rows } = await sql`
      delete from project.payables where application_id = ${applicationId} returning pesewas`.execute(
      app.engine.owner,
    );
    expect(rows).toEqual([{ pesewas: incentive * 100 }]);
  }
});

test('a decision that is made while a payment is found to have been sent stays', async () => {
  const { applicationId } = await bookMeeting('1 hour', await makePaidStudy(app, researcher));
  await insertUndonePayable(applicationId);
  const callPayment = async () => {
    await sql`update project.payables set version = 3 where application_id = ${applicationId}`.execute(
      app.engine.owner,
    );
    throw new Failure('PAYOUT_IS_UNDER_WAY');
  };
  const db = app.engine.connect<ProjectTables>(SERVICE_ROLE);
  await sendPayable({ db, callPayment, log: createLog('silent') }, { applicationId });
  const { rows } = await sql`
    select pesewas, sent_version as sent from project.payables where application_id = ${applicationId}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ pesewas: 0, sent: 2 }]);
  await sql`delete from project.payables where application_id = ${applicationId}`.execute(app.engine.owner);
});

test('a payment that was sent before its mark was undone stays owed, and its place is used', async () => {
  const { applicationId, bookingId } = await bookMeeting('1 hour', await makePaidStudy(app, researcher));
  const read = async () => {
    const { rows } = await sql`
      select payable.pesewas, payable.version = payable.sent_version as "isSent", study.paid_elsewhere::int as used
      from project.payables as payable join project.studies as study using (study_id)
      where application_id = ${applicationId}`.execute(app.engine.owner);
    return rows[0];
  };
  await mark(bookingId, 'ATTENDED');
  // The undo began before the mark was final, and waited for its row until the payment was sent.
  await makeTimePass(app, bookingId, '10 minutes');
  await sql`update project.bookings set final_at = now() + interval '1 minute' where booking_id = ${bookingId}`.execute(
    app.engine.owner,
  );
  await expect.poll(read).toEqual({ pesewas: 5000, isSent: true, used: 0 });
  await app.call(withdrawApplication, { as: participant, params: { id: applicationId } });
  expect(await read()).toEqual({ pesewas: 5000, isSent: true, used: 1 });
  const { rows } = await sql<{ id: string }>`
    select payout_id as id from payment.payouts where application_id = ${applicationId}`.execute(
    app.engine.owner,
  );
  await putInState(app, rows[0]?.id ?? '', 'REVIEW');
  for (const outcome of ['UNMARKED', 'NO_SHOW']) {
    expect((await mark(bookingId, outcome)).status).toBe(200);
    await expect.poll(read).toEqual({ pesewas: 5000, isSent: true, used: 1 });
  }
});
