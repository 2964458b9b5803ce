import {
  type PaymentLetterKind,
  type LetterKind as ProjectLetterKind,
  type ProjectLetter,
  PAYMENT_LETTER_KINDS,
} from '@app/contracts/letters.ts';
import { readPaymentLetter } from '@app/contracts/payment/letters.ts';
import { readLetter } from '@app/contracts/project/letters.ts';
import type { Deps } from '../deps.ts';

export type AskedKind = ProjectLetterKind | PaymentLetterKind;

/** News that another service has asked to be written: to whom, of which kind, about what. */
export interface Asked {
  asked: AskedKind;
  about: string;
}

const isOfPayment = (kind: AskedKind): kind is PaymentLetterKind =>
  PAYMENT_LETTER_KINDS.some((one) => one === kind);

/** What is said of it as it is at this moment, from the service that asked; null where it is over. */
export async function readAsked(
  { callPayment, callProject }: Pick<Deps, 'callPayment' | 'callProject'>,
  { userId, asked: kind, about }: Asked & { userId: string },
): Promise<ProjectLetter | null> {
  const { letter } = isOfPayment(kind)
    ? await callPayment(readPaymentLetter, { params: { userId, kind, about } })
    : await callProject(readLetter, { params: { userId, kind, about } });
  return letter;
}
