import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Of all rules, those whose answer depends on the colours. */
export const OF_COLOURS: readonly string[] = ['color-contrast', 'link-in-text-block'];

/** Half a megabyte, to be read by a page once and not at every look. */
async function hasAxe(page: Page): Promise<boolean> {
  const has = await Promise.all(page.frames().map((frame) => frame.evaluate<boolean>("'axe' in window")));
  return has.every(Boolean);
}

interface Look {
  /** All where absent. */
  rules?: readonly string[];
  /** One part of the page. */
  within?: string;
}

/** What the rules of axe find on a page as it stands, one line for each element. */
export async function barriersOn(page: Page, { rules, within }: Look = {}): Promise<string[]> {
  const source = (await hasAxe(page)) ? { axeSource: ';' } : {};
  // Without the legacy mode a tab is opened and closed for each look, for the sake of foreign frames.
  const axe = new AxeBuilder({ page, ...source }).options({ resultTypes: ['violations'] }).setLegacyMode();
  if (rules) axe.withRules([...rules]);
  if (within) axe.include(within);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
