import { sql } from 'kysely';
import { type EarlierStudy, MOST_EARLIER } from '@app/contracts/project/earlier-studies.ts';
import {
  type NotAgain,
  type OnlyThese,
  NOT_AGAIN_WHO,
  ONLY_THESE_WHO,
} from '@app/contracts/project/not-again.ts';
import { anyOfIds } from '@app/kit/database.ts';
import { encodeBits, decodeBits } from '@app/kit/bits.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Db } from '../schema.ts';
import { type OwnStudy, mayManageStudy } from './policy.ts';

interface Stored {
  studies: string[];
  whoBits: number;
  weeks: number | null;
}

export const STORED_NOT_AGAIN = sql<Stored | null>`(
  select json_build_object('studies', json_agg(kept.earlier_id order by kept.earlier_id), 'whoBits', min(kept.who_bits),
    'weeks', min(kept.weeks))
  from project.not_again as kept where kept.study_id = study.study_id having count(*) > 0)`;

export const notAgainOf = (stored: Stored | null): NotAgain | null =>
  stored && { studies: stored.studies, who: decodeBits(NOT_AGAIN_WHO, stored.whoBits), weeks: stored.weeks };

/**
 * An empty list stays after the named studies are erased, so that no later save opens the study to everyone.
 */
export const STORED_ONLY_THESE = sql<Omit<Stored, 'weeks'> | null>`(
  select json_build_object(
    'studies', coalesce(json_agg(let.earlier_id order by let.earlier_id) filter (where let.earlier_id is not null), '[]'),
    'whoBits', coalesce(min(let.who_bits), 1))
  from project.only_these as let where let.study_id = study.study_id having study.is_by_invitation and (count(let.earlier_id) > 0 or not study.is_by_list))`;

export const onlyTheseOf = (stored: Omit<Stored, 'weeks'> | null): OnlyThese | null =>
  stored && { studies: stored.studies, who: decodeBits(ONLY_THESE_WHO, stored.whoBits) };

export async function writeNotAgain(
  trx: Db,
  own: OwnStudy,
  notAgain: NotAgain | null,
  fail: Fail<'INVALID_INPUT'>,
): Promise<void> {
  await trx.deleteFrom('project.not_again').where('study_id', '=', own.studyId).execute();
  if (notAgain === null) return;
  const { studies, who, weeks } = notAgain;
  const written = await sql`
    insert into project.not_again (study_id, earlier_id, who_bits, weeks)
    select ${own.studyId}, study.study_id, ${encodeBits(NOT_AGAIN_WHO, who)}::smallint, ${weeks}::smallint ${fromOwnStudies(own, studies)}`.execute(
    trx,
  );
  assertAll(written, studies, 'notAgain', fail);
}

export async function writeOnlyThese(
  trx: Db,
  own: OwnStudy,
  onlyThese: OnlyThese | null,
  fail: Fail<'INVALID_INPUT'>,
): Promise<void> {
  await trx.deleteFrom('project.only_these').where('study_id', '=', own.studyId).execute();
  if (onlyThese === null) return;
  const { studies, who } = onlyThese;
  const written = await sql`
    insert into project.only_these (study_id, earlier_id, who_bits)
    select ${own.studyId}, study.study_id, ${encodeBits(ONLY_THESE_WHO, who)}::smallint ${fromOwnStudies(own, studies)}`.execute(
    trx,
  );
  assertAll(written, studies, 'onlyThese', fail);
}

/** Studies of a deleted project count too: their participants are still known. */
const fromOwnStudies = ({ studyId, userId }: OwnStudy, studies: readonly string[]) => sql`
  from project.studies as study join project.projects as project using (project_id)
  where project.creator_id = ${userId} and study.study_id = ${anyOfIds(studies)} and study.study_id <> ${studyId}`;

/** Other researchers' studies must look like unknown ones. */
function assertAll(
  { numAffectedRows }: { numAffectedRows?: bigint | undefined },
  studies: readonly string[],
  field: string,
  fail: Fail<'INVALID_INPUT'>,
): void {
  if (Number(numAffectedRows) !== studies.length) fail('INVALID_INPUT', [{ rule: 'notAnOption', field }]);
}

export async function listEarlier(db: Db, userId: string): Promise<EarlierStudy[]> {
  const rows = await db
    .selectFrom('project.studies as study')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .select([
      'study.study_id as id',
      'study.project_id as projectId',
      'project.project_name as projectName',
      'study.name',
      'study.public_name as publicName',
      'study.state',
      'study.created_at as createdAt',
    ])
    .where('project.creator_id', '=', userId)
    .where(mayManageStudy(userId))
    .orderBy('study.created_at', 'desc')
    .orderBy('study.study_id', 'desc')
    .limit(MOST_EARLIER)
    .execute();
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
