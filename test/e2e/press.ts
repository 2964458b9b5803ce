import { type Locator, type Page, expect } from '@playwright/test';
import { studyControlWords as controls } from '@app/words/study-controls.ts';

/** The menu button of a study, for rare actions. */
export const moreFor = (page: Page, study: string) =>
  page.getByRole('button', { name: controls.moreNamed(study), exact: true });

/**
 * Clicks twice like a pointer, before the page renders: the second press might reach the replacement of the
 * first target.
 */
export async function pressTwice(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.focus();
  await button.evaluate(async (element: EventTarget) => {
    const { MouseEvent } = globalThis as unknown as { MouseEvent: new (type: string, init: object) => Event };
    for (let time = 0; time < 2; time += 1) {
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
      // React does its pending work, as between two events of the browser.
      await new Promise<void>((resolve) => queueMicrotask(resolve));
    }
  });
}

/** Types each letter without pauses, even on a slow machine. */
export async function typeAtOnce(input: Locator, text: string): Promise<void> {
  await input.focus();
  await input.evaluate((element: { value: string }, characters) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!;
    for (const character of characters) {
      set!.call(element, element.value + character);
      (element as unknown as EventTarget).dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, text);
}

/**
 * Counts the presses of a hand: a click, a tap or a key that writes no text. Focusing a field counts one,
 * unless the page did it. A closed list counts two. Typing counts none.
 */
export function pressesOf(page: Page) {
  let count = 0;
  return {
    count: () => count,
    async press(target: Locator) {
      count += 1;
      await target.click();
    },
    async type(field: Locator, text: string) {
      const hasFocus = await field.evaluate((element) => element === element.ownerDocument.activeElement);
      if (!hasFocus) await this.press(field);
      await page.keyboard.insertText(text);
      await expect(field).toHaveValue(text);
    },
    async choose(list: Locator, label: string) {
      count += 2;
      await list.selectOption(label);
    },
  };
}
