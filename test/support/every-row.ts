import { sql } from 'kysely';
import { createSeal, dataKeysName, dataKeysSetting } from '@app/kit/sealed-columns.ts';
import type { TestApp } from './app.ts';

type App = Pick<TestApp, 'engine' | 'settings'>;

/**
 * Returns every row of every table in every schema as text; bytes become text too, and encrypted values are
 * decrypted.
 */
export const everyRow = async ({ engine, settings }: App): Promise<{ table: string; row: string }[]> =>
  (await everyRowAsStored({ engine })).map(({ table, row }) => ({
    table,
    row: `${row} ${sealedIn(row, settings)}`,
  }));

/** Returns the rows as a dump of the database has them: encrypted values stay encrypted. */
export async function everyRowAsStored({
  engine,
}: Pick<App, 'engine'>): Promise<{ table: string; row: string }[]> {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    engine.owner,
  );
  const found: { table: string; row: string }[] = [];
  for (const { schema, name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(it)::text as row from ${sql.id(schema, name)} as it`.execute(engine.owner);
    for (const { row } of rows) found.push({ table: `${schema}.${name}`, row: `${row} ${bytesIn(row)}` });
  }
  return found;
}

const bytesIn = (row: string) =>
  [...row.matchAll(/\\\\x([\da-f]+)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString()).join(' ');

function sealedIn(text: string, settings: App['settings']): string {
  const keys = ['identity', 'payment', 'project'].flatMap((name) =>
    dataKeysSetting.parse(settings[dataKeysName(name)]),
  );
  const opened = [...text.matchAll(/sealed:[\w-]{8}:[\w-]+/g)].map(([sealed]) =>
    createSeal(keys).open(sealed),
  );
  return opened.flatMap((one) => [one, Buffer.from(one, 'base64').toString()]).join(' ');
}

/** Returns the tables that contain one of the markers, with the marker. */
export async function findMarkers(app: App, markers: readonly string[]): Promise<string[]> {
  const rows = await everyRow(app);
  const hits = rows.flatMap(({ table, row }) =>
    markers
      .filter((marker) => row.toLowerCase().includes(marker.toLowerCase()))
      .map((marker) => `${table}: ${marker}`),
  );
  return [...new Set(hits)].toSorted();
}
