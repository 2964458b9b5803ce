import type { ServiceName } from '@app/contracts/endpoint.ts';

export const adminOperationWords = {
  service: 'Service',
  services: { identity: 'Accounts', project: 'Studies', payment: 'Payments' } satisfies Record<
    ServiceName,
    string
  >,

  deadLettersText: 'These jobs failed too often. Remove the cause, then retry them.',
  deadLetterColumns: { queue: 'Queue', since: 'Since', kind: 'About', person: 'Person', act: 'Retry' },
  noDeadLetters: {
    title: 'No failed jobs',
    text: 'No job of this service has failed for good.',
  },
  person: 'Person',
  retry: 'Retry',
  retryOne: (queue: string) => `Retry this job of ${queue}?`,
  retryAll: (queue: string) => `Retry all of ${queue}`,
  retryAllTitle: (queue: string) => `Retry all jobs of ${queue}?`,
  retryText: 'If the cause is still there, it fails again.',
  retried: 'Retried.',
  oneQueue: (queue: string) => `Only the queue ${queue}.`,
  allQueues: 'Show all queues',

  auditText: 'Who did what, in the last 7 days or those that you choose. Entries cannot be changed.',
  auditColumns: { at: 'Time', event: 'Event', person: 'Person', admin: 'Admin', about: 'About' },
  noAudit: { title: 'No entries', text: 'Nothing happened in these days.' },
  personId: 'Id of the person',
  admin: 'Admin',
  removedAdmin: (id: string) => `Removed admin ${id}`,
  any: 'All',
  event: 'Event',
  since: 'From',
  until: 'Until',
  filters: 'Filters',
  filter: 'Show',
  save: 'Save as CSV',
} as const;
