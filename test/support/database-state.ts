import { sql } from 'kysely';
import type { Engine } from '@app/kit/database.ts';
import { SERVICES } from '../../apps/host/src/services.ts';

const schemas = SERVICES.map(({ schema }) => schema);
const literal = (names: readonly string[]) => sql.raw(`array[${names.map((name) => `'${name}'`).join()}]`);

/**
 * Functions by which tests empty a database and add prepared rows, generically for all tables. Triggers and
 * foreign keys do not run meanwhile (`session_replication_role`).
 */
export async function addStateFunctions({ owner }: Engine): Promise<void> {
  await sql`create schema test_state`.execute(owner);
  await sql`
    create view test_state.tables as
    select relation.oid::regclass as name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select array_agg(attname::text) from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = relation.oid and indisprimary) as key
    from pg_class as relation
    where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text = any(${literal(schemas)})`.execute(
    owner,
  );
  await sql`create table test_state.kept (name regclass, columns text, rows jsonb)`.execute(owner);
  // A test may also have left a table, trigger, policy, function or constraint.
  await sql`
    create view test_state.shape as
    select md5(string_agg(part, ',' order by part)) as hash from (
      select format('%s %s %s', oid, relname, relrowsecurity) from pg_class
      where relkind in ('r', 'p', 'v') and relnamespace::regnamespace::text = any(${literal([...schemas, 'public'])})
      union all select format('%s %s', tgname, tgenabled) from pg_trigger where not tgisinternal
      union all select conname from pg_constraint where contype <> 'n'
      union all select format('%s', oid) from pg_policy
      union all select format('%s', oid) from pg_event_trigger
      union all select format('%s', oid) from pg_proc where pronamespace::regnamespace::text = any(${literal([...schemas, 'public'])})
    ) as parts (part)`.execute(owner);
  await sql`
    create function test_state.read(name regclass) returns jsonb language plpgsql as $$
    declare rows jsonb;
    begin
      execute format('select jsonb_agg(to_jsonb(row)) from %s as row', name) into rows;
      return rows;
    end $$`.execute(owner);
  await sql`
    create function test_state.add(name regclass, columns text, rows jsonb) returns void language plpgsql as $$
    begin
      execute format('insert into %s (%s) overriding system value select %2$s from jsonb_populate_recordset(null::%1$s, $1)
        on conflict do nothing', name, columns) using rows;
    end $$`.execute(owner);
  await sql`
    create function test_state.keep() returns void language sql as $$
      delete from test_state.kept;
      insert into test_state.kept
      select name, columns, rows from test_state.tables, lateral (select test_state.read(name) as rows) as found
      where rows is not null;
    $$`.execute(owner);
  await sql`
    create function test_state.empty() returns void language plpgsql as $$
    declare
      each record;
      filled regclass[];
      is_filled boolean;
    begin
      perform set_config('session_replication_role', 'replica', true);
      for each in select name from test_state.tables loop
        execute format('select exists (select from %s)', each.name) into is_filled;
        if is_filled then filled := filled || each.name; end if;
      end loop;
      -- A deletion would leave gaps that later rows fill; so rows stay in the order of their insertion.
      perform set_config('lock_timeout', '5s', true);
      execute format('truncate %s cascade', (select string_agg(name::text, ', ') from unnest(filled) as name));
      perform test_state.add(name, columns, rows) from test_state.kept;
    end $$`.execute(owner);
  await sql`
    create function test_state.add_all(added jsonb) returns void language plpgsql as $$
    begin
      perform set_config('session_replication_role', 'replica', true);
      perform test_state.add(name, columns, added -> name::text) from test_state.tables where added ? name::text;
    end $$`.execute(owner);
}

/** Saves the current rows of all tables for `resetDatabase`, and returns its parameter. */
export async function saveDatabaseState({ owner }: Engine): Promise<string> {
  await sql`select test_state.keep()`.execute(owner);
  return readShape(owner);
}

async function readShape(owner: Engine['owner']): Promise<string> {
  const { rows } = await sql<{ hash: string }>`select hash from test_state.shape`.execute(owner);
  return rows[0]?.hash ?? '';
}

const LONGEST_MS = 5000;
const POLL_MS = 20;

/**
 * Restores all tables to the state of `saveDatabaseState`, and removes all jobs. Returns false if jobs do not
 * end or tables have changed: such a database cannot be reused.
 */
export async function resetDatabase({ owner }: Engine, shape: string): Promise<boolean> {
  if ((await readShape(owner)) !== shape) return false;
  const jobs = schemas.map((schema) => sql.table(`${schema}_jobs.job`));
  const removeWaiting = async () => {
    for (const table of jobs) await sql`delete from ${table} where state <> 'active'`.execute(owner);
    const active = sql.join(
      jobs.map((table) => sql`exists (select from ${table})`),
      sql` or `,
    );
    const { rows } = await sql<{ left: boolean }>`select ${active} as left`.execute(owner);
    return rows[0]?.left === false;
  };
  for (const end = Date.now() + LONGEST_MS; !(await removeWaiting());) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await sql`select test_state.empty()`.execute(owner);
  return true;
}

export type Rows = Record<string, Record<string, unknown>[]>;

/** Inserts rows from `readNewRows`. */
export async function insertRows({ owner }: Engine, rows: Rows): Promise<void> {
  await sql`select test_state.add_all(${JSON.stringify(rows)}::text::jsonb)`.execute(owner);
}

/** Returns the rows of all tables whose primary key is not in `known`, and adds the keys to it. */
export async function readNewRows({ owner }: Engine, known: Set<string>): Promise<Rows> {
  const { rows } = await sql<{ name: string; key: string[] | null; rows: Record<string, unknown>[] | null }>`
    select name::text, key, test_state.read(name) as rows from test_state.tables`.execute(owner);
  const found: Rows = {};
  for (const { name, key, rows: all } of rows) {
    const isNew = (row: Record<string, unknown>) => {
      const id = JSON.stringify([name, key === null ? row : key.map((column) => row[column])]);
      return !known.has(id) && known.add(id);
    };
    const added = (all ?? []).filter(isNew);
    if (added.length > 0) found[name] = added;
  }
  return found;
}
