import { letIntoStudy } from '@app/contracts/project/invited.ts';
import { Failure } from '@app/kit/problem.ts';
import { findAccount } from '../accounts/find-account.ts';
import { findPerson } from '../accounts/find-person.ts';
import type { Deps } from '../deps.ts';
import { mailboxOf } from './token.ts';
import { findOfAddress, takeInvitation } from './queries.ts';

type Needs = Pick<Deps, 'db' | 'callProject'>;

/** Gives an invitation to a participant and has the project service let them in; false where another has it. Twice is once. */
export async function letIn(
  { db, callProject }: Needs,
  invitationId: string,
  userId: string,
): Promise<boolean> {
  const studyId = await takeInvitation(db, invitationId, userId);
  if (studyId === undefined) return false;
  try {
    await callProject(letIntoStudy, { params: { id: studyId, userId } });
  } catch (error) {
    // Erased: there is nothing to be let into.
    if (!(error instanceof Failure && error.code === 'STUDY_NOT_FOUND')) throw error;
  }
  return true;
}

/** Lets somebody into all that their address was invited to before they had an account with it. */
export async function letInByAddress(
  deps: Needs & Pick<Deps, 'seal'>,
  { userId }: { userId: string },
): Promise<void> {
  const [person, account] = await Promise.all([findPerson(deps.db, userId), findAccount(deps.db, userId)]);
  if (person?.role !== 'PARTICIPANT' || !account) return;
  const hashes = deps.seal.keyedHashes(mailboxOf(account.email));
  for (const { invitationId } of await findOfAddress(deps.db, hashes, userId))
    await letIn(deps, invitationId, userId);
}
