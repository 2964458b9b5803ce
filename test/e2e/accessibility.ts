import axeCore, { type RunOptions } from 'axe-core';
import type { Page } from '@playwright/test';

/** The result of these rules depends on the colours. */
export const OF_COLOURS: readonly string[] = ['color-contrast', 'link-in-text-block'];

interface Look {
  /** If absent, all rules apply. */
  rules?: readonly string[];
  /** Selects one part of the page. */
  within?: string;
}

/**
 * Returns the violations of axe's rules on the current page, one line per element. A page loads axe once:
 * axe's own package for Playwright loads it twice at each check and takes three times as long.
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
