export const gaugeWords = {
  identity_texts: 'Text messages queued in the last day, by what has become of them.',
  payment_paused: 'Providers by which nothing new is sent, and why.',
  payment_payouts: 'Payments that are not over, by their state; UNKNOWN ones are in doubt.',
  payment_fundings: 'Payments into budgets that are still asked about or looked at, by their state.',
  payment_differences: 'What differs between the ledger and the providers since the last reconciliation.',
  payment_float_pesewas: 'What lay with a provider at the last reconciliation, as it said.',
  payment_float_needed_pesewas:
    'What had gone out by a provider in the two days before, which the next two may need.',
  payment_float_age_seconds: 'How long ago a provider last said what lies with it, or was first set.',
  project_unsent_payables: 'Payments that the payment service has not taken for an hour.',
  project_unsent_payables_pesewas: 'What they come to.',
} as const;
