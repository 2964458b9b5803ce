import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';

/** Deletes at most so many of the rows that the condition meets, and gives how many those were. */
export async function deleteSome(
  db: Kysely<IdentityTables>,
  most: number,
  from: { table: keyof IdentityTables; key: string; where: RawBuilder<unknown> },
): Promise<number> {
  const [table, key] = [sql.table(from.table), sql.ref(from.key)];
  const { numAffectedRows } = await sql`
    delete from ${table} where ${key} in (select ${key} from ${table} where ${from.where} limit ${most})
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}
