import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { Payout } from './payouts.ts';

export const readPersonInPaymentAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/people/:userId/payouts',
  summary: 'What a person was paid or is to be paid, newest first',
  access: 'ADMIN',
  adminRoles: ['SUPPORT', 'ADMIN', 'FINANCE'],
  params: z.object({ userId: Id }),
  query: z.strictObject(pagingFields),
  // The note of a bonus is left out, because it is the researcher's own text.
  page: z.omit(Payout, { note: true, participantCode: true }),
  errors: [],
});
