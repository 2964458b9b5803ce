import {
  LONGER_SHARE,
  NO_CODES_THAT_PAUSE,
  SUBMISSIONS_FOR_MEDIAN,
} from '@app/contracts/project/submission-choices.ts';
import { type Transaction, sql } from 'kysely';
import { notify } from '../notifications/notify.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';
import { updateMedianMinutes } from '../studies/survey.ts';
import { PAUSE_TRANSITION, applyTransition } from '../studies/transition-study.ts';

interface SurveyRecord {
  userId: string;
  study: string;
  minutes: number;
  withoutCode: number;
  hasCode: boolean;
  withCode: number;
  median: number;
  now: Date;
}

/**
 * Must be called after each submission, with the study locked. Pauses the study if its survey seems to show
 * no code, and returns true then. Also stores the median if it is much longer than promised.
 */
export async function watchSurvey(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  studyId: string,
): Promise<boolean> {
  const { rows } = await sql<SurveyRecord>`
    select project.creator_id as "userId", study.name as study, study.minutes, record.without_code as "withoutCode",
      record.has_code as "hasCode", record.with_code as "withCode", record.median::float8 as median, now()
    from project.studies as study join project.projects as project using (project_id)
    cross join project.survey_record(study.study_id) as record
    where study.study_id = ${studyId}`.execute(trx);
  const { userId, study, minutes, median, now, ...record } = rows[0]!;
  const email = (kind: 'SURVEY_PAUSED' | 'SURVEY_LONGER', about: string) =>
    notify(deps, trx, [{ userId, about, kind, params: { studyId, study }, emailKind: kind }]);
  if (record.withCode >= SUBMISSIONS_FOR_MEDIAN) {
    const isLonger = median > minutes * LONGER_SHARE;
    await updateMedianMinutes(trx, studyId, isLonger ? Math.round(median) : null);
    // The key is only the study, so the researcher is notified once.
    if (isLonger) await email('SURVEY_LONGER', studyId);
  }
  // If the study is resumed, it pauses again only after as many more.
  if (record.hasCode || record.withoutCode === 0 || record.withoutCode % NO_CODES_THAT_PAUSE > 0)
    return false;
  const transition = { transition: PAUSE_TRANSITION, ifMatch: undefined };
  const isPaused = await applyTransition(deps, trx, { studyId, userId }, transition);
  if (isPaused) await email('SURVEY_PAUSED', `${studyId}:${now.getTime()}`);
  return isPaused;
}
