import { paths } from '@app/contracts/web-paths.ts';
import { letterAboutPerson } from '../write-about-person.ts';
import { type PhoneChange, phoneChanged } from './letter-texts.ts';

export const PHONE_CHANGED = letterAboutPerson<{ change: PhoneChange }>(
  'PHONE_CHANGED',
  ({ person, job, page }) =>
    phoneChanged(person.firstName, job.change, job.at, {
      forgotPassword: page(paths.forgotPassword),
      accounts: page(paths.accounts),
    }),
);
