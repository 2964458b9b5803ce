import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { Statement } from './statements.ts';

/**
 * The two limits, each nothing but node:http: `/constant/<name>` answers the text of a sample, `/sql/<name>/<person>/<study>`
 * runs the recorded statements of that call, prepared, with this person and study in them, and answers their rows as JSON;
 * `/values/<name>/<values>` runs the one statement of a call with these values.
 */
interface Plan {
  databaseUrl: string;
  poolSize: number;
  samples: Record<string, { answer: string; statements: Statement[]; personId: string; studyId: string }>;
}

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Plan;
const pool = new pg.Pool({ connectionString: plan.databaseUrl, max: plan.poolSize });
const nameOf = new Map<string, string>();
for (const { statements } of Object.values(plan.samples)) {
  for (const { text } of statements)
    nameOf.set(text, createHash('sha256').update(text).digest('base64url').slice(0, 24));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The recorded value with another person and study; an id that is neither is a new row's own. */
function fill(
  value: unknown,
  sample: Plan['samples'][string],
  personId: string,
  studyId: string,
  fresh: string,
): unknown {
  if (typeof value !== 'string') return value;
  if (value === sample.personId) return personId;
  if (value === sample.studyId) return studyId;
  if (UUID.test(value) && !value.startsWith('0be00000')) return fresh;
  if (value.startsWith('applied:')) return `applied:${fresh}`;
  return value.replace(sample.studyId, studyId);
}

async function runStatements(name: string, personId: string, studyId: string): Promise<unknown> {
  const sample = plan.samples[name];
  if (!sample) return undefined;
  const fresh = randomUUID();
  const client = await pool.connect();
  try {
    let rows: unknown;
    for (const { text, values } of sample.statements) {
      const filled = values.map((value) => fill(value, sample, personId, studyId, fresh));
      const result = await client.query(
        filled.length > 0 ? { name: nameOf.get(text) ?? text, text, values: filled } : text,
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
  return (await pool.query({ name: nameOf.get(text) ?? text, text, values: [...values] })).rows;
}

const server = createServer((request, response) => {
  const [, kind, name = '', first = '', second = ''] = (request.url ?? '').split('/');
  request.resume();
  response.setHeader('content-type', 'application/json');
  if (kind === 'constant') {
    response.end(plan.samples[name]?.answer);
    return;
  }
  const run = kind === 'values' ? runStatement(name, first.split(',')) : runStatements(name, first, second);
  run.then(
    (rows) => response.end(JSON.stringify({ content: rows })),
    () => {
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
