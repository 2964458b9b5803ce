import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useApp } from '@app/test/support/app.ts';
import { type Reading, recordReadings, vacuum } from '@app/test/support/plans.ts';
import { addCrowd } from '#test/crowd.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';
import { sendSurveyReminders } from './emails.ts';
import {
  approveUnansweredSubmissions,
  endUnusedPlaces,
  endRejectedSubmissions,
  endTimedOutSubmissions,
  returnLateSubmissions,
} from './end-by-time.ts';
import { listOwnSubmissions } from './reads.ts';

const app = useApp();

test('the schedule of surveys reads only what is due, and a list of surveys only its own', async () => {
  const owner = app.engine.owner;
  const db = app.engine.connect<ProjectTables>('project_app');
  await addCrowd(app, 500);
  await sql`
    update project.studies set closes_on = current_date + 9, duration_in_minutes = null,
      survey = '{"address": "https://kobo.org/", "minutes": 8, "screenOutPay": 0}'`.execute(owner);
  await sql`
    insert into project.application_steps (step_id, application_id, decision_id, status, by_user_id, at)
    select gen_random_uuid(), application_id, gen_random_uuid(), 'ACCEPTED', applicant_id, now() - interval '1 year'
    from project.applications`.execute(owner);
  await sql`
    insert into project.submissions (submission_id, application_id, study_id, participant_id, session_key, status,
      expires_at, submitted_at, outcome, final_at, rejection_reason)
    select gen_random_uuid(), application_id, study_id, applicant_id, application_id::text,
      case when at % 100 = 0 then 'REJECTED' else 'APPROVED' end, now() - interval '1 year', now() - interval '1 year',
      'CODE', now() - interval '1 year', case when at % 100 = 0 then 'EMPTY_ANSWERS' end
    from (select *, row_number() over () as at from project.applications) as application`.execute(owner);
  await vacuum(owner, 'submissions', 'application_steps', 'studies');
  const nothing = async () => {};
  const deps = {
    db,
    jobs: { send: nothing },
    openPages: { notify: nothing, notifyChanged: nothing },
    config: { DECISION_NOTICE_SECONDS: 10 },
  } as unknown as Deps;
  const ofJobs = await recordReadings(db, async () => {
    for (const job of [
      endTimedOutSubmissions,
      endUnusedPlaces,
      approveUnansweredSubmissions,
      returnLateSubmissions,
      endRejectedSubmissions,
    ])
      await job(deps);
    await sendSurveyReminders(deps);
  });
  const read = (readings: Reading[]) =>
    readings.filter(({ table }) => table === 'submissions' || table === 'application_steps');
  expect(read(ofJobs).length).toBeGreaterThan(5);
  // A job looks at the rejected ones, which are 50 of 5,000.
  expect(read(ofJobs).filter(({ rows }) => rows > 60)).toEqual([]);
  const ofPerson = await recordReadings(db, () => listOwnSubmissions(deps, crypto.randomUUID()));
  expect(read(ofPerson).filter(({ rows }) => rows > 0)).toEqual([]);
});
