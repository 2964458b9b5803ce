import type { Registration } from '@app/contracts/identity/account.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../audit/queries.ts';
import type { Deps } from '../deps.ts';
import { queueAskedLetter } from '../letters/queue-asked-letter.ts';
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
  const { email } = person;
  assertAcceptablePassword(password, person, deps.config.PASSWORD_MIN_LENGTH, fail);
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
    if (userId === undefined) {
      const owner = await findCredentials(trx, email);
      await queueAskedLetter(deps, trx, { kind: 'ALREADY_REGISTERED', userId: owner?.userId, email });
      return;
    }
    await noteEvent(trx, 'REGISTERED', { userId });
    await queueAskedLetter(deps, trx, { kind: 'VERIFY_EMAIL', userId, email });
  });
  return { email };
}
