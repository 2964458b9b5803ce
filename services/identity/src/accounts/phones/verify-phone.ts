import type { FastifyRequest } from 'fastify';
import type { BodyOf, ReplyOf } from '@app/contracts/endpoint.ts';
import type { askPhoneCode, provePhone, removePhone } from '@app/contracts/identity/phones.ts';
import { readClock, transaction } from '@app/kit/database.ts';
import { addressLimitKey } from '@app/kit/limits.ts';
import { toMailbox } from '@app/kit/mailbox.ts';
import { normalMobileNumber } from '@app/kit/phone-number.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import type { Transaction } from 'kysely';
import { DAY_MS, HOUR_MS } from '@app/contracts/durations.ts';
import type { Deps } from '../../deps.ts';
import {
  findProvenPhone,
  findOwnNumber,
  lockAccountsWithNumber,
  upsertNumber,
} from '../../phones/verified-number.ts';
import { queueCode, PHONE_REPLACED, verifyPhoneCode } from '../../phones/phone-codes.ts';
import { canText } from '../../config.ts';
import { hashSecret } from '../../tokens.ts';
import { type Account, findAccount } from '../reads.ts';
import { confirmOwner } from '../passwords/check-password.ts';
import { recordEvent } from '../../audit.ts';
import { queueEmail } from '../../emails/queue-email.ts';
import type { IdentityTables } from '../../schema.ts';
import { endCodeSessions, isSessionLive } from '../../sessions/live-sessions.ts';
import { readKnownDevice } from '../../sessions/known-device.ts';
import { queueText } from '../../texts/queue-text.ts';
import { lockPerson } from '../../links/use-link.ts';
import { PHONE_CHANGED } from './emails.ts';
import { mayRecordWrongCode } from './log-in-by-code.ts';
import { detachPhone } from '../change-account.ts';

/** A code works only for the session that requested it. */
const sessionFlowHash = ({ sessionId }: Viewer) => hashSecret(`session ${sessionId}`);

/** A new account contains nothing that needs protection, so the number from the sign-up needs no password. */
async function isFirstNumber(
  { db, seal }: Pick<Deps, 'db' | 'seal'>,
  userId: string,
  { phoneNumber, isPhoneOfSignUp }: Pick<Account, 'phoneNumber' | 'isPhoneOfSignUp'>,
  { number, ageMs }: { number: string; ageMs: number },
): Promise<boolean> {
  // Without this check, someone who finds an open session could change the number and log in with it later.
  if (!isPhoneOfSignUp || phoneNumber !== number || ageMs >= HOUR_MS) return false;
  return (await findProvenPhone(db, seal, userId)) === undefined;
}

/** New and older accounts have separate limits, so that new accounts cannot use up those of older ones. */
const limitKeyByAge = (isOld: boolean, key: string) => (isOld ? `older ${key}` : key);

const addressLimitKeyByAge = (isOld: boolean, { ip }: FastifyRequest) =>
  limitKeyByAge(isOld, addressLimitKey(ip));

/**
 * Accounts cost nothing, so limits per person would not help. Codes are limited per mailbox, per number, and
 * per IP address, so that one network cannot use up all codes of an hour.
 */
export async function requestPhoneCode(
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
    const mailbox = toMailbox(account.email);
    const ofNumber = limitKeyByAge(isOld, deps.seal.keyedHash(number));
    const count = async () => {
      await limiter.takeIn(trx, 'PHONE_CODES_PER_MAILBOX_PER_DAY', mailbox);
      await limiter.takeIn(trx, 'PHONE_CODES_PER_NUMBER_PER_HOUR', ofNumber);
      await limiter.takeIn(trx, 'PHONE_CODES_PER_NUMBER_PER_DAY', ofNumber);
      await limiter.takeIn(trx, 'PHONE_CODES_PER_ADDRESS_PER_HOUR', addressLimitKeyByAge(isOld, request));
    };
    return queueCode(deps, trx, {
      number,
      purpose: 'PROVE',
      asker: { mailbox },
      isReserved: isOld,
      userId,
      ofUserId: userId,
      flowHash: sessionFlowHash(viewer),
      count,
    });
  });
}

interface Proven {
  viewer: Viewer;
  number: string;
  request: FastifyRequest;
}

export async function verifyOwnNumber(
  deps: Deps,
  { viewer, request }: Omit<Proven, 'number'>,
  { phoneNumber, code }: BodyOf<typeof provePhone>,
  fail: Fail<(typeof provePhone)['errors'][number]>,
): Promise<void> {
  if (!canText(deps.config)) return fail('TEXTS_NOT_OFFERED');
  const number = normalMobileNumber(phoneNumber, 'phoneNumber', fail);
  const { userId } = viewer;
  const account = (await findAccount(deps.db, userId)) ?? fail('CODE_WRONG', [{ field: 'code' }]);
  const tried = {
    number,
    code,
    mailbox: toMailbox(account.email),
    userId,
    flowHashes: [sessionFlowHash(viewer)],
  };
  const proven = await transaction(deps.db, (trx) =>
    verifyPhoneCode(deps, trx, tried, async ({ isReserved }) => {
      const isTaken = await claimNumber(deps, trx, { viewer, number, request });
      if (!isTaken) return undefined;
      const address = addressLimitKeyByAge(isReserved, request);
      await deps.limiter.uncount(trx, 'PHONE_CODES_PER_ADDRESS_PER_HOUR', address, 1);
      return { isUsedUp: true };
    }),
  );
  if (proven) return;
  if (await mayRecordWrongCode(deps, request)) await recordEvent(deps.db, 'CODE_REFUSED', { userId });
  fail('CODE_WRONG', [{ field: 'code' }]);
}

/**
 * Networks give old numbers to new people, so other accounts lose this number. An account of the other role
 * that is known on this device keeps it: it is probably the same person. Returns false if the session has
 * ended.
 */
async function claimNumber(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  { viewer, number, request }: Proven,
): Promise<boolean> {
  const { userId, role, sessionId } = viewer;
  const holders = await lockAccountsWithNumber(trx, deps.seal, number);
  await lockPerson(trx, userId);
  if (!(await isSessionLive(trx, sessionId))) return false;
  for (const holder of holders.filter((one) => one.userId !== userId)) {
    const isTheirs = holder.role !== role && readKnownDevice(deps, request, holder.email) !== undefined;
    if (!isTheirs) await detachPhone(deps, trx, { userId: holder.userId, change: 'RELEASED' });
  }
  const before = await findOwnNumber(trx, userId);
  await upsertNumber(trx, deps.seal, { userId, role, number });
  await recordEvent(trx, 'PHONE_PROVEN', { userId });
  if (before?.number === number) return true;
  const change = before ? 'CHANGED' : 'ADDED';
  await queueEmail(deps, trx, PHONE_CHANGED, { userId, change });
  if (!before) return true;
  await endCodeSessions(trx, userId, sessionId);
  await queueText(deps, trx, PHONE_REPLACED, { userId, sealedNumber: deps.seal.seal(before.number) });
  return true;
}

export async function removeOwnNumber(
  deps: Deps,
  viewer: Viewer,
  { password }: BodyOf<typeof removePhone>,
  fail: Fail<(typeof removePhone)['errors'][number]>,
): Promise<void> {
  const { userId, sessionId } = viewer;
  const account = await findAccount(deps.db, userId);
  if (!account) throw new Failure('NOT_SIGNED_IN');
  await confirmOwner(deps, viewer, account, { password, field: 'password' }, fail);
  await transaction(deps.db, async (trx) => {
    await lockPerson(trx, userId);
    await detachPhone(deps, trx, { userId, but: sessionId, change: 'REMOVED' });
  });
}
