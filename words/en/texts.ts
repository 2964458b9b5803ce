/** What became of text messages, as their person reads it. */
export const ownTextsWords = {
  title: 'Text messages to you',
  headings: { queuedAt: 'Written', leftAt: 'Sent', state: 'State', endedAt: 'Since' },
  values: {
    state: {
      WAITING: 'Waits',
      LEAVING: 'Is being sent',
      ACCEPTED: 'Sent',
      DELIVERED: 'Arrived',
      FAILED: 'Did not arrive',
      UNKNOWN: 'May have arrived',
      DROPPED: 'Not sent',
    },
  },
} as const;
