import { DAY_SECONDS } from '@app/contracts/durations.ts';
import { isEmail, normalEmail } from '@app/contracts/text.ts';
import { transaction } from '@app/kit/database.ts';
import { toMailbox } from '@app/kit/mailbox.ts';
import type { Deps } from '../../deps.ts';
import { findCredentials } from '../queries.ts';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE_NAME = '__Host-device';
const COOKIE_SECONDS = DAY_SECONDS;
const cookieAttributes = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'strict',
  maxAge: COOKIE_SECONDS,
} as const;

const signDeviceId = (key: string, id: string) => createHmac('sha256', key).update(`device ${id}`).digest();

/**
 * A signed random id distinguishes the devices behind one IP address. It reveals nothing about the person.
 */
export function readOrSetDeviceId(
  { config }: Pick<Deps, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const keys = config.IDENTITY_SIGNING_KEYS.map(({ d }) => d);
  const [, id, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(request.cookies[COOKIE_NAME] ?? '') ?? [];
  if (id !== undefined && signature !== undefined) {
    const given = Buffer.from(signature, 'base64url');
    if (keys.some((key) => timingSafeEqual(signDeviceId(key, id), given))) return id;
  }
  const fresh = randomBytes(16).toString('base64url');
  void reply.setCookie(
    COOKIE_NAME,
    `${fresh}.${signDeviceId(keys[0]!, fresh).toString('base64url')}`,
    cookieAttributes,
  );
  return fresh;
}

const DEVICE_LIMITS = ['EMAIL_CHECKS_PER_DEVICE_PER_10_MINUTES', 'EMAIL_CHECKS_PER_DEVICE_PER_DAY'] as const;
const FOUND_LIMITS = [
  'ACCOUNTS_FOUND_PER_ADDRESS_PER_10_MINUTES',
  'ACCOUNTS_FOUND_PER_ADDRESS_PER_DAY',
] as const;

/**
 * Invalid addresses count as free (section 5). So do unverified addresses, so that a registration by someone
 * else does not stop the owner. EMAIL_CHECKS=strict hides who has an account.
 */
export async function isEmailTaken(
  deps: Deps,
  { email, device, caller }: { email: string; device: string; caller: string },
): Promise<boolean> {
  const { db, config, limiter, log } = deps;
  for (const limit of DEVICE_LIMITS) await limiter.take(limit, device);
  const { isFirstBeyond } = await limiter.count(db, 'EMAIL_CHECKS_PER_INSTALLATION_PER_HOUR', 'everybody');
  if (isFirstBeyond) log.warn('more email checks than the number of sign-ups explains');
  if (config.EMAIL_CHECKS === 'strict' || !isEmail(email)) return false;
  return transaction(db, async (trx) => {
    // The limit is counted before the account is looked up, so a refusal reveals nothing about the address.
    for (const limit of FOUND_LIMITS) await limiter.takeIn(trx, limit, caller);
    const person = await findCredentials(trx, normalEmail(email));
    const isTaken = person !== undefined && person.emailVerifiedAt !== null;
    for (const limit of FOUND_LIMITS) await limiter.uncount(trx, limit, caller, isTaken ? 0 : 1);
    return isTaken;
  });
}

const ADDRESS_LIMITS = [
  'EMAIL_CHECKS_PER_ADDRESS_PER_10_MINUTES',
  'EMAIL_CHECKS_PER_ADDRESS_PER_DAY',
] as const;
const CHECKS_PER_SIGN_UP = 5;

/**
 * A sign-up allows its network some more checks. This happens only once a day per mailbox, because one
 * mailbox can verify many spellings of its address.
 */
export async function grantEmailChecks({ limiter, db }: Deps, caller: string, email: string): Promise<void> {
  const paid = await limiter.count(db, 'SIGN_UPS_THAT_PAY_PER_MAILBOX_PER_DAY', toMailbox(email));
  if (!paid.isWithin) return;
  for (const limit of ADDRESS_LIMITS) await limiter.uncount(db, limit, caller, CHECKS_PER_SIGN_UP);
}
