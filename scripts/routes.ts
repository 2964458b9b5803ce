/**
 * Run `npm run routes`. A test compares docs/calls.txt with the contracts, so a change of access is noticed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCalls } from './list-calls.ts';

const calls = listCalls();
writeFileSync(join(import.meta.dirname, '..', 'docs', 'calls.txt'), calls);
process.stdout.write(calls);
