import { paths } from '@app/contracts/web-paths.ts';
import { makeCode, makeLink } from '../../links/make-link.ts';
import { letterAboutPerson } from '../write-about-person.ts';
import * as texts from './letter-texts.ts';
import { findChange } from './queries.ts';

interface OfChange {
  changeId: string;
}

/** To the new address. None where a newer change has taken the place of this one. */
export const CHANGE_EMAIL = letterAboutPerson<OfChange>(
  'CHANGE_EMAIL',
  async ({ deps, person: { userId }, job: { id: letterId, changeId, at }, page }) => {
    const change = await findChange(deps.db, changeId);
    if (!change) return undefined;
    const secret = await makeLink(deps, { letterId, userId, purpose: 'CHANGE_EMAIL', changeId, askedAt: at });
    if (secret === undefined) return undefined;
    return { to: change.newEmail, ...texts.changeEmail(page(paths.changeEmailByLetter(secret))) };
  },
);

/** To the owner of an address that somebody else wants for their account. */
export const EMAIL_WANTED = letterAboutPerson('EMAIL_WANTED', ({ person, page }) =>
  texts.emailWanted(person.firstName, page(paths.logIn)),
);

export const EMAIL_CHANGE_CODE = letterAboutPerson(
  'EMAIL_CHANGE_CODE',
  async ({ deps, person: { userId, firstName }, job: { id: letterId, at }, page }) => {
    const code = await makeCode(deps, { letterId, userId, purpose: 'ASK_EMAIL_CHANGE', askedAt: at });
    return code === undefined ? undefined : texts.emailChangeCode(firstName, code, page(paths.accounts));
  },
);

/** To the old address, whatever the account has by now. */
export const EMAIL_CHANGE_ASKED = letterToOld('EMAIL_CHANGE_ASKED', ({ firstName, newEmail, at, page }) =>
  texts.emailChangeAsked(firstName, newEmail, at, page(paths.forgotPassword)),
);

export const EMAIL_CHANGED = letterToOld('EMAIL_CHANGED', ({ firstName, newEmail, at, page }) =>
  texts.emailChanged(firstName, newEmail, at, page(paths.contact)),
);

interface Told {
  firstName: string;
  newEmail: string;
  at: string | undefined;
  page(path: string): string;
}

function letterToOld(name: string, write: (told: Told) => ReturnType<typeof texts.emailChanged>) {
  return letterAboutPerson<OfChange>(name, async ({ deps, person: { firstName }, job, page }) => {
    const change = await findChange(deps.db, job.changeId);
    if (!change) return undefined;
    const { oldEmail: to, newEmail } = change;
    return { to, ...write({ firstName, newEmail, at: job.at, page }) };
  });
}
