/** Who applied to a study. */
export const applicantWords = {
  heading: 'Applicants',
  ofStudy: (study: string) => `Who applied to “${study}”`,
  toProject: 'Go to the project',
  goToList: 'Go to My Projects',
  tableLabel: 'Applicants',

  /** What the study's state means for whoever reads this list. */
  standingText: {
    DRAFT: 'Nobody can see the study yet, so nobody can apply.',
    OPEN: 'People whose profile fits can apply now.',
    FULL: 'All places are taken, so nobody can apply. Take an acceptance back, or add places.',
    PAUSED: 'Nobody can apply while the study is paused. You can decide on those who have.',
    CLOSED: 'Nobody can apply any more. You can still decide on those who have.',
  },
  morePlaces: 'More places',
  noPlaceLeft: 'No place is left.',
  selectFewer: (places: number) =>
    places === 1
      ? '1 place is left. Select 1 person to accept.'
      : `${places} places are left. Select at most ${places} people to accept.`,
  placesLeft: (left: number, wanted: number) =>
    left === 1 ? `1 of ${wanted} places is left.` : `${left} of ${wanted} places are left.`,
  mayNotDecideTitle: 'You can read, not decide',
  mayNotDecideText:
    'Accepting and declining opens again as soon as your company is verified. Your remarks and favourites are kept.',
  toVerification: 'Go to verification',

  emptyTitle: 'Nobody has applied yet',
  emptyText:
    'People whose profile fits see your study now. We tell you here, and in your notifications, when one applies.',
  emptyDraftTitle: 'This study is still a draft',
  emptyDraftText: 'Nobody can see it, so nobody can apply.',
  emptyOverTitle: 'Nobody applied',
  emptyOverText: 'At present nobody can apply to this study, and nobody did before.',
  copyLink: 'Copy the link to your study',
  linkCopied: 'Link copied',
  noneMatchTitle: 'Nobody matches these filters',
  noneMatchText: 'Others have applied. Clear the filters to see them all.',
  clearFilters: 'Clear filters',
  tooManyTitle: 'Too many people to search by name',
  tooManyText:
    'Choose a status, a screening or an answer first, so that fewer are left, and the search goes on by itself.',
  clearName: 'Clear the name',

  statusFilter: 'Status',
  screeningFilter: 'Screening',
  all: 'All',
  counted: (label: string, count: number) => `${label} ${count}`,
  favourites: 'Favourites',
  search: 'Search by name',
  sort: 'Order',
  orders: {
    NEWEST: 'Newest first',
    OLDEST: 'Oldest first',
    YOUNGEST: 'Youngest first',
    ELDEST: 'Eldest first',
  },
  anyScreening: 'Any screening',
  moreFilters: 'More',
  gender: 'Gender',
  anyGender: 'Any gender',
  asked: 'Asked for',
  anyAsked: 'Anything',
  question: 'Question',
  anyQuestion: 'Any question',
  questionNumbered: (number: number, question: string) => `${number}. ${question}`,
  answer: 'Answer',
  anyAnswer: 'Any answer',

  count: (count: number) => (count === 1 ? '1 person has applied' : `${count} people have applied`),
  matching: (count: number, all: number) =>
    count === 1 ? `1 of ${all} matches` : `${count} of ${all} match`,
  loadMore: (count: number) => `Show ${count} more`,
  moreFailed: 'The next applicants did not come.',
  newApplicants: (count: number) => (count === 1 ? '1 new applicant' : `${count} new applicants`),
  withdrawn: (count: number) => (count === 1 ? '1 has withdrawn' : `${count} have withdrawn`),
  showNews: (news: string) => `${news}: show`,
  export: 'Export',
  exportMatching: 'Export these',
  asCsv: 'CSV file (.csv)',
  asWorkbook: 'Excel file (.xlsx)',
  exported: 'The file is saved',

  column: {
    select: 'Select',
    name: 'Name',
    person: 'Age, gender',
    screening: 'Screening',
    status: 'Status',
    applied: 'Applied',
    answers: 'Answers',
    decision: 'Decision or meeting',
    favourite: 'Favourite',
  },
  between: ' · ',
  nameless: 'Account deleted',
  ageAndGender: (age: number, gender: string) => `${age}, ${gender}`,
  qualified: 'Qualified',
  notQualified: 'Not qualified',
  selectOne: (name: string) => `Select ${name}`,
  selectShown: (count: number) => `Select all ${count} shown`,
  favouriteOf: (name: string) => `${name} is a favourite`,

  answersOf: (name: string) => `Answers of ${name}`,
  answers: 'Answers',
  answersGone: 'The answers are deleted: with the account, or a year after the study has closed.',
  disqualifies: 'Disqualifies',
  profile: 'Profile when the study opened',
  changedTitle: 'Changed since the study opened',
  changedText: (facts: string) =>
    `${facts}: the profile said something else by the time they applied. What counted is what you see here.`,
  sharesNumber: 'Shared number',
  sharesNumberText: 'Another account uses the same mobile money number.',
  sharesNumberWhy:
    'Families and friends share phones, so it need not be the same person. We do not say whose account it is.',
  someShareNumber: (count: number, all: number) => {
    if (all === 1) return 'Another account uses the same mobile money number as this applicant:';
    return count === 1
      ? 'One of them has a mobile money number that another account uses too:'
      : `${count} of them have a mobile money number that another account uses too:`;
  },
  acceptOthers: (count: number) => (count === 1 ? 'Accept the other' : `Accept the other ${count}`),
  education: 'Education',
  income: 'Annual household income',
  devices: 'Devices',
  appliedOn: 'Applied on',
  payment: (state: string, amount: string) => `${state}, ${amount}`,
  paymentFact: 'Payment',
  code: 'Code in the budget and in calendars',
  blankQuestion: 'A question without text',
  blankAnswer: 'A choice without text',
  history: 'History',
  steps: {
    APPLIED: 'Applied',
    ACCEPTED: 'You accepted',
    DECLINED: 'You declined',
    PENDING: 'You took that back',
    WITHDRAWN: 'Withdrew',
  },
  consent: 'Consent text',
  agreedTo: (version: number, day: string) => `Agreed to version ${version} on ${day}`,
  notAgreed: 'Has not accepted the latest consent text',
  tookBack: (day: string) => `Took it back on ${day}`,
  noteToApplicant: 'Your note to them',
  withdrawnText: 'Withdrew the application. That is for good: the place, if there was one, is free again.',
  remarks: 'Your remarks',
  remarksHint: 'For you alone; applicants never see them.',
  remarksSave: 'Save remarks',
  remarksSaved: 'Saved',
  remarksUnsaved: 'Not saved yet; kept on this device.',
  remarksFailed: 'Not saved. Your text is still here: try again.',

  selected: (count: number) => `${count} selected`,
  clearSelection: 'Clear',
  accept: 'Accept',
  decline: 'Decline',
  acceptOne: (name: string) => `Accept ${name}`,
  declineOne: (name: string) => `Decline ${name}`,
  takeBackAcceptance: 'Take the acceptance back',
  takeBackDecline: 'Take the decline back',
  acceptCount: (count: number) => `Accept ${count}`,
  declineCount: (count: number) => `Decline ${count}`,
  takeBackCount: (count: number) => `Take back ${count}`,
  writeTo: (count: number) => `Write to ${count}`,
  messages: (unread: number) => (unread > 0 ? `Messages (${unread})` : 'Messages'),
  messagesWith: (name: string, unread: number) =>
    unread > 0 ? `Messages with ${name}, ${unread} unread` : `Messages with ${name}`,
  acceptTitle: (count: number) => (count === 1 ? 'Accept 1 applicant?' : `Accept ${count} applicants?`),
  didNotQualify: (count: number, all: number) => {
    if (all === 1) return 'This applicant did not qualify:';
    return count === all ? 'None of them qualified:' : `${count} of them did not qualify:`;
  },
  andMore: (count: number) => `and ${count} more`,
  acceptQualified: (count: number) => `Accept ${count} qualified`,
  declineTitle: (count: number, name: string) =>
    count === 1 ? `Decline ${name}?` : `Decline ${count} applicants?`,
  declineText: 'They are notified in a few seconds, with the reason. Until then you can undo it.',
  reason: 'Reason',
  note: 'Note to the applicant',
  noteHint: 'They read it with the reason.',
  noteWanted: '“Another reason” alone tells them little. A line about it helps them.',
  keep: 'Not now',
  decided: {
    ACCEPTED: (count: number, name: string) =>
      count === 1 ? `${name} accepted` : `${count} applicants accepted`,
    DECLINED: (count: number, name: string) =>
      count === 1 ? `${name} declined` : `${count} applicants declined`,
    PENDING: (count: number) => (count === 1 ? 'Taken back' : `${count} taken back`),
  },
  undo: 'Undo',
  tryAgain: 'Try again',
  undecidedTitle: {
    ACCEPTED: (count: number) => `${count} not accepted`,
    DECLINED: (count: number) => `${count} not declined`,
    PENDING: (count: number) => `${count} not taken back`,
  },
  undecidedBecause: {
    IS_PENDING: (count: number) => `${count} pending already`,
    IS_ACCEPTED: (count: number) => `${count} accepted before`,
    IS_DECLINED: (count: number) => `${count} declined before`,
    IS_WITHDRAWN: (count: number) => `${count} withdrawn by the applicant`,
    NO_PLACE_LEFT: (count: number) =>
      `${count} without a place: all are taken. You can take an acceptance back`,
    CELL_IS_FULL: (count: number) => `${count} whose group has no place left`,
    NO_TIME_LEFT: (count: number) =>
      `${count} without a time to choose: the study is closed and its times are over. A copy of it can meet them`,
    MEETING_IS_MARKED: (count: number) => `${count} with a marked meeting. What was marked stays`,
    HAS_MEETING: (count: number) => `${count} with a booked meeting`,
    APPLICANT_HAS_ACTED: (count: number) =>
      `${count} who ${count === 1 ? 'has' : 'have'} booked a time since`,
    NOT_FOUND: (count: number) => `${count} no longer there`,
  },
  cancelMeetingsText: (count: number) =>
    count === 1
      ? 'Taking the acceptance back also cancels the meeting. The applicant is notified at once. You cannot undo it.'
      : 'Taking the acceptances back also cancels the meetings. The applicants are notified at once. You cannot undo it.',
  cancelMeetingsLate: (hours: number) =>
    `It is less than ${hours} hours away: for pay it counts as attended.`,
  cancelMeetings: (times: readonly string[]) =>
    times.length === 1 ? `Cancel the meeting on ${times[0]}` : `Cancel ${times.length} meetings`,
  dismiss: 'Dismiss',

  review: (count: number) => `Review ${count} waiting`,
  reviewMatching: 'Review those waiting',
  reviewLabel: 'Review of applicants',
  reviewAt: (at: number, of: number) => `${at} of ${of}`,
  leaveReview: 'Back to the list',
  previous: 'Previous',
  next: 'Next',
  keys: [
    { keys: ['J', 'K'], does: 'next, previous' },
    { keys: ['A'], does: 'accept' },
    { keys: ['D'], does: 'decline' },
    { keys: ['U'], does: 'undo' },
  ],
  declinesWith: (reason: string) => `Decline gives the reason “${reason}”.`,
  changeReason: 'Change',
  declineQuickText:
    'They are notified in a few seconds, with the reason you press. The next declines offer it again.',
  withNote: 'Add a note',
  reviewDone: 'Everyone here has an answer',
  reviewDoneText:
    'Each is notified a few seconds after you decide. You can still take a decision back in the list.',
  reviewLeft: (count: number) => (count === 1 ? '1 still waits' : `${count} still wait`),
  reviewLeftText: 'You passed them by. They stay pending until you decide.',
  reviewAgain: 'Look at them again',

  recruiting: 'Recruiting so far',
  recruitingLine: (applied: number, qualified: number, accepted: string) =>
    `${applied} applied, ${qualified} qualified, ${accepted} accepted`,
  acceptedOf: (accepted: number, wanted: number | null) =>
    wanted === null ? String(accepted) : `${accepted} of ${wanted}`,
  stage: 'Stage',
  people: 'People',
  stages: { APPLIED: 'Applied', QUALIFIED: 'Qualified', ACCEPTED: 'Accepted' },
  byDay: 'By day (GMT)',
  day: 'Day',
  picture: 'Picture',
  earlier: 'Earlier',
  /** The file that a spreadsheet opens; choices are in the words of choices.ts. */
  file: {
    name: (study: string, day: string) => `${study} - applicants ${day}`,
    columns: {
      appliedAt: 'Applied at (GMT)',
      firstName: 'First name',
      lastName: 'Last name',
      code: 'Code',
      age: 'Age when applying',
      gender: 'Gender',
      education: 'Education',
      income: 'Annual household income',
      devices: 'Devices',
      screening: 'Screening',
      status: 'Status',
      decidedAt: 'Decided at (GMT)',
      declineReason: 'Reason for the decline',
      meetingAt: 'Meeting at (GMT)',
      meeting: 'Meeting',
      payment: 'Payment',
      paid: 'Pay in GH₵',
      consentVersion: 'Consent text',
      agreedAt: 'Agreed at (GMT)',
      earlierAgreements: 'Earlier agreements (GMT)',
      takenBackAt: 'Consent taken back at (GMT)',
      remarks: 'Your remarks',
      favourite: 'Favourite',
    },
    agreement: (version: number, at: string) => `Text ${version}: ${at}`,
    group: 'Group',
    isFavourite: 'Yes',
  },
} as const;
