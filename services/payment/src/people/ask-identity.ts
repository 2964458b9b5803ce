import { readStanding } from '@app/contracts/identity/people.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';

/** Whether the researcher is VERIFIED at this moment. */
export async function isVerifiedNow(callIdentity: CallPeer, userId: string): Promise<boolean> {
  try {
    const { adminVerificationStatus } = await callIdentity(readStanding, { params: { userId } });
    return adminVerificationStatus === 'VERIFIED';
  } catch (error) {
    // A person who is gone is not verified; a service that does not answer is another matter.
    if (error instanceof Failure && error.code === 'PERSON_NOT_FOUND') return false;
    throw error;
  }
}
