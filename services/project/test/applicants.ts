import { sql } from 'kysely';
import { type Decision, decideApplicants } from '@app/contracts/project/applicants.ts';
import type { Engine } from '@app/kit/database.ts';
import { runJobsNow, runWaitingJobs } from './jobs.ts';
import type { Caller, User } from './studies.ts';

interface Database {
  engine: Engine;
}

export function decide(
  app: Caller,
  researcher: User,
  studyId: string,
  applicationIds: string[],
  decision: Omit<Decision, 'applicationIds'>,
) {
  const body = { applicationIds, ...decision };
  return app.call(decideApplicants, { as: researcher, params: { id: studyId }, body });
}

/** These applicants have no accounts. */
export async function addApplicants({ engine }: Database, studyId: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with people as (
      insert into project.matching_profiles (user_id, birth_date, gender_bit, education_bit, income_bit, device_bits)
      select gen_random_uuid(), '1990-01-01', 1, 1, 1, 1 from generate_series(1, ${count}::int)
      returning user_id
    )
    insert into project.applications (application_id, study_id, applicant_id, is_qualified, responses)
    select gen_random_uuid(), ${studyId}, user_id, true, '[]' from people
    returning application_id as id`.execute(engine.owner);
  return rows.map(({ id }) => id);
}

export async function readCode({ engine }: Database, applicationId: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select participant_code as code from project.applications where application_id = ${applicationId}`.execute(
    engine.owner,
  );
  return rows[0]?.code ?? '';
}

/** `counted` must always be equal to `accepted`. */
export async function readPlaceCounts({ engine }: Database, studyId: string) {
  const { rows } = await sql<{ counted: number; accepted: number; wanted: number }>`
    select study.accepted_count::int as counted, study.desired_number_of_participants::int as wanted,
      (select count(*)::int from project.applications as application
        where application.study_id = study.study_id and application.status = 'ACCEPTED') as accepted
    from project.studies as study where study.study_id = ${studyId}`.execute(engine.owner);
  const [places] = rows;
  if (!places) throw new Error('There is no such study');
  return places;
}

export async function countNotifiedOfClosing({ engine }: Database, studyId: string): Promise<number> {
  const { rows } = await sql<{ notified: number }>`
    select count(*)::int as notified from project.notifications
    where key like ${`study-closed:${studyId}:%`}`.execute(engine.owner);
  return rows[0]?.notified ?? 0;
}

/** Ends the time for an undo, and waits for the notifications. */
export const notifyOfDecisions = (app: Database, { again = false } = {}): Promise<void> =>
  runJobsNow(app, 'decisions', again);

export const notifyChanges = (app: Database): Promise<void> => runJobsNow(app, 'meeting-changes');

export const notifyFurtherChanges = (app: Database): Promise<void> =>
  runWaitingJobs(app, 'further-meeting-changes');

export async function notifyOfChanges(app: Database): Promise<void> {
  await notifyChanges(app);
  await notifyFurtherChanges(app);
}

export const sendDebouncedEmails = (app: Database): Promise<void> => runJobsNow(app, 'debounced-emails');
