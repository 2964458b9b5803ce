import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { rule } from '../rule.ts';

/** Months in GMT, which is the time of Ghana. */
const Month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, rule('notOfThisKind')));

export const listMonthsAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/months',
  summary: 'The months since the first entry of the ledger, the latest first',
  access: 'ADMIN',
  adminRoles: ['FINANCE'],
  reply: z.array(Month),
  errors: [],
});

export const exportPaymentsAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/months/:month/payments',
  summary: 'The fundings, payouts, refunds and fees of a month as CSV, one line per booking',
  access: 'ADMIN',
  adminRoles: ['FINANCE'],
  isCostly: true,
  params: z.object({ month: Month }),
  file: 'text/csv',
  errors: [],
});

export const exportLedgerAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/months/:month/ledger',
  summary: 'All entries of the ledger of a month as CSV; the sums of both sides are equal',
  access: 'ADMIN',
  adminRoles: ['FINANCE'],
  isCostly: true,
  params: z.object({ month: Month }),
  file: 'text/csv',
  errors: [],
});
