import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import type { Role } from '../enumerations.ts';
import { LEGAL_TEXTS } from '../legal-texts.ts';
import { rule } from '../rule.ts';
import { paths } from '../web-paths.ts';
import { Registration } from './account.ts';
import { NewPassword, SignedInUser } from './person.ts';
import { Credentials } from './session.ts';

/** Letters that a person may do without; the others tell of something that they have to do, of money, or of their account. */
export const LetterChoices = z.strictObject({
  /** How an application was decided on. */
  decisions: z.boolean(),
  /** Once a day, studies that fit. */
  newStudies: z.boolean(),
  /** The first application to a study at once, and once a day how many more there are. */
  applications: z.boolean(),
  /** That a participant has taken, moved or given back a time. */
  meetings: z.boolean(),
  /** That a message waits unread. */
  messages: z.boolean(),
});
export type LetterChoices = z.infer<typeof LetterChoices>;
export type LetterChoice = keyof LetterChoices;

/** What browsers that allow notifications are pushed. Of own meetings and payments they always are, and new studies wait for the letter. */
export const PushChoices = z.omit(LetterChoices, { newStudies: true });
export type PushChoices = z.infer<typeof PushChoices>;
export type PushChoice = keyof PushChoices;

/** What goes as a text to a proven number too. Codes, and what is about security, always do. */
export const TextChoices = z.strictObject({
  /** Of one's own applications, meetings and payments. */
  news: z.boolean(),
  /** That studies fit: only who asks for it gets it. */
  studies: z.boolean(),
});
export type TextChoices = z.infer<typeof TextChoices>;
export type TextChoice = keyof TextChoices;

export const TEXT_CHOICES: Readonly<Record<Role, readonly TextChoice[]>> = {
  RESEARCHER: ['news'],
  PARTICIPANT: ['news', 'studies'],
};

/** What each role is asked about. */
export const LETTER_CHOICES: Readonly<Record<Role, readonly LetterChoice[]>> = {
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
  /** A mail server has refused this address for good, and taken no letter since. */
  isEmailRefused: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.nullable(z.string()),
  /** False for a person who signed up with Google and has not set one. */
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  /** Whether the installation sends text messages, and so has codes. */
  canText: z.boolean(),
  /** The number that is proven theirs, masked; it counts only for some months, and while texts arrive there. */
  phone: z.nullable(
    z.object({ number: z.string(), provenAt: z.string(), counts: z.boolean(), isDead: z.boolean() }),
  ),
  createdAt: z.string(),
  /** The newest version of each text that they have agreed to. */
  consents: z.array(z.object({ text: z.enum(LEGAL_TEXTS), version: z.string(), agreedAt: z.string() })),
  letters: LetterChoices,
  pushes: PushChoices,
  /** What their phone dials without data, where the installation has that; absent from a node of the version before. */
  ussdCode: z.optional(z.nullable(z.string())),
  /** Null where nothing can be texted: there is no gateway, or no number is proven. */
  texts: z.nullable(TextChoices),
});
export type OwnAccount = z.infer<typeof OwnAccount>;

export const readOwnAccount = endpoint({
  method: 'GET',
  path: '/users/me/account',
  summary: "The caller's account, and by what it can be signed in to",
  access: 'SIGNED_IN',
  reply: OwnAccount,
  errors: [],
});

const changesAny = (change: object) => Object.keys(change).length > 0;

/** What of an account its owner may change; an empty phone number removes it. */
export const AccountChange = z
  .strictObject({
    firstName: z.optional(Registration.shape.firstName),
    lastName: z.optional(Registration.shape.lastName),
    phoneNumber: Registration.shape.phoneNumber,
    /** Those that are named; the others stay. */
    letters: z.optional(z.partial(LetterChoices).check(z.refine(changesAny, rule('nothingToChange')))),
    pushes: z.optional(z.partial(PushChoices).check(z.refine(changesAny, rule('nothingToChange')))),
    texts: z.optional(z.partial(TextChoices).check(z.refine(changesAny, rule('nothingToChange')))),
  })
  .check(z.refine(changesAny, rule('nothingToChange')));
export type AccountChange = z.infer<typeof AccountChange>;

export const changeOwnAccount = endpoint({
  method: 'PATCH',
  path: '/users/me',
  summary: "Change the caller's name, phone number or choice of letters, texts and pushes",
  access: 'SIGNED_IN',
  body: AccountChange,
  reply: SignedInUser,
  errors: ['INVALID_INPUT'],
});

/**
 * By the header of the letters themselves, without logging in (RFC 8058). The token is for these letters of this person alone.
 */
export const stopLetters = endpoint({
  method: 'POST',
  path: '/users/:userId/letters/:choice/stop',
  summary: 'Turn letters off that a person may do without, by their List-Unsubscribe',
  access: 'ANYONE',
  params: z.object({ userId: Id, choice: z.keyof(LetterChoices) }),
  query: z.strictObject({ token: z.string().check(z.regex(/^[\w-]{43}$/, rule('notOfThisKind'))) }),
  oneClick: { page: paths.lettersByLetter },
  limits: ['LINKS_TRIED_PER_ADDRESS_PER_HOUR', 'LINKS_TRIED_PER_DEVICE_PER_HOUR'],
  errors: ['TOKEN_NOT_VALID'],
});

/**
 * Asks for the current password, or for a log-in of the last minutes where there is none yet. Ends every session, this
 * one too, and starts a new one in its place: with a new token, and a new refresh cookie.
 */
export const changeOwnPassword = endpoint({
  method: 'POST',
  path: '/users/me/password',
  summary: "Change the caller's password, or set a first one; every other device is logged out",
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
  /** When it was last renewed, which an open page does every few minutes. */
  lastUsedAt: z.string(),
  /** Such as 'Chrome on Android'; null where the browser does not say. */
  device: z.nullable(z.string()),
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/users/me/sessions',
  summary: 'Where the caller is signed in, last used first',
  access: 'SIGNED_IN',
  reply: z.array(OwnSession),
  errors: [],
});

/** To end the one that asks is to log out. */
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
