import { type Transaction, sql } from 'kysely';
import { paths } from '@app/contracts/web-paths.ts';
import type { Deps } from '../../deps.ts';
import { queueLetters } from '../../letters/queue-letter.ts';
import type { WriteLetter } from '../../letters/routes.ts';
import type { ProjectTables } from '../../schema.ts';

/** In the transaction in which somebody agrees: they get what they have agreed to. */
export async function queueConsentLetter(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  { applicationId, applicantId, version }: { applicationId: string; applicantId: string; version: number },
): Promise<void> {
  await queueLetters(deps, trx, [
    { userId: applicantId, kind: 'CONSENT_GIVEN', about: `${applicationId}:${version}` },
  ]);
}

/** While it is what they agreed to last. */
export const writeConsentGiven: WriteLetter = async ({ db }, { userId, about }) => {
  const [applicationId = '', version] = about.split(':');
  if (!/^[\da-f-]{36}$/.test(applicationId)) return undefined;
  const { rows } = await sql<{ studyId: string; study: string; version: number; at: Date; text: string }>`
    select study.study_id as "studyId", study.public_name as study, consent.version, application.consented_at as at, consent.text
    from project.applications as application join project.studies as study using (study_id)
    join project.study_consents as consent
      on consent.study_id = study.study_id and consent.version = application.consent_version
    where application.application_id = ${applicationId} and application.applicant_id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row || row.version !== Number(version)) return undefined;
  const { studyId, study, at, text } = row;
  return {
    params: { study, version: String(row.version), when: at.toISOString(), text },
    path: paths.ownStudy(studyId),
    event: null,
  };
};

/** While they are asked for this version or a later one: one email is for all changes of a quarter of an hour. */
export const writeConsentChanged: WriteLetter = async ({ db }, { userId, about }) => {
  const [studyId = '', version] = about.split(':');
  if (!/^[\da-f-]{36}$/.test(studyId)) return undefined;
  const row = await db
    .selectFrom('project.outdated_consents as asked')
    .innerJoin('project.studies as study', 'study.study_id', 'asked.study_id')
    .select(['study.public_name as study', 'asked.consent'])
    .where('asked.study_id', '=', studyId)
    .where('asked.applicant_id', '=', userId)
    .executeTakeFirst();
  if (!row || row.consent.version < Number(version)) return undefined;
  return { params: { study: row.study }, path: paths.ownStudy(studyId), event: null };
};
