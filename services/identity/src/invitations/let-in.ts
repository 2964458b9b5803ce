import { letIntoStudy } from '@app/contracts/project/invited.ts';
import { Failure } from '@app/kit/problem.ts';
import { mailboxOf } from '@app/kit/mailbox.ts';
import { findAccount } from '../accounts/find-account.ts';
import { findPerson } from '../accounts/find-person.ts';
import type { Deps } from '../deps.ts';
import { findOfAddress, updateHolder } from './queries.ts';

type Needs = Pick<Deps, 'db' | 'callProject'>;

interface LettingIn {
  invitationId: string;
  studyId: string;
  userId: string;
  /** The invitation was sent to their own address, which they have proven. */
  ownsAddress: boolean;
}

/** Lets a participant in by an invitation. The project service decides who has it; repeating the call changes nothing. */
export async function letIn(
  { db, callProject }: Needs,
  { invitationId, studyId, userId, ownsAddress }: LettingIn,
): Promise<'LET_IN' | 'USED'> {
  try {
    const { usesInvitation } = await callProject(letIntoStudy, {
      params: { id: studyId, userId },
      body: { invitationId, ownsAddress },
    });
    if (usesInvitation) await updateHolder(db, { invitationId, userId, ownsAddress });
  } catch (error) {
    if (error instanceof Failure && error.code === 'INVITATION_USED') return 'USED';
    // The study is erased, so there is nothing to be let into.
    if (!(error instanceof Failure && error.code === 'STUDY_NOT_FOUND')) throw error;
  }
  return 'LET_IN';
}

/** Whether an address with this keyed hash is the person's own, and proven. */
export async function ownsInvited(
  { db, seal }: Pick<Deps, 'db' | 'seal'>,
  userId: string,
  hash: string,
): Promise<boolean> {
  const account = await findAccount(db, userId);
  return account !== undefined && seal.keyedHashes(mailboxOf(account.email)).includes(hash);
}

/** Lets a person into every study that their address was invited to before they had an account with it. */
export async function letInByAddress(
  deps: Needs & Pick<Deps, 'seal'>,
  { userId }: { userId: string },
): Promise<void> {
  const [person, account] = await Promise.all([findPerson(deps.db, userId), findAccount(deps.db, userId)]);
  if (person?.role !== 'PARTICIPANT' || !account) return;
  const hashes = deps.seal.keyedHashes(mailboxOf(account.email));
  for (const invitation of await findOfAddress(deps.db, hashes))
    await letIn(deps, { ...invitation, userId, ownsAddress: true });
}
