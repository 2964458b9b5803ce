import { sql } from 'kysely';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { NewStudy, Study } from '@app/contracts/project/studies.ts';
import { publishStudy } from '@app/contracts/project/study-calls.ts';
import {
  decideSubmissions,
  enterCompletionCode,
  readSurvey,
  startSubmission,
} from '@app/contracts/project/submissions.ts';
import type { CompletionMeaning } from '@app/contracts/project/survey.ts';
import type { Engine } from '@app/kit/database.ts';
import { openJobs } from '@app/kit/jobs.ts';
import { createLog } from '@app/kit/log.ts';
import { PLACES, makeFundedBudget } from '@app/test/support/budgets.ts';
import { startJobSql } from '../../../kit/test/start-job.ts';
import { createSurveyDisputeCommands } from '../src/submissions/appeals.ts';
import type { ProjectTables } from '../src/schema.ts';
import { waitUntilDone } from './jobs.ts';
import { type Caller, type User, apply, dayAhead, makeDraft, makeProject } from './studies.ts';

export const ADDRESS =
  'https://ee.kobotoolbox.org/single/x1?d[id]={{PARTICIPANT}}&s={{SESSION}}&return_url={{RETURN}}#{{STUDY}}';

export const onlinePlan = (given: Record<string, unknown> = {}) => ({
  mode: 'ONLINE' as const,
  survey: { address: ADDRESS, minutes: 8, screenOutPay: 0 },
  closesOn: dayAhead(20),
  desiredNumberOfParticipants: 12,
  ...given,
});

/** Funded for ten places of GH₵ 50.00, with GH₵ 5 for people who are screened out. */
export async function makePaidOnline(
  app: Caller & { engine: Engine },
  researcher: SignedInUser,
  given: Record<string, unknown> = {},
): Promise<Study> {
  const { studyId } = await makeFundedBudget(app as Parameters<typeof makeFundedBudget>[0], researcher);
  const survey = { ...onlinePlan().survey, screenOutPay: 5 };
  return publishOnline(app, researcher, studyId, { survey, desiredNumberOfParticipants: PLACES, ...given });
}

async function publishOnline(
  app: Caller,
  researcher: User,
  studyId: string,
  given: Record<string, unknown> = {},
): Promise<Study> {
  const answer = await app.call(publishStudy, {
    as: researcher,
    params: { id: studyId },
    body: onlinePlan(given),
  });
  if (answer.status !== 200) throw new Error(`Publishing answered ${JSON.stringify(answer.json)}`);
  return answer.content;
}

export async function makeOnline(
  app: Caller,
  researcher: User,
  given: Record<string, unknown> = {},
  draft: Partial<NewStudy> = {},
): Promise<Study> {
  const { id: projectId } = await makeProject(app, researcher);
  const { id } = await makeDraft(app, researcher, { projectId, ...draft });
  return publishOnline(app, researcher, id, given);
}

export const start = (app: Caller, participant: User, studyId: string) =>
  app.call(startSubmission, { as: participant, params: { id: studyId } });

/** Applies to a study that accepts at once, and opens its survey. */
export async function makeStarted(app: Caller, participant: User, study: Study) {
  await apply(app, participant, study);
  const answer = await start(app, participant, study.id);
  if (answer.status !== 200) throw new Error(`Starting answered ${JSON.stringify(answer.json)}`);
  return answer.content;
}

export async function findCompletionCode(
  app: Caller,
  researcher: User,
  studyId: string,
  meaning: CompletionMeaning = 'COMPLETED',
): Promise<string> {
  const { content } = await app.call(readSurvey, { as: researcher, params: { id: studyId } });
  return content.codes.find((one) => one.meaning === meaning)?.code ?? '';
}

/** Returns a submission that waits for the researcher. The person may have started it already. */
export async function makeSubmitted(
  app: Caller,
  { researcher, participant, study }: { researcher: User; participant: User; study: Study },
): Promise<string> {
  await apply(app, participant, study);
  const { id } = (await start(app, participant, study.id)).content;
  const code = await findCompletionCode(app, researcher, study.id);
  const answer = await app.call(enterCompletionCode, { as: participant, body: { code } });
  if (answer.status !== 200) throw new Error(`The code answered ${JSON.stringify(answer.json)}`);
  return id;
}

export const rejection = {
  decision: 'REJECT',
  reason: 'EMPTY_ANSWERS',
  note: 'Every answer of this survey is empty.',
} as const;

export const decideOnSubmissions = (
  app: Caller,
  { researcher, study }: { researcher: User; study: Study },
  submissionIds: string[],
  decision: object,
) =>
  app.call(decideSubmissions, {
    as: researcher,
    params: { id: study.id },
    body: { submissionIds, ...decision },
  });

/** Commands of `npm run admin`. */
export async function openSurveyCommands({ engine }: { engine: Engine }) {
  const jobs = await openJobs(engine, {
    queues: [],
    log: createLog('silent'),
    schema: 'project',
    role: 'project_app',
  });
  const commands = createSurveyDisputeCommands({ db: engine.connect<ProjectTables>('project_app'), jobs });
  return { ...commands, stop: () => jobs.stop() };
}

/** The times of its application move too. */
export async function makeSubmissionOlder(
  { engine }: { engine: Engine },
  submissionId: string,
  age: string,
): Promise<void> {
  await sql`
    update project.submissions set started_at = started_at - ${age}::interval, expires_at = expires_at - ${age}::interval,
      submitted_at = submitted_at - ${age}::interval, appealed_at = appealed_at - ${age}::interval, decided_at = decided_at - ${age}::interval,
      final_at = final_at - ${age}::interval
    where submission_id = ${submissionId}`.execute(engine.owner);
}

export async function runSubmissionSchedule({ engine }: { engine: Engine }): Promise<void> {
  await sql.raw(startJobSql('project', 'submission-schedule')).execute(engine.owner);
  await waitUntilDone({ engine }, 'submission-schedule');
}
