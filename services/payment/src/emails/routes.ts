import { readPaymentEmail } from '@app/contracts/payment/emails.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import type { EmailWriters } from './queue-email.ts';

export function emailRoutes(route: Route, deps: Deps, writers: EmailWriters): void {
  route(readPaymentEmail, async ({ params: { kind, ...email } }) => ({
    email: (await writers[kind](deps, email)) ?? null,
  }));
}
