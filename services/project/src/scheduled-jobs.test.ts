import { type RawBuilder, sql } from 'kysely';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listOwnBookings, cancelBooking } from '@app/contracts/project/bookings.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { makeFullStudy } from '@app/test/support/waiting-list.ts';
import { startJobSql } from '../../../kit/test/start-job.ts';
import { waitUntilDone } from '#test/jobs.ts';
import { makeTimePass } from '#test/meetings.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';
import {
  decideOnSubmissions,
  makeOnline,
  makeStarted,
  makeSubmissionOlder,
  makeSubmitted,
  rejection,
} from '#test/submissions.ts';

const app = useApp();
let researcher: SignedInUser;
let bad: SignedInUser;
let good: SignedInUser;
const newPerson = () => registerParticipant(app, { withProfile: true });
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(async () => {
  [bad, good] = [await newPerson(), await newPerson()];
});

const run = (statement: RawBuilder<unknown>) => statement.execute(app.engine.owner);

/** The database refuses every change of the person's rows until the test ends. */
async function refuseChanges(table: string, column: string, { userId }: SignedInUser): Promise<void> {
  const name = sql.id(`refused_${table}`);
  await run(sql`create or replace function project.refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`);
  await run(sql`create trigger ${name} before insert or update on ${sql.table(`project.${table}`)} for each row
    when (new.${sql.ref(column)} = ${sql.lit(userId)}) execute function project.refuse_change()`);
  onTestFinished(async () => void (await run(sql`drop trigger ${name} on ${sql.table(`project.${table}`)}`)));
}

/** The job fails because of the bad row, and is repeated until the trigger is dropped. */
async function startJob(queue: string): Promise<void> {
  onTestFinished(() => waitUntilDone(app, queue));
  await run(sql.raw(startJobSql('project', queue)));
}

const submit = async (participant: SignedInUser, study: Study) => {
  const id = await makeSubmitted(app, { researcher, participant, study });
  await makeSubmissionOlder(app, id, '73 hours');
  return id;
};

test.each([
  [
    'a survey whose time is over',
    async (person: SignedInUser, study: Study) =>
      makeSubmissionOlder(app, (await makeStarted(app, person, study)).id, '2 days'),
    'PENDING TIMED_OUT',
  ],
  [
    'a place without a start',
    async (person: SignedInUser, study: Study) => {
      const { content } = await apply(app, person, study);
      await run(sql`update project.application_steps set at = now() - interval '1 hour'
        where application_id = ${content.id}`);
    },
    'PENDING',
  ],
  ['an approval by silence', submit, 'ACCEPTED APPROVED'],
  [
    'a late code',
    async (person: SignedInUser, study: Study) => {
      const id = await submit(person, study);
      await run(sql`update project.submissions set outcome = 'LATE' where submission_id = ${id}`);
    },
    'ACCEPTED RETURNED',
  ],
  [
    'a final rejection',
    async (person: SignedInUser, study: Study) => {
      const id = await makeSubmitted(app, { researcher, participant: person, study });
      await decideOnSubmissions(app, { researcher, study }, [id], rejection);
      await makeSubmissionOlder(app, id, '73 hours');
    },
    'DECLINED REJECTED',
  ],
])('%s that cannot be ended does not stop those after it', async (_, prepare, state) => {
  const study = await makeOnline(app, researcher);
  await prepare(bad, study);
  await prepare(good, study);
  await refuseChanges('submissions', 'participant_id', bad);
  await refuseChanges('applications', 'applicant_id', bad);
  const readState = async () => {
    const { rows } = await run(sql`select concat_ws(' ', application.status, submission.status) as state
      from project.applications as application left join project.submissions as submission using (application_id)
      where applicant_id = ${good.userId}`);
    return (rows[0] as { state: string }).state;
  };
  await startJob('submission-schedule');
  await expect.poll(readState).toBe(state);
});

const readBooking = async (as: SignedInUser) => (await app.call(listOwnBookings, { as })).content[0]?.state;

test('a place or an offer that cannot be ended does not stop those after it', async () => {
  const { id: projectId } = await makeProject(app, researcher);
  const study = await makePublished(app, researcher, { projectId }, { choosing: 'AT_ONCE' });
  for (const [person, age] of [
    [bad, '2 hours'],
    [good, '1 hour'],
  ] as const) {
    await apply(app, person, study);
    const { content } = await app.call(listOwnBookings, { as: person });
    await makeTimePass(app, content[0]?.id ?? '', age);
  }
  await refuseChanges('bookings', 'participant_id', bad);
  await startJob('meeting-schedule');
  await expect.poll(() => readBooking(good)).toBe('LAPSED');
});

test('a person to whom no time can be offered does not stop those after them in the list', async () => {
  const { first, second, booking } = await makeFullStudy(app, { researcher, participant: good });
  await refuseChanges('bookings', 'participant_id', first);
  await app.call(cancelBooking, { as: good, params: { id: booking.id }, body: {} });
  await startJob('meeting-schedule');
  await expect.poll(() => readBooking(second)).toBe('OFFERED');
  onTestFinished(() => waitUntilDone(app, 'offers'));
});
