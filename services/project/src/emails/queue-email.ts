import type { Transaction } from 'kysely';
import { sendEmail } from '@app/contracts/identity/people.ts';
import { type EmailKind, isBulk, type ProjectEmail } from '@app/contracts/emails.ts';
import type { Queue } from '@app/kit/jobs.ts';
import { MINUTE_SECONDS } from '@app/contracts/durations.ts';
import { readEmail } from '@app/contracts/project/emails.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';

/** Contains no text: identity reads that when it sends the email (`emailRoutes` below). */
export interface EmailRequest {
  userId: string;
  kind: EmailKind;
  about: string;
}

/** The outbox of emails. The identity service sends them, because it has the addresses. */
export const EMAILS: Queue<EmailRequest> = { name: 'emails' };

/** These emails describe the state at the moment of sending, so one is enough for several changes. */
export const DEBOUNCED_EMAILS: Queue<EmailRequest> = { name: 'debounced-emails', isDebounced: true };
const DEBOUNCE_SECONDS = 15 * MINUTE_SECONDS;

export const queueDebouncedEmail = (
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  email: EmailRequest,
  of: string,
): Promise<void> => jobs.send(trx, DEBOUNCED_EMAILS, email, { key: of, afterSeconds: DEBOUNCE_SECONDS });

/** Must be called in the transaction of the change. A person gets one email per kind and subject. */
export async function queueEmails(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  emails: readonly EmailRequest[],
): Promise<void> {
  for (const { userId, kind, about } of emails) {
    await jobs.send(trx, EMAILS, { userId, kind, about }, { priority: isBulk(kind) ? 0 : 1 });
  }
}

export async function requestEmail(
  { callIdentity }: Pick<Deps, 'callIdentity'>,
  { userId, kind, about }: EmailRequest,
): Promise<void> {
  await callIdentity(sendEmail, { params: { userId }, body: { kind, about } });
}

/** Returns undefined if the email is not needed any more. */
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
