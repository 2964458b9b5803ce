import {
  type PaymentLetterKind,
  type LetterKind as ProjectLetterKind,
  type ProjectLetter,
  PAYMENT_LETTER_KINDS,
} from '@app/contracts/letters.ts';
import { readPaymentLetter } from '@app/contracts/payment/letters.ts';
import { readLetter } from '@app/contracts/project/letters.ts';
import { type LetterChoice, type PushChoice, stopLetters } from '@app/contracts/identity/own-account.ts';
import type { TextedKind } from '@app/words/texts.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import type { Deps } from '../deps.ts';
import { findAccount } from '../accounts/reads.ts';
import { type PushJob, sendPush } from '../push/send-push.ts';
import { findProvenPhone } from '../phones/own-number.ts';
import type { IdentityConfig } from '../config.ts';

type AskedKind = ProjectLetterKind | PaymentLetterKind;

export interface NotificationReference {
  asked: AskedKind;
  about: string;
}

const isOfPayment = (kind: AskedKind): kind is PaymentLetterKind =>
  PAYMENT_LETTER_KINDS.some((one) => one === kind);

/** Null means that the notification is obsolete. */
export async function readNotificationContent(
  { callPayment, callProject }: Pick<Deps, 'callPayment' | 'callProject'>,
  { userId, asked: kind, about }: NotificationReference & { userId: string },
): Promise<ProjectLetter | null> {
  const { letter } = isOfPayment(kind)
    ? await callPayment(readPaymentLetter, { params: { userId, kind, about } })
    : await callProject(readLetter, { params: { userId, kind, about } });
  return letter;
}

/** Notifications that are not listed are always sent. */
export const CHOICE_BY_KIND: Partial<Record<AskedKind, LetterChoice>> = {
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

/** Suspended people cannot act on optional notifications. */
export async function isWanted(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  asked: AskedKind,
  way: 'letters' | 'pushes',
): Promise<boolean> {
  const choice = CHOICE_BY_KIND[asked];
  if (choice === undefined) return true;
  const account = await findAccount(db, userId);
  if (!account || account.isSuspended) return false;
  const chosen: Record<LetterChoice, boolean> | Record<PushChoice, boolean> = account[way];
  return choice in chosen && chosen[choice as PushChoice];
}

async function findPushPath(
  deps: Pick<Deps, 'db' | 'callPayment' | 'callProject'>,
  asked: NotificationReference & { userId: string },
): Promise<string | undefined> {
  if (!(await isWanted(deps, asked.userId, asked.asked, 'pushes'))) return undefined;
  return (await readNotificationContent(deps, asked))?.path;
}

export const sendProjectPush = (
  deps: Pick<Deps, 'db' | 'callPayment' | 'callProject' | 'config' | 'jobs' | 'log'>,
  job: PushJob,
): Promise<void> => sendPush(deps, job, (asked) => findPushPath(deps, asked));

/** Suspended people cannot act on texts. */
export async function findTextedNumber(
  { db, seal }: Pick<Deps, 'db' | 'seal'>,
  userId: string,
  asked: TextedKind,
): Promise<string | undefined> {
  const account = await findAccount(db, userId);
  const isChosen = account?.texts[asked === 'STUDIES_FIT' ? 'studies' : 'news'];
  if (!account || account.isSuspended || !isChosen) return undefined;
  return (await findProvenPhone(db, seal, userId))?.number;
}

type Keys = Pick<IdentityConfig, 'IDENTITY_SIGNING_KEYS'>;
interface Choice {
  userId: string;
  choice: LetterChoice;
}

const secretBy = (key: string, { userId, choice }: Choice) =>
  createHmac('sha256', key).update(`stop ${choice} ${userId}`).digest('base64url');

/** The secret of this one-click unsubscribe is derived, so nothing is stored. */
export function pathToStop({ IDENTITY_SIGNING_KEYS: [first] }: Keys, chosen: Choice): string {
  const path = stopLetters.path.replace(':userId', chosen.userId).replace(':choice', chosen.choice);
  return `${IDENTITY_BASE}${path}?token=${secretBy(first.d, chosen)}`;
}

/** Links under older keys still work. */
export function isStopSecret({ IDENTITY_SIGNING_KEYS }: Keys, chosen: Choice, secret: string): boolean {
  const given = Buffer.from(secret);
  return IDENTITY_SIGNING_KEYS.some(({ d }) => {
    const known = Buffer.from(secretBy(d, chosen));
    return known.length === given.length && timingSafeEqual(known, given);
  });
}
