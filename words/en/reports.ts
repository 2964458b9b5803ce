import type { ReportReason } from '@app/contracts/project/reports.ts';

export const reportWords = {
  title: 'Report this study',
  lead: (study: string) =>
    `Tell us what is wrong with “${study}” or with who runs it. A person here reads it. The researcher does not learn who sent it.`,
  after: 'We may pause the study while we look into it. If we need to know more, we write to you by email.',
  reason: 'What is wrong?',
  reasons: {
    ASKS_FOR_MONEY: 'They ask for money, a PIN or a password',
    NOT_AS_DESCRIBED: 'It is not what was described',
    FEELS_UNSAFE: 'I do not feel safe, or was treated badly',
    OTHER: 'Something else',
  } satisfies Record<ReportReason, string>,
  text: 'What happened?',
  send: 'Send report',
  cancel: 'Cancel',
  sent: 'Thank you. We have your report and will look into it.',
};
