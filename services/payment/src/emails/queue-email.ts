import type { Transaction } from 'kysely';
import { sendEmail } from '@app/contracts/identity/people.ts';
import type { PaymentEmailKind, ProjectEmail } from '@app/contracts/emails.ts';
import { notifyPerson } from '@app/contracts/project/notifications.ts';
import type { Queue } from '@app/kit/jobs.ts';
import { readPaymentEmail } from '@app/contracts/payment/emails.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import type { PaymentTables } from '../schema.ts';

export interface EmailRequest {
  userId: string;
  kind: PaymentEmailKind;
  about: string;
}

/** The outbox of emails. The identity service sends them, because it has the addresses. */
export const EMAILS: Queue<EmailRequest> = { name: 'emails' };

/** Stores the email in the transaction of its event. There is one email per kind and subject. */
export const queueEmail = (
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<PaymentTables>,
  email: EmailRequest,
): Promise<void> => jobs.send(trx, EMAILS, email);

/** Emails of these kinds also create a notification in the app. */
const IN_APP_KINDS = ['PAYMENT_HELD', 'PAYMENT_NEEDS_ACCOUNT'] as const satisfies PaymentEmailKind[];

export async function requestNotification(
  { callIdentity, callProject }: Pick<Deps, 'callIdentity' | 'callProject'>,
  { userId, kind, about }: EmailRequest,
): Promise<void> {
  await callIdentity(sendEmail, { params: { userId }, body: { kind, about } });
  const event = IN_APP_KINDS.find((one) => one === kind);
  if (event)
    await callProject(notifyPerson, { params: { userId }, body: { key: `${kind}:${about}`, event } });
}

/** Returns undefined if the email is outdated. */
export type WriteEmail = (
  deps: Pick<Deps, 'db' | 'callProject' | 'callIdentity'>,
  email: { userId: string; about: string },
) => Promise<ProjectEmail | undefined>;

export type EmailWriters = Record<PaymentEmailKind, WriteEmail>;

export function emailRoutes(route: Route, deps: Deps, writers: EmailWriters): void {
  route(readPaymentEmail, async ({ params: { kind, ...email } }) => ({
    email: (await writers[kind](deps, email)) ?? null,
  }));
}
