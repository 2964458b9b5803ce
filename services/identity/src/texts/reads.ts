import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';

export async function countTextsOfDay(db: Kysely<IdentityTables>): Promise<{ sent: number; failed: number }> {
  const { rows } = await sql<{ sent: number; failed: number }>`
    select count(*) filter (where state in ('ACCEPTED', 'DELIVERED'))::int as sent,
      count(*) filter (where state in ('FAILED', 'UNKNOWN'))::int as failed
    from identity.texts where queued_at > now() - interval '1 day'`.execute(db);
  return rows[0] ?? { sent: 0, failed: 0 };
}
