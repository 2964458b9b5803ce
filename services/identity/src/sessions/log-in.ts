import type { FastifyReply } from 'fastify';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { Credentials } from '@app/contracts/identity/session.ts';
import type { Fail } from '@app/kit/problem.ts';
import { findCredentials } from '../accounts/queries.ts';
import { noteEvent } from '../audit/queries.ts';
import type { Deps } from '../deps.ts';
import { forgetTries } from '../password-tries/queries.ts';
import { takePasswordTry } from '../password-tries/take-password-try.ts';
import { isPassword } from '../passwords.ts';
import { startSession } from './start-session.ts';

/**
 * Signs in by email and password. An unknown address, a wrong password and an account without a password answer alike,
 * after the same work (ASVS 6.3.8).
 */
export async function logInByPassword(
  deps: Deps,
  { email, password }: Credentials,
  reply: FastifyReply,
  fail: Fail<'WRONG_CREDENTIALS' | 'EMAIL_NOT_VERIFIED'>,
): Promise<SignedInUser> {
  await takePasswordTry(deps, email);
  const person = await findCredentials(deps.db, email);
  const passwordHash = person?.passwordHash ?? undefined;
  if (!(await isPassword(password, passwordHash)) || !person || passwordHash === undefined) {
    await noteEvent(deps.db, 'LOG_IN_REFUSED', { userId: person?.userId });
    return fail('WRONG_CREDENTIALS');
  }
  await forgetTries(deps.db, email);
  // Said only to whoever knows the password.
  if (person.emailVerifiedAt === null) return fail('EMAIL_NOT_VERIFIED');
  const { userId } = person;
  return (
    (await startSession(deps, { userId, by: 'PASSWORD', passwordHash }, reply)) ?? fail('WRONG_CREDENTIALS')
  );
}
