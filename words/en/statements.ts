import type { Role } from '@app/contracts/enumerations.ts';
import type { StatementKind } from '@app/contracts/payment/statements.ts';

const kinds = { FUNDING: 'Paid in', REFUND: 'Given back' };

const totals: Record<Role, [label: string, kinds: StatementKind[]][]> = {
  PARTICIPANT: [['In all', ['INCENTIVE', 'BONUS']]],
  RESEARCHER: [
    ['Paid in, in all', ['FUNDING']],
    ['Paid to participants, in all', ['INCENTIVE', 'BONUS']],
    ['Given back, in all', ['REFUND']],
  ],
};

export const statementWords = {
  kinds: {
    PARTICIPANT: { ...kinds, INCENTIVE: 'Paid to you', BONUS: 'Bonus to you' },
    RESEARCHER: { ...kinds, INCENTIVE: 'Paid to a participant', BONUS: 'Bonus to a participant' },
  } satisfies Record<Role, Record<StatementKind, string>>,
  totals,
  of: (name: string, company: string | null) => (company ? `Of ${name}, ${company}.` : `Of ${name}.`),
  fees: 'Fees, in all',
  columns: {
    at: 'At (GMT)',
    kind: 'What',
    company: 'Company',
    study: 'Study',
    studyId: 'Number of the study',
    code: 'Participant',
    amount: 'Amount in GH₵',
    fee: 'Fee in GH₵',
    network: 'Network',
    account: 'Account',
    number: 'Number of the network',
  },
  sheet: 'Payments',
  title: 'Statement',
  heading: (year: string) => `Statement of ${year}`,
  text: 'Everything that the networks have confirmed, by Ghana’s time.',
  print: 'Print',
  download: 'Save as CSV',
  downloadWorkbook: 'Save for Excel',
  saved: 'The file is saved',
  empty: 'Nothing was paid in this year.',
  amount: 'Amount',
  unnamed: 'Study without a name',
  withFee: (fee: string) => `fee ${fee}`,
  toAccounts: 'Back to My Accounts',
  file: (year: string) => `payments-${year}`,
} as const;
