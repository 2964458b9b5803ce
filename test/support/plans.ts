import { setTimeout } from 'node:timers/promises';
import { type Kysely, CompiledQuery, sql } from 'kysely';
import { recordStatements } from './record-statements.ts';

interface Node {
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** How a table was read: by which index, if any, and how many rows. */
export interface Reading {
  table: string;
  index: string | undefined;
  rows: number;
}

/**
 * Vacuums tables of the project service until no old rows are left, and analyzes them. While another session
 * has a snapshot, such as an automatic analysis, old rows stay, and plans may differ.
 */
export async function vacuum(owner: Kysely<unknown>, ...tables: string[]): Promise<void> {
  const all = sql.join(tables.map((name) => sql.table(`project.${name}`)));
  for (;;) {
    await sql`vacuum (analyze, index_cleanup on) ${all}`.execute(owner);
    const { rows } = await sql`
      select from pg_class where relnamespace = 'project'::regnamespace and relname = any(${tables})
        and relallvisible < relpages`.execute(owner);
    if (rows.length === 0) return;
    await setTimeout(200);
  }
}

/** Runs the work, and returns the plan of each statement that it sent. PostgreSQL only. */
export async function recordReadings(
  db: Pick<Kysely<unknown>, 'executeQuery'>,
  work: () => Promise<unknown>,
): Promise<Reading[]> {
  const readings: Reading[] = [];
  const sent = await recordStatements(work);
  // begin and commit have no plan.
  for (const { text, values } of sent.filter((one) => !/^(?:begin|commit)\b/i.test(one.text)))
    readings.push(...(await explainAnalyze(db, CompiledQuery.raw(text, values))));
  return readings;
}

/** Explains a statement with EXPLAIN ANALYZE, which runs it. */
export async function explainAnalyze(
  db: Pick<Kysely<unknown>, 'executeQuery'>,
  { sql: text, parameters }: CompiledQuery,
): Promise<Reading[]> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]),
  );
  return listPlanNodes(rows[0]!['QUERY PLAN'][0].Plan).flatMap(toReadings);
}

const listPlanNodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(listPlanNodes)];

function toReadings(node: Node): Reading[] {
  const { 'Relation Name': table, 'Index Name': index } = node;
  const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return table === undefined ? [] : [{ table, index, rows }];
}
