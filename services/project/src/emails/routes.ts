import type { EmailKind, ProjectEmail } from '@app/contracts/emails.ts';
import { readEmail } from '@app/contracts/project/emails.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';

/** Returns undefined if the email is no longer useful. */
export type WriteEmail = (
  deps: Deps,
  email: { userId: string; about: string },
) => Promise<ProjectEmail | undefined>;

export type EmailWriters = Record<EmailKind, WriteEmail>;

export function emailRoutes(route: Route, deps: Deps, writers: EmailWriters): void {
  route(readEmail, async ({ params: { kind, ...email } }) => ({
    email: (await writers[kind](deps, email)) ?? null,
  }));
}
