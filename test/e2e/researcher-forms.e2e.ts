import type { Page } from '@playwright/test';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { expect, test } from './fixtures.ts';
import { openStage } from './wizard-ground.ts';

/** Keys faster than the page is drawn, each an event of its own. */
async function typeFast(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.focus();
  await field.evaluate(async (element: { value: string }, letters) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!;
    for (const letter of letters) {
      set!.call(element, element.value + letter);
      (element as unknown as EventTarget).dispatchEvent(new Event('input', { bubbles: true }));
      // React draws what it owes, and nothing else has a turn.
      await new Promise<void>((resolve) => queueMicrotask(resolve));
    }
  }, text);
}

test('a person who types faster than the page is drawn loses nothing, and React goes on', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await openStage(page, product, 1);
  const text = 'A call about mobile data, and how people buy it in small bundles each day. '.repeat(3).trim();
  // An error that nothing catches fails the test (fixtures.ts).
  await typeFast(page, wizard.descriptionLabel, text);
  await expect(page.getByLabel(wizard.descriptionLabel, { exact: true })).toHaveValue(text);
  await expect(page.getByText(`${text.length}/250`)).toBeVisible();
  await page.getByLabel(wizard.descriptionLabel, { exact: true }).fill('Short');
  await expect(page.getByText('5/250')).toBeVisible();
});
