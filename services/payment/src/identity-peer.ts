import { readPaymentAccount as contract, readRoleAndCompany } from '@app/contracts/identity/people.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Wallet } from './provider.ts';

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

/** An email can be written without the company's name, so an error is ignored here. */
export async function readCompanyName(callIdentity: CallPeer, userId: string): Promise<string | null> {
  try {
    return (await callIdentity(readRoleAndCompany, { params: { userId } })).companyName;
  } catch (error) {
    if (error instanceof Failure && ['PERSON_NOT_FOUND', 'UNAVAILABLE'].includes(error.code)) return null;
    throw error;
  }
}

export async function readPaymentAccount(
  callIdentity: CallPeer,
  userId: string,
): Promise<{ wallet: Wallet; changedAt: string | null; setUpAt?: string | undefined } | undefined> {
  try {
    const { network, phoneNumber, accountName, changedAt, setUpAt } = await callIdentity(contract, {
      params: { userId },
    });
    return { wallet: { network, phoneNumber, name: accountName }, changedAt, setUpAt };
  } catch (error) {
    const isNone =
      error instanceof Failure && (error.code === 'PERSON_NOT_FOUND' || error.code === 'PROFILE_MISSING');
    if (isNone) return undefined;
    throw error;
  }
}
