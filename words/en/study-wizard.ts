/** 1,234: a formatter of the platform takes longer to make than the rest of the screen to draw. */
const inThousands = (count: number) => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** The four stages of a new study. Quoted texts of sections 2, 4 and 5 stand letter for letter (D-01). */
export const studyWizardWords = {
  heading: 'Create study',
  close: 'Close and go to the project',
  goToList: 'Go to My Projects',
  backTo: (where: string) => `Back to ${where}`,
  stages: ['Study details', 'Demographics', 'Screener', 'Publish'],
  continue: 'Continue',

  otherTabHeading: 'A study is being written in another tab',
  otherTabText:
    'So that neither overwrites the other, one tab writes at a time. What was typed there is kept on this device, and you go on with it here.',
  otherTabContinue: 'Continue here',
  otherTabLeave: 'Go to the project',

  partFailed: 'This could not be loaded. Please try again.',

  saveDraft: 'Save as draft',
  draftSaved: 'Draft saved. You find it in the project.',
  draftUnsaved: 'Changes kept on this device until you save or publish',
  noDraftAnyMore: 'This study is no draft any more, so it cannot be changed',
  keptOwn: 'Yours goes on. It replaces the saved one when you save or publish',
  tookSaved: 'The saved draft is here now',

  copyFrom: 'Copy from an earlier study',
  copyFromHint: 'Fills in all four stages but the days. You change what is different.',
  detailsHeading: 'What is your study about?',
  detailsText: 'Two names: one for you, one that participants read when they choose.',
  nameLabel: 'Study name',
  nameHint: 'Only you see it.',
  publicNameLabel: 'Public study name',
  publicNameHint: 'Participants see it in their list.',
  descriptionLabel: 'Description',
  descriptionHint: 'What people will do in the meeting, in plain words.',
  devicesLabel: 'Which devices can people take part with?',
  devicesHint: 'Somebody who has one of them fits.',
  ethicsAndConsent: 'Ethics and consent (optional)',

  demographicsHeading: 'Who would you like to meet?',
  demographicsText: 'Only people whose profile fits see this study.',
  eligibleNotice: "We've found 126,745 eligible participants who have been active in the past 90 days",
  reachTitle: 'Our own live count',
  reachIncomplete: 'Choose ages, gender, education and income, and we count who fits.',
  reachCounting: 'Counting…',
  reachCount: (count: number) =>
    count === 1
      ? '1 person registered here fits now'
      : `${inThousands(count)} people registered here fit now`,
  reachCounts: {
    ABOUT: (count: number) => `About ${inThousands(count)} people registered here fit now`,
    AT_MOST: (count: number) => `At most ${inThousands(count)} people registered here fit now`,
    FEWER_THAN: (count: number) => `Fewer than ${count} people registered here fit now`,
  },
  reachNone: 'Nobody registered here fits yet. Other ages, choices or devices may reach somebody.',
  reachFailed: 'We could not count just now. You can go on without it.',
  reachAbout:
    'Exact, from real profiles of people active in the past 90 days, counted anew every few minutes.',
  reachEstimated:
    'Estimated from a part of the people active in the past 90 days, counted anew every few minutes.',
  reachFewer: (count: number) =>
    `Only ${inThousands(count)} registered here ${count === 1 ? 'fits' : 'fit'} now. You may still ask for more: new people join.`,
  minimumAgeLabel: 'Minimum age',
  maximumAgeLabel: 'Maximum age',
  ageHint: 'Whole years from 1 to 100. Both ages are included.',
  anyone: (age: number) => `Anyone of ${age} or over`,
  selectAll: 'Select all',
  clearAll: 'Clear all',
  allOf: (act: string, group: string) => `${act}: ${group}`,
  genderLabel: 'Gender',
  educationLabel: 'Education',
  incomeLabel: 'Annual household income',
  moreAboutThem: 'More about them',

  screenerHeading: 'How would you like to pre-screen participants?',
  screenerText: 'The more specific your questions, the longer it takes to schedule all test participants.',
  questionType: 'Single Selection',
  questionTitle: (number: number) => `${number}. Single Selection`,
  questionLabel: 'Question',
  choicesLabel: 'Choices',
  choiceLabel: (number: number) => `Choice ${number}`,
  eligibilityLabel: (number: number) => `What choice ${number} means`,
  eligibilityNone: 'Not decided',
  deleteChoice: (number: number) => `Delete choice ${number}`,
  deleteQuestion: (number: number) => `Delete question ${number}`,
  addChoice: 'Add another choice',
  addHeading: 'Add your screening questions',
  addText: 'People choose one answer to each. Who picks a disqualifying one is marked, never told.',
  addEmpty: 'There is no question yet. Add one to go on.',
  questionsUsed: (count: number, max: number) => `${count} of ${max} questions`,
  choicesHint: 'You can paste a list: each line becomes a choice.',
  surplusLines: (max: number, lines: number) =>
    `${max} choices at most. ${lines === 1 ? '1 line' : `${lines} lines`} did not fit:`,
  choicesUsed: (max: number) => `A question has at most ${max} choices, and this one has them all.`,
  questionsFull: (max: number) => `A screener has at most ${max} questions, and this one has them all.`,
  questionDeleted: (number: number) => `Question ${number} deleted`,
  choiceDeleted: (number: number) => `Choice ${number} deleted`,
  undo: 'Undo',
  saveSurvey: 'Save screener survey',
  atLeastOneQuestion: 'You must at least one question',
  atLeastTwoChoices: 'You must at least two choices',
  noMoreQuestions: (max: number) => `A screener has at most ${max} questions`,
  noMoreChoices: (max: number) => `A question has at most ${max} choices`,
  hints: {
    noText: 'This question has no text yet.',
    emptyChoices: 'A choice has no text yet.',
    sameChoices: 'Two choices read the same, so nobody can tell them apart.',
    disqualifiesNobody: 'No choice says Disqualify, so this question screens nobody out.',
    disqualifiesEverybody: 'Every choice says Disqualify, so nobody can qualify.',
  },

  screenerNotice: (questions: readonly number[]) =>
    questions.length === 1
      ? `Question ${questions[0]} of your screener may not work as you expect.`
      : `${questions.length} questions of your screener may not work as you expect: ${questions.join(', ')}.`,
  screenerNoticeLook: 'Have a look',
  consentNotice: 'Your consent text still has parts of the template. Replace them before you publish.',
  approvedUntil: (day: string) => `Your ethics approval is valid until ${day}.`,

  publishHeading: 'When can you meet participants?',
  publishText: 'We match people to the days and times you choose.',
  durationLabel: 'How long is each meeting?',
  participantsLabel: 'How many participants?',
  participantsHint: 'Between 1 and 1000',
  fewerParticipants: 'One participant fewer',
  moreParticipants: 'One participant more',
  daysLabel: 'Which days work best?',
  daysHint: 'Tap every day you are free.',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  todayIs: (day: string) => `Today, ${day}`,
  daysPassed: 'Days that have passed meanwhile were taken out.',
  daysChosen: (count: number) => (count === 1 ? '1 day chosen' : `${count} days chosen`),
  clearDays: 'Clear days',
  timesLabel: 'Which times work best?',
  timesEmpty: 'Choose times',
  timesNeedDuration: 'Choose the length of a meeting first.',
  timesChosen: (count: number) => `${count} times selected`,
  timesDone: 'Done',
  addDay: (count: number, from: string, to: string) =>
    count === 1 ? `Add 1 time: ${from}` : `Add ${count} times: ${from} to ${to}`,
  timesClear: 'Clear times',
  timesDropped: (labels: readonly string[], duration: string) =>
    labels.length === 1
      ? `${labels[0]} does not fit meetings of ${duration} and was taken out.`
      : `${labels.length} times do not fit meetings of ${duration} and were taken out: ${labels.join(', ')}.`,
  meetingsOf: (duration: string) => `${duration} each`,
  itIsNow: (time: string) => `it is ${time} GMT now`,
  preview: 'Preview',
  previewHint: 'See the study as participants will see it.',
  previewTitle: 'As participants see it',
  publish: 'Publish study',
  published: 'Study created successfully',
} as const;
