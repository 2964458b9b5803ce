import { readdirSync } from 'node:fs';

/** Every service runs in its own process, over PostgreSQL. */
const MAIN_JOB = 'main-job.e2e.ts';
/** The pages are in the pseudo-language (scripts/pseudo.ts). */
const PSEUDO = 'pseudo-language.e2e.ts';
/** These start their own product, so they run first: others then need not wait for that start at the end. */
const OWN_PRODUCT = new Set([
  'disputes.e2e.ts',
  'notification-channels.e2e.ts',
  'study-pay.e2e.ts',
  'budgets-more-places.e2e.ts',
  'surveyjs.e2e.ts',
  'admin.e2e.ts',
  'admin-decisions.e2e.ts',
  'admin-payments.e2e.ts',
  'admin-people.e2e.ts',
  'admin-screens.e2e.ts',
]);
/**
 * These use a new user's default: an embedded database with its files, queue and notifications; the second
 * only in the full form.
 */
const [ON_EMBEDDED, ON_EMBEDDED_IN_FULL] = ['participant-day.e2e.ts', 'open-pages.e2e.ts'];
/** These repeat steps of other tests over a whole day, or measure work in ms. */
const ONLY_IN_FULL =
  /^(applicants-many|long-lists|study-wizard-keyboard|network-cuts-projects|network-cuts-applicants|participant-offline)\.e2e\.ts$/;

export type Project =
  | 'walks'
  | 'slow-own-product'
  | 'slow-apart'
  | 'slow-embedded'
  | 'slow-one-process'
  | 'pseudo';

/**
 * Returns the projects of playwright.config.ts that run a file. The first tier is `walks`, the main walks of
 * both roles. All others are slow.
 */
export function playwrightProjects(file: string, isFull: boolean): readonly Project[] {
  if (file.endsWith('.walk.e2e.ts')) return ['walks'];
  if (file === PSEUDO) return ['pseudo'];
  // The walks include the steps of the main job, so the short form runs it in one layout.
  if (file === MAIN_JOB) return isFull ? ['slow-apart', 'slow-one-process'] : ['slow-apart'];
  if (OWN_PRODUCT.has(file)) return ['slow-own-product'];
  if (file === ON_EMBEDDED || (isFull && file === ON_EMBEDDED_IN_FULL)) return ['slow-embedded'];
  return ONLY_IN_FULL.test(file) && !isFull ? [] : ['slow-one-process'];
}

/** The projects of each tier; `pseudo` is a separate part of the full form. */
export const CHROMIUM_PROJECTS = {
  first: ['walks'],
  slow: ['slow-own-product', 'slow-apart', 'slow-embedded', 'slow-one-process'],
} as const satisfies Record<'first' | 'slow', readonly Project[]>;

/** All tests in Chromium, by their file names. */
export const files: readonly string[] = readdirSync(import.meta.dirname).filter((name) =>
  name.endsWith('.e2e.ts'),
);
