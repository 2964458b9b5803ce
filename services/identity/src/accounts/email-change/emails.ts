import { emailWords as words } from '@app/words/emails.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { type EmailContent, NO_NAME, composeEmail, happenedAtText } from '../../emails/compose-email.ts';
import { makeCode, makeLink } from '../../links/make-link.ts';
import { defineAccountEmail } from '../emails.ts';
import { findEmailChange } from './queries.ts';

export function confirmNewAddressEmail(url: string): EmailContent {
  const { subject, body, action } = words.confirmNewEmail;
  return composeEmail(NO_NAME, subject, [body, words.ifNotYou], { label: action, url });
}

export function addressWantedEmail(firstName: string, url: string): EmailContent {
  const { subject, body, ifYou, action } = words.emailWanted;
  return composeEmail(firstName, subject, [body, ifYou], { label: action, url });
}

export function emailChangeCodeEmail(firstName: string, code: string, url: string): EmailContent {
  const { subject, body, ifNotYou, code: label, action } = words.emailChangeCode;
  return {
    ...composeEmail(firstName, subject, [body, ifNotYou], { label: action, url }),
    details: [{ label, value: code.replaceAll(/(\d{4})(?=\d)/g, '$1 ') }],
  };
}

export function emailChangeRequestedEmail(
  firstName: string,
  newEmail: string,
  at: string | undefined,
  url: string,
): EmailContent {
  const { subject, body, ifNotYou, newEmail: label, action } = words.emailChangeAsked;
  return {
    ...composeEmail(firstName, subject, [body, ...happenedAtText(at), ifNotYou], { label: action, url }),
    details: [{ label, value: newEmail, isExact: true }],
  };
}

export function emailChangedEmail(
  firstName: string,
  newEmail: string,
  at: string | undefined,
  url: string,
): EmailContent {
  const { subject, body, ifNotYou, newEmail: label, action } = words.emailChanged;
  return {
    ...composeEmail(firstName, subject, [body, ...happenedAtText(at), ifNotYou], { label: action, url }),
    details: [{ label, value: newEmail, isExact: true }],
  };
}

interface OfChange {
  changeId: string;
}

export const CHANGE_EMAIL = defineAccountEmail<OfChange>(
  'CHANGE_EMAIL',
  async ({ deps, person: { userId }, job: { id: emailId, changeId, at }, page }) => {
    const change = await findEmailChange(deps.db, changeId);
    if (!change) return undefined;
    const secret = await makeLink(deps, { emailId, userId, purpose: 'CHANGE_EMAIL', changeId, askedAt: at });
    if (secret === undefined) return undefined;
    return { to: change.newEmail, ...confirmNewAddressEmail(page(paths.changeEmailFromEmail(secret))) };
  },
);

export const EMAIL_WANTED = defineAccountEmail('EMAIL_WANTED', ({ person, page }) =>
  addressWantedEmail(person.firstName, page(paths.logIn)),
);

export const EMAIL_CHANGE_CODE = defineAccountEmail(
  'EMAIL_CHANGE_CODE',
  async ({ deps, person: { userId, firstName }, job: { id: emailId, at }, page }) => {
    const code = await makeCode(deps, { emailId, userId, purpose: 'ASK_EMAIL_CHANGE', askedAt: at });
    return code === undefined ? undefined : emailChangeCodeEmail(firstName, code, page(paths.accounts));
  },
);

/**
 * This email goes to the old address, even if the person changes the address again before the email is sent.
 */
export const EMAIL_CHANGE_ASKED = defineEmailToOldAddress(
  'EMAIL_CHANGE_ASKED',
  ({ firstName, newEmail, at, page }) =>
    emailChangeRequestedEmail(firstName, newEmail, at, page(paths.forgotPassword)),
);

export const EMAIL_CHANGED = defineEmailToOldAddress('EMAIL_CHANGED', ({ firstName, newEmail, at, page }) =>
  emailChangedEmail(firstName, newEmail, at, page(paths.contact)),
);

interface EmailChangeDetails {
  firstName: string;
  newEmail: string;
  at: string | undefined;
  page(path: string): string;
}

function defineEmailToOldAddress(
  name: string,
  write: (details: EmailChangeDetails) => ReturnType<typeof emailChangedEmail>,
) {
  return defineAccountEmail<OfChange>(name, async ({ deps, person: { firstName }, job, page }) => {
    const change = await findEmailChange(deps.db, job.changeId);
    if (!change) return undefined;
    const { oldEmail: to, newEmail } = change;
    return { to, ...write({ firstName, newEmail, at: job.at, page }) };
  });
}
