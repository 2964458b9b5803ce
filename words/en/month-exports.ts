import type { StatementKind } from '@app/contracts/payment/statements.ts';

/** The files of a month for accountants and auditors. */
export const monthExportWords = {
  payments: {
    at: 'Time (GMT)',
    booking: 'Booking',
    movements: 'Direction',
    kind: 'Type',
    id: 'Payment',
    studyId: 'Study',
    code: 'Participant',
    provider: 'Provider',
    account: 'Account',
    amount: 'Amount in GH₵',
    fee: 'Fee charged in GH₵',
    cost: 'Fee of the provider in GH₵',
    number: 'Transaction number',
  },
  movements: { COLLECTED: 'In', SUCCEEDED: 'Out', REVERSED: 'Returned' },
  kinds: {
    FUNDING: 'Funding',
    INCENTIVE: 'Incentive',
    SCREEN_OUT: 'Screened out',
    BONUS: 'Bonus',
    REFUND: 'Refund',
  } satisfies Record<StatementKind, string>,
  ledger: {
    at: 'Time (GMT)',
    booking: 'Booking',
    kind: 'Event',
    subject: 'Subject',
    account: 'Account',
    debit: 'Debit in GH₵',
    credit: 'Credit in GH₵',
  },
  files: { payments: (month: string) => `payments-${month}`, ledger: (month: string) => `ledger-${month}` },
} as const;
