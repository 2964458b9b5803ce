import type { CompletionMeaning } from '@app/contracts/project/survey.ts';
import { cedis } from '@app/words/cedis.ts';

export const studySurveyWords = {
  heading: 'Survey',
  tooLong: (minutes: number, median: number) =>
    `Half of the people took ${median} minutes or more, not ${minutes}.`,
  bonus: (amount: number) => `A bonus of ${cedis(amount * 100)} for each participant makes up for it.`,
  giveBonus: 'Give a bonus',
  about: (minutes: number, day: string) => `About ${minutes} minutes · open until ${day}`,
  choosing: {
    AT_ONCE: 'People who qualify can start at once.',
    AFTER_ACCEPTANCE: 'People can start after you accept them.',
  },
  test: 'Test it',
  testHint: 'Opens your survey with a code that begins with PTEST. At the end, come back here.',
  seenToday: (time: string) => `Seen working at ${time}`,
  seen: (day: string, time: string) => `Seen working on ${day} at ${time}`,
  notSeen: 'No one has come back with a code yet.',
  meanings: {
    COMPLETED: 'Completed',
    SCREENED_OUT: 'Screened out',
    NOT_ELIGIBLE: 'Not eligible',
  } satisfies Record<CompletionMeaning, string>,
  meaningHints: {
    COMPLETED: () => 'For the end of the survey. You then approve the answers.',
    SCREENED_OUT: (incentive: number) =>
      `For people who do not fit, after some questions. They get ${cedis(incentive * 100)}.`,
    NOT_ELIGIBLE: () => 'For people who do not fit, before the first real question. It is not paid.',
  } satisfies Record<CompletionMeaning, (incentive: number) => string>,
  returnLink: 'Return link',
  code: 'Completion code',
  copyNamed: (what: string, meaning: string) => `Copy: ${what}, ${meaning}`,
  correct: 'Correct the link',
  correctText: 'Only the link can change. We notify people who have the survey open.',
  save: 'Save the link',
  cancel: 'Cancel',
  corrected: 'The link is corrected',
} as const;
