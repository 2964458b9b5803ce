import { emailWords as words } from '@app/words/emails.ts';
import { paths } from '@app/contracts/web-paths.ts';
import {
  type EmailContent,
  type Recipients,
  NO_NAME,
  composeEmail,
  happenedAtText,
} from '../emails/compose-email.ts';
import type { EmailJob, EmailKind } from '../emails/queue-email.ts';
import type { Deps } from '../deps.ts';
import { type Person, findPerson } from './reads.ts';
import { isEmailVerified, findSuspendReason } from './queries.ts';
import { makeLink } from '../links/make-link.ts';
import { findRegistrations } from './registrations/queries.ts';

interface Occasion<Details> {
  deps: Deps;
  person: Person;
  job: EmailJob & Details;
  page(path: string): string;
}
type WrittenEmail = (EmailContent & Partial<Recipients>) | undefined;

/** The email goes to the address of the account, unless it names another recipient. */
export function defineAccountEmail<Details extends object = object>(
  name: string,
  write: (occasion: Occasion<Details>) => WrittenEmail | Promise<WrittenEmail>,
): EmailKind<Details> {
  return {
    name,
    async write(deps, job) {
      const found = await findPerson(deps.db, job.userId);
      if (!found) return undefined;
      const person = (await isEmailVerified(deps.db, job.userId)) ? found : { ...found, firstName: NO_NAME };
      const page = (path: string) => new URL(path, deps.config.PUBLIC_URL).href;
      const email = await write({ deps, person, job, page });
      return email && { to: person.email, ...email };
    },
  };
}

export function verificationEmail(url: string): EmailContent {
  const { subject, body, action } = words.verifyEmail;
  return composeEmail(NO_NAME, subject, [body, words.ifNotYou], { label: action, url });
}

export function alreadyRegisteredEmail(firstName: string, logInUrl: string, forgotUrl: string): EmailContent {
  const { subject, body, waysIn, action, otherAction } = words.alreadyRegistered;
  return {
    ...composeEmail(firstName, subject, [body, waysIn, words.ifNotYou], { label: action, url: logInUrl }),
    otherAction: { label: otherAction, url: forgotUrl },
  };
}

export function resetPasswordEmail(firstName: string, url: string): EmailContent {
  const { subject, body, action } = words.resetPassword;
  return composeEmail(firstName, subject, [body, words.ifNotYou], { label: action, url });
}

export function signUpFirstEmail(participantUrl: string, researcherUrl: string): EmailContent {
  const { subject, body, again, action, otherAction } = words.signUpFirst;
  const signUp = { label: action, url: participantUrl };
  return {
    ...composeEmail(NO_NAME, subject, [body, again, words.ifNotYou], signUp),
    otherAction: { label: otherAction, url: researcherUrl },
  };
}

export function passwordChangedEmail(firstName: string, at: string | undefined, url: string): EmailContent {
  const { subject, body, action } = words.passwordChanged;
  return composeEmail(firstName, subject, [body, ...happenedAtText(at), words.setPasswordNow], {
    label: action,
    url,
  });
}

export function passwordSetEmail(firstName: string, at: string | undefined, url: string): EmailContent {
  const { subject, body, action } = words.passwordSet;
  return composeEmail(firstName, subject, [body, ...happenedAtText(at), words.setPasswordNow], {
    label: action,
    url,
  });
}

export function googleAddedEmail(firstName: string, at: string | undefined, url: string): EmailContent {
  const { subject, body, ifNotYou, action } = words.googleAdded;
  return composeEmail(firstName, subject, [body, ...happenedAtText(at), ifNotYou], { label: action, url });
}

export function accountSuspendedEmail(firstName: string, reason: string, url: string): EmailContent {
  const { subject, body, wrong, reason: label, action } = words.accountSuspended;
  return {
    ...composeEmail(firstName, subject, [body, wrong], { label: action, url }),
    details: [{ label, value: reason, isExact: true }],
  };
}

export function accountUnsuspendedEmail(firstName: string, url: string): EmailContent {
  const { subject, body, action } = words.accountUnsuspended;
  return composeEmail(firstName, subject, [body], { label: action, url });
}

export const VERIFY_EMAIL = defineAccountEmail<{ registrationId?: string }>(
  'VERIFY_EMAIL',
  async ({ deps, person: { userId }, job, page }) => {
    const registrations = await findRegistrations(deps.db, userId);
    const chosen = registrations.find((one) => one.registrationId === job.registrationId) ?? registrations[0];
    const registrationId = chosen?.registrationId;
    const secret = await makeLink(deps, {
      emailId: job.id,
      userId,
      purpose: 'VERIFY_EMAIL',
      registrationId,
      askedAt: job.at,
    });
    if (secret === undefined) return undefined;
    return verificationEmail(page(paths.verifyEmail(secret)));
  },
);

export const ALREADY_REGISTERED = defineAccountEmail('ALREADY_REGISTERED', ({ person, page }) =>
  alreadyRegisteredEmail(person.firstName, page(paths.logIn), page(paths.forgotPassword)),
);

/**
 * The address may have been registered by someone else and never verified. Its owner is then asked to sign
 * up.
 */
export const RESET_PASSWORD = defineAccountEmail(
  'RESET_PASSWORD',
  async ({ deps, person: { userId, firstName }, job, page }) => {
    if (!(await isEmailVerified(deps.db, userId)))
      return signUpFirstEmail(page(paths.participantSignUp), page(paths.signUp));
    const secret = await makeLink(deps, {
      emailId: job.id,
      userId,
      purpose: 'RESET_PASSWORD',
      askedAt: job.at,
    });
    return secret === undefined
      ? undefined
      : resetPasswordEmail(firstName, page(paths.resetPassword(userId, secret)));
  },
);

export const PASSWORD_CHANGED = defineChangeEmail('PASSWORD_CHANGED', passwordChangedEmail);

export const PASSWORD_SET = defineChangeEmail('PASSWORD_SET', passwordSetEmail);

export const GOOGLE_ADDED = defineChangeEmail('GOOGLE_ADDED', googleAddedEmail);

export const ACCOUNT_SUSPENDED = defineAccountEmail('ACCOUNT_SUSPENDED', async ({ deps, person, page }) => {
  const reason = await findSuspendReason(deps.db, person.userId);
  return reason === undefined
    ? undefined
    : accountSuspendedEmail(person.firstName, reason, page(paths.contact));
});

export const ACCOUNT_UNSUSPENDED = defineAccountEmail('ACCOUNT_UNSUSPENDED', ({ person, page }) =>
  accountUnsuspendedEmail(person.firstName, page(paths.logIn)),
);

function defineChangeEmail(name: string, write: typeof passwordChangedEmail) {
  return defineAccountEmail(name, ({ person, job, page }) =>
    write(person.firstName, job.at, page(paths.forgotPassword)),
  );
}
