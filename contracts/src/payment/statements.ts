import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { MOBILE_MONEY_PROVIDERS } from '../enumerations.ts';
import { rule } from '../rule.ts';
import { PAYOUT_KINDS } from './payouts.ts';

export const STATEMENT_KINDS = ['FUNDING', ...PAYOUT_KINDS] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/**
 * One movement that the network has confirmed: a participant's own payments, or what a researcher paid in, what was paid out of it
 * and what came back. Of a participant a researcher reads the code.
 */
export const StatementLine = z.object({
  at: z.string(),
  kind: z.enum(STATEMENT_KINDS),
  studyId: Id,
  /** As its reader knows it; null of a study that is gone, or while its name cannot be read. */
  study: z.nullable(z.string()),
  code: z.nullable(z.string()),
  applicationId: z.nullable(Id),
  amountInPesewas: z.int(),
  /** Of it, or beside it, what the researcher paid for moving it. */
  feeInPesewas: z.int(),
  /** Null for a card or a bank account. */
  network: z.nullable(z.enum(MOBILE_MONEY_PROVIDERS)),
  walletHint: z.nullable(z.string()),
  /** The network's own number. */
  providerId: z.nullable(z.string()),
});
export type StatementLine = z.infer<typeof StatementLine>;

const year = z.object({ year: z.string().check(z.regex(/^20\d\d$/, rule('notOfThisKind'))) });

export const readStatement = endpoint({
  method: 'GET',
  path: '/statements/:year',
  summary: 'What was paid in a year, in the order in which it was',
  access: 'SIGNED_IN',
  params: year,
  reply: z.object({
    year: z.string(),
    /** The researcher's; null for participants, and while it cannot be read. */
    company: z.nullable(z.string()),
    lines: z.array(StatementLine),
  }),
  errors: [],
});

export const exportStatement = endpoint({
  method: 'GET',
  path: '/statements/:year/export',
  summary: 'The same as CSV in UTF-8',
  access: 'SIGNED_IN',
  params: year,
  file: 'text/csv',
  errors: ['EXPORTS_BLOCKED'],
});

export const exportStatementWorkbook = endpoint({
  method: 'GET',
  path: '/statements/:year/workbook',
  summary: 'The same as an .xlsx file',
  access: 'SIGNED_IN',
  params: year,
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  errors: ['EXPORTS_BLOCKED'],
});
