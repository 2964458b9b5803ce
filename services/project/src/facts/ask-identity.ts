import { MAX_NAMES_ASKED, readNames, readRoleAndCompany } from '@app/contracts/identity/people.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';

/** Whether the researcher is VERIFIED and not suspended at this moment; a token cannot tell, since a decision may be withdrawn. */
export async function isVerifiedNow(callIdentity: CallPeer, userId: string): Promise<boolean> {
  try {
    const { adminVerificationStatus, isSuspended } = await callIdentity(readRoleAndCompany, {
      params: { userId },
    });
    return adminVerificationStatus === 'VERIFIED' && isSuspended !== true;
  } catch (error) {
    // A person who is gone is not verified; a service that does not answer is another matter.
    if (error instanceof Failure && error.code === 'PERSON_NOT_FOUND') return false;
    throw error;
  }
}

/** Throws EXPORTS_BLOCKED for the researcher of a revoked company, unless an admin has allowed it. */
export async function assertMayExport(callIdentity: CallPeer, userId: string): Promise<void> {
  const { mayExport } = await callIdentity(readRoleAndCompany, { params: { userId } }).catch(
    (error: unknown) => {
      if (error instanceof Failure && error.code === 'PERSON_NOT_FOUND') return { mayExport: false };
      throw error;
    },
  );
  if (mayExport === false) throw new Failure('EXPORTS_BLOCKED');
}

/** For endpoints of verified researchers, which all declare NOT_VERIFIED: so is one who has left since their call began. */
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
  /** Another account is to be paid to the same number. */
  sharesNumber: boolean;
}

/** Names by user id; who is gone from the identity service is not among them. */
export async function readNamesOf(
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
