import { sql } from 'kysely';
import { type EarlierStudy, MOST_EARLIER } from '@app/contracts/project/earlier-studies.ts';
import {
  type ExcludedStudies,
  type RequiredStudies,
  EXCLUDED_PARTICIPATION,
  REQUIRED_PARTICIPATION,
} from '@app/contracts/project/exclusions.ts';
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

export const STORED_EXCLUDED_STUDIES = sql<Stored | null>`(
  select json_build_object('studies', json_agg(excluded.earlier_id order by excluded.earlier_id), 'whoBits', min(excluded.who_bits),
    'weeks', min(excluded.weeks))
  from project.excluded_studies as excluded where excluded.study_id = study.study_id having count(*) > 0)`;

export const toExcludedStudies = (stored: Stored | null): ExcludedStudies | null =>
  stored && {
    studies: stored.studies,
    who: decodeBits(EXCLUDED_PARTICIPATION, stored.whoBits),
    weeks: stored.weeks,
  };

/**
 * If all required studies were erased, the list stays but is empty. So the study is not open to everyone
 * after it is saved again.
 */
export const STORED_REQUIRED_STUDIES = sql<Omit<Stored, 'weeks'> | null>`(
  select json_build_object(
    'studies', coalesce(json_agg(let.earlier_id order by let.earlier_id) filter (where let.earlier_id is not null), '[]'),
    'whoBits', coalesce(min(let.who_bits), 1))
  from project.required_studies as let where let.study_id = study.study_id having study.is_restricted and (count(let.earlier_id) > 0 or not study.is_invite_only))`;

export const toRequiredStudies = (stored: Omit<Stored, 'weeks'> | null): RequiredStudies | null =>
  stored && { studies: stored.studies, who: decodeBits(REQUIRED_PARTICIPATION, stored.whoBits) };

export async function writeExcludedStudies(
  trx: Db,
  own: OwnStudy,
  excludedStudies: ExcludedStudies | null,
  fail: Fail<'INVALID_INPUT'>,
): Promise<void> {
  await trx.deleteFrom('project.excluded_studies').where('study_id', '=', own.studyId).execute();
  if (excludedStudies === null) return;
  const { studies, who, weeks } = excludedStudies;
  const written = await sql`
    insert into project.excluded_studies (study_id, earlier_id, who_bits, weeks)
    select ${own.studyId}, study.study_id, ${encodeBits(EXCLUDED_PARTICIPATION, who)}::smallint, ${weeks}::smallint ${fromOwnStudies(own, studies)}`.execute(
    trx,
  );
  assertAll(written, studies, 'excludedStudies', fail);
}

export async function writeRequiredStudies(
  trx: Db,
  own: OwnStudy,
  requiredStudies: RequiredStudies | null,
  fail: Fail<'INVALID_INPUT'>,
): Promise<void> {
  await trx.deleteFrom('project.required_studies').where('study_id', '=', own.studyId).execute();
  if (requiredStudies === null) return;
  const { studies, who } = requiredStudies;
  const written = await sql`
    insert into project.required_studies (study_id, earlier_id, who_bits)
    select ${own.studyId}, study.study_id, ${encodeBits(REQUIRED_PARTICIPATION, who)}::smallint ${fromOwnStudies(own, studies)}`.execute(
    trx,
  );
  assertAll(written, studies, 'requiredStudies', fail);
}

/** Studies of deleted projects are included, because their participants are still known. */
const fromOwnStudies = ({ studyId, userId }: OwnStudy, studies: readonly string[]) => sql`
  from project.studies as study join project.projects as project using (project_id)
  where project.creator_id = ${userId} and study.study_id = ${anyOfIds(studies)} and study.study_id <> ${studyId}`;

/** For a study of another researcher, the error is the same as for an unknown study. */
function assertAll(
  { numAffectedRows }: { numAffectedRows?: bigint | undefined },
  studies: readonly string[],
  field: string,
  fail: Fail<'INVALID_INPUT'>,
): void {
  if (Number(numAffectedRows) !== studies.length) fail('INVALID_INPUT', [{ rule: 'notAnOption', field }]);
}

export async function listEarlierStudies(db: Db, userId: string): Promise<EarlierStudy[]> {
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
