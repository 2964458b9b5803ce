import { type Locator, type Page, expect } from '@playwright/test';
import { studyControlWords as controls } from '@app/words/study-controls.ts';

/** The three dots of a study, with what is rarely done to it behind them. */
export const moreFor = (page: Page, study: string) =>
  page.getByRole('button', { name: controls.moreNamed(study), exact: true });

/** As by a pointer, and twice before anything is drawn: its second press might fall on what has replaced the first. */
export async function pressTwice(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.focus();
  await button.evaluate(async (element: EventTarget) => {
    const { MouseEvent } = globalThis as unknown as { MouseEvent: new (type: string, init: object) => Event };
    for (let time = 0; time < 2; time += 1) {
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
      // As between any two events of the browser, React does what it owes.
      await new Promise<void>((resolve) => queueMicrotask(resolve));
    }
  });
}

/** Letter by letter, with no pause that a slow machine could make. */
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
 * Counts what a hand does besides typing: a click, a tap or a key that writes no text is a press. Going into a field is
 * one, unless the page has put the focus there. Choosing from a closed list is two: one to open it and one to choose.
 * What is typed is none.
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
      const isThere = await field.evaluate((element) => element === element.ownerDocument.activeElement);
      if (!isThere) await this.press(field);
      await page.keyboard.insertText(text);
      await expect(field).toHaveValue(text);
    },
    async choose(list: Locator, label: string) {
      count += 2;
      await list.selectOption(label);
    },
  };
}
