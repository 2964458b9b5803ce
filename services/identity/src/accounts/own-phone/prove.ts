import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import type { provePhone, removePhone } from '@app/contracts/identity/phones.ts';
import { transaction } from '@app/kit/database.ts';
import { mailboxOf } from '@app/kit/mailbox.ts';
import { normalMobileNumber } from '@app/kit/phone-number.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import { noteEvent } from '../../audit/note-event.ts';
import { queueLetter } from '../../deliveries/queue-letter.ts';
import type { Deps } from '../../deps.ts';
import { findOwnNumber, holdAccountsOf, putNumber } from '../../phones/own-number.ts';
import { PHONE_REPLACED } from '../../phones/texts.ts';
import { useCode } from '../../phones/use-code.ts';
import type { IdentityTables } from '../../schema.ts';
import { endCodeSessions } from '../../sessions/end-sessions.ts';
import { isSessionLive } from '../../sessions/find-session.ts';
import { knownDevice } from '../../sessions/known-device.ts';
import { canText } from '../../config.ts';
import { queueText } from '../../texts/queue-text.ts';
import { holdPerson } from '../../links/use-link.ts';
import { addressCountKey, flowOf } from './ask-code.ts';
import { PHONE_CHANGED } from './letters.ts';
import { mayNoteWrongCode } from './log-in-by-code.ts';
import { takeOffPhone } from '../change-account.ts';
import { findAccount } from '../find-account.ts';
import { confirmOwner } from '../passwords/confirm-owner.ts';

interface Proven {
  viewer: Viewer;
  number: string;
  request: FastifyRequest;
}

/** Makes the number that of the caller's account, by the code of the text. */
export async function prove(
  deps: Deps,
  { viewer, request }: Omit<Proven, 'number'>,
  { phoneNumber, code }: BodyOf<typeof provePhone>,
  fail: Fail<(typeof provePhone)['errors'][number]>,
): Promise<void> {
  if (!canText(deps.config)) return fail('TEXTS_NOT_OFFERED');
  const number = normalMobileNumber(phoneNumber, 'phoneNumber', fail);
  const { userId } = viewer;
  const account = (await findAccount(deps.db, userId)) ?? fail('CODE_WRONG', [{ field: 'code' }]);
  const tried = { number, code, mailbox: mailboxOf(account.email), userId, flowHashes: [flowOf(viewer)] };
  const proven = await transaction(deps.db, (trx) =>
    useCode(deps, trx, tried, async ({ isReserved }) => {
      const isTaken = await take(deps, trx, { viewer, number, request });
      if (!isTaken) return undefined;
      const address = addressCountKey(isReserved, request);
      await deps.limiter.giveBack(trx, 'PHONE_CODES_PER_ADDRESS_PER_HOUR', address, 1);
      return { isUsedUp: true };
    }),
  );
  if (proven) return;
  if (await mayNoteWrongCode(deps, request)) await noteEvent(deps.db, 'CODE_REFUSED', { userId });
  fail('CODE_WRONG', [{ field: 'code' }]);
}

/**
 * Networks give numbers to other people, so it leaves every other account. One of the other role keeps it if it has been
 * signed in to on this device before: then it is likely the same person, who has two accounts. False where the session has ended
 * meanwhile, as a suspension or a new password by letter ends it: that takes numbers off, so none comes after it.
 */
async function take(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  { viewer, number, request }: Proven,
): Promise<boolean> {
  const { userId, role, sessionId } = viewer;
  const holders = await holdAccountsOf(trx, deps.seal, number);
  await holdPerson(trx, userId);
  if (!(await isSessionLive(trx, sessionId))) return false;
  for (const holder of holders.filter((one) => one.userId !== userId)) {
    const isTheirs = holder.role !== role && knownDevice(deps, request, holder.email) !== undefined;
    if (!isTheirs) await takeOffPhone(deps, trx, { userId: holder.userId, change: 'RELEASED' });
  }
  const before = await findOwnNumber(trx, userId);
  await putNumber(trx, deps.seal, { userId, role, number });
  await noteEvent(trx, 'PHONE_PROVEN', { userId });
  if (before?.number === number) return true;
  const change = before ? 'CHANGED' : 'ADDED';
  await queueLetter(deps, trx, PHONE_CHANGED, { userId, change });
  if (!before) return true;
  await endCodeSessions(trx, userId, sessionId);
  await queueText(deps, trx, PHONE_REPLACED, { userId, sealedNumber: deps.seal.seal(before.number) });
  return true;
}

/** Takes the number off the caller's account. */
export async function remove(
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
    await holdPerson(trx, userId);
    await takeOffPhone(deps, trx, { userId, but: sessionId, change: 'REMOVED' });
  });
}
