import {
  type PaymentLetterKind,
  type LetterKind as ProjectLetterKind,
  type ProjectLetter,
  PAYMENT_LETTER_KINDS,
} from '@app/contracts/letters.ts';
import type { LetterChoice } from '@app/contracts/identity/own-account.ts';
import { readPaymentLetter } from '@app/contracts/payment/letters.ts';
import { readLetter } from '@app/contracts/project/letters.ts';
import { findAccount } from '../accounts/find-account.ts';
import type { Deps } from '../deps.ts';

export type AskedKind = ProjectLetterKind | PaymentLetterKind;

/** News that another service has asked to be written: to whom, of which kind, about what. */
export interface Asked {
  asked: AskedKind;
  about: string;
}

/** Which choice of the person a letter asks for; any other is sent in any case. */
const CHOICES: Partial<Record<AskedKind, LetterChoice>> = {
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

/** Whoever is suspended can act on none of them. */
async function wants({ db }: Pick<Deps, 'db'>, userId: string, choice: LetterChoice): Promise<boolean> {
  const account = await findAccount(db, userId);
  return account !== undefined && !account.isSuspended && account.letters[choice];
}

const isOfPayment = (kind: AskedKind): kind is PaymentLetterKind =>
  PAYMENT_LETTER_KINDS.some((one) => one === kind);

/** What the service that asked says of it at this moment; null where it is over. */
async function readLetterOf(
  { callPayment, callProject }: Pick<Deps, 'callPayment' | 'callProject'>,
  { userId, asked: kind, about }: Asked & { userId: string },
): Promise<ProjectLetter | null> {
  const { letter } = isOfPayment(kind)
    ? await callPayment(readPaymentLetter, { params: { userId, kind, about } })
    : await callProject(readLetter, { params: { userId, kind, about } });
  return letter;
}

/** The same with the choice that it asks for; undefined where it is over or not wanted. */
export async function readAsked(
  deps: Deps,
  asked: Asked & { userId: string },
): Promise<{ letter: ProjectLetter; choice: LetterChoice | undefined } | undefined> {
  const choice = CHOICES[asked.asked];
  if (choice && !(await wants(deps, asked.userId, choice))) return undefined;
  const letter = await readLetterOf(deps, asked);
  return letter ? { letter, choice } : undefined;
}

/** Where it leads, below the web app's root; a browser that allows web push has chosen by that. */
export const readPath = async (deps: Deps, asked: Asked & { userId: string }): Promise<string | undefined> =>
  (await readLetterOf(deps, asked))?.path;
