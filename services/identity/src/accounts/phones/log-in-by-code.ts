import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { BodyOf, ReplyOf } from '@app/contracts/endpoint.ts';
import {
  type askLogInCode,
  type logInByCode as contract,
  CODE_MINUTES,
} from '@app/contracts/identity/phones.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { transaction } from '@app/kit/database.ts';
import { normalMobileNumber } from '@app/kit/phone-number.ts';
import { type Fail, fail as refuse } from '@app/kit/problem.ts';
import { addressLimitKey } from '@app/kit/limits.ts';
import { MINUTE_SECONDS } from '@app/contracts/durations.ts';
import { recordEvent } from '../../audit.ts';
import { queueEmail } from '../../emails/queue-email.ts';
import type { Deps } from '../../deps.ts';
import { NO_BROWSER_HASH, queueCode, isAskedHere, verifyPhoneCode } from '../../phones/phone-codes.ts';
import { findAccountsByNumber } from '../../phones/verified-number.ts';
import type { IdentityTables } from '../../schema.ts';
import { isSomeKnownDevice, readKnownDevice } from '../../sessions/known-device.ts';
import { canText } from '../../config.ts';
import { signIn } from '../sign-in.ts';
import { hashSecret, newSecret } from '../../tokens.ts';
import { PHONE_CHANGED } from './emails.ts';

const COOKIE_NAME = '__Host-code';
/** Longer than a code is valid, because that time begins only when the text is sent. */
const COOKIE_SECONDS = 2 * CODE_MINUTES * MINUTE_SECONDS;
const cookieAttributes = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

/** If there is no cookie, the hash is one that matches no row. */
const cookieFlowHash = ({ cookies }: FastifyRequest): Buffer => hashSecret(cookies[COOKIE_NAME] ?? '');

function clearFlowCookie(reply: FastifyReply): void {
  void reply.clearCookie(COOKIE_NAME, cookieAttributes);
}

export async function knownDeviceOfNumber(
  { db, seal, config }: Pick<Deps, 'db' | 'seal' | 'config'>,
  request: FastifyRequest,
  phoneNumber: string,
): Promise<string | undefined> {
  if (!isSomeKnownDevice(request)) return undefined;
  const number = normalMobileNumber(phoneNumber, 'phoneNumber', refuse);
  const accounts = await findAccountsByNumber(db, seal, number);
  return accounts
    .map(({ email }) => readKnownDevice({ config }, request, email))
    .find((id) => id !== undefined);
}

/**
 * For a number that is unknown or not verified, the same work is done and the answer is the same, but no text
 * is sent (ASVS 6.3.8).
 */
export async function sendLogInCode(
  deps: Deps,
  { phoneNumber }: BodyOf<typeof askLogInCode>,
  reply: FastifyReply,
  fail: Fail<(typeof askLogInCode)['errors'][number]>,
): Promise<ReplyOf<typeof askLogInCode>> {
  if (!canText(deps.config)) return fail('TEXTS_NOT_OFFERED');
  const number = normalMobileNumber(phoneNumber, 'phoneNumber', fail);
  const { secret, hash: flowHash } = newSecret();
  const sent = await transaction(deps.db, async (trx) => {
    const accounts = await findAccountsByNumber(trx, deps.seal, number);
    const isKnown = accounts.some(({ email }) => readKnownDevice(deps, reply.request, email) !== undefined);
    return queueCode(deps, trx, {
      number,
      purpose: 'LOG_IN',
      asker: isKnown ? 'KNOWN_DEVICE' : 'STRANGER',
      isReserved: isKnown,
      userId: null,
      ofUserId: accounts[0]?.userId ?? null,
      flowHash,
    });
  });
  void reply.setCookie(COOKIE_NAME, secret, { ...cookieAttributes, maxAge: COOKIE_SECONDS });
  return sent;
}

/**
 * Known devices and the browser that requested a code have limits of their own, so others at the same IP
 * address cannot use them up.
 */
export async function codeLimitKey(
  deps: Pick<Deps, 'db' | 'seal' | 'config'>,
  request: FastifyRequest,
  phoneNumber: string,
): Promise<string | undefined> {
  const flowHash = cookieFlowHash(request);
  const number = normalMobileNumber(phoneNumber, 'phoneNumber', refuse);
  if (request.cookies[COOKIE_NAME] !== undefined && (await isAskedHere(deps, number, flowHash)))
    return flowHash.toString('hex');
  return knownDeviceOfNumber(deps, request, phoneNumber);
}

export const mayRecordWrongCode = async (
  { db, limiter }: Pick<Deps, 'db' | 'limiter'>,
  { ip }: FastifyRequest,
) => (await limiter.count(db, 'WRONG_CODES_PER_ADDRESS_PER_HOUR', addressLimitKey(ip))).isWithin;

/**
 * A code works only in the browser that requested it. A code that was requested by USSD works in any browser.
 */
export async function logInByCode(
  deps: Deps,
  { phoneNumber, code, role }: BodyOf<typeof contract>,
  reply: FastifyReply,
  fail: Fail<(typeof contract)['errors'][number]>,
): Promise<SignedInUser> {
  if (!canText(deps.config)) return fail('TEXTS_NOT_OFFERED');
  const number = normalMobileNumber(phoneNumber, 'phoneNumber', fail);
  const tried = {
    number,
    code,
    userId: null,
    flowHashes: [cookieFlowHash(reply.request), NO_BROWSER_HASH],
  } as const;
  const found = await transaction(deps.db, (trx) =>
    verifyPhoneCode(deps, trx, tried, async () => {
      const accounts = await findAccountsByNumber(trx, deps.seal, number);
      const chosen = accounts.length > 1 ? accounts.find((account) => account.role === role) : accounts[0];
      return { accounts, chosen, isUsedUp: chosen !== undefined };
    }),
  );
  const { accounts = [], chosen } = found ?? {};
  if (chosen) {
    clearFlowCookie(reply);
    const { userId, email } = chosen;
    const isKnown = readKnownDevice(deps, reply.request, email) !== undefined;
    const alongside = (trx: Transaction<IdentityTables>) =>
      queueEmail(deps, trx, PHONE_CHANGED, { userId, change: 'LOGGED_IN' });
    const numberHashes = deps.seal.keyedHashes(number);
    const session = { userId, by: 'CODE', numberHashes, ...(!isKnown && { alongside }) } as const;
    const user = await signIn(deps, session, reply);
    if (user) return user;
  } else if (accounts.length > 1) return fail('ROLE_NEEDED');
  if (await mayRecordWrongCode(deps, reply.request))
    await recordEvent(deps.db, 'LOG_IN_REFUSED', { about: 'CODE' });
  return fail('CODE_WRONG', [{ field: 'code' }]);
}
