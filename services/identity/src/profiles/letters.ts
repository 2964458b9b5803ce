import { paths } from '@app/contracts/web-paths.ts';
import { letterAboutPerson } from '../accounts/write-about-person.ts';
import { paymentChanged } from './letter-texts.ts';
import { findProfile } from './queries.ts';

export const PAYMENT_CHANGED = letterAboutPerson('PAYMENT_CHANGED', async ({ deps, person, job, page }) => {
  const profile = await findProfile(deps.db, person.userId);
  return profile && paymentChanged(person.firstName, profile.payment, job.at, page(paths.forgotPassword));
});
