import { createHmac, timingSafeEqual } from 'node:crypto';
import { readInvitedStudy, letIntoStudy } from '@app/contracts/project/invitations.ts';
import { Failure } from '@app/kit/problem.ts';
import { toMailbox } from '@app/kit/mailbox.ts';
import type { IdentityConfig } from '../config.ts';
import { findAccount, findPerson } from '../accounts/reads.ts';
import { findVerificationStatus } from '../company/reads.ts';
import type { Deps } from '../deps.ts';
import { findInvitationsOfAddress, updateInvitationHolder } from './queries.ts';

type Keys = Pick<IdentityConfig, 'IDENTITY_SIGNING_KEYS'>;
/** The hash of the address, so that people can refuse further invitations even after the list is deleted. */
type Invited = { invitationId: string; hash: string };

const secretBy = (key: string, text: string) =>
  createHmac('sha256', key).update(`invitation ${text}`).digest('base64url');

/** The token is derived from a key, so it need not be stored. */
export function signInvitationToken(
  { IDENTITY_SIGNING_KEYS: [first] }: Keys,
  { invitationId, hash }: Invited,
): string {
  const text = `${invitationId}.${hash.replaceAll(':', '.')}`;
  return `${text}.${secretBy(first.d, text)}`;
}

export function verifyInvitationToken({ IDENTITY_SIGNING_KEYS }: Keys, token: string): Invited | undefined {
  const end = token.lastIndexOf('.');
  const [text, given] = [token.slice(0, end), Buffer.from(token.slice(end + 1))];
  const isTheirs = IDENTITY_SIGNING_KEYS.some(({ d }) => {
    const known = Buffer.from(secretBy(d, text));
    return known.length === given.length && timingSafeEqual(known, given);
  });
  if (!isTheirs) return undefined;
  const [invitationId = '', ...hash] = text.split('.');
  return { invitationId, hash: hash.join(':') };
}

/** Returns undefined if the study has been erased. */
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

/** A researcher who is suspended or not verified must not write to strangers. */
export async function mayInvite({ db }: Pick<Deps, 'db'>, researcherId: string): Promise<boolean> {
  const account = await findAccount(db, researcherId);
  if (!account || account.isSuspended) return false;
  return (await findVerificationStatus(db, researcherId)) === 'VERIFIED';
}

type Needs = Pick<Deps, 'db' | 'callProject'>;

interface Admission {
  invitationId: string;
  studyId: string;
  userId: string;
  ownsAddress: boolean;
}

/** A repeated call changes nothing. */
export async function admitInvited(
  { db, callProject }: Needs,
  { invitationId, studyId, userId, ownsAddress }: Admission,
): Promise<'ADMITTED' | 'USED'> {
  try {
    const { usesInvitation } = await callProject(letIntoStudy, {
      params: { id: studyId, userId },
      body: { invitationId, ownsAddress },
    });
    if (usesInvitation) await updateInvitationHolder(db, { invitationId, userId, ownsAddress });
  } catch (error) {
    if (error instanceof Failure && error.code === 'INVITATION_USED') return 'USED';
    // If the study was erased, there is nothing to join.
    if (!(error instanceof Failure && error.code === 'STUDY_NOT_FOUND')) throw error;
  }
  return 'ADMITTED';
}

export async function ownsInvitedAddress(
  { db, seal }: Pick<Deps, 'db' | 'seal'>,
  userId: string,
  hash: string,
): Promise<boolean> {
  const account = await findAccount(db, userId);
  return account !== undefined && seal.keyedHashes(toMailbox(account.email)).includes(hash);
}

export async function admitInvitedAddress(
  deps: Needs & Pick<Deps, 'seal'>,
  { userId }: { userId: string },
): Promise<void> {
  const [person, account] = await Promise.all([findPerson(deps.db, userId), findAccount(deps.db, userId)]);
  if (person?.role !== 'PARTICIPANT' || !account) return;
  const hashes = deps.seal.keyedHashes(toMailbox(account.email));
  for (const invitation of await findInvitationsOfAddress(deps.db, hashes))
    await admitInvited(deps, { ...invitation, userId, ownsAddress: true });
}
