import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { verifyEmail } from '@app/contracts/identity/accounts.ts';
import type { BodyOf, ReplyOf } from '@app/contracts/endpoint.ts';
import { LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { recordEvent } from '../../audit.ts';
import { recordConsents } from '../../consents/record-consent.ts';
import type { Deps } from '../../deps.ts';
import { findLinkOwner, isLiveLink, consumeLink, revokeLinks } from '../../links/use-link.ts';
import { hashPassword, assertAcceptablePassword } from '../../passwords.ts';
import type { IdentityTables } from '../../schema.ts';
import { findPerson } from '../reads.ts';
import { isEmailVerified, setPasswordAndVerifyEmail, updateToRegistrant } from '../queries.ts';
import { clearEmailLimits } from '../queue-limited-email.ts';
import { signIn, queueInvitedAdmission } from '../sign-in.ts';
import { deleteRegistrations, findRegistrations } from './queries.ts';
import { hashBrowser, readBrowserSecret } from './register.ts';

type VerifyFail = Fail<(typeof verifyEmail)['errors'][number]>;

/** The link proves who owns the mailbox. Only the cookie of the browser proves who chose the password. */
export async function verifyRegistration(
  deps: Deps,
  { token, password }: BodyOf<typeof verifyEmail>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  fail: VerifyFail,
): Promise<ReplyOf<typeof verifyEmail>> {
  const newHash = password === undefined ? undefined : await hashNewPassword(deps, token, password, fail);
  const browser = { newHash, secret: readBrowserSecret(request) };
  const userId = await transaction(deps.db, async (trx) => {
    const link = await consumeLink(trx, 'VERIFY_EMAIL', token);
    if (!link) return undefined;
    const { userId: owner } = link;
    // If the address is already verified, another link must not sign anyone in.
    if (await isEmailVerified(trx, owner)) return undefined;
    const passwordHash = await completeRegistration(deps, trx, link, browser, fail);
    const email = await setPasswordAndVerifyEmail(trx, owner, passwordHash);
    await revokeLinks(trx, owner, 'VERIFY_EMAIL');
    await clearEmailLimits(deps, trx, email);
    await queueInvitedAdmission(deps, trx, owner);
    await recordEvent(trx, 'EMAIL_VERIFIED', {
      userId: owner,
      ...(newHash === undefined ? {} : { about: 'NEW_PASSWORD' }),
    });
    return owner;
  });
  if (userId === undefined) return refuseSpentLink(deps, token, fail);
  return (await signIn(deps, { userId, by: 'EMAIL' }, reply)) ?? fail('TOKEN_NOT_VALID');
}

async function hashNewPassword(
  deps: Deps,
  token: string,
  password: string,
  fail: VerifyFail,
): Promise<string> {
  const { db, config } = deps;
  const owner = await findLinkOwner(db, 'VERIFY_EMAIL', token);
  const person = owner === undefined ? undefined : await findPerson(db, owner);
  // Hashing a password is costly, so the link is checked first.
  if (!person || !(await isLiveLink(db, 'VERIFY_EMAIL', token, person.userId)))
    return refuseSpentLink(deps, token, fail);
  assertAcceptablePassword(password, person, config.PASSWORD_MIN_LENGTH, fail);
  return hashPassword(password);
}

/** If the link was used before, its reader did receive the email. */
async function refuseSpentLink({ db }: Deps, token: string, fail: VerifyFail): Promise<never> {
  const owner = await findLinkOwner(db, 'VERIFY_EMAIL', token);
  const isVerified = owner !== undefined && (await isEmailVerified(db, owner));
  return fail(isVerified ? 'EMAIL_ALREADY_VERIFIED' : 'TOKEN_NOT_VALID');
}

async function completeRegistration(
  { seal }: Pick<Deps, 'seal'>,
  trx: Transaction<IdentityTables>,
  { userId, registrationId }: { userId: string; registrationId: string | null },
  { newHash, secret }: { newHash: string | undefined; secret: string | undefined },
  fail: VerifyFail,
): Promise<string> {
  const registrations = await findRegistrations(trx, userId);
  const madeHere = registrations.filter(
    ({ registrationId: id, browserHash }) =>
      secret !== undefined && browserHash && timingSafeEqual(browserHash, hashBrowser(id, secret)),
  );
  const choose = (from: typeof registrations) =>
    from.find((one) => one.registrationId === registrationId) ?? from[0];
  const own = choose(madeHere);
  const passwordHash = newHash ?? own?.passwordHash ?? fail('PASSWORD_NEEDED');
  const chosen = own ?? choose(registrations);
  // If the number was entered in another browser, it may belong to someone else, so it is not stored.
  if (chosen) await updateToRegistrant(trx, userId, own ?? { ...chosen, phoneNumber: null }, seal);
  if (!own) await recordConsents(trx, userId, LEGAL_VERSIONS);
  else await recordConsents(trx, userId, own.agreedTo, own.registeredAt);
  await deleteRegistrations(trx, userId);
  return passwordHash;
}
