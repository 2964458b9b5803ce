import { type Transaction, type Kysely, sql } from 'kysely';
import { readHasApplied } from '@app/contracts/project/people.ts';
import { syncProfile } from '@app/contracts/project/matching-profiles.ts';
import type { Queue } from '@app/kit/jobs.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  type Payment,
  type SentUserInformation,
  type UserInformationChange,
  type changeUserInformation,
  type changeMatching as endpoint,
  MAX_PROFILE_CHANGES,
  Demographic,
} from '@app/contracts/identity/profiles.ts';
import { transaction, readClock } from '@app/kit/database.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import { normalMobileNumber } from '@app/kit/phone-number.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { findAccount } from '../accounts/reads.ts';
import { confirmOwner } from '../accounts/passwords/check-password.ts';
import { recordEvent } from '../audit.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { queueReachRefresh } from '../reach/refresh-reach.ts';
import { PAYMENT_CHANGED } from './emails.ts';
import {
  type ProfileCorrection,
  countRecentProfileHistory,
  findProfile,
  lockPaymentAccount,
  updateProfile,
  updateMatching,
  correctProfile,
} from './queries.ts';

interface ProfileChange {
  userId: string;
}

/** Updates the project service's copy of the matching profile. */
export const PROFILE_CHANGES: Queue<ProfileChange> = { name: 'profile-changes' };

export async function queueProfileChange(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  change: ProfileChange,
): Promise<void> {
  await deps.jobs.send(trx, PROFILE_CHANGES, change);
}

export async function notifyProjectOfProfileChange(deps: Deps, { userId }: ProfileChange): Promise<void> {
  await deps.callProject(syncProfile, { params: { userId } });
}

type ProfileFail = Fail<(typeof changeUserInformation)['errors'][number]>;

export async function changeProfile(
  deps: Deps,
  viewer: Viewer,
  change: UserInformationChange,
  fail: ProfileFail,
): Promise<SentUserInformation> {
  const { userId, password, payment: typed, ...sent } = change;
  const known = await findProfile(deps.db, userId);
  if (!known) return fail('PROFILE_NOT_FOUND');
  const parts = changedParts(sent, known);
  const fixed = fixedFields(parts, known);
  // If an application arrives at this moment, it counts as made after the change.
  if (fixed.length > 0 && (await deps.callProject(readHasApplied, { params: { userId } })).hasApplied) {
    return fail('INVALID_INPUT', fixed);
  }
  const payment = typed && (await confirmPayment(deps, viewer, typed, password, fail));
  const changed = await transaction(deps.db, async (trx) => {
    const before = payment && (await lockPaymentAccount(trx, userId));
    // If the first answer was lost, the same values come again. This is no change.
    const newPayment = isDeepStrictEqual(payment, before) ? undefined : payment;
    if (newPayment) await countChange(deps, trx, userId, fail);
    const formerBefore = await countRecentProfileHistory(trx, userId);
    if (newPayment || Object.keys(parts).length > 0) {
      await updateProfile(trx, userId, { ...parts, payment: newPayment }, { before, hash: deps.seal });
    }
    const about = Object.keys(parts).join(' ');
    if (about !== '') await recordEvent(trx, 'PROFILE_CHANGED', { userId, about });
    if (newPayment) {
      await recordEvent(trx, 'PAYMENT_CHANGED', { userId });
      await queueEmail(deps, trx, PAYMENT_CHANGED, { userId });
    }
    if (parts.demographic || parts.employment || parts.technicalDetail) {
      const former = await countRecentProfileHistory(trx, userId);
      if (former > Math.max(formerBefore, MAX_PROFILE_CHANGES)) return fail('TOO_MANY_CHANGES');
      await queueProfileChange(deps, trx, { userId });
      await queueReachRefresh(deps, trx);
    }
    return findProfile(trx, userId);
  });
  return changed ?? fail('PROFILE_NOT_FOUND');
}

/** Limited, because mobile networks look up each new number, which may belong to a stranger. */
async function countChange(
  { limiter }: Pick<Deps, 'limiter'>,
  trx: Transaction<IdentityTables>,
  userId: string,
  fail: ProfileFail,
): Promise<void> {
  const { isWithin, secondsLeft } = await limiter.count(trx, 'ACCOUNT_CHANGES_PER_PERSON_PER_DAY', userId);
  if (isWithin) return;
  const until = new Date((await readClock(trx)).getTime() + secondsLeft * 1000).toISOString();
  fail('PAYMENT_CHANGES_USED_UP', [{ rule: `paymentFrom ${until}`, field: 'payment.phoneNumber' }]);
}

type Parts = Omit<UserInformationChange, 'userId' | 'password' | 'payment'>;

/** After the first application, only an admin can correct these fields. */
function fixedFields({ demographic }: Parts, known: SentUserInformation) {
  return (['dateOfBirth', 'gender'] as const)
    .filter((name) => demographic && demographic[name] !== known.demographic[name])
    .map((name) => ({ rule: 'fixedSinceApplying', field: `demographic.${name}` }) as const);
}

function changedParts(sent: Parts, known: SentUserInformation): Parts {
  const names = Object.keys(sent) as (keyof Parts)[];
  const changed = names.filter((name) => !isDeepStrictEqual(sent[name], known[name]));
  return Object.fromEntries(changed.map((name) => [name, sent[name]]));
}

async function confirmPayment(
  deps: Deps,
  viewer: Viewer,
  payment: Payment,
  password: string | undefined,
  fail: ProfileFail,
): Promise<Payment> {
  const phoneNumber = normalMobileNumber(payment.phoneNumber, 'payment.phoneNumber', fail);
  const account = await findAccount(deps.db, viewer.userId);
  if (!account) throw new Failure('NOT_SIGNED_IN');
  await confirmOwner(deps, viewer, account, { password, field: 'password' }, fail);
  return { ...payment, phoneNumber };
}

export async function changeMatching(
  deps: Deps,
  change: { userId: string; isMatched: boolean },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<void> {
  const { userId, isMatched } = change;
  await transaction(deps.db, async (trx) => {
    if (!(await updateMatching(trx, userId, isMatched))) {
      if (!(await findProfile(trx, userId))) fail('PROFILE_NOT_FOUND');
      return;
    }
    await recordEvent(trx, isMatched ? 'MATCHING_ALLOWED' : 'MATCHING_WITHDRAWN', { userId });
    await queueProfileChange(deps, trx, { userId });
    await queueReachRefresh(deps, trx);
  });
}

/**
 * An operator types only the value. No text is both a date and a gender, so the value shows which field to
 * correct.
 */
export function parseCorrection(text: string): ProfileCorrection | undefined {
  const { dateOfBirth, gender } = Demographic.shape;
  const [day, name] = [dateOfBirth.safeParse(text), gender.safeParse(text)];
  if (name.success) return { gender: name.data };
  return day.success ? { dateOfBirth: day.data } : undefined;
}

/** Corrects the value in all studies. Returns false if it is already correct. */
export async function correctProfileValue(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, by, reason, right }: { userId: string; by: string; reason: string; right: ProfileCorrection },
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    if (!(await correctProfile(trx, userId, right))) return false;
    await recordEvent(trx, 'PROFILE_CORRECTED', {
      userId,
      about: `${by}: ${Object.keys(right).join()}: ${reason}`,
    });
    await queueProfileChange(deps, trx, { userId });
    await queueReachRefresh(deps, trx);
    return true;
  });
}

const BATCH_SIZE = 1000;

/**
 * Fills the column in rows that existed before it. A batch starts after the last key of the one before, so
 * batches stay small.
 */
export async function fillFurtherBits(db: Kysely<IdentityTables>): Promise<void> {
  const { rows: unfilled } = await sql`
    select from identity.participant_profiles where further_bits is null limit 1`.execute(db);
  let after = unfilled.length > 0 ? '00000000-0000-0000-0000-000000000000' : undefined;
  while (after !== undefined) {
    const { rows } = await sql<{ last: string }>`
      with batch as (
        select user_id from identity.participant_profiles where user_id > ${after}::uuid order by user_id limit ${BATCH_SIZE}
      ), filled as (
        update identity.participant_profiles as profile set further_bits = identity.further_bits_of(profile)
        from batch where profile.user_id = batch.user_id and profile.further_bits is null
      )
      select user_id as last from batch order by user_id desc limit 1`.execute(db);
    after = rows[0]?.last;
  }
}
