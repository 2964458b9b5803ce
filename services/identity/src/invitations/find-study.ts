import { readInvitedStudy } from '@app/contracts/project/invited.ts';
import { Failure } from '@app/kit/problem.ts';
import { findAccount } from '../accounts/find-account.ts';
import { findVerificationStatus } from '../companies/find-company.ts';
import type { Deps } from '../deps.ts';

/** What the project service says of it; undefined once it is erased. */
export async function findStudy(
  { callProject }: Pick<Deps, 'callProject'>,
  studyId: string,
  userId: string | null = null,
) {
  try {
    return await callProject(readInvitedStudy, {
      params: { id: studyId },
      body: { userId },
    });
  } catch (error) {
    if (error instanceof Failure && error.code === 'STUDY_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Whether a researcher may write to strangers at this moment. */
export async function mayInvite({ db }: Pick<Deps, 'db'>, researcherId: string): Promise<boolean> {
  const account = await findAccount(db, researcherId);
  if (!account || account.isSuspended) return false;
  return (await findVerificationStatus(db, researcherId)) === 'VERIFIED';
}
