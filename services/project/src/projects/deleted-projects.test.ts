import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listDeletedProjects } from '@app/contracts/project/deleted-projects.ts';
import * as contract from '@app/contracts/project/projects.ts';
import { closeStudy, deleteStudy } from '@app/contracts/project/study-calls.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { listOwnBookings } from '@app/contracts/project/bookings.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { joinWaitingList, listSlots } from '@app/contracts/project/slots.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { decide, readPlaceCounts } from '#test/applicants.ts';
import {
  accept,
  assertConsistentBookings,
  book,
  freshSlot,
  makeAccepted,
  makeBooked,
  moveStart,
  setNotified,
} from '#test/meetings.ts';
import { apply, dayAhead, makeDraft, makeProject, makePublished } from '#test/studies.ts';
import type { ProjectTables } from '../schema.ts';
import { runDeletions } from '../retention-job.ts';
import { runJobsNow } from '#test/jobs.ts';

const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });
let owner: SignedInUser;
let other: SignedInUser;

beforeAll(async () => {
  [owner, other] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerResearcher(app, { verified: true }),
  ]);
});

const code = (answer: { json: Record<string, unknown> }) => answer.json['code'];
const newPerson = () => registerParticipant(app, { withProfile: true });
const freeSlots = async (as: SignedInUser, studyId: string) =>
  (await app.call(listSlots, { as, params: { id: studyId } })).content.slots.filter(({ isFree }) => isFree);

/** Ends the notice period of a deletion, in which it can be undone without notifications. */
async function settleNow(): Promise<void> {
  for (const table of ['project.projects', 'project.studies'])
    await sql`update ${sql.table(table)} set deleted_at = deleted_at - interval '1 hour'`.execute(
      app.engine.owner,
    );
  await runJobsNow(app, 'settlements');
}
async function makeEnded(publicName: string) {
  const project = await makeProject(app, owner);
  const study = await makePublished(app, owner, { projectId: project.id, publicName });
  const draft = await makeDraft(app, owner, { projectId: project.id });
  const applicant = await registerParticipant(app, { withProfile: true });
  const applied = await apply(app, applicant, study);
  expect(applied.status).toBe(201);
  await app.call(closeStudy, { as: owner, params: { id: study.id } });
  const call = { as: owner, params: { id: project.id } };
  return { project, study, draft, applicant, applicationId: applied.content.id, call };
}
const readHistory = async (applicant: SignedInUser) =>
  (await app.call(listOwnApplications, { as: applicant })).content[0]?.history.map(({ status, reason }) => [
    status,
    reason,
  ]);

test('S-302 D-32 applicants of a deleted project keep their history and are notified; restoring restores the rest', async () => {
  const { project, study, draft, applicant, call } = await makeEnded('Ended early');
  expect((await app.call(contract.deleteProject, call)).status).toBe(204);
  expect((await app.call(readStudy, { as: owner, params: { id: study.id } })).status).toBe(404);
  const shown = await app.call(readStudy, { as: applicant, params: { id: study.id } });
  expect(shown.content).toMatchObject({ recruitmentStatus: 'CLOSED', hasApplied: true });
  expect(await readHistory(applicant)).toEqual([['PENDING', null]]);
  await settleNow();
  expect(await readHistory(applicant)).toEqual([
    ['PENDING', null],
    ['DECLINED', 'STUDY_ENDED'],
  ]);
  const { content } = await app.call(listNotifications, { as: applicant });
  expect(content.map(({ message }) => message)).toContain(
    'Your application to “Ended early” was declined. Reason: The study ended.',
  );

  const listDeleted = async (as: SignedInUser) => (await app.call(listDeletedProjects, { as })).content;
  expect(await listDeleted(other)).toEqual([]);
  const [last] = await listDeleted(owner);
  expect(last).toMatchObject({ id: project.id, projectName: project.projectName });
  const days = (Date.parse(last!.restorableUntil) - Date.parse(last!.deletedAt)) / (24 * 60 * 60_000);
  expect(days).toBe(30);

  for (const wrong of [
    { ...call, as: other },
    { ...call, headers: { 'if-match': '"9"' } },
  ])
    expect((await app.call(contract.restoreProject, wrong)).status).toBeGreaterThanOrEqual(404);
  for (let time = 0; time < 2; time += 1)
    expect(await app.call(contract.restoreProject, call)).toMatchObject({
      status: 200,
      content: { id: project.id, version: 1, studyCount: 2 },
    });
  for (const { id } of [study, draft])
    expect((await app.call(readStudy, { as: owner, params: { id } })).status).toBe(200);
  expect((await listDeleted(owner)).map(({ id }) => id)).not.toContain(project.id);
  const events = await sql<{ event: string }>`
    select event from project.audit where about = ${project.id} order by at`.execute(app.engine.owner);
  expect(events.rows.map(({ event }) => event)).toEqual(['PROJECT_DELETED', 'PROJECT_RESTORED']);
  expect((await readHistory(applicant))?.at(-1)).toEqual(['DECLINED', 'STUDY_ENDED']);
});

test('D-32 restoring a project restores no draft that was deleted before the project', async () => {
  const project = await makeProject(app, owner);
  const kept = await makeDraft(app, owner, { projectId: project.id });
  const deleted = await makeDraft(app, owner, { projectId: project.id });
  await app.call(deleteStudy, { as: owner, params: { id: deleted.id } });
  const call = { as: owner, params: { id: project.id } };
  await app.call(contract.deleteProject, call);
  expect((await app.call(contract.restoreProject, call)).status).toBe(200);
  const statuses = [kept, deleted].map(
    async ({ id }) => (await app.call(readStudy, { as: owner, params: { id } })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 404]);
});

test('D-32 a project that is restored at once notifies no one', async () => {
  const { applicant, call } = await makeEnded('Kept after all');
  expect((await app.call(contract.deleteProject, call)).status).toBe(204);
  expect((await app.call(contract.restoreProject, call)).status).toBe(200);
  await settleNow();
  expect(await readHistory(applicant)).toEqual([['PENDING', null]]);
});

test('D-32 a project deleted, restored and deleted again notifies no one before the second notice period ends', async () => {
  const { project, applicant, call } = await makeEnded('Deleted twice');
  expect((await app.call(contract.deleteProject, call)).status).toBe(204);
  expect((await app.call(contract.restoreProject, call)).status).toBe(200);
  expect((await app.call(contract.deleteProject, call)).status).toBe(204);
  // The job of the first deletion runs when its notice period ends.
  const jobs = sql`name = 'settlements' and data->>'projectId' = ${project.id}`;
  await sql`
    update project_jobs.job set start_after = now() where ${jobs} and state = 'created'`.execute(
    app.engine.owner,
  );
  const isDone = async () =>
    (await sql`select from project_jobs.job where ${jobs} and state = 'completed'`.execute(app.engine.owner))
      .rows.length > 0;
  await expect.poll(isDone).toBe(true);
  expect(await readHistory(applicant)).toEqual([['PENDING', null]]);
  await settleNow();
  expect((await readHistory(applicant))?.at(-1)).toEqual(['DECLINED', 'STUDY_ENDED']);
});

test('D-32 after 30 days a deleted project is erased, except what its applicants keep', async () => {
  const { project, study, applicant, call } = await makeEnded('Kept by those who applied');
  const empty = await makeProject(app, owner);
  const lately = await makeProject(app, owner);
  for (const { id } of [project, empty, lately])
    expect((await app.call(contract.deleteProject, { ...call, params: { id } })).status).toBe(204);
  await settleNow();
  await sql`
    update project.projects set deleted_at = now() - interval '30 days' where project_id in (${project.id}, ${empty.id})`.execute(
    app.engine.owner,
  );
  const { content: restorable } = await app.call(listDeletedProjects, { as: owner });
  const ids = restorable.map(({ id }) => id);
  expect([ids[0], ids.includes(project.id), ids.includes(empty.id)]).toEqual([lately.id, false, false]);
  expect(await app.call(contract.restoreProject, call)).toMatchObject({
    status: 404,
    json: { code: 'PROJECT_NOT_FOUND' },
  });
  for (let time = 0; time < 2; time += 1)
    await runDeletions({ db: app.engine.connect<ProjectTables>('project_app') });
  const { rows } = await sql`
    select project_name as name, (
        select array_agg(study.name || ':' || study.description) from project.studies as study where study.project_id = project.project_id
      ) as studies
    from project.projects as project where project_id in (${project.id}, ${empty.id})`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ name: '', studies: ['Kept by those who applied:'] }]);
  const own = await app.call(listOwnApplications, { as: applicant });
  expect(own.content).toMatchObject([
    { study: { id: study.id, publicName: 'Kept by those who applied', recruitmentStatus: 'CLOSED' } },
  ]);
  expect(
    (await app.call(contract.restoreProject, { ...call, params: { id: lately.id } })).content.projectName,
  ).toBe(lately.projectName);
});

test('D-32 no one books a time of a deleted project; restored at once, all its times are back', async () => {
  const applicant = await newPerson();
  const { study } = await makeAccepted(app, { researcher: owner, participant: applicant });
  await app.call(closeStudy, { as: owner, params: { id: study.id } });
  const before = await freeSlots(applicant, study.id);
  expect(before.length).toBeGreaterThan(0);
  const call = { as: owner, params: { id: study.projectId } };
  expect((await app.call(contract.deleteProject, call)).status).toBe(204);

  expect(await freeSlots(applicant, study.id)).toEqual([]);
  const slotId = before[0]?.slotId ?? '';
  expect(code(await book(app, applicant, study.id, slotId))).toBe('NOT_ACCEPTED');
  const wait = await app.call(joinWaitingList, { as: applicant, params: { id: study.id }, body: {} });
  expect(code(wait)).toBe('NOT_ACCEPTED');

  expect((await app.call(contract.restoreProject, call)).status).toBe(200);
  expect(await freeSlots(applicant, study.id)).toEqual(before);
  expect((await book(app, applicant, study.id, slotId)).status).toBe(201);
});

test('D-32 accepted applicants of a deleted project who have not attended are notified; counted meetings stay', async () => {
  const [came, unmarked, absent, late, waits, justAccepted] = await Promise.all(
    Array.from({ length: 6 }, newPerson),
  );
  if (!came || !unmarked || !absent || !late || !waits || !justAccepted)
    throw new Error('Six are registered');
  const { study, booking } = await makeBooked(app, { researcher: owner, participant: came });
  const others: [SignedInUser, string][] = [];
  for (const person of [unmarked, absent, late, waits]) {
    const id = await accept(app, { researcher: owner, participant: person, study });
    others.push([person, id]);
  }
  const startedSlot = await freshSlot(app, study.id, 2);
  const bookings = [];
  for (const person of [unmarked, absent]) bookings.push(await book(app, person, study.id, startedSlot));
  const absentId = bookings[1]?.content.id ?? '';
  for (const id of [booking.id, absentId]) await moveStart(app, id, '2 hours');
  const mark = (id: string, outcome: string) =>
    app.call(markAttendance, { as: owner, params: { id }, body: { outcome } });
  expect((await mark(booking.id, 'ATTENDED')).status).toBe(200);
  expect((await mark(absentId, 'NO_SHOW')).status).toBe(200);
  // No time is offered for a day without times.
  const wait = await app.call(joinWaitingList, {
    as: waits,
    params: { id: study.id },
    body: { days: [dayAhead(60)] },
  });
  expect(wait.status).toBe(200);
  const applied = await apply(app, justAccepted, study);
  await decide(app, owner, study.id, [applied.content.id], { status: 'ACCEPTED' });
  await app.call(closeStudy, { as: owner, params: { id: study.id } });
  const call = { as: owner, params: { id: study.projectId } };
  expect((await app.call(contract.deleteProject, call)).status).toBe(204);
  // Simulates a booking at that very moment.
  const slotId = await freshSlot(app, study.id);
  const setDeleted = (at: string) =>
    sql`update project.projects set deleted_at = ${sql.raw(at)} where project_id = ${study.projectId}`.execute(
      app.engine.owner,
    );
  await setDeleted('null');
  expect((await book(app, late, study.id, slotId)).status).toBe(201);
  await setDeleted('now()');
  await settleNow();

  const ended = [
    ['PENDING', null],
    ['ACCEPTED', null],
    ['DECLINED', 'STUDY_ENDED'],
  ];
  for (const person of [absent, late, waits]) {
    expect(await readHistory(person)).toEqual(ended);
    const { content } = await app.call(listNotifications, { as: person });
    expect(content.filter(({ kind }) => kind === 'DECLINED')).toHaveLength(1);
  }
  expect(await readHistory(justAccepted)).toEqual(ended);
  for (const person of [came, unmarked]) expect((await readHistory(person))?.at(-1)).toEqual(ended[1]);
  const { content: own } = await app.call(listOwnBookings, { as: late });
  expect(own).toMatchObject([{ state: 'CANCELLED_BY_RESEARCHER' }]);
  const left = sql`select from project.waiting where study_id = ${study.id}`.execute(app.engine.owner);
  expect((await left).rows).toEqual([]);
  expect(await readPlaceCounts(app, study.id)).toMatchObject({ counted: 2, accepted: 2 });
  await assertConsistentBookings(app);

  // The declines stay, and the researcher may undo single ones.
  expect((await app.call(contract.restoreProject, call)).status).toBe(200);
  const lateId = others.find(([person]) => person === late)?.[1] ?? '';
  for (const status of ['PENDING', 'ACCEPTED'] as const) {
    const { content } = await decide(app, owner, study.id, [lateId], { status });
    expect(content.decided).toEqual([lateId]);
  }
  await setNotified(app, [lateId]);
  expect((await book(app, late, study.id, slotId)).status).toBe(201);
});
