import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import type { Role } from '../enumerations.ts';
import { LEGAL_TEXTS } from '../legal-texts.ts';
import { rule } from '../rule.ts';
import { paths } from '../web-paths.ts';
import { Registration } from './accounts.ts';
import { NewPassword, SignedInUser } from './person.ts';
import { Credentials } from './sessions.ts';

/** Emails about required actions, money or the account are always sent. */
export const EmailChoices = z.strictObject({
  decisions: z.boolean(),
  /** Sent at most once a day. */
  newStudies: z.boolean(),
  /** The first application is emailed at once, later ones once a day. */
  applications: z.boolean(),
  meetings: z.boolean(),
  messages: z.boolean(),
});
export type EmailChoices = z.infer<typeof EmailChoices>;
export type EmailChoice = keyof EmailChoices;

/** Notifications about own meetings and payments are always pushed. New studies are only emailed. */
export const PushChoices = z.omit(EmailChoices, { newStudies: true });
export type PushChoices = z.infer<typeof PushChoices>;
export type PushChoice = keyof PushChoices;

/** Codes and security texts are always sent. */
const TextChoices = z.strictObject({
  notifications: z.boolean(),
  studies: z.boolean(),
});
type TextChoices = z.infer<typeof TextChoices>;
export type TextChoice = keyof TextChoices;

export const TEXT_CHOICES: Readonly<Record<Role, readonly TextChoice[]>> = {
  RESEARCHER: ['notifications'],
  PARTICIPANT: ['notifications', 'studies'],
};

export const EMAIL_CHOICES: Readonly<Record<Role, readonly EmailChoice[]>> = {
  RESEARCHER: ['applications', 'meetings', 'messages'],
  PARTICIPANT: ['decisions', 'newStudies', 'messages'],
};

export const PUSH_CHOICES: Readonly<Record<Role, readonly PushChoice[]>> = {
  RESEARCHER: ['applications', 'meetings', 'messages'],
  PARTICIPANT: ['decisions', 'messages'],
};

export const OwnAccount = z.object({
  userId: Id,
  email: z.string(),
  /** True if a mail server has rejected the address permanently. */
  isEmailRefused: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.nullable(z.string()),
  /** False after a sign-up with Google, until a password is set. */
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  canText: z.boolean(),
  /** The number is masked. It must be proven again after some months, or when texts to it fail. */
  phone: z.nullable(
    z.object({ number: z.string(), provenAt: z.string(), counts: z.boolean(), isDead: z.boolean() }),
  ),
  createdAt: z.string(),
  consents: z.array(z.object({ text: z.enum(LEGAL_TEXTS), version: z.string(), agreedAt: z.string() })),
  emails: EmailChoices,
  pushes: PushChoices,
  /** Null without a USSD service. The previous version does not send this field. */
  ussdCode: z.optional(z.nullable(z.string())),
  /** Null if texts are not sent at all, or if this person has no proven number. */
  texts: z.nullable(TextChoices),
});
export type OwnAccount = z.infer<typeof OwnAccount>;

export const readOwnAccount = endpoint({
  method: 'GET',
  path: '/users/me/account',
  summary: "The caller's account and its sign-in methods",
  access: 'SIGNED_IN',
  reply: OwnAccount,
  errors: [],
});

const changesAny = (change: object) => Object.keys(change).length > 0;

/** An empty phone number removes the stored number. */
export const AccountChange = z
  .strictObject({
    firstName: z.optional(Registration.shape.firstName),
    lastName: z.optional(Registration.shape.lastName),
    phoneNumber: Registration.shape.phoneNumber,
    emails: z.optional(z.partial(EmailChoices).check(z.refine(changesAny, rule('nothingToChange')))),
    pushes: z.optional(z.partial(PushChoices).check(z.refine(changesAny, rule('nothingToChange')))),
    texts: z.optional(z.partial(TextChoices).check(z.refine(changesAny, rule('nothingToChange')))),
  })
  .check(z.refine(changesAny, rule('nothingToChange')));
export type AccountChange = z.infer<typeof AccountChange>;

export const changeOwnAccount = endpoint({
  method: 'PATCH',
  path: '/users/me',
  summary: "Change the caller's name, phone number or notification settings",
  access: 'SIGNED_IN',
  body: AccountChange,
  reply: SignedInUser,
  errors: ['INVALID_INPUT'],
});

/**
 * Mail programs make this call because of the header List-Unsubscribe (RFC 8058). The token works only for
 * these emails to this person.
 */
export const unsubscribeFromEmails = endpoint({
  method: 'POST',
  path: '/users/:userId/letters/:choice/stop',
  summary: 'Unsubscribe a person from optional emails by the List-Unsubscribe link',
  access: 'ANYONE',
  params: z.object({ userId: Id, choice: z.keyof(EmailChoices) }),
  query: z.strictObject({ token: z.string().check(z.regex(/^[\w-]{43}$/, rule('notOfThisKind'))) }),
  oneClick: { page: paths.emailsFromEmail },
  limits: ['LINKS_TRIED_PER_ADDRESS_PER_HOUR', 'LINKS_TRIED_PER_DEVICE_PER_HOUR'],
  errors: ['TOKEN_NOT_VALID'],
});

/** Requires the current password or, for people without one, a recent log-in. */
export const changeOwnPassword = endpoint({
  method: 'POST',
  path: '/users/me/password',
  summary: "Change or set the caller's password; every other device is logged out",
  access: 'SIGNED_IN',
  body: z.strictObject({ currentPassword: z.optional(Credentials.shape.password), password: NewPassword }),
  reply: SignedInUser,
  replacesSession: true,
  errors: [
    'INVALID_INPUT',
    'PASSWORD_TOO_COMMON',
    'WRONG_PASSWORD',
    'LOG_IN_AGAIN',
    'ACCOUNT_SUSPENDED',
    'TOO_MANY_REQUESTS',
    'PASSWORD_LOCKED',
  ],
});

export const OwnSession = z.object({
  sessionId: Id,
  startedAt: z.string(),
  /** Open pages renew the session every few minutes, so this is the time when a page was last open. */
  lastUsedAt: z.string(),
  /** `Chrome on Android` for example; null if unknown. */
  device: z.nullable(z.string()),
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/users/me/sessions',
  summary: "The caller's sessions, last used first",
  access: 'SIGNED_IN',
  reply: z.array(OwnSession),
  errors: [],
});

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/users/me/sessions/:sessionId',
  summary: "End one of the caller's sessions",
  access: 'SIGNED_IN',
  params: z.object({ sessionId: Id }),
  errors: ['SESSION_NOT_FOUND'],
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/users/me/sessions/end-others',
  summary: "End all of the caller's sessions but this one",
  access: 'SIGNED_IN',
  reply: z.object({ endedCount: z.int() }),
  errors: [],
});
