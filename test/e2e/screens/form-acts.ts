import type { Page } from '@playwright/test';
import { authWords as auth } from '@app/words/auth.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const password = (page: Page, name: string = auth.password) => page.getByLabel(name, { exact: true });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Fills fields and leaves them, so that errors appear. */
export async function write(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    const control = name.toLowerCase().includes('password') ? password(page, name) : field(page, name);
    await control.fill('x');
    await control.fill(text);
    await control.blur();
  }
}
