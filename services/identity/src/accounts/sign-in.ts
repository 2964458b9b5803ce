import type { FastifyReply } from 'fastify';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { today } from '@app/contracts/calendar.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Transaction } from 'kysely';
import type { Queue } from '@app/kit/jobs.ts';
import type { Credentials } from '@app/contracts/identity/sessions.ts';
import { transaction } from '@app/kit/database.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { rememberDevice, readKnownDevice } from '../sessions/known-device.ts';
import { type NewSession, startSession } from '../sessions/start-session.ts';
import { findPerson } from './reads.ts';
import { findSuspendReason, updateLastActive, findCredentials, isEmailVerified } from './queries.ts';
import type { IdentityTables } from '../schema.ts';
import { checkPassword } from './passwords/check-password.ts';
import { RESET_PASSWORD, VERIFY_EMAIL } from './emails.ts';
import { queueLimitedEmail } from './queue-limited-email.ts';
import { findTries, deleteLockedTries, triesKeys } from './passwords/queries.ts';

/** Returns undefined if the person was deleted, or if the password has changed since the check. */
export async function signIn(
  deps: Deps,
  session: NewSession,
  reply: FastifyReply,
): Promise<SignedInUser | undefined> {
  const sessionId = await startSession(deps, session, reply);
  if (sessionId === undefined) return refuseSuspended(deps, session.userId);
  const user = await signedInUser(deps, session.userId, sessionId);
  // A text code proves who has the telephone, not who owns this device. So the device is not remembered.
  if (user && session.by !== 'CODE') rememberDevice(deps, reply, user.email);
  return user;
}

/** Only people who have just proven who they are may learn that the account is suspended. */
async function refuseSuspended({ db }: Deps, userId: string): Promise<undefined> {
  if ((await findSuspendReason(db, userId)) === undefined) return undefined;
  await recordEvent(db, 'LOG_IN_REFUSED', { userId, about: 'ACCOUNT_SUSPENDED' });
  throw new Failure('ACCOUNT_SUSPENDED');
}

/** The token is not renewed, so that a stolen token expires on time. */
export async function readUserWithToken(
  { db }: Pick<Deps, 'db'>,
  { userId, token }: { userId: string; token: string },
): Promise<SignedInUser> {
  const person = await findPerson(db, userId);
  if (!person) throw new Failure('NOT_SIGNED_IN');
  return { ...person, token };
}

/** Issuing a token is recorded as activity of the person (S-506). */
export async function signedInUser(
  deps: Deps,
  userId: string,
  sessionId: string,
): Promise<SignedInUser | undefined> {
  const person = await findPerson(deps.db, userId);
  if (!person) return undefined;
  await updateLastActive(deps.db, userId, today());
  return { ...person, token: await deps.signer.sign({ userId, role: person.role, sessionId }) };
}

/** A job adds the person to the studies that invited this address (invitations/accept-invitation.ts). */
export const INVITED_ADMISSIONS: Queue<{ userId: string }> = { name: 'invited-admissions' };

/**
 * The job is queued in the transaction that verifies the address. If an invitation is made at the same time,
 * the later transaction sees the earlier one.
 */
export async function queueInvitedAdmission(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  userId: string,
): Promise<void> {
  await jobs.send(trx, INVITED_ADMISSIONS, { userId });
}

/**
 * For unknown addresses and wrong passwords, work and answer are the same, so no one learns who has an
 * account (ASVS 6.3.8).
 */
export async function logInByPassword(
  deps: Deps,
  { email, password }: Credentials,
  reply: FastifyReply,
  fail: Fail<'WRONG_CREDENTIALS' | 'EMAIL_NOT_VERIFIED'>,
): Promise<SignedInUser> {
  const person = await findCredentials(deps.db, email);
  const { userId } = person ?? {};
  const passwordHash = person?.passwordHash ?? undefined;
  const device = readKnownDevice(deps, reply.request, email);
  const isRight = await checkPassword(deps, { email, userId, passwordHash, device }, password);
  if (!isRight || !person || passwordHash === undefined) {
    await recordEvent(deps.db, 'LOG_IN_REFUSED', { userId });
    return fail('WRONG_CREDENTIALS');
  }
  // Only a person with the right password may learn that the address is not verified.
  if (person.emailVerifiedAt === null) {
    await recordEvent(deps.db, 'LOG_IN_REFUSED', { userId, about: 'EMAIL_NOT_VERIFIED' });
    return fail('EMAIL_NOT_VERIFIED');
  }
  const signedIn = await signIn(deps, { userId: person.userId, by: 'PASSWORD', passwordHash }, reply);
  return signedIn ?? fail('WRONG_CREDENTIALS');
}

type Helped = { userId: string; email: string };

/** These emails count for the limit of known devices, so that strangers cannot use up the limit. */
export async function sendAccountEmail(
  deps: Deps,
  person: Helped,
): Promise<'VERIFY_EMAIL' | 'RESET_PASSWORD'> {
  return transaction(deps.db, async (trx) => {
    const isVerified = await isEmailVerified(trx, person.userId);
    const [kind, email] = isVerified
      ? (['RESET_PASSWORD', RESET_PASSWORD] as const)
      : (['VERIFY_EMAIL', VERIFY_EMAIL] as const);
    if (!(await queueLimitedEmail(deps, trx, email, { ...person, isKnownDevice: true }, {})))
      throw new Failure('TOO_MANY_REQUESTS');
    await recordEvent(trx, 'ACCOUNT_EMAIL_SENT', { userId: person.userId, about: kind });
    return kind;
  });
}

export async function isPasswordLocked({ db, config }: Deps, email: string): Promise<boolean> {
  const tries = await Promise.all(triesKeys(email).map((key) => findTries(db, key)));
  return tries.some((counted) => counted !== undefined && counted.tries >= config.MOST_PASSWORD_TRIES);
}

/** Returns false if the password is not locked. */
export async function unlockPassword(
  { db, config }: Deps,
  { userId, email, by }: Helped & { by: string },
): Promise<boolean> {
  return transaction(db, async (trx) => {
    if (!(await deleteLockedTries(trx, email, config.MOST_PASSWORD_TRIES))) return false;
    await recordEvent(trx, 'PASSWORD_UNLOCKED', { userId, about: by });
    return true;
  });
}
