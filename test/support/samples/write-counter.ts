import { sql } from 'kysely';
import type { EndpointShape } from '@app/contracts/endpoint.ts';
import type { Engine } from '@app/kit/database.ts';
import { SERVICES } from '../../../apps/host/src/services.ts';

const schemas = SERVICES.map(({ schema }) => schema);

/**
 * The first four record refusals on purpose: a wrong passkey uses its challenge up. The first connection to
 * a database writes `opened` (reconcile-after-restore.ts in the payment service), whichever request that
 * connection then serves.
 */
const uncounted = new Set(['limits', 'password_tries', 'admin_challenges', 'audit', 'opened']);

/** A call that needs a key also stores the key, even for a refusal. */
export const withoutKeys = ({ needsKey }: EndpointShape, written: readonly string[]) =>
  written.filter((place) => !needsKey || !place.includes('.idempotency_keys:'));

export interface WriteCounter {
  /** Returns the writes since the last check, as `schema.table: rows`. */
  look(): Promise<string[]>;
}

/**
 * Counts every inserted, changed or deleted row in the services' tables, and every queued job. It counts in
 * the same transaction, so a rollback does not count.
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
    // Jobs from cron belong to no request.
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
