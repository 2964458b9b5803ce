import type { FastifyReply } from 'fastify';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { Credentials } from '@app/contracts/identity/session.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { knownDevice } from '../sessions/known-device.ts';
import { checkPassword } from './passwords/check-password.ts';
import { findCredentials } from './queries.ts';
import { signIn } from './sign-in.ts';

/**
 * Signs in by email and password. An unknown address, a wrong password and an account without a password get the same
 * answer, after the same work (ASVS 6.3.8).
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
  const device = knownDevice(deps, reply.request, email);
  const isRight = await checkPassword(deps, { email, userId, passwordHash, device }, password);
  if (!isRight || !person || passwordHash === undefined) {
    await noteEvent(deps.db, 'LOG_IN_REFUSED', { userId });
    return fail('WRONG_CREDENTIALS');
  }
  // Shown only after the right password.
  if (person.emailVerifiedAt === null) {
    await noteEvent(deps.db, 'LOG_IN_REFUSED', { userId, about: 'EMAIL_NOT_VERIFIED' });
    return fail('EMAIL_NOT_VERIFIED');
  }
  const signedIn = await signIn(deps, { userId: person.userId, by: 'PASSWORD', passwordHash }, reply);
  return signedIn ?? fail('WRONG_CREDENTIALS');
}
