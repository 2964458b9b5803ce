/** Run `npm run routes`. A test compares docs/calls.txt, so no access widens unnoticed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCalls } from './list-calls.ts';

const calls = listCalls();
writeFileSync(join(import.meta.dirname, '..', 'docs', 'calls.txt'), calls);
process.stdout.write(calls);
