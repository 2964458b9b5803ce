import type { Role } from '@app/contracts/enumerations.ts';
import type { StatementKind } from '@app/contracts/payment/statements.ts';

const kinds = { FUNDING: 'Paid in', REFUND: 'Refunded' };

const totals: Record<Role, [label: string, kinds: StatementKind[]][]> = {
  PARTICIPANT: [['Total', ['INCENTIVE', 'SCREEN_OUT', 'BONUS']]],
  RESEARCHER: [
    ['Total paid in', ['FUNDING']],
    ['Total paid to participants', ['INCENTIVE', 'SCREEN_OUT', 'BONUS']],
    ['Total refunded', ['REFUND']],
  ],
};

export const statementWords = {
  kinds: {
    PARTICIPANT: {
      ...kinds,
      INCENTIVE: 'Paid to you',
      SCREEN_OUT: 'Paid to you because the survey did not fit you',
      BONUS: 'Bonus to you',
    },
    RESEARCHER: {
      ...kinds,
      INCENTIVE: 'Paid to a participant',
      SCREEN_OUT: 'Paid to a participant who was screened out',
      BONUS: 'Bonus to a participant',
    },
  } satisfies Record<Role, Record<StatementKind, string>>,
  totals,
  of: (name: string, company: string | null) => (company ? `For ${name}, ${company}.` : `For ${name}.`),
  fees: 'Total fees',
  columns: {
    at: 'Time (GMT)',
    kind: 'Type',
    company: 'Company',
    study: 'Study',
    studyId: 'Study number',
    code: 'Participant',
    amount: 'Amount in GH₵',
    fee: 'Fee in GH₵',
    network: 'Network',
    account: 'Account',
    number: 'Transaction number',
  },
  sheet: 'Payments',
  title: 'Statement',
  heading: (year: string) => `Statement for ${year}`,
  text: 'All payments that the networks have confirmed, in Ghana time.',
  print: 'Print',
  download: 'Save as CSV',
  downloadWorkbook: 'Save for Excel',
  saved: 'The file is saved',
  empty: 'There are no payments in this year.',
  amount: 'Amount',
  unnamed: 'Study without a name',
  withFee: (fee: string) => `fee ${fee}`,
  toAccounts: 'Back to My Accounts',
  file: (year: string) => `payments-${year}`,
} as const;
