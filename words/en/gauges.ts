export const gaugeWords = {
  identity_texts: 'Text messages queued in the last day, by their result.',
  payment_paused: 'Paused payment providers, and the reason.',
  payment_payouts: 'Payments that are not finished, by state. The outcome of UNKNOWN ones is unknown.',
  payment_fundings: 'Payments into budgets that are not finished or need review, by state.',
  payment_differences: 'Differences between the ledger and the providers at the last reconciliation.',
  payment_float_pesewas: 'Balance that a provider reported at the last reconciliation.',
  payment_float_needed_pesewas:
    'Amount sent by a provider in the two days before, which the next two days may need.',
  payment_float_age_seconds: 'Seconds since a provider last reported its balance, or was first set.',
  project_unsent_payables: 'Payments that the payment service has not accepted for an hour.',
  project_unsent_payables_pesewas:
    'Total amount of payments that the payment service has not accepted for an hour.',
} as const;
