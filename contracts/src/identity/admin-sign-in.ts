import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { ADMIN_ROLES } from '../enumerations.ts';
import { rule } from '../rule.ts';
import { KnownEmail } from '../text.ts';
import { EmailToken } from './person.ts';

const LONGEST_PART = 8192;
const Base64Url = z
  .string({ error: rule('valueRequired') })
  .check(z.regex(/^[\w-]+$/, rule('characterNotAllowed')), z.maxLength(LONGEST_PART));

/** The parts of an AuthenticatorAttestationResponse (WebAuthn 3) that prove a new passkey. */
export const NewPasskey = z.strictObject({
  id: Base64Url,
  clientDataJSON: Base64Url,
  attestationObject: Base64Url,
});

/** The parts of an AuthenticatorAssertionResponse (WebAuthn 3) that prove who signs in. */
export const UsedPasskey = z.strictObject({
  id: Base64Url,
  clientDataJSON: Base64Url,
  authenticatorData: Base64Url,
  signature: Base64Url,
});

const AdminSession = z.object({
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(ADMIN_ROLES)),
  /** Valid for a minute. */
  token: z.string(),
});

const Challenge = z.object({ challenge: z.string(), rpId: z.string() });

/** Unknown emails get the same response, with a challenge that no passkey can answer. */
export const startAdminSignIn = endpoint({
  method: 'POST',
  path: '/admin/sign-in/start',
  summary: 'The challenge that an admin’s passkey signs',
  access: 'ANYONE',
  isOfAdminSignIn: true,
  body: z.strictObject({ email: KnownEmail }),
  reply: Challenge,
  limits: ['ADMIN_SIGN_INS_PER_ADDRESS_PER_10_MINUTES'],
  errors: [],
});

export const signAdminIn = endpoint({
  method: 'POST',
  path: '/admin/sign-in',
  summary: 'Sign an admin in with a passkey',
  access: 'ANYONE',
  isOfAdminSignIn: true,
  body: z.strictObject({ passkey: UsedPasskey }),
  reply: AdminSession,
  limits: ['ADMIN_SIGN_INS_PER_ADDRESS_PER_10_MINUTES'],
  errors: ['PASSKEY_REFUSED'],
});

export const startAdminEnrolment = endpoint({
  method: 'POST',
  path: '/admin/enrolment/start',
  summary: 'Whose passkey an enrolment link creates, and the challenge for it',
  access: 'ANYONE',
  isOfAdminSignIn: true,
  body: z.strictObject({ token: EmailToken }),
  reply: z.extend(Challenge, { adminId: Id, name: z.string(), email: z.string() }),
  limits: ['LINKS_TRIED_PER_ADDRESS_PER_HOUR'],
  errors: ['TOKEN_NOT_VALID'],
});

/** The link works once. */
export const enrolAdmin = endpoint({
  method: 'POST',
  path: '/admin/enrolment',
  summary: 'Store an admin’s passkey with an enrolment link, and sign the admin in',
  access: 'ANYONE',
  isOfAdminSignIn: true,
  body: z.strictObject({ token: EmailToken, passkey: NewPasskey }),
  reply: AdminSession,
  limits: ['LINKS_TRIED_PER_ADDRESS_PER_HOUR'],
  errors: ['TOKEN_NOT_VALID', 'PASSKEY_REFUSED'],
});

/**
 * Requires the cookie of the sign-in. Pages make this call only when the admin does something, so that idle
 * sessions end.
 */
export const renewAdminSession = endpoint({
  method: 'POST',
  path: '/admin/session',
  summary: 'A new token for the next minute of an admin’s session',
  access: 'ANYONE',
  isOfAdminSignIn: true,
  reply: AdminSession,
  limits: ['REFRESHES_PER_ADDRESS_PER_10_MINUTES', 'REFRESHES_PER_DEVICE_PER_10_MINUTES'],
  errors: ['NOT_SIGNED_IN', 'CROSS_SITE'],
});

/** Acts with `needsRecentPasskey` are possible for 5 minutes. The challenge comes from `startAdminSignIn`. */
export const confirmAdminPasskey = endpoint({
  method: 'POST',
  path: '/admin/session/passkey',
  summary: 'Use the passkey again in a running session, which the cookie names',
  access: 'ANYONE',
  isOfAdminSignIn: true,
  body: z.strictObject({ passkey: UsedPasskey }),
  reply: AdminSession,
  limits: ['ADMIN_SIGN_INS_PER_ADDRESS_PER_10_MINUTES'],
  errors: ['NOT_SIGNED_IN', 'CROSS_SITE', 'PASSKEY_REFUSED'],
});

export const endAdminSession = endpoint({
  method: 'POST',
  path: '/admin/session/end',
  summary: 'End this session of an admin and clear its cookie',
  access: 'ANYONE',
  isOfAdminSignIn: true,
  limits: ['LOG_OUTS_PER_ADDRESS_PER_10_MINUTES', 'LOG_OUTS_PER_DEVICE_PER_10_MINUTES'],
  errors: ['CROSS_SITE'],
});

/** The reply is null for a removed admin or an ended session. */
export const readAdmin = endpoint({
  method: 'GET',
  path: '/admins/by-session/:sessionId',
  summary: 'The admin of a session, with their roles as they are now',
  access: 'SERVICE',
  callers: ['payment', 'project'],
  params: z.object({ sessionId: Id }),
  reply: z.object({
    admin: z.nullable(z.object({ userId: Id, name: z.string(), adminRoles: z.array(z.enum(ADMIN_ROLES)) })),
  }),
  errors: [],
});
