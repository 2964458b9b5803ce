import { sql } from 'kysely';
import type { EndpointShape } from '@app/contracts/endpoint.ts';
import type { Engine } from '@app/kit/database.ts';
import { SERVICES } from '../../../apps/host/src/services.ts';

const schemas = SERVICES.map(({ schema }) => schema);

/**
 * The first three record refusals on purpose. `opened` is written by the first connection to a database (reconcile-after-restore.ts in
 * the payment service), whichever request that connection then serves.
 */
const uncounted = new Set(['limits', 'password_tries', 'audit', 'opened']);

/** Beside the answer of a call that needs a key, a refusal's too, stands the key itself. */
export const withoutKeys = ({ needsKey }: EndpointShape, written: readonly string[]) =>
  written.filter((place) => !needsKey || !place.includes('.idempotency_keys:'));

export interface WriteCounter {
  /** What was written since the last look, as `schema.table: rows`. */
  look(): Promise<string[]>;
}

/**
 * Counts every row that is written, changed or removed in the services' tables, and every job put into one of their
 * queues. It counts in the same transaction, so what is rolled back does not count.
 */
export async function countWrites({ owner }: Engine): Promise<WriteCounter> {
  await sql`create table public.writes (place text primary key, rows integer not null)`.execute(owner);
  await sql`
    create function public.record_write() returns trigger language plpgsql security definer as $$
    begin
      insert into public.writes values (tg_table_schema || '.' || tg_table_name, 1)
        on conflict (place) do update set rows = writes.rows + 1;
      return null;
    end
    $$`.execute(owner);
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = any(${schemas})`.execute(owner);
  for (const { schema, name } of tables.rows.filter((table) => !uncounted.has(table.name))) {
    await sql`
      create trigger record_write after insert or update or delete on ${sql.id(schema, name)}
      for each row execute function public.record_write()`.execute(owner);
  }
  for (const schema of schemas.map((name) => `${name}_jobs`)) {
    // What a cron job sends belongs to no request.
    const { rows: scheduled } = await sql<{
      name: string;
    }>`select name from ${sql.id(schema, 'schedule')}`.execute(owner);
    const names = sql.lit(`{${scheduled.map(({ name }) => name).join()}}`);
    await sql`
      create trigger record_write after insert on ${sql.id(schema, 'job')} for each row
      when (new.name not like '\\_\\_pgboss%' and new.name <> all(${names}::text[]))
      execute function public.record_write()`.execute(owner);
  }

  let last = new Map<string, number>();
  return {
    async look() {
      const { rows } = await sql<{
        place: string;
        rows: number;
      }>`select place, rows from public.writes`.execute(owner);
      const now = new Map(rows.map((row) => [row.place, row.rows]));
      const written = [...now].filter(([place, count]) => count !== last.get(place));
      const lines = written.map(([place, count]) => `${place}: ${count - (last.get(place) ?? 0)}`);
      last = now;
      return lines;
    },
  };
}
