import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { closeStudy, deleteStudy } from '@app/contracts/project/study-calls.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { accept, makeBooked, moveStart } from '#test/meetings.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { addApplicants, countNotifiedOfClosing } from '#test/applicants.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';
import { setSuspended } from '#test/suspensions.ts';
import { emailTo, waitUntilDone } from '#test/jobs.ts';

/** More than two windows. */
const CROWD = 12_000;

const app = useApp();
let researcher: SignedInUser;
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});

const readClosingJobs = async (studyId: string) => {
  const { rows } = await sql<{ state: string }>`
    select state from project_jobs.job where name = 'closings' and data ->> 'studyId' = ${studyId}`.execute(
    app.engine.owner,
  );
  return rows.map(({ state }) => state);
};
const isIdle = async (studyId: string) =>
  (await readClosingJobs(studyId)).every((state) => state === 'completed');
const notifyAgain = (studyId: string) =>
  sql`
    insert into project_jobs.job (name, data, singleton_key, policy)
    select 'closings', jsonb_build_object('studyId', ${studyId}::text, 'after', after), gen_random_uuid()::text, 'short'
    from unnest(array['00000000-0000-0000-0000-000000000000', '80000000-0000-0000-0000-000000000000']) as after,
      generate_series(1, 2)`.execute(app.engine.owner);

test.each([
  ['closed', closeStudy],
  ['deleted', deleteStudy],
] as const)(
  'S-603 NT4 when a study is %s, each of its thousands of applicants is notified once',
  async (_, end) => {
    const study = await makePublished(app, researcher, { projectId });
    const other = await makePublished(app, researcher, { projectId });
    for (const [id, count] of [
      [study.id, CROWD],
      [other.id, 2],
    ] as const)
      await addApplicants(app, id, count);
    await sql`
    update project.applications set status = 'DECLINED' where application_id in (
      select application_id from project.applications where study_id = ${study.id} limit 10)`.execute(
      app.engine.owner,
    );
    const given = { as: researcher, params: { id: study.id } };
    for (let time = 0; time < 2; time += 1) expect((await app.call(end, given)).status).toBeLessThan(300);
    await expect.poll(() => isIdle(study.id)).toBe(true);
    expect(await readClosingJobs(study.id)).toHaveLength(3);
    expect(await countNotifiedOfClosing(app, study.id)).toBe(CROWD - 10);
    expect(await countNotifiedOfClosing(app, other.id)).toBe(0);

    await notifyAgain(study.id);
    await expect.poll(() => isIdle(study.id)).toBe(true);
    expect(await countNotifiedOfClosing(app, study.id)).toBe(CROWD - 10);
  },
);

test('if a researcher is suspended, accepted applicants of a closed study who can still book are notified too', async () => {
  onTestFinished(() => setSuspended(app, researcher, false));
  const people = Array.from({ length: 5 }, () => registerParticipant(app, { withProfile: true }));
  const [accepted, met, waiting, late, other] = await Promise.all(people);
  if (!accepted || !met || !waiting || !late || !other) throw new Error('Five are registered');
  const { study, booking } = await makeBooked(app, { researcher, participant: met });
  await moveStart(app, booking.id, '1 hour');
  const outcome = { outcome: 'ATTENDED' };
  await app.call(markAttendance, { as: researcher, params: { id: booking.id }, body: outcome });
  await accept(app, { researcher, participant: accepted, study });
  await apply(app, waiting, study);
  const endedBooking = await makeBooked(app, { researcher, participant: other });
  await moveStart(app, endedBooking.booking.id, '10 minutes');
  await accept(app, { researcher, participant: late, study: endedBooking.study });
  for (const { id } of [study, endedBooking.study]) {
    expect((await app.call(closeStudy, { as: researcher, params: { id } })).status).toBe(200);
  }
  await sql`delete from project.study_slots where study_id = ${endedBooking.study.id} and starts_at > now()`.execute(
    app.engine.owner,
  );
  await setSuspended(app, researcher, true);

  const isNotified = async (as: SignedInUser) =>
    (await app.call(listNotifications, { as })).content.some(({ kind }) => kind === 'STUDY_SUSPENDED');
  await expect.poll(() => isNotified(accepted)).toBe(true);
  await emailTo(app, accepted, projectEmailWords.STUDY_SUSPENDED.subject);
  await waitUntilDone(app, 'suspension-notifications');
  for (const person of [met, waiting, late]) expect(await isNotified(person)).toBe(false);
});
