import { dayBeyond, type Ethics } from '@app/contracts/project/ethics.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { changeConsent as endpoint } from '@app/contracts/project/study-calls.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { placeholdersIn } from '@app/words/ethics.ts';
import { sql } from 'kysely';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../schema.ts';
import { resetStudyEnd } from './close-ended.ts';
import { type OwnStudy, updateOwn } from './policy.ts';
import { queueConsentNotification } from '../notifications/queue-notifications.ts';
import { findStudy } from './reads.ts';

/** Meetings must take place before an approval ends. The caller must lock the study. */
export function assertApproved(
  { ethics }: Pick<Study, 'ethics'>,
  days: readonly string[],
  field: 'availableDates' | 'closesOn' | 'startsAt' | 'proposes',
  fail: Fail<'INVALID_INPUT'>,
): void {
  if (ethics?.approval === 'APPROVED' && dayBeyond(ethics, days) !== undefined)
    fail('INVALID_INPUT', [{ rule: `approvalEnds ${ethics.validUntil}`, field }]);
}

/** Refuses a text whose placeholders are not filled in. */
export function assertConsentWritten(
  text: string | null,
  field: 'consentText' | 'text',
  fail: Fail<'INVALID_INPUT'>,
): void {
  const [placeholder] = placeholdersIn(text ?? '');
  if (placeholder) fail('INVALID_INPUT', [{ rule: `placeholderLeft ${placeholder}`, field }]);
}

type WriteFail = Fail<(typeof endpoint)['errors'][number]>;

/**
 * An edit replaces the draft's text. If the call that creates the draft is repeated (`isFirst`), the stored
 * text stays.
 */
export async function writeDraftConsent(
  trx: Db,
  studyId: string,
  text: string | null,
  { isFirst = false } = {},
): Promise<void> {
  if (text === null) {
    await trx.deleteFrom('project.study_consents').where('study_id', '=', studyId).execute();
    return;
  }
  await sql`
    insert into project.study_consents as consent (study_id, version, text)
    select study_id, 1, ${text} from project.studies
    where study_id = ${studyId} and state = 'DRAFT' and consent_version = 1
    on conflict (study_id, version) do update set text = excluded.text, written_at = now() where not ${isFirst}::boolean`.execute(
    trx,
  );
}

/** The study is locked. So someone who applies at this moment agrees to the new text, or is asked again. */
export async function changeConsent(
  deps: Pick<Deps, 'db' | 'jobs'>,
  own: OwnStudy,
  text: string,
  fail: WriteFail,
): Promise<Study> {
  assertConsentWritten(text, 'text', fail);
  return transaction(deps.db, async (trx) => {
    const study = await lockPublishedStudy(trx, own, fail);
    if (study.suspension) return fail('STUDY_IS_SUSPENDED');
    if (study.consentText === text) return study;
    const version = study.consentVersion + 1;
    await updateOwn(trx, own, undefined)
      .set((eb) => ({ consent_version: version, version: eb('study.version', '+', 1) }))
      .execute();
    await trx
      .insertInto('project.study_consents')
      .values({ study_id: study.id, version, text, written_at: sql<Date>`clock_timestamp()` })
      .execute();
    await recordEvent(trx, 'CONSENT_CHANGED', { userId: own.userId, about: study.id });
    await queueConsentNotification(deps, trx, { studyId: study.id, version });
    return (await findStudy(trx, own)) ?? fail('STUDY_NOT_FOUND');
  });
}

/** After publication, an approval can be renewed or corrected. */
export async function changeEthics(
  db: Db,
  own: OwnStudy,
  ethics: Ethics,
  fail: Parameters<typeof lockPublishedStudy>[2],
): Promise<Study> {
  return transaction(db, async (trx) => {
    const study = await lockPublishedStudy(trx, own, fail);
    await updateOwn(trx, own, undefined)
      .set((eb) => ({ ethics: JSON.stringify(ethics), version: eb('study.version', '+', 1) }))
      .execute();
    await resetStudyEnd(trx, study.id);
    await recordEvent(trx, 'ETHICS_CHANGED', { userId: own.userId, about: study.id });
    return (await findStudy(trx, own)) ?? fail('STUDY_NOT_FOUND');
  });
}

async function lockPublishedStudy(
  trx: Db,
  own: OwnStudy,
  fail: Fail<'STUDY_NOT_FOUND' | 'STUDY_IS_DRAFT'>,
): Promise<Study> {
  const study = await findStudy(trx, own, { isLocked: true });
  if (!study) return fail('STUDY_NOT_FOUND');
  return study.state === 'DRAFT' ? fail('STUDY_IS_DRAFT') : study;
}
