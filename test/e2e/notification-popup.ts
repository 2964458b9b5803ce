import type { Page } from '@playwright/test';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { shellWords as words } from '@app/words/shell.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { expect } from './fixtures.ts';
import { newParticipant } from './people.ts';

/** Creates a person of a unique age, so that only they are notified of the studies of these tests. */
export async function newElder(product: Product, age: number): Promise<SignedInUser> {
  const dateOfBirth = `${new Date().getUTCFullYear() - age}-01-01`;
  const elder = await newParticipant(product, { dateOfBirth });
  // The project service knows a person after their first visit, and then notifies them of new studies.
  await callProduct(product, browseStudies, { as: elder });
  return elder;
}
export const forAge = (age: number) => ({ minimumAge: age, maximumAge: age });

/** Waits until so many notifications have arrived. */
export async function expectCount(product: Product, as: SignedInUser, count: number): Promise<void> {
  const asked = () => callProduct(product, listNotifications, { as, query: { size: 100 } });
  await expect.poll(async () => (await asked()).length).toBe(count);
}

export const bell = (page: Page, unread: string) =>
  page.getByRole('button', { name: words.notifications(unread), exact: true });
export const popup = (page: Page) => page.getByRole('region', { name: 'Recent Notifications' });
export const items = (page: Page) => popup(page).getByRole('listitem');
export const pageHeading = (page: Page) => page.getByRole('heading', { level: 1 });

export async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(popup(page)).toBeVisible();
}

/** Follows a notification to its subject, from any page. */
export async function follow(page: Page, message: string): Promise<void> {
  await open(page);
  await items(page).getByRole('link', { name: message }).first().click();
}
