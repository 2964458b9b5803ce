import type { LetterKind, ProjectLetter } from '@app/contracts/letters.ts';
import { readLetter } from '@app/contracts/project/letters.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';

/** Undefined means that the email is no longer useful. */
export type WriteLetter = (
  deps: Deps,
  letter: { userId: string; about: string },
) => Promise<ProjectLetter | undefined>;

export type LetterWriters = Record<LetterKind, WriteLetter>;

export function letterRoutes(route: Route, deps: Deps, writers: LetterWriters): void {
  route(readLetter, async ({ params: { kind, ...letter } }) => ({
    letter: (await writers[kind](deps, letter)) ?? null,
  }));
}
