import type { LetterChoice, PushChoice } from '@app/contracts/identity/own-account.ts';
import { findAccount } from '../accounts/find-account.ts';
import type { Deps } from '../deps.ts';
import { type PushJob, sendPush } from '../push/send-push.ts';
import { type Asked, type AskedKind, readAsked } from './read-asked.ts';

/** Which choice of the person news asks for; any other goes in any case. */
export const CHOICES: Partial<Record<AskedKind, LetterChoice>> = {
  APPLICATION_ACCEPTED: 'decisions',
  APPLICATION_DECLINED: 'decisions',
  STUDIES_FIT: 'newStudies',
  APPLICANT_FIRST: 'applications',
  APPLICANTS_NEW: 'applications',
  TIME_TAKEN: 'meetings',
  TIME_MOVED: 'meetings',
  MEETING_GIVEN_BACK: 'meetings',
  MESSAGE_UNREAD: 'messages',
};

/** Whether somebody wants such news by this way. Whoever is suspended can act on none of what they may do without. */
export async function isWanted(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  asked: AskedKind,
  way: 'letters' | 'pushes',
): Promise<boolean> {
  const choice = CHOICES[asked];
  if (choice === undefined) return true;
  const account = await findAccount(db, userId);
  if (!account || account.isSuspended) return false;
  const chosen: Record<LetterChoice, boolean> | Record<PushChoice, boolean> = account[way];
  return choice in chosen && chosen[choice as PushChoice];
}

/** Where a push leads, below the web app's root; undefined if nobody wants it, or it is over. */
async function findPushPath(
  deps: Pick<Deps, 'db' | 'callPayment' | 'callProject'>,
  asked: Asked & { userId: string },
): Promise<string | undefined> {
  if (!(await isWanted(deps, asked.userId, asked.asked, 'pushes'))) return undefined;
  return (await readAsked(deps, asked))?.path;
}

/** Sends a push, which is looked at again as its letter is. */
export const sendProjectPush = (
  deps: Pick<Deps, 'db' | 'callPayment' | 'callProject' | 'config' | 'jobs' | 'log'>,
  job: PushJob,
): Promise<void> => sendPush(deps, job, (asked) => findPushPath(deps, asked));
