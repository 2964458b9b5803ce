import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { Sample } from './sample.ts';
import { fillIn, shiftIn } from './fill-in.ts';

/**
 * Uses only node:http and pg. `/sql/<name>/<person>/<study>` runs the prepared recorded statements of that
 * call and returns their rows as JSON. A booking adds `…/<application>/<start>`. `/values/<name>/<values>`
 * runs the single statement of a call with these values.
 */
interface Plan {
  databaseUrl: string;
  poolSize: number;
  samples: Record<string, Sample>;
}

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Plan;
const pool = new pg.Pool({
  connectionString: plan.databaseUrl,
  max: plan.poolSize,
  idleTimeoutMillis: 60_000,
});
const names = new Map(
  Object.values(plan.samples).flatMap(({ statements }) =>
    statements.map(
      ({ text }) => [text, createHash('sha256').update(text).digest('base64url').slice(0, 24)] as const,
    ),
  ),
);

async function runStatements(
  name: string,
  [personId = '', studyId = '', applicationId = '', startsAt = '']: readonly string[],
): Promise<unknown> {
  const sample = plan.samples[name];
  if (!sample) throw new Error(`There is no sample ${name}`);
  const known = new Map([
    [sample.personId, personId],
    [sample.studyId, studyId],
    [sample.applicationId ?? '', applicationId],
  ]);
  const shift = sample.startsAt ? { from: sample.startsAt, to: startsAt } : undefined;
  const salt = randomUUID();
  const client = await pool.connect();
  try {
    let rows: unknown;
    for (const { text, values } of sample.statements) {
      const filled = values.map((value) => fillIn(shiftIn(value, shift), known, salt));
      const result = await client.query(
        filled.length > 0 ? { name: names.get(text) ?? text, text, values: filled } : text,
      );
      if (result.rows.length > 0) rows = result.rows;
    }
    return rows;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function runStatement(name: string, values: readonly string[]): Promise<unknown> {
  const text = plan.samples[name]?.statements[0]?.text ?? '';
  return (await pool.query({ name: names.get(text) ?? text, text, values: [...values] })).rows;
}

const server = createServer((request, response) => {
  const [, kind, name = '', ...ids] = (request.url ?? '').split('/');
  request.resume();
  response.setHeader('content-type', 'application/json');
  const run =
    kind === 'values'
      ? runStatement(name, decodeURIComponent(ids[0] ?? '').split(';'))
      : runStatements(name, ids);
  run.then(
    (rows) => response.end(JSON.stringify({ content: rows })),
    (error: unknown) => {
      process.stderr.write(`${name}: ${String(error)}\n`);
      response.statusCode = 500;
      response.end();
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : ''}\n`);
});
process.on('SIGTERM', () => process.exit(0));
