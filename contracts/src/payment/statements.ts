import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { MOBILE_MONEY_PROVIDERS } from '../enumerations.ts';
import { rule } from '../rule.ts';
import { PAYOUT_KINDS } from './payouts.ts';

const STATEMENT_KINDS = ['FUNDING', ...PAYOUT_KINDS] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** The network has confirmed the payment of each line. Researchers see participants only by their codes. */
export const StatementLine = z.object({
  at: z.string(),
  kind: z.enum(STATEMENT_KINDS),
  studyId: Id,
  /** Null if the study was deleted or its name cannot be read. */
  study: z.nullable(z.string()),
  code: z.nullable(z.string()),
  applicationId: z.nullable(Id),
  amountInPesewas: z.int(),
  /** The amount of a payment into a budget includes this fee. The amount of a payout does not. */
  feeInPesewas: z.int(),
  network: z.nullable(z.enum(MOBILE_MONEY_PROVIDERS)),
  walletHint: z.nullable(z.string()),
  providerId: z.nullable(z.string()),
});
export type StatementLine = z.infer<typeof StatementLine>;

const year = z.object({ year: z.string().check(z.regex(/^20\d\d$/, rule('notOfThisKind'))) });

export const readStatement = endpoint({
  method: 'GET',
  path: '/statements/:year',
  summary: 'The payments of a year, in order',
  access: 'SIGNED_IN',
  params: year,
  reply: z.object({
    year: z.string(),
    /** Null for participants, or if the name cannot be read. */
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
