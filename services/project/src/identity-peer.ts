import { MAX_NAMES_ASKED, readNames, readRoleAndCompany } from '@app/contracts/identity/people.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';

/** Asks the identity service, because a token does not show that a verification has ended. */
export async function isVerifiedNow(callIdentity: CallPeer, userId: string): Promise<boolean> {
  try {
    const { adminVerificationStatus, isSuspended } = await callIdentity(readRoleAndCompany, {
      params: { userId },
    });
    return adminVerificationStatus === 'VERIFIED' && isSuspended !== true;
  } catch (error) {
    // A person who was deleted is not verified. Any other error means that the call failed.
    if (error instanceof Failure && error.code === 'PERSON_NOT_FOUND') return false;
    throw error;
  }
}

/** Throws EXPORTS_BLOCKED for a revoked company, unless an admin has allowed exports. */
export async function assertMayExport(callIdentity: CallPeer, userId: string): Promise<void> {
  const { mayExport } = await callIdentity(readRoleAndCompany, { params: { userId } }).catch(
    (error: unknown) => {
      if (error instanceof Failure && error.code === 'PERSON_NOT_FOUND') return { mayExport: false };
      throw error;
    },
  );
  if (mayExport === false) throw new Failure('EXPORTS_BLOCKED');
}

/**
 * If the researcher is deleted during the call, the error is NOT_VERIFIED, which every endpoint for verified
 * researchers declares.
 */
export async function readCompanyName(callIdentity: CallPeer, userId: string): Promise<string | null> {
  try {
    const { companyName } = await callIdentity(readRoleAndCompany, { params: { userId } });
    return companyName;
  } catch (error) {
    if (error instanceof Failure && error.code === 'PERSON_NOT_FOUND') throw new Failure('NOT_VERIFIED');
    throw error;
  }
}

export interface PersonName {
  firstName: string;
  lastName: string;
  /** True if another account is paid on the same number. */
  sharesNumber: boolean;
}

/** The map has no entry for people who have deleted their account. */
export async function readPersonNames(
  callIdentity: CallPeer,
  userIds: string[],
): Promise<Map<string, PersonName>> {
  const names = new Map<string, PersonName>();
  for (let start = 0; start < userIds.length; start += MAX_NAMES_ASKED) {
    const asked = userIds.slice(start, start + MAX_NAMES_ASKED);
    const people = await callIdentity(readNames, { body: { userIds: asked } });
    for (const { userId, sharesNumber = false, ...name } of people)
      names.set(userId, { ...name, sharesNumber });
  }
  return names;
}
