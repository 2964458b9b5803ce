import { expect, test } from 'vitest';
import { RETENTION } from '@app/contracts/retention.ts';
import { retentionSection } from '@app/words/privacy-retention.ts';

/** The name and wording of each period on the privacy page. */
const statedPeriods: Record<keyof typeof RETENTION, [name: string, period: string]> = {
  unverifiedSignUps: ['A sign-up whose email was never verified', '7 days'],
  answersOfStudies: [
    'Your answers and messages, when you opened a study, and what was written about your application, meeting or survey',
    '12 months',
  ],
  draftAnswers: ['Answers that you have not sent', '30 days'],
  deletedStudies: ['A study that its researcher deletes', '1 day'],
  deletedProjects: ['A project that its researcher deletes', '30 days'],
  timesOfStudies: ['The times of a study that no one chose', '30 days'],
  openings: ['Notifications', 'opened, 30 days'],
  readNotifications: ['Notifications', '30 days'],
  notifications: ['Notifications', '12 months'],
  reports: ['What you report about a study or a message', '90 days'],
  endedSessions: ['Where you are logged in', '30 days'],
  endedLinks: ['Links and codes', '7 days'],
  emailChanges: ['The email that you had before a change', '30 days'],
  texts: ['Text messages to your phone', '90 days'],
  invitations: ['An email that a researcher invites', '90 days'],
  passwordTries: ['Counts against misuse', '30 days'],
  callbacks: ['Records of payments', '13 months'],
  audit: ['The safety record, with network addresses', '2 years'],
};

/** Tests of the retention jobs use the same periods. */
test('the privacy page lists every retention period of the services', () => {
  const texts = Object.fromEntries(retentionSection.entries?.map(({ name, text }) => [name, text]) ?? []);
  for (const [what, [name, period]] of Object.entries(statedPeriods)) {
    expect([what, texts[name]]).toEqual([what, expect.stringContaining(period) as unknown]);
  }
  expect(Object.keys(statedPeriods).toSorted()).toEqual(Object.keys(RETENTION).toSorted());
});
