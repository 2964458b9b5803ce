import type { FastifyRequest } from 'fastify';
import { HOUR_MS, DAY_MS } from '@app/contracts/durations.ts';
import type { BodyOf, ReplyOf } from '@app/contracts/endpoint.ts';
import type { askPhoneCode } from '@app/contracts/identity/phones.ts';
import { readClock, transaction } from '@app/kit/database.ts';
import { addressKey } from '@app/kit/limits.ts';
import { mailboxOf } from '@app/kit/mailbox.ts';
import { normalMobileNumber } from '@app/kit/phone-number.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import type { Deps } from '../../deps.ts';
import { findProvenPhone } from '../../phones/find-phone.ts';
import { queueCode } from '../../phones/queue-code.ts';
import { canText } from '../../config.ts';
import { hashSecret } from '../../tokens.ts';
import { type Account, findAccount } from '../find-account.ts';
import { confirmOwner } from '../passwords/confirm-owner.ts';

/** A code works for the session that asked for it alone. */
export const flowOf = ({ sessionId }: Viewer) => hashSecret(`session ${sessionId}`);

/** A new account has nothing that a number could give away, so the one given at its sign-up takes no password. */
async function isFirstNumber(
  { db, seal }: Pick<Deps, 'db' | 'seal'>,
  userId: string,
  { phoneNumber, isPhoneOfSignUp }: Pick<Account, 'phoneNumber' | 'isPhoneOfSignUp'>,
  { number, ageMs }: { number: string; ageMs: number },
): Promise<boolean> {
  // Without this, a stranger at an open session could change the number first, and then log in by it.
  if (!isPhoneOfSignUp || phoneNumber !== number || ageMs >= HOUR_MS) return false;
  return (await findProvenPhone(db, seal, userId)) === undefined;
}

/** Accounts in their first day are counted apart, so that strangers who make some use up nothing of what older ones have. */
const countKey = (isOld: boolean, key: string) => (isOld ? `older ${key}` : key);

/** The key by which the codes of an address are counted. */
export const addressCountKey = (isOld: boolean, { ip }: FastifyRequest) => countKey(isOld, addressKey(ip));

/**
 * Sends a code to a number that its person says is theirs. Accounts cost nothing, so one mailbox has one limit however many
 * accounts it has. A number has one, so that nobody floods it by many mailboxes, and an address has one, so that none uses up
 * the hour's codes.
 */
export async function askCode(
  deps: Deps,
  { viewer, request }: { viewer: Viewer; request: FastifyRequest },
  { phoneNumber, password }: BodyOf<typeof askPhoneCode>,
  fail: Fail<(typeof askPhoneCode)['errors'][number]>,
): Promise<ReplyOf<typeof askPhoneCode>> {
  if (!canText(deps.config)) return fail('TEXTS_NOT_OFFERED');
  const number = normalMobileNumber(phoneNumber, 'phoneNumber', fail);
  const { userId } = viewer;
  const account = await findAccount(deps.db, userId);
  if (!account) throw new Failure('NOT_SIGNED_IN');
  const ageMs = (await readClock(deps.db)).getTime() - account.createdAt.getTime();
  if (password !== undefined || !(await isFirstNumber(deps, userId, account, { number, ageMs })))
    await confirmOwner(deps, viewer, account, { password, field: 'password' }, fail);
  const isOld = ageMs >= DAY_MS;
  return transaction(deps.db, async (trx) => {
    const { limiter } = deps;
    const mailbox = mailboxOf(account.email);
    const ofNumber = countKey(isOld, deps.seal.keyedHash(number));
    const count = async () => {
      await limiter.takeIn(trx, 'PHONE_CODES_PER_MAILBOX_PER_DAY', mailbox);
      await limiter.takeIn(trx, 'PHONE_CODES_PER_NUMBER_PER_HOUR', ofNumber);
      await limiter.takeIn(trx, 'PHONE_CODES_PER_NUMBER_PER_DAY', ofNumber);
      await limiter.takeIn(trx, 'PHONE_CODES_PER_ADDRESS_PER_HOUR', addressCountKey(isOld, request));
    };
    return queueCode(deps, trx, {
      number,
      purpose: 'PROVE',
      asker: { mailbox },
      isReserved: isOld,
      userId,
      ofUserId: userId,
      flowHash: flowOf(viewer),
      count,
    });
  });
}
