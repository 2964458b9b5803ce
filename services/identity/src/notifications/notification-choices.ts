import {
  type PaymentEmailKind,
  type EmailKind as ProjectEmailKind,
  type ProjectEmail,
  PAYMENT_EMAIL_KINDS,
} from '@app/contracts/emails.ts';
import { readPaymentEmail } from '@app/contracts/payment/emails.ts';
import { readEmail } from '@app/contracts/project/emails.ts';
import {
  type EmailChoice,
  type PushChoice,
  unsubscribeFromEmails,
} from '@app/contracts/identity/account-settings.ts';
import type { TextedKind } from '@app/words/texts.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import type { Deps } from '../deps.ts';
import { findAccount } from '../accounts/reads.ts';
import { type PushJob, sendPush } from '../push/send-push.ts';
import { findProvenPhone } from '../phones/verified-number.ts';
import type { IdentityConfig } from '../config.ts';

type AskedKind = ProjectEmailKind | PaymentEmailKind;

export interface NotificationReference {
  asked: AskedKind;
  about: string;
}

const isOfPayment = (kind: AskedKind): kind is PaymentEmailKind =>
  PAYMENT_EMAIL_KINDS.some((one) => one === kind);

export async function readNotificationContent(
  { callPayment, callProject }: Pick<Deps, 'callPayment' | 'callProject'>,
  { userId, asked: kind, about }: NotificationReference & { userId: string },
): Promise<ProjectEmail | null> {
  const { email } = isOfPayment(kind)
    ? await callPayment(readPaymentEmail, { params: { userId, kind, about } })
    : await callProject(readEmail, { params: { userId, kind, about } });
  return email;
}

/** Kinds that are not listed are always sent. */
export const CHOICE_BY_KIND: Partial<Record<AskedKind, EmailChoice>> = {
  APPLICATION_ACCEPTED: 'decisions',
  APPLICATION_DECLINED: 'decisions',
  SURVEY_PLACE: 'decisions',
  STUDIES_FIT: 'newStudies',
  APPLICANT_FIRST: 'applications',
  APPLICANTS_NEW: 'applications',
  TIME_BOOKED: 'meetings',
  TIME_MOVED: 'meetings',
  TIME_CANCELLED: 'meetings',
  MESSAGE_UNREAD: 'messages',
};

/** Suspended people get no optional notifications, because they cannot act on them. */
export async function isWanted(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  asked: AskedKind,
  way: 'emails' | 'pushes',
): Promise<boolean> {
  const choice = CHOICE_BY_KIND[asked];
  if (choice === undefined) return true;
  const account = await findAccount(db, userId);
  if (!account || account.isSuspended) return false;
  const chosen: Record<EmailChoice, boolean> | Record<PushChoice, boolean> = account[way];
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

export async function findTextedNumber(
  { db, seal }: Pick<Deps, 'db' | 'seal'>,
  userId: string,
  asked: TextedKind,
): Promise<string | undefined> {
  const account = await findAccount(db, userId);
  const isChosen = account?.texts[asked === 'STUDIES_FIT' ? 'studies' : 'notifications'];
  if (!account || account.isSuspended || !isChosen) return undefined;
  return (await findProvenPhone(db, seal, userId))?.number;
}

type Keys = Pick<IdentityConfig, 'IDENTITY_SIGNING_KEYS'>;
interface Choice {
  userId: string;
  choice: EmailChoice;
}

const secretBy = (key: string, { userId, choice }: Choice) =>
  createHmac('sha256', key).update(`stop ${choice} ${userId}`).digest('base64url');

/** The secret is derived from a key, so it need not be stored. */
export function unsubscribePath({ IDENTITY_SIGNING_KEYS: [first] }: Keys, chosen: Choice): string {
  const path = unsubscribeFromEmails.path.replace(':userId', chosen.userId).replace(':choice', chosen.choice);
  return `${IDENTITY_BASE}${path}?token=${secretBy(first.d, chosen)}`;
}

/** Secrets that were made with older keys are accepted too. */
export function isUnsubscribeSecret(
  { IDENTITY_SIGNING_KEYS }: Keys,
  chosen: Choice,
  secret: string,
): boolean {
  const given = Buffer.from(secret);
  return IDENTITY_SIGNING_KEYS.some(({ d }) => {
    const known = Buffer.from(secretBy(d, chosen));
    return known.length === given.length && timingSafeEqual(known, given);
  });
}
