import type { Page } from '@playwright/test';
import { accountWords as words } from '@app/words/accounts.ts';
import { kycWords as kyc } from '@app/words/kyc.ts';
import type { Screen } from './screen.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const accounts = { path: '/dashboard/accounts', shows: words.heading } as const;

/** Opens the form that changes this value, and waits for it. */
const change = (what: string) => async (page: Page) => {
  await press(page, words.changeLabel(what));
  await page.getByRole('form', { name: words.changeLabel(what) }).waitFor();
};

export const researcherAccountScreens: Screen[] = [
  { ...accounts, name: 'accounts-declined', as: 'efua', picture: 'light' },
  { ...accounts, name: 'accounts-nothing-sent', as: 'yaw' },
  { ...accounts, name: 'accounts-name-form', as: 'ama', lead: change(words.nameAndPhone) },
  {
    name: 'accounts-password-form',
    as: 'ama',
    path: '/dashboard/accounts',
    shows: words.passwordHeading,
    lead: (page) => press(page, words.changePassword),
  },
  { name: 'kyc-pending', as: 'kojo', path: '/dashboard/kyc', shows: kyc.pendingHeading, picture: 'light' },
  { name: 'kyc-declined', as: 'efua', path: '/dashboard/kyc', shows: kyc.declinedTitle, picture: 'light' },
  {
    name: 'kyc-social',
    as: 'efua',
    path: '/dashboard/kyc',
    shows: kyc.socialHeading,
    lead: (page) => press(page, kyc.continue),
  },
  {
    name: 'kyc-stage',
    as: 'efua',
    path: '/dashboard/kyc',
    shows: kyc.stageHeading,
    lead: async (page) => {
      await press(page, kyc.continue);
      await press(page, kyc.continue);
    },
  },
];

export const participantAccountScreens: Screen[] = [
  { ...accounts, name: 'accounts-no-set-up', as: 'kofi' },
  { ...accounts, name: 'accounts-payment-form', as: 'abena', lead: change(words.payment) },
  { ...accounts, name: 'accounts-about-you-form', as: 'abena', lead: change(words.parts.demographic) },
  { ...accounts, name: 'accounts-devices-form', as: 'abena', lead: change(words.parts.technicalDetail) },
];
