import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { suspendForTest } from '#test/admin.ts';
import { decide } from '#test/applicants.ts';
import { apply } from '#test/studies.ts';
import { makeOnline, runSubmissionSchedule } from '#test/submissions.ts';
import { setSuspended } from '#test/suspensions.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let study: Study;
let applicationId: string;
beforeAll(async () => {
  participant = await registerParticipant(app, { withProfile: true });
});
beforeEach(async () => {
  researcher = await registerResearcher(app, { verified: true });
  study = await makeOnline(app, researcher, { choosing: 'AFTER_ACCEPTANCE' });
  applicationId = (await apply(app, participant, study)).content.id;
  await decide(app, researcher, study.id, [applicationId], { status: 'ACCEPTED' });
});

const suspend = (kind: string) =>
  kind === 'study' ? suspendForTest(app, study) : setSuspended(app, researcher, true);
const setDaysSince = (days: number) =>
  sql`update project.application_steps set at = now() - ${days}::float8 * interval '1 day'
    where application_id = ${applicationId}`.execute(app.engine.owner);
async function statusAfterSchedule() {
  await runSubmissionSchedule(app);
  const { content } = await app.call(listOwnApplications, { as: participant, query: {} });
  return content.find(({ id }) => id === applicationId)?.status;
}

test.each(['study', 'researcher'])(
  'a place to open a survey ends 13 days after it was given while its %s is suspended',
  async (kind) => {
    // Without a cap, an earlier suspension that has just ended would give the whole time again.
    await sql`update project.studies set resumed_at = now() where study_id = ${study.id}`.execute(
      app.engine.owner,
    );
    await suspend(kind);
    await setDaysSince(12.9);
    expect(await statusAfterSchedule()).toBe('ACCEPTED');
    await setDaysSince(13.1);
    expect(await statusAfterSchedule()).toBe('PENDING');
  },
);

test.each(['study', 'researcher'])(
  'a place to open a survey ends when the study is closed while its %s is suspended',
  async (kind) => {
    await suspend(kind);
    expect(await statusAfterSchedule()).toBe('ACCEPTED');
    const closed = await app.call(closeStudy, { as: researcher, params: { id: study.id } });
    expect(closed.content.state).toBe('CLOSED');
    expect(await statusAfterSchedule()).toBe('PENDING');
  },
);

test('a place that no job has ended for weeks, such as after an outage, ends too', async () => {
  await setDaysSince(29);
  expect(await statusAfterSchedule()).toBe('PENDING');
});
