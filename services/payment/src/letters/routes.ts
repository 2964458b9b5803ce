import type { PaymentLetterKind, ProjectLetter } from '@app/contracts/letters.ts';
import { readPaymentLetter } from '@app/contracts/payment/letters.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';

/** Writes a letter about what is so now; undefined where it is so no more. */
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
