import { sql } from 'kysely';
import { GENDERS, REGIONS } from '@app/contracts/enumerations.ts';
import { OPEN_HOURS, SHORT_NOTICE_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { type Cell, cellOf } from '@app/contracts/project/cells.ts';
import { anyOfIds } from '@app/kit/database.ts';
import { encodeBits, decodeBit, decodeBits } from '@app/kit/bits.ts';
import { currentAge } from '../facts/facts.ts';
import type { Db, Facts } from '../schema.ts';

const [NO_MINIMUM, NO_MAXIMUM] = [0, 127];

interface StoredCell {
  genderBits: number;
  minimumAge: number;
  maximumAge: number;
  regionBits: number;
  places: number;
}

/** Null means a study without quotas, which needs no lookup. */
export const STORED_CELLS = sql<StoredCell[] | null>`case when study.open_cells is not null then (
  select json_agg(json_build_object('genderBits', gender_bits, 'minimumAge', minimum_age, 'maximumAge', maximum_age,
    'regionBits', region_bits, 'places', places) order by cell)
  from project.study_cells where study_cells.study_id = study.study_id) end`;

export const cellsOf = (stored: readonly StoredCell[] | null): Cell[] =>
  (stored ?? []).map(({ genderBits, minimumAge, maximumAge, regionBits, places }) => {
    const [gender] = decodeBits(GENDERS, genderBits);
    const [region] = decodeBits(REGIONS, regionBits);
    return {
      ...(gender && { gender }),
      ...(minimumAge !== NO_MINIMUM && { minimumAge }),
      ...(maximumAge !== NO_MAXIMUM && { maximumAge }),
      ...(region && { region }),
      places,
    };
  });

/** Each quota with places left is four numbers. Null means a study without quotas. */
export type OpenCells = readonly number[] | null;

export function isInOpenQuota(open: OpenCells, facts: QuotaFacts): boolean {
  if (!open) return true;
  const starts = open.flatMap((_, at) => (at % 4 === 0 ? [at] : []));
  const stored = starts.map((at) => {
    const [genderBits = 0, minimumAge = 0, maximumAge = 0, regionBits = 0] = open.slice(at, at + 4);
    return { genderBits, minimumAge, maximumAge, regionBits, places: 1 };
  });
  return isInAny(stored, facts);
}

/** Ignores whether places are left. */
export async function hasCellOf(db: Db, studyId: string, facts: QuotaFacts): Promise<boolean> {
  const { cells } = await db
    .selectFrom('project.studies as study')
    .select(STORED_CELLS.as('cells'))
    .where('study.study_id', '=', studyId)
    .executeTakeFirstOrThrow();
  return isInAny(cells, facts);
}

type QuotaFacts = Pick<Facts, 'birthDate' | 'genderBit' | 'furtherBits'>;

function isInAny(stored: readonly StoredCell[] | null, facts: QuotaFacts): boolean {
  const [region] = decodeBits(REGIONS, facts.furtherBits?.[0] ?? 0);
  const person = { age: currentAge(facts), gender: decodeBit(GENDERS, facts.genderBit), region };
  return cellOf(cellsOf(stored), person) !== null;
}

/** The update makes the trigger note_open_cells compute the open quotas. The caller locks the study. */
export async function writeCells(trx: Db, studyId: string, cells: readonly Cell[]): Promise<void> {
  if (cells.length === 0) return;
  await trx
    .insertInto('project.study_cells')
    .values(
      cells.map(({ gender, minimumAge, maximumAge, region, places }, cell) => ({
        study_id: studyId,
        cell,
        gender_bits: encodeBits(GENDERS, gender ? [gender] : []),
        minimum_age: minimumAge ?? NO_MINIMUM,
        maximum_age: maximumAge ?? NO_MAXIMUM,
        region_bits: encodeBits(REGIONS, region ? [region] : []),
        places,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['study_id', 'cell']).doUpdateSet((eb) => ({ places: eb.ref('excluded.places') })),
    )
    .execute();
  await trx
    .updateTable('project.studies')
    .set({ open_cells: sql<number[]>`'{}'` })
    .where('study_id', '=', studyId)
    .execute();
}

const isOfCell = (person: string) =>
  sql.raw(`project.is_in_quota(cell.gender_bits, cell.minimum_age, cell.maximum_age, cell.region_bits,
    ${person}.age, ${person}.gender_bit, ${person}.region_bit)`);

export interface CellPlaces {
  /** The number is negative if a place was filled again before its former holder became entitled to money. */
  left: number;
  /** Applicants who are or may be owed money keep their place and can be accepted again. */
  unheld: number;
}

/** The caller locks the study. */
export async function findCellPlaces(
  trx: Db,
  study: { id: string; hasCells: boolean; incentive: number },
): Promise<CellPlaces[]> {
  if (!study.hasCells) return [];
  const isKept = sql`application.application_id in (
    select due.application_id from project.dues as due where due.study_id = ${study.id} and due.pesewas > 0
    union all
    select owed.application_id from project.applications_that_may_be_owed(${SHORT_NOTICE_HOURS}, ${OPEN_HOURS}) as owed
    where owed.study_id = ${study.id})`;
  const { rows } = await sql<CellPlaces>`
    with holding as materialized (
      select gender_bit, age, region_bit, status = 'ACCEPTED' as is_accepted from project.applications as application
      where study_id = ${study.id} and (status = 'ACCEPTED'${study.incentive > 0 ? sql` or ${isKept}` : sql``})
    )
    select cell.places - count(holding.age)::int as left,
      cell.places - (count(*) filter (where holding.is_accepted))::int as unheld
    from project.study_cells as cell left join holding on ${isOfCell('holding')}
    where cell.study_id = ${study.id} group by cell.cell, cell.places order by cell.cell`.execute(trx);
  return rows;
}

/** Applications that match no quota are missing from the map. */
export async function findCellsOf(
  trx: Db,
  study: { id: string; hasCells: boolean },
  applicationIds: readonly string[],
): Promise<Map<string, number>> {
  if (!study.hasCells) return new Map();
  const { rows } = await sql<{ id: string; cell: number }>`
    select application.application_id as id, cell.cell
    from project.applications as application join project.study_cells as cell
      on cell.study_id = application.study_id and ${isOfCell('application')}
    where application.application_id = ${anyOfIds(applicationIds)}`.execute(trx);
  return new Map(rows.map(({ id, cell }) => [id, cell]));
}

export async function countByCell(
  db: Db,
  studyId: string,
): Promise<{ pending: number; accepted: number; met: number; taken: number }[]> {
  const { rows } = await sql<{ pending: number; accepted: number; met: number; taken: number }>`
    with alike as materialized (
      select gender_bit, age, region_bit, status, count(*) as count,
        count(*) filter (where exists (select from project.dues as due
          where due.application_id = application.application_id and due.pesewas > 0)) as owed,
        count(*) filter (where exists (select from project.bookings as booking
          where booking.application_id = application.application_id and booking.counts_as_attended)) as met
      from project.applications as application where study_id = ${studyId}
      group by gender_bit, age, region_bit, status
    )
    select coalesce(sum(alike.count) filter (where status = 'PENDING'), 0)::int as pending,
      coalesce(sum(alike.count) filter (where status = 'ACCEPTED'), 0)::int as accepted,
      coalesce(sum(alike.met), 0)::int as met,
      coalesce(sum(case when status = 'ACCEPTED' then alike.count else alike.owed end), 0)::int as taken
    from project.study_cells as cell left join alike on ${isOfCell('alike')}
    where cell.study_id = ${studyId} group by cell.cell order by cell.cell`.execute(db);
  return rows;
}
