import type { Registration } from '@app/contracts/identity/account.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { assertAcceptablePassword } from './password-rules.ts';
import { normalPhoneNumber } from '../phone-number.ts';
import { hashPassword } from '../passwords.ts';
import { findCredentials, insertPerson } from './queries.ts';

/**
 * Registers a person and queues the verification letter in one transaction. For a taken address the answer is the
 * same and its owner is told by letter (ASVS 6.3.8), so nobody learns here who has an account.
 */
export async function register(
  deps: Deps,
  registration: Registration,
  fail: Fail<'PASSWORD_TOO_COMMON' | 'INVALID_INPUT'>,
): Promise<{ email: string }> {
  const { password, agreedToTerms: _, phoneNumber, ...person } = registration;
  assertAcceptablePassword(password, registration.email, deps.config.PASSWORD_MIN_LENGTH, fail);
  const phone =
    phoneNumber === undefined || phoneNumber === ''
      ? undefined
      : normalPhoneNumber(phoneNumber, 'phoneNumber', fail);
  const passwordHash = await hashPassword(password);
  await transaction(deps.db, async (trx) => {
    const userId = await insertPerson(trx, {
      ...person,
      passwordHash,
      ...(phone === undefined ? {} : { phoneNumber: phone }),
    });
    if (userId !== undefined) {
      await queueLetter(deps, trx, { kind: 'VERIFY_EMAIL', userId });
      return;
    }
    const owner = await findCredentials(trx, registration.email);
    if (owner) await queueLetter(deps, trx, { kind: 'ALREADY_REGISTERED', userId: owner.userId });
  });
  return { email: registration.email };
}
