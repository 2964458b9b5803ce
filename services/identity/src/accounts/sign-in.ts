import type { FastifyReply } from 'fastify';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { today } from '@app/contracts/calendar.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Transaction } from 'kysely';
import type { Queue } from '@app/kit/jobs.ts';
import type { Credentials } from '@app/contracts/identity/sessions.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { rememberDevice, readKnownDevice } from '../sessions/known-device.ts';
import { type NewSession, startSession } from '../sessions/start-session.ts';
import { findPerson } from './reads.ts';
import { findSuspendReason, updateLastActive, findCredentials } from './queries.ts';
import type { IdentityTables } from '../schema.ts';
import { checkPassword } from './passwords/check-password.ts';

/** Returns undefined if the person no longer exists or the password has changed. */
export async function signIn(
  deps: Deps,
  session: NewSession,
  reply: FastifyReply,
): Promise<SignedInUser | undefined> {
  const sessionId = await startSession(deps, session, reply);
  if (sessionId === undefined) return refuseSuspended(deps, session.userId);
  const user = await signedInUser(deps, session.userId, sessionId);
  // A code proves who has the telephone, not whose device this is.
  if (user && session.by !== 'CODE') rememberDevice(deps, reply, user.email);
  return user;
}

/** Only a person who has just proven their identity may see this. */
async function refuseSuspended({ db }: Deps, userId: string): Promise<undefined> {
  if ((await findSuspendReason(db, userId)) === undefined) return undefined;
  await recordEvent(db, 'LOG_IN_REFUSED', { userId, about: 'ACCOUNT_SUSPENDED' });
  throw new Failure('ACCOUNT_SUSPENDED');
}

/** The token is not renewed: a stolen token must end on time. */
export async function withOwnToken(
  { db }: Pick<Deps, 'db'>,
  { userId, token }: { userId: string; token: string },
): Promise<SignedInUser> {
  const person = await findPerson(db, userId);
  if (!person) throw new Failure('NOT_SIGNED_IN');
  return { ...person, token };
}

/** Issuing a token counts as activity (S-506). */
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

/** The job commits with the proof, so the later of invitation and proof finds the earlier one. */
export async function queueInvitedAdmission(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  userId: string,
): Promise<void> {
  await jobs.send(trx, INVITED_ADMISSIONS, { userId });
}

/** All failures get the same answer after the same work (ASVS 6.3.8). */
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
  // Only the right password may reveal this.
  if (person.emailVerifiedAt === null) {
    await recordEvent(deps.db, 'LOG_IN_REFUSED', { userId, about: 'EMAIL_NOT_VERIFIED' });
    return fail('EMAIL_NOT_VERIFIED');
  }
  const signedIn = await signIn(deps, { userId: person.userId, by: 'PASSWORD', passwordHash }, reply);
  return signedIn ?? fail('WRONG_CREDENTIALS');
}
