import type { FastifyReply, FastifyRequest } from 'fastify';
import { RETENTION } from '@app/contracts/retention.ts';
import { type Transaction, type Kysely, sql } from 'kysely';
import type { Registration } from '@app/contracts/identity/accounts.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { normalPhoneNumber } from '@app/kit/phone-number.ts';
import { ago, deleteSome } from '@app/kit/retention-job.ts';
import { DAY_SECONDS } from '@app/contracts/durations.ts';
import { hashSecret, newSecret } from '../../tokens.ts';
import { recordEvent } from '../../audit.ts';
import type { Deps } from '../../deps.ts';
import { hashPassword, assertAcceptablePassword } from '../../passwords.ts';
import type { IdentityTables } from '../../schema.ts';
import { ALREADY_REGISTERED, VERIFY_EMAIL } from '../emails.ts';
import { insertPerson, lockAccount, updateToRegistrant } from '../queries.ts';
import { queueLimitedEmail } from '../queue-limited-email.ts';
import { type NewRegistration, insertRegistration } from './queries.ts';

const COOKIE_NAME = '__Host-registered';
/** The cookie must last this long, because a verification link can be sent again and needs the cookie. */
const COOKIE_SECONDS = RETENTION.unverifiedSignUps.days * DAY_SECONDS;
const cookieAttributes = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'strict',
  maxAge: COOKIE_SECONDS,
} as const;

export function readBrowserSecret({ cookies }: FastifyRequest): string | undefined {
  const value = cookies[COOKIE_NAME] ?? '';
  return /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** All registrations in one browser have the same secret, because two people may sign up on one phone. */
function keepBrowserSecret(request: FastifyRequest, reply: FastifyReply): string {
  const secret = readBrowserSecret(request) ?? newSecret().secret;
  void reply.setCookie(COOKIE_NAME, secret, cookieAttributes);
  return secret;
}

/**
 * The hash includes the registration's id. Otherwise equal hashes would show which people use the same
 * browser.
 */
export const hashBrowser = (registrationId: string, secret: string) =>
  hashSecret(`${registrationId} ${secret}`);

/** If the address is in use, the answer is the same and the owner gets an email (ASVS 6.3.8). */
export async function addOrRefuseRegistration(
  deps: Deps,
  { id: registrationId, ...registration }: Registration & { id: string },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  fail: Fail<'PASSWORD_TOO_COMMON' | 'INVALID_INPUT'>,
): Promise<{ email: string }> {
  const { email, password, phoneNumber: typed, role, firstName, lastName } = registration;
  assertAcceptablePassword(password, registration, deps.config.PASSWORD_MIN_LENGTH, fail);
  const phoneNumber = typed ? normalPhoneNumber(typed, 'phoneNumber', fail) : null;
  const passwordHash = await hashPassword(password);
  // The cookie is set before the address is looked up, so it does not reveal whether the address is in use.
  const browserHash = hashBrowser(registrationId, keepBrowserSecret(request, reply));
  const registrant = { role, firstName, lastName, phoneNumber, registrationId, passwordHash, browserHash };
  await transaction(deps.db, (trx) => addRegistration(deps, trx, email, registrant));
  return { email };
}

/** Each registration has its own link. The registration whose link is opened becomes the account. */
async function addRegistration(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  email: string,
  registrant: Omit<NewRegistration, 'userId'>,
): Promise<void> {
  const added = await insertPerson(trx, { email, ...registrant }, deps.seal);
  const owner = added === undefined ? await lockAccount(trx, email) : undefined;
  if (owner && owner.emailVerifiedAt !== null) {
    await queueLimitedEmail(
      deps,
      trx,
      ALREADY_REGISTERED,
      { userId: owner.userId, email, isNotice: true },
      {},
    );
    return;
  }
  const userId = added ?? owner?.userId;
  if (userId === undefined) return;
  // If the registration exists, an earlier attempt of this call has already done the rest.
  if (!(await insertRegistration(trx, { ...registrant, userId }))) return;
  if (owner) await updateToRegistrant(trx, userId, registrant, deps.seal);
  await recordEvent(trx, 'REGISTERED', { userId });
  await queueLimitedEmail(
    deps,
    trx,
    VERIFY_EMAIL,
    { userId, email },
    { registrationId: registrant.registrationId },
  );
}

const old = ago(RETENTION.unverifiedSignUps);

export function deleteOldRegistrations(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`registered_at < ${old}`;
  return deleteSome(db, most, { table: 'identity.registrations', key: 'registration_id', where });
}

/**
 * A person is deleted only when their last registration is old. Locked rows are skipped, because these people
 * verify their address at this moment.
 */
export async function deleteUnverifiedPeople(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const { numDeletedRows } = await db
    .with('old', (cte) =>
      cte
        .selectFrom('identity.people as person')
        .select('person.user_id')
        .where('person.email_verified_at', 'is', null)
        .where('person.created_at', '<', old)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('identity.registrations as registration')
                .select('registration.registration_id')
                .whereRef('registration.user_id', '=', 'person.user_id'),
            ),
          ),
        )
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom('identity.people')
    .where('user_id', 'in', (eb) => eb.selectFrom('old').select('old.user_id'))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
