import { sql } from 'kysely';
import { PACKED_BITS } from '../matching/fits.ts';
import type { Db } from '../schema.ts';

/** What every open study asks for: eight bytes each, so that many thousands of them come as a single value. */
export async function loadOpenCriteria(db: Db): Promise<DataView> {
  const { criteria } = await db
    .selectFrom('project.studies')
    .select(
      sql<Uint8Array | null>`string_agg(
        int4send((incentive > 0)::int * 65536 + minimum_age * 256 + maximum_age) ||
        int4send(duration_in_minutes * 524288 + ${sql.raw(PACKED_BITS)}), '')`.as('criteria'),
    )
    // Not as a value, which no plan made beforehand could match with the index of open studies.
    .where(sql<boolean>`is_open`)
    .executeTakeFirstOrThrow();
  return criteria
    ? new DataView(criteria.buffer, criteria.byteOffset, criteria.byteLength)
    : new DataView(new ArrayBuffer());
}
