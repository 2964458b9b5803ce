import { sql } from 'kysely';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { downloadOwnData } from '@app/contracts/identity/data-export.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { exportApplicants, listApplicants, remarkApplicant } from '@app/contracts/project/applicants.ts';
import * as own from '@app/contracts/project/applications.ts';
import * as bookings from '@app/contracts/project/bookings.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { readEmail } from '@app/contracts/project/emails.ts';
import { listMeetings } from '@app/contracts/project/meetings.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import type { Study, StudyPublish } from '@app/contracts/project/studies.ts';
import * as studies from '@app/contracts/project/study-calls.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { ownDataWords } from '@app/words/data-export.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { deleteAccount } from '@app/test/support/account-deletion.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { decide, sendDebouncedEmails } from '#test/applicants.ts';
import {
  accept,
  assertConsistentBookings,
  book,
  freshSlot,
  makeTimePass,
  moveStart,
  setNotified,
  runMeetingSchedule,
} from '#test/meetings.ts';
import { readCsv } from '#test/read-csv.ts';
import { apply, dayAhead, makeDraft, makeProject, makePublished, responsesTo } from '#test/studies.ts';
import { untilSent } from '#test/jobs.ts';
import { notifyOfConsent } from '../../notifications/notify-applicants.ts';
import type { Deps } from '../../deps.ts';
import { SERVICE_ROLE } from '../../open-db.ts';
import type { ProjectTables } from '../../schema.ts';
import { FIRST_WINDOW_START } from '../../notifications/queue-notifications.ts';

const TEXT = 'We talk for half an hour.\n\nYou may stop at any time. Ask Dr. Mensah, 030 123 4567.';
const LATER = 'We talk for an hour, and record it. You may stop at any time.';

const app = useApp();
let researcher: SignedInUser;
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});
afterEach(() => assertConsistentBookings(app));

const newcomer = () => registerParticipant(app, { withProfile: true });
const publish = (plan: Partial<StudyPublish> = {}, publicName = 'Market days') =>
  makePublished(app, researcher, { projectId, publicName, consentText: TEXT }, plan);
const applyWith = (as: SignedInUser, study: Study, consentVersion?: number) =>
  app.call(own.applyToStudy, {
    as,
    params: { id: study.id },
    body: { applicantId: as.userId, responses: responsesTo(study), consentVersion },
  });
const change = (study: Study, text: string, as = researcher) =>
  app.call(studies.changeConsent, { as, params: { id: study.id }, body: { text } });
const agree = (as: SignedInUser, id: string, version: number) =>
  app.call(own.agreeToConsent, { as, params: { id }, body: { version } });
const withdrawConsent = (as: SignedInUser, id: string) =>
  app.call(own.withdrawConsent, { as, params: { id } });
const findOwnApplication = async (as: SignedInUser, id: string) => {
  const { content } = await app.call(own.listOwnApplications, { as, query: { size: 100 } });
  return content.find((application) => application.id === id);
};
const findApplicant = async (study: Study, id: string) =>
  (await app.call(listApplicants, { as: researcher, params: { id: study.id } })).content.find(
    (applicant) => applicant.id === id,
  );
const readNotificationKinds = async (as: SignedInUser, studyId: string) =>
  (await app.call(listNotifications, { as, query: { size: 100 } })).content
    .filter(({ params }) => params.studyId === studyId)
    .map(({ kind }) => kind);
const code = (answer: { json: Record<string, unknown> }) => answer.json['code'];

async function readEmails(as: SignedInUser, subject: string): Promise<string[]> {
  await untilSent(app, 'consent-notifications');
  await sendDebouncedEmails(app);
  await untilSent(app);
  const all = await app.mailbox.read(as.email);
  return all.filter((email) => email.subject === subject).map(({ text }) => text);
}
const given = projectEmailWords.CONSENT_GIVEN.subject;
const changed = projectEmailWords.CONSENT_CHANGED.subject;

test('a draft’s consent text is replaced in place, can be removed, and is version 1 when published', async () => {
  const draft = await makeDraft(app, researcher, { projectId, consentText: ` ${TEXT} ` });
  expect(draft).toMatchObject({ consentText: TEXT, consentVersion: 1 });
  const params = { id: draft.id };
  const edit = async (consentText: string | null) =>
    (await app.call(studies.editStudy, { as: researcher, params, body: { consentText } })).content;
  expect(await edit(LATER)).toMatchObject({ consentText: LATER, consentVersion: 1 });
  expect(await edit(null)).toMatchObject({ consentText: null, consentVersion: 0 });
  const named = await app.call(studies.editStudy, { as: researcher, params, body: { name: 'Other' } });
  expect(named.content).toMatchObject({ consentText: null, consentVersion: 0 });
  expect(await edit(TEXT)).toMatchObject({ consentText: TEXT, consentVersion: 1 });
  expect(code(await change(draft, LATER))).toBe('STUDY_IS_DRAFT');
  // A text without a letter or a digit counts as empty.
  for (const consentText of [' ', 'x'.repeat(2001), '\u200b\u200b', '...']) {
    const refused = await app.call(studies.editStudy, { as: researcher, params, body: { consentText } });
    expect(refused.json).toMatchObject({ code: 'INVALID_INPUT', content: [{ field: 'consentText' }] });
  }
});

test('applying requires the latest consent text, which is emailed; both sides see its version and time', async () => {
  const [study, participant] = [await publish(), await newcomer()];
  const read = await app.call(readStudy, { as: participant, params: { id: study.id } });
  expect(read.content).toMatchObject({ audience: 'PARTICIPANT', consent: { version: 1, text: TEXT } });
  for (const version of [undefined, 0, 2]) {
    const refused = await applyWith(participant, study, version);
    expect(refused).toMatchObject({ status: 409, json: { code: 'CONSENT_NEEDED' } });
  }
  const left = await sql`select from project.applications where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  expect([left.rows, await readNotificationKinds(researcher, study.id)]).toEqual([[], []]);

  const { status, content } = await applyWith(participant, study, 1);
  expect(status).toBe(201);
  const agreements = [{ version: 1, agreedAt: content.appliedAt }];
  const consent = { version: 1, agreedAt: content.appliedAt, agreements, withdrawnAt: null };
  expect(content).toMatchObject({ consent, asksConsent: null });
  expect(await findOwnApplication(participant, content.id)).toMatchObject({ consent, asksConsent: null });
  expect(await findApplicant(study, content.id)).toMatchObject({ consent, isConsentOutdated: false });
  const [email = '', ...more] = await readEmails(participant, given);
  expect(more).toEqual([]);
  for (const part of ['Market days', 'We talk for half an hour.', 'Dr. Mensah'])
    expect(email).toContain(part);

  const file = await app.call(exportApplicants, { as: researcher, params: { id: study.id } });
  const [header = [], line = []] = readCsv(file.text);
  const { consentVersion, agreedAt } = applicantWords.file.columns;
  expect(line[header.indexOf(consentVersion)]).toBe('1');
  expect(line[header.indexOf(agreedAt)]).toBe(content.appliedAt.slice(0, 19).replace('T', ' '));

  const plain = await makePublished(app, researcher, { projectId });
  expect(code(await applyWith(participant, plain, 1))).toBe('CONSENT_NEEDED');
  expect((await applyWith(participant, plain)).content.consent).toEqual({
    version: 0,
    agreedAt: null,
    agreements: [],
    withdrawnAt: null,
  });
});

test('all agreements are kept: both sides, the file and the data export show them, even without the researcher', async () => {
  const [as, participant] = [await registerResearcher(app, { verified: true }), await newcomer()];
  const { id: ofLeaver } = await makeProject(app, as);
  const study = await makePublished(app, as, { projectId: ofLeaver, publicName: 'Nets', consentText: TEXT });
  const params = { id: study.id };
  const { content } = await applyWith(participant, study, 1);
  const first = { version: 1, agreedAt: content.appliedAt };
  await change(study, LATER, as);
  const { consent } = (await agree(participant, content.id, 2)).content;
  expect(consent).toMatchObject({ version: 2, agreements: [first, { version: 2 }] });
  expect(consent.agreements[1]?.agreedAt).toBe(consent.agreedAt);
  expect(await findOwnApplication(participant, content.id)).toMatchObject({ consent });
  expect((await app.call(listApplicants, { as, params })).content).toMatchObject([{ consent }]);

  const file = await app.call(exportApplicants, { as, params });
  const [header = [], line = []] = readCsv(file.text);
  const inFile = (at: string | null | undefined) => (at ?? '').slice(0, 19).replace('T', ' ');
  const { columns, agreement } = applicantWords.file;
  expect(line[header.indexOf(columns.consentVersion)]).toBe('2');
  expect(line[header.indexOf(columns.agreedAt)]).toBe(inFile(consent.agreedAt));
  expect(line[header.indexOf(columns.earlierAgreements)]).toBe(agreement(1, inFile(first.agreedAt)));

  const readOwnDataFile = async () => {
    const answer = await app.call(downloadOwnData, { as: participant });
    return strFromU8(unzipSync(answer.bytes)[`${ownDataWords.agreements.title}.csv`]!);
  };
  const agreementTexts = [first, consent].flatMap(({ version, agreedAt }) => [
    `"${version}"`,
    inFile(agreedAt),
  ]);
  const texts = ['We talk for half an hour.', LATER];
  const before = await readOwnDataFile();
  for (const part of [...agreementTexts, ...texts]) expect(before).toContain(part);
  await app.call(studies.closeStudy, { as, params });
  await withdrawConsent(participant, content.id);
  await deleteAccount(app, as);
  expect(await readOwnDataFile()).toBe(before);
  expect((await findOwnApplication(participant, content.id))?.consent.agreements).toEqual(consent.agreements);
});

test('every statement that changes the accepted consent version records the agreement', async () => {
  const [study, participant] = [await publish(), await newcomer()];
  const { id } = (await applyWith(participant, study, 1)).content;
  const { owner } = app.engine;
  const stored = async () =>
    (
      await sql`select version, agreed_at from project.consent_agreements where application_id = ${id} order by version`.execute(
        owner,
      )
    ).rows;
  const before = await stored();
  expect(before).toMatchObject([{ version: 1 }]);
  await sql`update project.applications set consent_version = 2, consented_at = now() where application_id = ${id}`.execute(
    owner,
  );
  expect(await stored()).toMatchObject([...before, { version: 2 }]);
});

test('studies whose applicants choose a time at once also require the latest text', async () => {
  const [study, participant] = [await publish({ choosing: 'AT_ONCE' }), await newcomer()];
  expect(code(await applyWith(participant, study))).toBe('CONSENT_NEEDED');
  const applied = await applyWith(participant, study, 1);
  expect(applied.content).toMatchObject({ status: 'ACCEPTED', consent: { version: 1 } });
  expect(await readEmails(participant, given)).toHaveLength(1);
});

test('a changed text must be accepted again only by applicants who wait or have a meeting ahead', async () => {
  const study = await publish();
  const people = await Promise.all(Array.from({ length: 5 }, newcomer));
  const [waits, accepted, declined, gone, met] = people as [
    SignedInUser,
    SignedInUser,
    SignedInUser,
    SignedInUser,
    SignedInUser,
  ];
  const waiting = (await apply(app, waits, study)).content.id;
  await accept(app, { researcher, participant: accepted, study });
  const refused = (await apply(app, declined, study)).content.id;
  await decide(app, researcher, study.id, [refused], { status: 'DECLINED', reason: 'OTHER' });
  const left = (await apply(app, gone, study)).content.id;
  await app.call(own.withdrawApplication, { as: gone, params: { id: left } });
  await accept(app, { researcher, participant: met, study });
  const { content: booking } = await book(app, met, study.id, await freshSlot(app, study.id));
  await moveStart(app, booking.id, '1 hour');

  expect((await change(study, TEXT)).content).toMatchObject({ consentVersion: 1, version: study.version });
  const answer = await change(study, LATER);
  expect(answer.content).toMatchObject({ consentText: LATER, consentVersion: 2, version: study.version + 1 });
  const emailTexts = await Promise.all(people.map((person) => readEmails(person, changed)));
  expect(emailTexts.map((texts) => texts.length)).toEqual([1, 1, 0, 0, 0]);
  const asked = await Promise.all(
    people.map(async (person) => await readNotificationKinds(person, study.id)),
  );
  expect(asked.map((kinds) => kinds.filter((kind) => kind === 'CONSENT_CHANGED').length)).toEqual([
    1, 1, 0, 0, 0,
  ]);
  expect((await findOwnApplication(waits, waiting))?.asksConsent).toEqual({ version: 2, text: LATER });
  expect((await findOwnApplication(gone, left))?.asksConsent).toBeNull();
  expect(await findApplicant(study, waiting)).toMatchObject({ isConsentOutdated: true });

  const marked = await app.call(attendanceCalls.markAttendance, {
    as: researcher,
    params: { id: booking.id },
    body: { outcome: 'ATTENDED' },
  });
  expect(marked.content).toMatchObject({ state: 'ATTENDED', hasAgreed: true });
  expect(code(await agree(declined, refused, 2))).toBe('APPLICATION_IS_DECLINED');
  expect(code(await agree(waits, waiting, 1))).toBe('CONSENT_NEEDED');
  expect(code(await agree(waits, waiting, 3))).toBe('CONSENT_NEEDED');
  expect(code(await agree(accepted, waiting, 2))).toBe('APPLICATION_NOT_FOUND');
  for (let time = 0; time < 2; time += 1)
    expect((await agree(waits, waiting, 2)).content).toMatchObject({
      consent: { version: 2, agreedAt: expect.any(String) },
      asksConsent: null,
    });
  expect(await readEmails(waits, given)).toHaveLength(2);
});

test('several text changes within a quarter of an hour are one email, and a later change is another', async () => {
  const [study, participant] = [await publish(), await newcomer()];
  await applyWith(participant, study, 1);
  for (let version = 2; version < 7; version += 1) {
    await change(study, `${LATER} This is version ${version}.`);
    await untilSent(app, 'consent-notifications');
  }
  expect(await readEmails(participant, changed)).toHaveLength(1);
  const kinds = await readNotificationKinds(participant, study.id);
  expect(kinds.filter((kind) => kind === 'CONSENT_CHANGED')).toHaveLength(5);
  await change(study, TEXT);
  expect(await readEmails(participant, changed)).toHaveLength(2);
});

test('no email is sent about a text that is not stored yet or is no longer required', async () => {
  const [study, participant] = [await publish(), await newcomer()];
  const { id } = (await applyWith(participant, study, 1)).content;
  const read = async (kind: 'CONSENT_GIVEN' | 'CONSENT_CHANGED', about: string) => {
    const as = { token: await serviceToken({ app }, 'identity', 'project') };
    const params = { userId: participant.userId, kind, about };
    return (await app.call(readEmail, { as, params })).content.email;
  };
  expect(await read('CONSENT_GIVEN', `${id}:1`)).not.toBeNull();
  await change(study, LATER);
  expect(await read('CONSENT_CHANGED', `${study.id}:2`)).not.toBeNull();
  await change(study, TEXT);
  // One email covers both changes.
  expect(await read('CONSENT_CHANGED', `${study.id}:2`)).not.toBeNull();
  expect(await read('CONSENT_CHANGED', `${study.id}:4`)).toBeNull();
  await untilSent(app, 'consent-notifications');
  const before = await readNotificationKinds(participant, study.id);
  const deps = {
    db: app.engine.connect<ProjectTables>(SERVICE_ROLE),
    jobs: { send: async () => {} },
    openPages: { notify() {} },
  } as unknown as Deps;
  await notifyOfConsent(deps, { studyId: study.id, version: 1, after: FIRST_WINDOW_START });
  expect(await readNotificationKinds(participant, study.id)).toEqual(before);
  await agree(participant, id, 3);
  expect(await read('CONSENT_GIVEN', `${id}:1`)).toBeNull();
  expect(await read('CONSENT_CHANGED', `${study.id}:3`)).toBeNull();
  await app.call(own.withdrawApplication, { as: participant, params: { id } });
  await change(study, LATER);
  expect((await agree(participant, id, 4)).content.consent).toMatchObject({ version: 3 });
});

test('with an outdated consent no time is booked, rescheduled or confirmed, and no one is marked as attended', async () => {
  const [study, participant] = [await publish(), await newcomer()];
  const id = await accept(app, { researcher, participant, study });
  const [first, second] = [await freshSlot(app, study.id), await freshSlot(app, study.id)];
  await change(study, LATER);
  expect(await book(app, participant, study.id, first)).toMatchObject({
    status: 409,
    json: { code: 'CONSENT_OUTDATED' },
  });
  expect((await agree(participant, id, 2)).status).toBe(200);
  const { content: booking } = await book(app, participant, study.id, first);
  await change(study, TEXT);
  const params = { id: booking.id };
  const body = { slotId: second };
  const reschedule = () => app.call(bookings.rescheduleBooking, { as: participant, params, body });
  const confirm = () => app.call(bookings.confirmBooking, { as: participant, params });
  expect([code(await reschedule()), code(await confirm())]).toEqual(['CONSENT_OUTDATED', 'CONSENT_OUTDATED']);
  const findMeeting = async () => {
    const at = (days: number) => `${dayAhead(days)}T00:00:00.000Z`;
    const query = { from: at(-2), to: at(20) };
    const { content } = await app.call(listMeetings, { as: researcher, query });
    return content.find((meeting) => meeting.id === booking.id);
  };
  expect(await findMeeting()).toMatchObject({ hasAgreed: false });

  await sql`update project.study_consents set written_at = now() - interval '2 hours' where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  await moveStart(app, booking.id, '1 hour');
  const mark = (outcome: string) =>
    app.call(attendanceCalls.markAttendance, { as: researcher, params, body: { outcome } });
  expect(await mark('ATTENDED')).toMatchObject({
    status: 409,
    json: { code: 'THEIR_CONSENT_OUTDATED' },
  });
  expect((await findMeeting())?.state).toBe('BOOKED');
  // The participant can still agree, which unblocks the mark.
  expect((await findOwnApplication(participant, id))?.asksConsent).toMatchObject({ version: 3 });
  expect((await agree(participant, id, 3)).status).toBe(200);
  expect((await mark('ATTENDED')).content).toMatchObject({ state: 'ATTENDED', hasAgreed: true });
});

test('withdrawing consent withdraws the application, erases the answers, notifies once and releases the time', async () => {
  const [study, participant] = [await publish(), await newcomer()];
  const id = await accept(app, { researcher, participant, study });
  const slotId = await freshSlot(app, study.id);
  await book(app, participant, study.id, slotId);
  await app.call(remarkApplicant, {
    as: researcher,
    params: { id: study.id, applicationId: id },
    body: { remarks: 'Call first', isFavourite: true },
  });
  const { status, content } = await withdrawConsent(participant, id);
  expect([status, content.status, content.responses]).toEqual([200, 'WITHDRAWN', []]);
  expect(content.consent).toMatchObject({ version: 1, withdrawnAt: expect.any(String) });
  // A repeated call records nothing, and the time of the withdrawal stays.
  expect((await withdrawConsent(participant, id)).content).toEqual(content);
  const events = await sql`
    select event from project.audit where event = 'CONSENT_WITHDRAWN' and user_id = ${participant.userId}`.execute(
    app.engine.owner,
  );
  expect(events.rows).toHaveLength(1);
  expect(code(await withdrawConsent(await newcomer(), id))).toBe('APPLICATION_NOT_FOUND');
  expect(await findApplicant(study, id)).toMatchObject({
    status: 'WITHDRAWN',
    responses: [],
    remarks: '',
    isFavourite: false,
    consent: { withdrawnAt: expect.any(String) },
  });
  const kinds = await readNotificationKinds(researcher, study.id);
  expect(kinds.filter((kind) => kind === 'CONSENT_WITHDRAWN')).toHaveLength(1);
  expect(kinds).not.toContain('APPLICANT_WITHDREW');
  const { rows } = await sql`
    select slot.taken, study.accepted_count as accepted from project.study_slots as slot join project.studies as study using (study_id)
    where study_id = ${study.id} and starts_at = ${slotId}`.execute(app.engine.owner);
  expect(rows).toEqual([{ taken: 0, accepted: 0 }]);
  await change(study, LATER);
  expect(await readEmails(participant, changed)).toEqual([]);
  expect((await agree(participant, id, 2)).content.consent).toMatchObject({ version: 1 });
});

test('after a meeting or a decline, withdrawing consent erases only the answers, and pay is unchanged', async () => {
  const [study, participant, refused] = [await publish(), await newcomer(), await newcomer()];
  await sql`update project.studies set incentive = 50 where study_id = ${study.id}`.execute(app.engine.owner);
  const id = await accept(app, { researcher, participant, study });
  const { content: booking } = await book(app, participant, study.id, await freshSlot(app, study.id));
  await moveStart(app, booking.id, '1 hour');
  await app.call(attendanceCalls.markAttendance, {
    as: researcher,
    params: { id: booking.id },
    body: { outcome: 'ATTENDED' },
  });
  await makeTimePass(app, booking.id, '10 minutes');
  await runMeetingSchedule(app);
  expect((await withdrawConsent(participant, id)).content).toMatchObject({
    status: 'ACCEPTED',
    responses: [],
  });
  const { rows } = await sql`
    select pesewas, state from project.payables join project.bookings as booking using (application_id) where application_id = ${id}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ pesewas: 5000, state: 'ATTENDED' }]);

  const declined = (await apply(app, refused, study)).content.id;
  const note = 'You live too far away.';
  await decide(app, researcher, study.id, [declined], { status: 'DECLINED', reason: 'OTHER', note });
  await withdrawConsent(refused, declined);
  const stored = await sql`
    select responses::text as answers, note from project.applications join project.application_steps using (application_id)
    where application_id = ${declined} order by at`.execute(app.engine.owner);
  expect(new Set(stored.rows.map((row) => JSON.stringify(row)))).toEqual(
    new Set(['{"answers":"[]","note":null}']),
  );

  // A participant who was met stays accepted and cannot agree to a later text.
  await change(study, LATER);
  expect((await agree(participant, id, 2)).content.consent).toMatchObject({
    version: 1,
    withdrawnAt: expect.any(String),
  });
});

test('after withdrawing consent no one is accepted again, books a time or gets remarks', async () => {
  const [study, participant, met] = [await publish(), await newcomer(), await newcomer()];
  const { id } = (await apply(app, participant, study)).content;
  await decide(app, researcher, study.id, [id], { status: 'DECLINED', reason: 'OTHER' });
  await setNotified(app, [id]);
  await withdrawConsent(participant, id);
  const again = await decide(app, researcher, study.id, [id], { status: 'PENDING' });
  expect(again.content.undecided).toEqual([]);
  const accepted = await decide(app, researcher, study.id, [id], { status: 'ACCEPTED' });
  expect(accepted.content.undecided).toEqual([{ applicationId: id, because: 'IS_WITHDRAWN' }]);
  const params = { id: study.id, applicationId: id };
  const remarks = { remarks: 'Call again' };
  const remarked = await app.call(remarkApplicant, { as: researcher, params, body: remarks });
  expect(remarked.content.remarks).toBe('');

  // A mark that may still be undone must not affect the outcome.
  const metId = await accept(app, { researcher, participant: met, study });
  const { content: booking } = await book(app, met, study.id, await freshSlot(app, study.id));
  await moveStart(app, booking.id, '1 hour');
  const mark = (outcome: 'NO_SHOW' | 'UNMARKED') =>
    app.call(attendanceCalls.markAttendance, {
      as: researcher,
      params: { id: booking.id },
      body: { outcome },
    });
  await mark('NO_SHOW');
  expect((await withdrawConsent(met, metId)).content.status).toBe('ACCEPTED');
  expect(code(await book(app, met, study.id, await freshSlot(app, study.id)))).toBe('NOT_ACCEPTED');
});

test('if no consent was required, the researcher is not notified of its withdrawal', async () => {
  const study = await makePublished(app, researcher, { projectId });
  const participant = await registerParticipant(app, { withProfile: true });
  const { content } = await apply(app, participant, study);
  expect((await withdrawConsent(participant, content.id)).status).toBe(200);
  expect(await readNotificationKinds(researcher, study.id)).toEqual(['NEW_APPLICANT']);
});
