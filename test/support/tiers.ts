import { globSync, readFileSync } from 'node:fs';
import { IS_FULL, NOT_RUN } from './sizes.ts';

/** `npm test` runs the first tier before each commit, `npm run test:slow` the slow one, `test:all` both. */
export type Tier = 'first' | 'slow';

/** A slow file's name marks races, random sequences, whole processes, or tests that need real seconds. */
const SLOW_NAME = /\.(race|property|process|slow)\.test\.ts$/;

export const testTier = (path: string): Tier => (SLOW_NAME.test(path) ? 'slow' : 'first');

/** Tags of Vitest (`// @module-tag …`): files that run on the embedded engine as well as on PostgreSQL. */
export const TAGS = [
  { name: 'both-engines', description: 'Runs on the embedded engine too, in the slow tier.' },
  { name: 'embedded-smoke', description: 'Runs on the embedded engine too, in the first tier.' },
];

const OPENS_A_DATABASE = /\b(useApp|useRace|useWorld|startTestApp|startWorld|openTestEngine|inject)\(/;
/** Only a server has concurrent transactions and roles; these files mean nothing on the embedded engine. */
const ON_SERVER_ONLY = /\.(race|postgres)\./;
const isTagged = (text: string, ...tags: string[]) =>
  tags.some((tag) => text.includes(`// @module-tag ${tag}\n`));

export const testFiles = globSync('{contracts,words,kit,simulators,services,apps,test}/**/*.test.ts', {
  exclude: (name) => name.includes('node_modules'),
})
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !NOT_RUN.includes(path))
  .map((path) => ({ path, tier: testTier(path), text: readFileSync(path, 'utf8') }));

const isInFolders = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(folder));
const paths = (tests: typeof testFiles) => tests.map(({ path }) => path);

const web = testFiles.filter(({ path }) => isInFolders(path, 'apps/'));
const processes = testFiles.filter(({ path }) => path.endsWith('.process.test.ts'));
const overDatabase = testFiles.filter(
  ({ path, text }) =>
    isInFolders(path, 'services/', 'test/suites/') &&
    !processes.some((one) => one.path === path) &&
    OPENS_A_DATABASE.test(text),
);
const plain = testFiles.filter(
  (test) => ![web, processes, overDatabase].some((group) => group.includes(test)),
);
const onBoth = overDatabase.filter(({ path }) => !ON_SERVER_ONLY.test(path));
const smoke = onBoth.filter(({ text }) => isTagged(text, 'embedded-smoke'));
const embedded = IS_FULL
  ? onBoth
  : onBoth.filter(({ text }) => isTagged(text, 'both-engines', 'embedded-smoke'));

const testsInTier = (tier: Tier, tests: typeof testFiles) => tests.filter((test) => test.tier === tier);

/** The files of each Vitest project. */
export const projectFiles = {
  web: paths(web),
  plain: paths(testsInTier('first', plain)),
  postgres: paths(testsInTier('first', overDatabase)),
  embedded: paths(smoke),
  'slow plain': paths(testsInTier('slow', plain)),
  'slow postgres': paths(testsInTier('slow', overDatabase)),
  'slow embedded': paths(embedded.filter((test) => !smoke.includes(test))),
  process: paths(processes),
} as const;

export const PROJECTS: Readonly<Record<Tier, readonly (keyof typeof projectFiles)[]>> = {
  first: ['web', 'plain', 'postgres', 'embedded'],
  slow: ['slow plain', 'slow postgres', 'slow embedded', 'process'],
};
