import type { BodyOf, ReplyOf } from '@app/contracts/endpoint.ts';
import type { askPhoneCode } from '@app/contracts/identity/phones.ts';
import { readClock, transaction } from '@app/kit/database.ts';
import { normalMobileNumber } from '@app/kit/phone-number.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import type { Deps } from '../../deps.ts';
import { findProvenPhone } from '../../phones/find-phone.ts';
import { queueCode } from '../../phones/queue-code.ts';
import { canText } from '../../texts/queue-text.ts';
import { hashSecret } from '../../tokens.ts';
import { type Account, findAccount } from '../find-account.ts';
import { confirmOwner } from '../passwords/confirm-owner.ts';

/** A code works for the session that asked for it alone. */
export const flowOf = ({ sessionId }: Viewer) => hashSecret(`session ${sessionId}`);

const NEW_MINUTES = 60;
const MINUTE_MS = 60_000;

/** A new account has nothing that a number could give away, so the one given at its sign-up takes no password. */
async function isFirstNumber(
  { db, seal }: Pick<Deps, 'db' | 'seal'>,
  userId: string,
  { phoneNumber, isPhoneOfSignUp, createdAt }: Pick<Account, 'phoneNumber' | 'isPhoneOfSignUp' | 'createdAt'>,
  number: string,
): Promise<boolean> {
  // Without this, a stranger at an open session could change the number first, and then log in by it.
  if (!isPhoneOfSignUp || phoneNumber !== number || (await findProvenPhone(db, seal, userId))) return false;
  return (await readClock(db)).getTime() - createdAt.getTime() < NEW_MINUTES * MINUTE_MS;
}

/** Sends a code to a number that its person says is theirs. */
export async function askCode(
  deps: Deps,
  viewer: Viewer,
  { phoneNumber, password }: BodyOf<typeof askPhoneCode>,
  fail: Fail<(typeof askPhoneCode)['errors'][number]>,
): Promise<ReplyOf<typeof askPhoneCode>> {
  if (!canText(deps.config)) return fail('TEXTS_NOT_OFFERED');
  const number = normalMobileNumber(phoneNumber, 'phoneNumber', fail);
  const { userId } = viewer;
  const account = await findAccount(deps.db, userId);
  if (!account) throw new Failure('NOT_SIGNED_IN');
  if (password !== undefined || !(await isFirstNumber(deps, userId, account, number)))
    await confirmOwner(deps, viewer, account, { password, field: 'password' }, fail);
  return transaction(deps.db, (trx) =>
    queueCode(deps, trx, { number, purpose: 'PROVE', userId, ofUserId: userId, flowHash: flowOf(viewer) }),
  );
}
