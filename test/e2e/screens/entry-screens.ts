import { DEMO_PEOPLE } from '@app/demo/people.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { partWords } from '@app/words/parts.ts';
import { phoneWords as phones } from '@app/words/phones.ts';
import { expect } from '@playwright/test';
import { newNumber } from '../demo-phones.ts';
import { SCREEN_PASSWORD } from '../steps.ts';
import { password, press, write } from './form-acts.ts';
import type { Screen } from './screen.ts';

const wrongPassword = { [auth.email]: DEMO_PEOPLE.kofi.email, [auth.password]: 'not the password' };
const errorsOfSignUp = {
  [auth.firstName]: '',
  [auth.lastName]: 'a@b',
  [auth.email]: 'esi@',
  [auth.password]: 'short',
};
const complete = (email: string) => ({
  [auth.firstName]: 'Esi',
  [auth.lastName]: 'Quaye',
  [auth.email]: email,
  [auth.password]: 'password1234',
});

export const entryScreens: Screen[] = [
  { name: 'log-in', path: '/login', shows: auth.logInHeading, picture: 'both' },
  { name: 'participant-log-in', path: '/participant-login', shows: auth.logInHeading },
  {
    name: 'log-in-errors',
    path: '/login',
    shows: auth.logInHeading,
    lead: async (page) => {
      await write(page, { [auth.email]: 'esi@', [auth.password]: '' });
      await page.getByRole('button', { name: partWords.showPassword }).click();
    },
    picture: 'light',
  },
  {
    name: 'log-in-refused',
    path: '/login',
    shows: auth.logInHeading,
    lead: async (page) => {
      await write(page, wrongPassword);
      await press(page, auth.logIn);
      await page.getByRole('button', { name: partWords.dismissMessage }).hover();
    },
    picture: 'light',
  },
  {
    name: 'log-in-not-verified',
    path: '/login',
    shows: auth.logInHeading,
    lead: async (page, { unverifiedEmail }) => {
      await write(page, { [auth.email]: unverifiedEmail, [auth.password]: SCREEN_PASSWORD });
      await press(page, auth.logIn);
      await expect(page.getByText(auth.notVerifiedTitle)).toBeVisible();
    },
    picture: 'light',
  },
  { name: 'log-in-by-code', path: '/login/code', shows: phones.logInHeading },
  {
    name: 'log-in-code-sent',
    path: '/login/code',
    shows: phones.logInHeading,
    lead: async (page) => {
      // Each run uses a new number: an earlier code would delay the next one.
      await page.getByRole('textbox', { name: phones.phoneNumber }).fill(newNumber());
      await page.getByRole('button', { name: phones.sendCode }).click();
      await page.getByRole('textbox', { name: phones.code }).waitFor();
    },
  },
  { name: 'sign-up', path: '/signup', shows: auth.signUpHeading, picture: 'both' },
  {
    name: 'participant-sign-up',
    path: '/participant-signup',
    shows: auth.participantSignUpHeading,
    picture: 'light',
  },
  {
    name: 'sign-up-errors',
    path: '/signup',
    shows: auth.signUpHeading,
    lead: (page) => write(page, errorsOfSignUp),
    picture: 'light',
  },
  {
    name: 'sign-up-taken',
    path: '/participant-signup',
    shows: auth.participantSignUpHeading,
    lead: async (page) => {
      await write(page, { [auth.email]: DEMO_PEOPLE.abena.email });
      await expect(page.getByText(auth.emailTaken)).toBeVisible();
    },
    picture: 'light',
  },
  {
    name: 'sign-up-common-password',
    path: '/signup',
    shows: auth.signUpHeading,
    lead: async (page) => {
      await write(page, complete('esi.quaye@example.test'));
      await page.getByRole('checkbox').check();
      await press(page, auth.createAccount);
      await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
    },
  },
  { name: 'forgot-password', path: '/forgot-password', shows: auth.forgotPasswordHeading, picture: 'light' },
  {
    name: 'forgot-password-error',
    path: '/forgot-password',
    shows: auth.forgotPasswordHeading,
    lead: (page) => write(page, { [auth.email]: 'esi@' }),
  },
];
