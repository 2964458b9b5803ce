import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type {
  correctSurvey as correcting,
  readSurvey as reading,
} from '@app/contracts/project/submissions.ts';
import {
  COMPLETION_ALPHABET,
  COMPLETION_CODE_LENGTH,
  COMPLETION_MEANINGS,
  isDemoSurvey,
  type Survey,
} from '@app/contracts/project/survey.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../schema.ts';
import { type OwnStudy, updateOwn } from './policy.ts';
import { findStudy } from './reads.ts';

const makeCode = () =>
  Array.from(
    { length: COMPLETION_CODE_LENGTH },
    () => COMPLETION_ALPHABET[randomInt(COMPLETION_ALPHABET.length)],
  ).join('');

/** The demo's survey page exists only in the demo. */
export function assertSurveyIsReachable(
  { PUBLIC_URL = '' }: Deps['config'],
  address: string,
  field: 'address' | 'survey.address',
  fail: Fail<'INVALID_INPUT'>,
): void {
  if (isDemoSurvey(address) && !address.startsWith(`${PUBLIC_URL}/`))
    fail('INVALID_INPUT', [{ rule: 'surveyAddress', field }]);
}

/** If people who are screened out get no pay, there is no code for them. */
export async function insertCompletionCodes(
  trx: Db,
  studyId: string,
  { screenOutPay }: Pick<Survey, 'screenOutPay'>,
  incentive: number,
  fail: Fail<'INVALID_INPUT'>,
): Promise<void> {
  if (screenOutPay > incentive)
    fail('INVALID_INPUT', [{ rule: 'screenOutPay', field: 'survey.screenOutPay' }]);
  for (const meaning of COMPLETION_MEANINGS) {
    if (meaning === 'SCREENED_OUT' && screenOutPay === 0) continue;
    // Another study may already have the same code.
    for (let isInserted = false; !isInserted;) {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('project.completion_codes')
        .values({ code: makeCode(), study_id: studyId, meaning })
        .onConflict((conflict) => conflict.column('code').doNothing())
        .executeTakeFirst();
      isInserted = numInsertedOrUpdatedRows === 1n;
    }
  }
}

type SurveyFail = Fail<(typeof reading)['errors'][number]>;

export async function readSurvey(db: Db, own: OwnStudy, fail: SurveyFail): Promise<ReplyOf<typeof reading>> {
  const { survey } = (await findStudy(db, own)) ?? fail('STUDY_NOT_FOUND');
  if (!survey) return fail('NOT_ONLINE');
  const codes = await db
    .selectFrom('project.completion_codes')
    .select(['meaning', 'code'])
    .where('study_id', '=', own.studyId)
    .orderBy('meaning')
    .execute();
  const { seenAt } = await db
    .selectFrom('project.submissions')
    .select((eb) => eb.fn.max('submitted_at').as('seenAt'))
    .where('study_id', '=', own.studyId)
    .where('outcome', '<>', 'NO_CODE')
    .executeTakeFirstOrThrow();
  return {
    ...survey,
    codes: codes.map((one) => ({ ...one, returnPath: paths.completion(one.code) })),
    seenWorkingAt: seenAt?.toISOString() ?? null,
  };
}

export async function updateMedianMinutes(trx: Db, studyId: string, median: number | null): Promise<void> {
  await trx
    .updateTable('project.studies')
    .set({ survey: sql<string>`survey || jsonb_build_object('medianMinutes', ${median}::int)` })
    .where('study_id', '=', studyId)
    .execute();
}

/** After publication only the address can change, because people applied for all the rest. */
export async function correctSurvey(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  own: OwnStudy,
  address: string,
  fail: Fail<(typeof correcting)['errors'][number]>,
): Promise<ReplyOf<typeof reading>> {
  assertSurveyIsReachable(config, address, 'address', fail);
  return transaction(db, async (trx) => {
    const study = (await findStudy(trx, own, { isLocked: true })) ?? fail('STUDY_NOT_FOUND');
    if (!study.survey) return fail('NOT_ONLINE');
    if (study.suspension) return fail('STUDY_IS_SUSPENDED');
    if (study.survey.address !== address) {
      await updateOwn(trx, own, undefined)
        .set((eb) => ({
          // People who have opened the survey are notified of the change.
          survey: sql<string>`study.survey
            || jsonb_build_object('address', ${address}::text, 'correctedAt', now())`,
          version: eb('study.version', '+', 1),
        }))
        .execute();
      await recordEvent(trx, 'SURVEY_CORRECTED', { userId: own.userId, about: own.studyId });
    }
    return readSurvey(trx, own, fail);
  });
}
