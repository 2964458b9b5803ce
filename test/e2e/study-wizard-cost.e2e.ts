import { projectWords as projects } from '@app/words/projects.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { IS_FULL } from '../support/sizes.ts';
import { expect, test } from './fixtures.ts';
import { type Work, workOfEnter } from './cpu-work.ts';
import { bringDrafts, storedStages, createWizardGround } from './study-wizard-fixtures.ts';

/**
 * The limit of main-thread work at a quarter of the processor's speed, in the full form; other load on the
 * machine counts too. The goal is 100 (docs/bench-web.md).
 */
const MOST_MS = 200;
const SLOW_DOWN = 4;
/** Each round uses a fresh page, where nothing is compiled; the best one has the least noise. */
const ROUNDS = IS_FULL ? 6 : 1;
/** About one computation per element. Twice as many means that one element makes all others compute again. */
const MOST_STYLED = 320;

const steps = [
  [words.continue, words.demographicsHeading],
  [words.continue, words.screenerHeading],
  [words.saveSurvey, words.publishHeading],
] as const;

test('moving between stages of the wizard takes little work on a slow phone @full', async ({
  visit,
  product,
}) => {
  const works = steps.map((): Work[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await visit();
    const ground = await createWizardGround(product);
    await bringDrafts(page, ground, storedStages);
    await page.goto(ground.projectPath);
    await page.getByRole('link', { name: projects.createStudy }).first().click();
    await expect(page.getByRole('heading', { name: words.detailsHeading })).toBeVisible();
    // Late and timed work is excluded.
    await page.evaluate('document.fonts.ready.then(() => {})');
    const hasNotice = `performance.getEntriesByType('resource')
      .some(({ name }) => name.includes('/assets/connection-notice-'))`;
    await expect.poll(() => page.evaluate<boolean>(hasNotice)).toBe(true);
    const session = await page.context().newCDPSession(page);
    for (const [at, [button, heading]] of steps.entries()) {
      await page.getByRole('button', { name: button, exact: true }).focus();
      const isDrawn = `document.querySelector('main h1')?.textContent === ${JSON.stringify(heading)}`;
      works[at]!.push(await workOfEnter(session, isDrawn));
    }
    await page.close();
  }
  for (const [at, [, heading]] of steps.entries()) {
    const times = works[at]!.map(({ time }) => time * SLOW_DOWN).toSorted((a, b) => a - b);
    const description = `${heading} ${times.map((time) => time.toFixed(0)).join(' ')} ms`;
    test.info().annotations.push({ type: 'work', description });
    expect.soft(times[0], heading).toBeGreaterThan(5);
    if (IS_FULL) expect.soft(times[0], heading).toBeLessThan(MOST_MS);
    const styled = Math.min(...works[at]!.map((work) => work.styled));
    expect.soft(styled, heading).toBeGreaterThan(50);
    expect.soft(styled, heading).toBeLessThan(MOST_STYLED);
  }
});
