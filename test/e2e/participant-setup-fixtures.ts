import type { Locator, Page } from '@playwright/test';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readUserInformation } from '@app/contracts/identity/profiles.ts';
import { participantSetupWords as words } from '@app/words/participant-setup.ts';
import { profileBody } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { putItems } from './stored-items.ts';

export const SETUP = '/dashboard/participant-setup';

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const list = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
/** Finds a group of radios or checkboxes. */
export const group = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name, exact: true }).or(page.getByRole('group', { name, exact: true }));
export const setupButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const heading = (page: Page, stage: keyof typeof words.stages) =>
  page.getByRole('heading', { level: 1, name: words.stages[stage].heading });
export const done = (page: Page) => page.getByRole('dialog', { name: words.doneTitle });

/** Finds a choice by its label, which a finger presses. */
export const choose = (among: Locator, choice: string) => among.getByText(choice, { exact: true }).click();

const { demographic, employment, technicalDetail, payment } = profileBody('');

/** The browser does not store the number, since phones are shared. */
export const typeNumber = (page: Page, number: string = payment.phoneNumber) =>
  field(page, words.phoneNumber).fill(number);

/** The four completed stages as the browser stores them. */
export const keptStages = {
  setupDemographic: demographic,
  setupEmployment: employment,
  setupTechnicalDetail: { ...technicalDetail, hasWebcam: 'NO', hasInternet: 'YES' },
  setupPayment: { ...payment, phoneNumber: '' },
};

/** Opens the set-up for a person who has already completed these stages. */
export async function openKept(
  page: Page,
  user: SignedInUser,
  stages: Record<string, unknown> = keptStages,
  search = '?step=4',
): Promise<void> {
  await putItems(page, { user, ...stages });
  await page.goto(`${SETUP}${search}`);
}

/** Returns the stored keys of the set-up. */
export const keptKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('setup')));

export const storedUser = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null') as SignedInUser | null);

export const sentBy = (product: Product, user: SignedInUser) =>
  callProduct(product, readUserInformation, { as: user });
