import { sql } from 'kysely';
import { FURTHER_KINDS } from '@app/contracts/further-bits.ts';
import { PACKED_BITS } from '../matching/fits.ts';
import type { Db } from '../schema.ts';

const furtherBytes = Array.from(
  { length: FURTHER_KINDS },
  (_, at) => `int4send(further_bits[${at + 1}])`,
).join(' || ');

/**
 * What every open study asks for that is not by invitation: eight bytes each, and four for each kind of further fact where it asks for one, so that many thousands
 * of them come as a single value. One with quotas adds how many numbers follow, and who is still taken as it stands in open_cells.
 */
export async function loadOpenCriteria(db: Db): Promise<DataView> {
  const { criteria } = await db
    .selectFrom('project.studies')
    .select(
      sql<Uint8Array | null>`string_agg(
        int4send((open_cells is not null)::int * 262144 + (further_bits is not null)::int * 131072 + (incentive > 0)::int * 65536 + minimum_age * 256 + maximum_age) ||
        int4send(duration_in_minutes * 524288 + ${sql.raw(PACKED_BITS)}) || coalesce(${sql.raw(furtherBytes)}, '') ||
        case when open_cells is null then '' else int4send(cardinality(open_cells)) ||
          coalesce((select string_agg(int4send(value), '' order by at) from unnest(open_cells) with ordinality as part (value, at)), '')
        end, '')`.as('criteria'),
    )
    // Not as a value, which no plan made beforehand could match with the index of open studies.
    .where(sql<boolean>`is_open and not is_by_invitation`)
    .executeTakeFirstOrThrow();
  return criteria
    ? new DataView(criteria.buffer, criteria.byteOffset, criteria.byteLength)
    : new DataView(new ArrayBuffer());
}
