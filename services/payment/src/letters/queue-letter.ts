import type { Transaction } from 'kysely';
import { sendLetter } from '@app/contracts/identity/people.ts';
import type { PaymentLetterKind, ProjectLetter } from '@app/contracts/letters.ts';
import { tellPerson } from '@app/contracts/project/notifications.ts';
import type { Queue } from '@app/kit/jobs.ts';
import { readPaymentLetter } from '@app/contracts/payment/letters.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import type { PaymentTables } from '../schema.ts';

export interface AskedLetter {
  userId: string;
  kind: PaymentLetterKind;
  about: string;
}

/** The identity service sends the emails, because addresses are stored there. */
export const LETTERS: Queue<AskedLetter> = { name: 'letters' };

/** Each kind and subject sends one email, queued in its event's transaction. */
export const queueLetter = (
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<PaymentTables>,
  letter: AskedLetter,
): Promise<void> => jobs.send(trx, LETTERS, letter);

/** These also notify in the app. */
const IN_APP_KINDS = ['PAYMENT_HELD', 'PAYMENT_NEEDS_ACCOUNT'] as const satisfies PaymentLetterKind[];

export async function askForLetter(
  { callIdentity, callProject }: Pick<Deps, 'callIdentity' | 'callProject'>,
  { userId, kind, about }: AskedLetter,
): Promise<void> {
  await callIdentity(sendLetter, { params: { userId }, body: { kind, about } });
  const event = IN_APP_KINDS.find((one) => one === kind);
  if (event) await callProject(tellPerson, { params: { userId }, body: { key: `${kind}:${about}`, event } });
}

/** Returns undefined if the email is outdated. */
export type WriteLetter = (
  deps: Pick<Deps, 'db' | 'callProject' | 'callIdentity'>,
  letter: { userId: string; about: string },
) => Promise<ProjectLetter | undefined>;

export type LetterWriters = Record<PaymentLetterKind, WriteLetter>;

export function letterRoutes(route: Route, deps: Deps, writers: LetterWriters): void {
  route(readPaymentLetter, async ({ params: { kind, ...letter } }) => ({
    letter: (await writers[kind](deps, letter)) ?? null,
  }));
}
