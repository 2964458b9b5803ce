import { paths } from '@app/contracts/web-paths.ts';
import { makeLink } from '../links/make-link.ts';
import * as texts from './letter-texts.ts';
import { findSuspendReason, isEmailVerified } from './queries.ts';
import { findRegistrations } from './registrations/queries.ts';
import { letterAboutPerson } from './write-about-person.ts';

/** For the named registration with the address, or the newest where it does not say. */
export const VERIFY_EMAIL = letterAboutPerson<{ registrationId?: string }>(
  'VERIFY_EMAIL',
  async ({ deps, person: { userId }, job, page }) => {
    const registrations = await findRegistrations(deps.db, userId);
    const chosen = registrations.find((one) => one.registrationId === job.registrationId) ?? registrations[0];
    const registrationId = chosen?.registrationId;
    const secret = await makeLink(deps, {
      letterId: job.id,
      userId,
      purpose: 'VERIFY_EMAIL',
      registrationId,
      askedAt: job.at,
    });
    if (secret === undefined) return undefined;
    return texts.verifyEmail(page(paths.verifyEmail(secret)));
  },
);

export const ALREADY_REGISTERED = letterAboutPerson('ALREADY_REGISTERED', ({ person, page }) =>
  texts.alreadyRegistered(person.firstName, page(paths.logIn), page(paths.forgotPassword)),
);

/** A stranger may have registered an unverified address, so its owner is led to sign up instead. */
export const RESET_PASSWORD = letterAboutPerson(
  'RESET_PASSWORD',
  async ({ deps, person: { userId, firstName }, job, page }) => {
    if (!(await isEmailVerified(deps.db, userId)))
      return texts.signUpFirst(page(paths.participantSignUp), page(paths.signUp));
    const secret = await makeLink(deps, {
      letterId: job.id,
      userId,
      purpose: 'RESET_PASSWORD',
      askedAt: job.at,
    });
    return secret === undefined
      ? undefined
      : texts.resetPassword(firstName, page(paths.resetPassword(userId, secret)));
  },
);

export const PASSWORD_CHANGED = letterAboutChange('PASSWORD_CHANGED', texts.passwordChanged);

export const PASSWORD_SET = letterAboutChange('PASSWORD_SET', texts.passwordSet);

export const GOOGLE_ADDED = letterAboutChange('GOOGLE_ADDED', texts.googleAdded);

export const ACCOUNT_SUSPENDED = letterAboutPerson('ACCOUNT_SUSPENDED', async ({ deps, person, page }) => {
  const reason = await findSuspendReason(deps.db, person.userId);
  return reason === undefined
    ? undefined
    : texts.accountSuspended(person.firstName, reason, page(paths.contact));
});

export const ACCOUNT_UNSUSPENDED = letterAboutPerson('ACCOUNT_UNSUSPENDED', ({ person, page }) =>
  texts.accountUnsuspended(person.firstName, page(paths.logIn)),
);

function letterAboutChange(name: string, write: typeof texts.passwordChanged) {
  return letterAboutPerson(name, ({ person, job, page }) =>
    write(person.firstName, job.at, page(paths.forgotPassword)),
  );
}
