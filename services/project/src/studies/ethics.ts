import { dayBeyond, type Ethics } from '@app/contracts/project/ethics.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { changeConsent as endpoint } from '@app/contracts/project/study-calls.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { placeholdersIn } from '@app/words/ethics.ts';
import { sql } from 'kysely';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../schema.ts';
import { type OwnStudy, updateOwn } from './policy.ts';
import { queueConsentTelling } from './queue-telling.ts';
import { findStudy } from './reads.ts';

/** Nobody is met beyond the last day of an approval; the study is held, so that it cannot be another meanwhile. */
export function assertApproved(
  { ethics }: Pick<Study, 'ethics'>,
  days: readonly string[],
  field: 'availableDates' | 'startsAt' | 'proposes',
  fail: Fail<'INVALID_INPUT'>,
): void {
  if (ethics?.approval === 'APPROVED' && dayBeyond(ethics, days) !== undefined)
    fail('INVALID_INPUT', [{ rule: `approvalEnds ${ethics.validUntil}`, field }]);
}

/** Participants must not be asked to agree to a template that was never filled in. */
export function assertConsentWritten(
  text: string | null,
  field: 'consentText' | 'text',
  fail: Fail<'INVALID_INPUT'>,
): void {
  const [placeholder] = placeholdersIn(text ?? '');
  if (placeholder) fail('INVALID_INPUT', [{ rule: `placeholderLeft ${placeholder}`, field }]);
}

type WriteFail = Fail<(typeof endpoint)['errors'][number]>;

/** Nobody has read a draft, so its text is replaced in place; by a repeat of its creation nothing is. */
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
  // A repeat of a study's creation may come once it is another, or published.
  await sql`
    insert into project.study_consents as consent (study_id, version, text)
    select study_id, 1, ${text} from project.studies
    where study_id = ${studyId} and state = 'DRAFT' and consent_version = 1
    on conflict (study_id, version) do update set text = excluded.text, written_at = now() where not ${isFirst}::boolean`.execute(
    trx,
  );
}

/**
 * The next version of what participants agree to; the same text again is no change. The study is held meanwhile: who applies at the
 * same time agrees to the new text or is among those who are asked.
 */
export async function changeConsent(
  deps: Pick<Deps, 'db' | 'jobs'>,
  own: OwnStudy,
  text: string,
  fail: WriteFail,
): Promise<Study> {
  assertConsentWritten(text, 'text', fail);
  return transaction(deps.db, async (trx) => {
    const study = await holdPublished(trx, own, fail);
    if (study.consentText === text) return study;
    const version = study.consentVersion + 1;
    await updateOwn(trx, own, undefined)
      .set((eb) => ({ consent_version: version, version: eb('study.version', '+', 1) }))
      .execute();
    await trx
      .insertInto('project.study_consents')
      .values({ study_id: study.id, version, text, written_at: sql<Date>`clock_timestamp()` })
      .execute();
    await noteEvent(trx, 'CONSENT_CHANGED', { userId: own.userId, about: study.id });
    await queueConsentTelling(deps, trx, { studyId: study.id, version });
    return (await findStudy(trx, own)) ?? fail('STUDY_NOT_FOUND');
  });
}

/** Who approved of it, and until when: an approval is renewed, or corrected. */
export async function changeEthics(
  db: Db,
  own: OwnStudy,
  ethics: Ethics,
  fail: Parameters<typeof holdPublished>[2],
): Promise<Study> {
  return transaction(db, async (trx) => {
    const study = await holdPublished(trx, own, fail);
    await updateOwn(trx, own, undefined)
      .set((eb) => ({ ethics: JSON.stringify(ethics), version: eb('study.version', '+', 1) }))
      .execute();
    await noteEvent(trx, 'ETHICS_CHANGED', { userId: own.userId, about: study.id });
    return (await findStudy(trx, own)) ?? fail('STUDY_NOT_FOUND');
  });
}

async function holdPublished(
  trx: Db,
  own: OwnStudy,
  fail: Fail<'STUDY_NOT_FOUND' | 'STUDY_IS_DRAFT'>,
): Promise<Study> {
  const study = await findStudy(trx, own, { isHeld: true });
  if (!study) return fail('STUDY_NOT_FOUND');
  return study.state === 'DRAFT' ? fail('STUDY_IS_DRAFT') : study;
}
