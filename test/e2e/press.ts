import { type Locator, expect } from '@playwright/test';

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
  await input.evaluate((element: { value: string }, letters) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!;
    for (const letter of letters) {
      set!.call(element, element.value + letter);
      (element as unknown as EventTarget).dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, text);
}
