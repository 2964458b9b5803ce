import { HOUR_MS, MINUTE_MS } from '@app/contracts/durations.ts';
import { demoId } from '@app/demo/people.ts';
import type { Db } from '../schema.ts';
import type { Applied } from './add-decisions.ts';
import { type DemoStudy, DEMO_CODES } from './demo-study.ts';

/** The page `/dev/survey` sends people back with these codes. */
export async function insertDemoCodes(trx: Db, studyId: string): Promise<void> {
  await trx
    .insertInto('project.completion_codes')
    .values(DEMO_CODES.map(({ code, meaning }) => ({ code, meaning, study_id: studyId })))
    .execute();
}

/** The submissions wait for the researcher, and the three days after which they are approved have begun. */
export async function addDemoSubmissions(
  trx: Db,
  { study, studyId, place }: { study: DemoStudy; studyId: string; place: number },
  applications: readonly Applied[],
  now: Date,
): Promise<void> {
  for (const [index, { tookMinutes, hasNoCode }] of (study.submissions ?? []).entries()) {
    const application = applications[index];
    if (!application) throw new Error(`Nobody has the submission ${index} of ${study.name}`);
    const submittedAt = new Date(now.getTime() - (4 + 3 * index) * HOUR_MS);
    const startedAt = new Date(submittedAt.getTime() - tookMinutes * MINUTE_MS);
    await trx
      .insertInto('project.submissions')
      .values({
        submission_id: demoId(70_000 + place * 100 + index),
        application_id: application.id,
        study_id: studyId,
        participant_id: application.applicantId,
        session_key: `demo${application.id.slice(-18)}`,
        status: 'SUBMITTED',
        outcome: hasNoCode ? 'NO_CODE' : 'CODE',
        note: hasNoCode ? 'The last page stayed white.' : null,
        started_at: startedAt,
        expires_at: new Date(startedAt.getTime() + HOUR_MS),
        submitted_at: submittedAt,
      })
      .execute();
  }
}
