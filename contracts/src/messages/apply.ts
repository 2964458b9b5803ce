/** Answering the screener of a study. */
export const applyMessages = {
  heading: 'Apply to this study',
  loading: 'Loading the study',
  aboutHeading: 'What it is about',
  questionsHeading: 'A few questions',
  questionsText:
    'Choose the answer that is true for you. The researcher reads your answers; there is nothing to prepare.',
  question: (number: number, text: string) => `${number}. ${text}`,
  untitledQuestion: (number: number) => `Question ${number}`,
  untitledChoice: (number: number) => `Choice ${number}`,
  answered: (count: number, total: number) => `${count} of ${total} answered`,
  answersKept: 'Answers kept on this device',
  submit: 'Send application',
  sharing:
    'The researcher sees your name, the profile facts that the study asks for, and these answers. Never your mobile-money number.',
  doneTitle: 'Your application is sent',
  doneText: 'The researcher reads it next. You find it in My Studies, where we tell you how it stands.',
  toStudies: 'Go to My Studies',
  toBrowse: 'Browse studies',
  appliedTitle: 'You have applied to this study',
  appliedText: 'Your application is with the researcher. My Studies tells you how it stands.',
  closedTitle: 'This study is closed',
  closedText: 'It takes no more applications. Other studies may be open for you.',
  closedAfterApplyingText:
    'You have applied, and it takes no more applications. Your answers are kept in My Studies.',
  unfitTitle: 'This study is looking for other people',
  unfitText: 'What it asks for and what your profile says are different here:',
  unfitMore: 'That says nothing about you: each study needs its own group of people.',
  requirements: {
    AGE: 'Age',
    GENDER: 'Gender',
    EDUCATION: 'Education',
    INCOME: 'Household income',
    DEVICE: 'Devices',
  },
  goneTitle: 'We cannot find this study',
  goneText: 'It may have been closed or taken back by its researcher.',
} as const;
