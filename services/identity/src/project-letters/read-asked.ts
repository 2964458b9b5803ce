import {
  type LetterKind,
  type PaymentLetterKind,
  type ProjectLetter,
  PAYMENT_LETTER_KINDS,
} from '@app/contracts/letters.ts';
import { readPaymentLetter } from '@app/contracts/payment/letters.ts';
import { readLetter } from '@app/contracts/project/letters.ts';
import type { Deps } from '../deps.ts';

export type Kind = LetterKind | PaymentLetterKind;

/** To whom another service writes, and about what. */
export interface Asked {
  userId: string;
  asked: Kind;
  about: string;
}

type Peers = Pick<Deps, 'callPayment' | 'callProject'>;

const isOfPayment = (kind: Kind): kind is PaymentLetterKind =>
  PAYMENT_LETTER_KINDS.some((one) => one === kind);

/** What it says now, from the service that asked for it; null where it is of no use any more. */
export async function readAsked(
  { callPayment, callProject }: Peers,
  { userId, asked: kind, about }: Asked,
): Promise<ProjectLetter | null> {
  const { letter } = isOfPayment(kind)
    ? await callPayment(readPaymentLetter, { params: { userId, kind, about } })
    : await callProject(readLetter, { params: { userId, kind, about } });
  return letter;
}

/** Where it leads, below the web app's root. */
export const readPath = async (peers: Peers, asked: Asked): Promise<string | undefined> =>
  (await readAsked(peers, asked))?.path;
