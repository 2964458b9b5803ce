import type { ReportReason } from '@app/contracts/project/reports.ts';

export const reportWords = {
  title: 'Report this study',
  lead: (study: string) =>
    `Tell us what is wrong with “${study}” or with the people who run it. A person on our team reads it. The researcher does not see who sent it.`,
  after: 'We may pause the study while we check it. If we have questions, we email you.',
  reason: 'What is wrong?',
  reasons: {
    ASKS_FOR_MONEY: 'They ask for money, a PIN or a password',
    NOT_AS_DESCRIBED: 'The study is not as described',
    FEELS_UNSAFE: 'I feel unsafe, or I was treated badly',
    OTHER: 'Something else',
  } satisfies Record<ReportReason, string>,
  text: 'What happened?',
  send: 'Send report',
  cancel: 'Cancel',
  sent: 'Thank you. We have your report and will check it.',
};
