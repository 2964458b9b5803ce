import type { Page } from '@playwright/test';
import { googleWords as words } from '@app/words/google.ts';

export const googleButton = (page: Page) => page.getByRole('button', { name: words.continueWithGoogle });

/** Presses the button, and returns the window in which the demo's stand-in asks for a person. */
export async function openGoogle(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), googleButton(page).click()]);
  await popup.waitForURL(/\/dev\/google\//);
  return popup;
}

export async function chooseGoogleAccount(popup: Page, name: string): Promise<void> {
  await popup.getByRole('button', { name, exact: true }).click();
}

/** Signs in from a page through the window, which closes by itself. */
export async function goThrough(page: Page, name: string): Promise<void> {
  const popup = await openGoogle(page);
  const closed = popup.waitForEvent('close');
  await chooseGoogleAccount(popup, name);
  await closed;
}
