/** Writes down who may call what, and how often: `npm run routes`. A test compares (test/rules), so that no access widens unseen. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCalls } from './list-calls.ts';

const calls = listCalls();
writeFileSync(join(import.meta.dirname, '..', 'docs', 'calls.txt'), calls);
process.stdout.write(calls);
