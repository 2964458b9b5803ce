import { globSync, readFileSync } from 'node:fs';
import { IS_WHOLE_ON_BOTH } from './sizes.ts';

/** Of Vitest (`--tags-filter`): a file that is marked so runs on the embedded engine too. */
export const BOTH_ENGINES = 'both-engines';

const MARK = new RegExp(`^// @module-tag ${BOTH_ENGINES}$`, 'm');
const OPENS_A_DATABASE = /\b(startTestApp|startWorld|startRace|openTestEngine|inject)\(/;
/** Only a server lets two transactions run at once and knows roles; these mean nothing on the embedded engine. */
const ON_SERVER_ONLY = /\.(race|postgres)\.test\.ts$/;

const found = globSync([
  'services/**/*.test.ts',
  'test/suites/*.test.ts',
  'test/suites/{access,answers,idempotency,logs,malformed,ussd}/*.test.ts',
])
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const overDatabase = found.filter(({ text }) => OPENS_A_DATABASE.test(text));

/** Tests of the services that open no database. */
export const plainTests = found.filter((file) => !overDatabase.includes(file)).map(({ path }) => path);
export const postgresTests = overDatabase.map(({ path }) => path);
export const markedTests = overDatabase.filter(({ text }) => MARK.test(text)).map(({ path }) => path);
export const pgliteTests = IS_WHOLE_ON_BOTH
  ? postgresTests.filter((path) => !ON_SERVER_ONLY.test(path))
  : markedTests;
