import { applyWords } from '@app/words/applications.ts';
import { choiceWords } from '@app/words/choices.ts';
import { longDate } from '@app/words/days.ts';
import { meetingWords } from '@app/words/meetings.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { reportWords } from '@app/words/reports.ts';
import { ownAccountData } from '@app/words/data-export-account.ts';
import { ownListData } from '@app/words/data-export-lists.ts';
import { ownResearcherData } from '@app/words/data-export-researchers.ts';
import { submissionWords } from '@app/words/submissions.ts';
import { ownTextsWords } from '@app/words/texts.ts';

const { gender, education, annualHouseholdIncome, deviceRequirements, applicationStatus } = choiceWords;

const furtherHeadings = {
  regions: 'Region',
  languages: 'Languages',
  employment: 'Employment',
  jobRoles: 'Job',
  industries: 'Industry',
  phoneOs: 'Phone',
  hasInternet: 'Internet where you take part',
} as const;
const furtherValues = {
  regions: profileChoiceWords.region,
  languages: profileChoiceWords.language,
  employment: profileChoiceWords.employmentStatus,
  jobRoles: profileChoiceWords.jobRole,
  industries: profileChoiceWords.industry,
  phoneOs: profileChoiceWords.phoneOs,
} as const;

const { regions: _, ...askedHeadings } = furtherHeadings;

export const ownDataWords = {
  file: 'my-data',
  readMeFile: 'Read me.txt',
  yes: 'Yes',
  no: 'No',
  readMe: (day: string) => [
    `Everything that we hold about you, as of ${longDate(day)}.`,
    '',
    'Each table is a file that you can open in a spreadsheet (.csv). For programs, my-data.json has all tables.',
    'Times are in Ghana time (GMT). Amounts are in Ghana cedis.',
    '',
    'Not in this file:',
    '- your password, which we do not store as text',
    '- whole mobile-money numbers, which we show to no one',
    '- technical data that we need for some days to run the service and prevent misuse',
    '- whether your answers fitted a study, and the private notes of researchers',
    '- the criteria and the meeting times of your studies, which you see on their pages',
    '- reports by other people about you, your studies or your messages',
    '- each step of a meeting or a payment, and the raw answers of mobile-money networks and banks',
    '- our security records, with network addresses, which no part of the service can read',
    'To see more of your data, write to us.',
  ],
  ...ownAccountData,
  ...ownResearcherData,
  consents: {
    title: 'What you agreed to',
    headings: { text: 'Text', version: 'Version', agreedAt: 'Agreed' },
    values: { text: { TERMS: 'Terms and conditions', PRIVACY: 'Privacy policy' } },
  },
  google: {
    title: 'Log-in with Google',
    headings: { subject: 'Your Google account number', addedAt: 'Since' },
  },
  phone: {
    title: 'Your number for text messages',
    headings: { number: 'Number', provenAt: 'Confirmed', deadSince: 'Our text messages do not arrive since' },
  },
  logIns: {
    title: 'Log-ins',
    headings: {
      device: 'Device',
      isByCode: 'With a code',
      startedAt: 'Logged in',
      lastUsedAt: 'Last used',
      endsAt: 'Ends by',
      endedAt: 'Ended',
    },
  },
  pushes: {
    title: 'Notifications on your devices',
    headings: { endpoint: 'Address of your browser', renewedAt: 'Last renewed' },
  },
  links: {
    title: 'Links in emails to you',
    headings: { purpose: 'For', expiresAt: 'Valid until', usedAt: 'Used' },
    values: {
      purpose: {
        VERIFY_EMAIL: 'Verifying your email',
        RESET_PASSWORD: 'Setting a password',
        DECIDE_COMPANY: 'Deciding on your company',
        LEAVE: 'Deleting your account',
        CHANGE_EMAIL: 'Changing your email',
        ASK_EMAIL_CHANGE: 'Requesting another email',
      },
    },
  },
  emailChanges: {
    title: 'Changes of your email',
    headings: { from: 'From', to: 'To', askedAt: 'Requested', changedAt: 'Changed' },
  },
  texts: ownTextsWords,
  setUp: {
    title: 'Your set-up',
    headings: {
      dateOfBirth: 'Date of birth',
      gender: 'Gender',
      education: 'Education',
      income: 'Household income in a year',
      region: 'Region',
      city: 'City',
      languages: furtherHeadings.languages,
      employment: 'Employment',
      jobRole: 'Job',
      industry: 'Industry',
      browsers: 'Browsers',
      computer: 'Computer',
      phone: 'Phone',
      tablet: 'Tablet',
      hasWebcam: 'Webcam',
      hasInternet: 'Internet where you take part',
      network: 'Mobile-money network',
      accountName: 'Name on the account',
      number: 'Mobile-money number',
      changedAt: 'Account changed',
      notMatchedSince: 'Not matched with studies since',
      submittedAt: 'Sent',
    },
    values: {
      gender,
      education,
      income: annualHouseholdIncome,
      region: profileChoiceWords.region,
      languages: profileChoiceWords.language,
      employment: profileChoiceWords.employmentStatus,
      jobRole: profileChoiceWords.jobRole,
      industry: profileChoiceWords.industry,
      browsers: profileChoiceWords.browser,
      computer: profileChoiceWords.computerOs,
      phone: profileChoiceWords.phoneOs,
      tablet: profileChoiceWords.tabletOs,
      network: profileChoiceWords.provider,
    },
  },
  profileHistory: {
    title: 'What you changed in your set-up',
    headings: {
      until: 'Valid until',
      dateOfBirth: 'Date of birth',
      gender: 'Gender',
      education: 'Education',
      income: 'Household income in a year',
      devices: 'Devices',
      ...furtherHeadings,
    },
    values: {
      gender,
      education,
      income: annualHouseholdIncome,
      devices: deviceRequirements,
      ...furtherValues,
    },
  },
  matchingProfile: {
    title: 'Your matching profile',
    headings: {
      birthDate: 'Date of birth',
      gender: 'Gender',
      education: 'Education',
      income: 'Household income in a year',
      devices: 'Devices',
      ...furtherHeadings,
      until: 'Valid until',
    },
    values: {
      gender,
      education,
      income: annualHouseholdIncome,
      devices: deviceRequirements,
      ...furtherValues,
    },
  },
  agreements: {
    title: 'Consent texts that you agreed to',
    headings: { study: 'Study', version: 'Version', text: 'What it says', agreedAt: 'Agreed' },
  },
  applications: {
    title: 'Your applications',
    headings: {
      study: 'Study',
      company: 'Company',
      code: 'Your code in lists',
      status: 'Status',
      appliedAt: 'Applied',
      consentWithdrawnAt: 'Consent withdrawn',
      age: 'Your age that day',
      gender: 'Gender',
      region: 'Region',
      education: 'Education',
      income: 'Household income in a year',
      devices: 'Devices',
      ...askedHeadings,
      changedSince: 'Changed since the study opened',
    },
    values: {
      changedSince: applyWords.requirements,
      status: applicationStatus,
      gender,
      region: profileChoiceWords.region,
      education,
      income: annualHouseholdIncome,
      devices: deviceRequirements,
      ...furtherValues,
    },
  },
  answers: {
    title: 'Your answers',
    headings: { study: 'Study', question: 'Question', answer: 'Your answer' },
  },
  decisions: {
    title: 'Decisions on your applications',
    headings: {
      study: 'Study',
      status: 'Status',
      at: 'When',
      by: 'By',
      reason: 'Reason',
      note: 'What the researcher wrote to you',
    },
    values: {
      status: applicationStatus,
      by: { APPLICANT: 'You', RESEARCHER: 'The researcher' },
      reason: choiceWords.declineReason,
    },
  },
  draftAnswers: {
    title: 'Answers that you did not send',
    headings: { study: 'Study', question: 'Question', answer: 'Your answer', keptAt: 'Saved' },
  },
  meetings: {
    title: 'Your meetings',
    headings: {
      study: 'Study',
      state: 'Status',
      startsAt: 'Starts',
      endsAt: 'Ends',
      details: 'Where or how you met',
      phoneNumber: 'Your number for the call',
      isOnWhatsApp: 'On WhatsApp',
      numberShownAt: 'Number last shown to the researcher',
      confirmedAt: 'Confirmed',
      cancelReason: 'Reason for cancelling',
      isLate: 'Changed late',
      reportedAt: 'Reported',
      reportKind: 'What you reported',
      report: 'What you wrote about it',
      decidedAt: 'Decided',
      decision: 'Who is right',
      decisionReason: 'Reason for the decision',
    },
    values: {
      state: meetingWords.state,
      reportKind: meetingWords.report,
      decision: { PARTICIPANT: 'You', RESEARCHER: 'The researcher' },
    },
  },
  reports: {
    title: 'Studies that you reported',
    headings: { study: 'Study', reportedOn: 'Day', reason: 'What is wrong', text: 'What happened' },
    values: { reason: reportWords.reasons },
  },
  waiting: {
    title: 'Your waiting lists',
    headings: { study: 'Study', days: 'Days that suit', joinedAt: 'Since' },
  },
  submissions: {
    title: 'Surveys that you opened',
    headings: {
      study: 'Study',
      status: 'Status',
      outcome: 'How you came back',
      sessionKey: 'Your number in the survey',
      startedAt: 'Opened',
      expiresAt: 'Finish before',
      extendedAt: 'More time given on',
      submittedAt: 'Finished',
      note: 'What you wrote',
      decidedAt: 'Decided',
      rejectionReason: 'Reason',
      rejectionNote: 'What the researcher wrote',
      appealedAt: 'You objected on',
      appealText: 'Your objection',
      adminDecidedAt: 'We decided on',
      adminReason: 'Our reason',
    },
    values: {
      status: submissionWords.status,
      outcome: submissionWords.outcome,
      rejectionReason: submissionWords.rejectionReason,
    },
  },
  payables: {
    title: 'Pay that you earned',
    headings: { study: 'Study', amount: 'Amount', changedAt: 'Since' },
  },
  ...ownListData,
  notifications: {
    title: 'Your notifications',
    headings: { message: 'Notification', createdAt: 'When', isRead: 'Read' },
  },
} as const;
