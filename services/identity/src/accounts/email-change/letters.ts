import { letterWords as words } from '@app/words/letters.ts';
import { paths } from '@app/contracts/web-paths.ts';
import {
  type LetterContent,
  NO_NAME,
  composeLetter,
  happenedAtText,
} from '../../deliveries/compose-letter.ts';
import { makeCode, makeLink } from '../../links/make-link.ts';
import { letterAboutPerson } from '../letters.ts';
import { findChange } from './queries.ts';

export function newAddressEmail(url: string): LetterContent {
  const { subject, body, action } = words.changeEmail;
  return composeLetter(NO_NAME, subject, [body, words.ifNotYou], { label: action, url });
}

export function emailWanted(firstName: string, url: string): LetterContent {
  const { subject, body, ifYou, action } = words.emailWanted;
  return composeLetter(firstName, subject, [body, ifYou], { label: action, url });
}

export function emailChangeCode(firstName: string, code: string, url: string): LetterContent {
  const { subject, body, ifNotYou, code: label, action } = words.emailChangeCode;
  return {
    ...composeLetter(firstName, subject, [body, ifNotYou], { label: action, url }),
    facts: [{ label, value: code.replaceAll(/(\d{4})(?=\d)/g, '$1 ') }],
  };
}

export function emailChangeAsked(
  firstName: string,
  newEmail: string,
  at: string | undefined,
  url: string,
): LetterContent {
  const { subject, body, ifNotYou, newEmail: label, action } = words.emailChangeAsked;
  return {
    ...composeLetter(firstName, subject, [body, ...happenedAtText(at), ifNotYou], { label: action, url }),
    facts: [{ label, value: newEmail, isExact: true }],
  };
}

export function emailChanged(
  firstName: string,
  newEmail: string,
  at: string | undefined,
  url: string,
): LetterContent {
  const { subject, body, ifNotYou, newEmail: label, action } = words.emailChanged;
  return {
    ...composeLetter(firstName, subject, [body, ...happenedAtText(at), ifNotYou], { label: action, url }),
    facts: [{ label, value: newEmail, isExact: true }],
  };
}

interface OfChange {
  changeId: string;
}

export const CHANGE_EMAIL = letterAboutPerson<OfChange>(
  'CHANGE_EMAIL',
  async ({ deps, person: { userId }, job: { id: letterId, changeId, at }, page }) => {
    const change = await findChange(deps.db, changeId);
    if (!change) return undefined;
    const secret = await makeLink(deps, { letterId, userId, purpose: 'CHANGE_EMAIL', changeId, askedAt: at });
    if (secret === undefined) return undefined;
    return { to: change.newEmail, ...newAddressEmail(page(paths.changeEmailByLetter(secret))) };
  },
);

export const EMAIL_WANTED = letterAboutPerson('EMAIL_WANTED', ({ person, page }) =>
  emailWanted(person.firstName, page(paths.logIn)),
);

export const EMAIL_CHANGE_CODE = letterAboutPerson(
  'EMAIL_CHANGE_CODE',
  async ({ deps, person: { userId, firstName }, job: { id: letterId, at }, page }) => {
    const code = await makeCode(deps, { letterId, userId, purpose: 'ASK_EMAIL_CHANGE', askedAt: at });
    return code === undefined ? undefined : emailChangeCode(firstName, code, page(paths.accounts));
  },
);

/** The email goes to the old address, even if that has changed again. */
export const EMAIL_CHANGE_ASKED = letterToOld('EMAIL_CHANGE_ASKED', ({ firstName, newEmail, at, page }) =>
  emailChangeAsked(firstName, newEmail, at, page(paths.forgotPassword)),
);

export const EMAIL_CHANGED = letterToOld('EMAIL_CHANGED', ({ firstName, newEmail, at, page }) =>
  emailChanged(firstName, newEmail, at, page(paths.contact)),
);

interface Told {
  firstName: string;
  newEmail: string;
  at: string | undefined;
  page(path: string): string;
}

function letterToOld(name: string, write: (told: Told) => ReturnType<typeof emailChanged>) {
  return letterAboutPerson<OfChange>(name, async ({ deps, person: { firstName }, job, page }) => {
    const change = await findChange(deps.db, job.changeId);
    if (!change) return undefined;
    const { oldEmail: to, newEmail } = change;
    return { to, ...write({ firstName, newEmail, at: job.at, page }) };
  });
}
