import axeCore, { type RunOptions } from 'axe-core';
import type { Page } from '@playwright/test';

/** Of all rules, those whose answer depends on the colours. */
export const OF_COLOURS: readonly string[] = ['color-contrast', 'link-in-text-block'];

interface Look {
  /** All where absent. */
  rules?: readonly string[];
  /** One part of the page. */
  within?: string;
}

/**
 * What the rules of axe find on a page as it stands, one line for each element. A page reads axe, half a megabyte,
 * once. axe's own package for Playwright reads it twice at each look, which takes three times as long as the look.
 */
export async function barriersOn(page: Page, { rules, within }: Look = {}): Promise<string[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate<boolean>("'axe' in window"))) await frame.evaluate(axeCore.source);
  }
  return page.evaluate(
    async ([selector, only]) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore };
      const options: RunOptions = { resultTypes: ['violations'], ...(only && { runOnly: [...only] }) };
      const { violations } = await (selector === undefined ? axe.run(options) : axe.run(selector, options));
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    [within, rules] as const,
  );
}
