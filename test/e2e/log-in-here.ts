import type { Page } from '@playwright/test';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { putItems } from './stored-items.ts';
import { SCREEN_PASSWORD } from './steps.ts';

/** Logs a person in in the browser of a page by the real call, with a new session and its cookie. */
export async function logInHere(page: Page, { email }: Pick<SignedInUser, 'email'>): Promise<void> {
  const answer = await page.request.post(`${IDENTITY_BASE}/auth/login/email-password`, {
    data: { email, password: SCREEN_PASSWORD },
  });
  const { content } = (await answer.json()) as { content: SignedInUser };
  await putItems(page, { user: content });
}
