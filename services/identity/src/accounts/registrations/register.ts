import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { Registration } from '@app/contracts/identity/account.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../../audit/note-event.ts';
import type { Deps } from '../../deps.ts';
import { hashPassword } from '../../passwords.ts';
import { normalPhoneNumber } from '@app/kit/phone-number.ts';
import type { IdentityTables } from '../../schema.ts';
import { ALREADY_REGISTERED, VERIFY_EMAIL } from '../letters.ts';
import { assertAcceptablePassword } from '../password-rules.ts';
import { insertPerson, holdAccount, updateToRegistrant } from '../queries.ts';
import { queueAskedLetter } from '../queue-asked-letter.ts';
import { type NewRegistration, insertRegistration } from './queries.ts';
import { hashBrowser, keepBrowserSecret } from './registered-browser.ts';

/**
 * Registers a person and queues the verification letter in one transaction. For a taken address the answer is the same
 * and its owner gets a letter (ASVS 6.3.8), so nobody learns here who has an account.
 */
export async function register(
  deps: Deps,
  { id: registrationId, ...registration }: Registration & { id: string },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  fail: Fail<'PASSWORD_TOO_COMMON' | 'INVALID_INPUT'>,
): Promise<{ email: string }> {
  const { email, password, phoneNumber: typed, role, firstName, lastName } = registration;
  assertAcceptablePassword(password, registration, deps.config.PASSWORD_MIN_LENGTH, fail);
  const phoneNumber = typed ? normalPhoneNumber(typed, 'phoneNumber', fail) : null;
  const passwordHash = await hashPassword(password);
  // A taken address gets the cookie too, so that the answer is the same.
  const browserHash = hashBrowser(registrationId, keepBrowserSecret(request, reply));
  const registrant = { role, firstName, lastName, phoneNumber, registrationId, passwordHash, browserHash };
  await transaction(deps.db, (trx) => addRegistration(deps, trx, email, registrant));
  return { email };
}

/** Until an address is verified, each registration with it gets a link of its own; the link that is followed decides. */
async function addRegistration(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  email: string,
  registrant: Omit<NewRegistration, 'userId'>,
): Promise<void> {
  const added = await insertPerson(trx, { email, ...registrant });
  const owner = added === undefined ? await holdAccount(trx, email) : undefined;
  if (owner && owner.emailVerifiedAt !== null) {
    await queueAskedLetter(
      deps,
      trx,
      ALREADY_REGISTERED,
      { userId: owner.userId, email, isNotice: true },
      {},
    );
    return;
  }
  const userId = added ?? owner?.userId;
  // Deleted between the two statements.
  if (userId === undefined) return;
  // Another try of the same call has done all of it.
  if (!(await insertRegistration(trx, { ...registrant, userId }))) return;
  if (owner) await updateToRegistrant(trx, userId, registrant);
  await noteEvent(trx, 'REGISTERED', { userId });
  await queueAskedLetter(
    deps,
    trx,
    VERIFY_EMAIL,
    { userId, email },
    { registrationId: registrant.registrationId },
  );
}
