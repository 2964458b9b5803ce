import { contact } from '@app/words/contact.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';

export const accountWords = {
  heading: 'My Accounts',
  sections: 'On this page',
  change: 'Change',
  changeLabel: (what: string) => `Change ${what}`,
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Saved',
  notSet: 'Not given',

  profileHeading: 'Profile',
  name: 'Name',
  nameAndPhone: 'name and phone number',
  email: 'Email',
  emailText: 'This is how you log in, and where our emails go.',
  emailRefused: 'Our emails do not arrive',
  emailRefusedText: 'Your email service refuses them. Check your address, or give another one.',
  changeEmail: 'Change email',
  phoneNumber: 'Phone number',
  phoneNumberHint: 'Only if you like. A number of Ghana, such as 024 123 4567. Empty it to remove it.',
  role: 'Role',
  roles: { RESEARCHER: 'Researcher', PARTICIPANT: 'Participant' },
  memberSince: 'Account since',

  securityHeading: 'Sign-in and security',
  logInBy: 'You log in with',
  byPassword: 'Email and password',
  byGoogle: 'Google',
  byBoth: 'Email and password, or Google',
  byNeither: 'You have no password yet',
  passwordHeading: 'Change your password',
  password: 'password',
  changePassword: 'Change password',
  firstPasswordHeading: 'Set a password',
  setPassword: 'Set a password',
  firstPasswordBesideGoogle:
    'You have logged in with Google until now. With a password you can also log in without it; Google goes on working.',
  firstPasswordText:
    'You have no password yet. This email was signed up more than once with different passwords, perhaps not always by you, so we kept none of them. Set one now: you need it to log in again.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  othersLoggedOut: 'All your other devices are logged out then. This one stays.',
  savePassword: 'Save password',
  passwordChanged: 'Your password is changed. Your other devices are logged out.',
  passwordSet: 'Your password is set. Your other devices are logged out.',
  passwordMaybeSaved: 'If the connection was lost while saving, your new password may already be in use.',
  passwordSetElsewhere:
    'A password was set for this account on another device. Type it too, then save again.',
  waitTitle: 'Too many tries',
  forgotPassword: 'Set a new password by email',
  logInAgainTitle: 'Log in again first',
  logInAgainText:
    'You have no password that we could ask for, so we want to see a log-in of the last 15 minutes. You come back here afterwards, and nothing that you have begun elsewhere is lost.',
  logInAgain: 'Log in again',
  passwordByEmailTitle: 'Set your password by email',
  passwordByEmailText:
    'Your log-in is older than 15 minutes, and you have no password that we could ask for. We send you an email with a link to set one.',
  passwordByEmail: 'Send me the link',
  passwordByEmailAgain: 'Send another link',
  passwordEmailSent: (email: string) =>
    `A link to set your password is on its way to ${email}. It works once, for 30 minutes.`,

  emailsHeading: 'Emails',
  emailsText: {
    RESEARCHER:
      'You get them beside the notifications here. Receipts for what you pay in always come. So do reminders to mark who came, and emails about your account.',
    PARTICIPANT:
      'You get them beside the notifications here. Emails about a meeting that you have booked, and about your account, always come.',
  },
  emailChoices: {
    applications: 'When somebody applies: the first of a study at once, others once a day',
    meetings: 'When a participant takes, moves or gives back a time',
    messages: 'When a message waits unread for ten minutes',
    decisions: 'When a researcher has decided on my application',
    newStudies: 'Once a day, when new studies fit my profile',
  },
  pushesText: {
    RESEARCHER: 'On all devices where they are on:',
    PARTICIPANT: 'On all devices where they are on. News of your meetings and payments always come.',
  },
  pushChoices: {
    applications: 'The first application to a study',
    meetings: 'When a participant takes, moves or gives back a time',
    messages: 'When a message waits unread for ten minutes',
    decisions: 'When a researcher has accepted me',
  },
  textsText: 'By text message too, to the number that you have confirmed.',
  textChoices: {
    notifications: 'News of my applications, meetings and payments',
    studies: 'New studies that fit my profile, Monday to Saturday',
  },

  devicesHeading: 'Signed-in devices',
  thisDevice: 'This device',
  unknownDevice: 'Unknown device',
  device: (browser: string, system: string) => `${browser} on ${system}`,
  deviceTimes: (started: string, used: string) => `Logged in ${started}, last used ${used}`,
  deviceStarted: (started: string) => `Logged in ${started}`,
  noOtherDevices: 'You are logged in on no other device.',
  endDevice: 'Log out',
  endDeviceLabel: (device: string, started: string) => `Log out ${device}, logged in ${started}`,
  deviceEnded: (device: string) => `Logged out: ${device}`,
  deviceGone: 'That device was logged out already.',
  endOthers: 'Log out all other devices',
  endOthersTitle: 'Log out all other devices?',
  endOthersText: (count: number) =>
    `${count === 1 ? 'One other device is' : `${count} other devices are`} logged out, and what was begun there is removed from it.`,
  othersEnded: (count: number) =>
    count === 0
      ? 'No other device was logged in any more.'
      : `Logged out: ${count === 1 ? 'one other device' : `${count} other devices`}`,
  logOutText: 'Logging out of this device also removes what you have begun to fill in on it.',
  logOut: 'Log out of this device',

  companyHeading: 'Company',
  verification: 'Verification',
  notSentText: 'Participants should know who asks. Tell us about your company, then you can create studies.',
  toKyc: 'Send company information',
  pendingText: 'We are reading it, and answer by email. There is nothing that you need to do.',
  tryAgain: 'Try again',

  setUpHeading: 'Your set-up',
  setupMissingText: 'Four short steps: about you, your work, your devices, and how you are paid.',
  toSetup: 'Set up my account',
  setUpText:
    'Studies are matched by it. A researcher sees only what their study asked for, and only if you apply.',
  parts: { demographic: 'About you', employment: 'Your work', technicalDetail: 'Your devices' },
  partChanged: 'Saved. Studies that open from now on are matched by it.',
  changeCounts:
    'What you change counts for studies that open from now on. For those that are open it stays as it was.',
  fixedText:
    'These two stay as they are once you have applied to a study. If one is wrong, please write to us:',
  dateOfBirth: 'Date of birth',
  place: 'Lives in',
  cityInRegion: (city: string, region: string) => `${city}, ${region}`,
  webcam: 'Webcam',
  internet: 'Internet where you take part',
  browsers: 'Browsers',
  phone: 'Phone',
  computer: 'Computer',
  tablet: 'Tablet',
  atPresent: 'At present',

  moneyHeading: 'Money',
  balance: 'Balance',
  moneyText: `${PRODUCT_NAME} holds no money for you, so this stays at zero.`,
  moneyParticipant:
    'Money for taking part goes from the budget of the study straight to the mobile-money account below.',
  moneyParticipantMissing:
    'Money for taking part goes from the budget of the study straight to the mobile-money account of your set-up.',
  moneyResearcher:
    'Money for participants goes from the budget of your study straight to their mobile-money accounts.',
  paymentHeading: 'Mobile-money account',
  payment: 'mobile-money account',
  network: 'Network',
  accountName: 'Name on the account',
  number: 'Number',
  numberMasked: (digits: string) => `Number that ends in ${digits}`,
  numberNewHint: (masked: string) =>
    `Type the whole number, also if it stays the same: we keep ${masked} hidden, from you too.`,
  paymentPassword: 'Your password',
  paymentPasswordHint:
    'So that nobody else can send your money elsewhere. We write to you about the change. Payments then wait for two days, except in the first hour after your set-up.',
  paymentChanged: 'Saved. Money goes to the new account.',

  paymentsHeading: 'Payments',
  paymentsEmpty:
    'Nothing yet. After a paid meeting the money goes to your phone by itself; you read here when, and what to do should it not arrive.',
  paidToYou: 'Paid to you',
  paidToYouText: (count: number) =>
    `in ${count === 1 ? 'one payment' : `${count} payments`}. Nothing is kept here. We never ask for your PIN, nor for money back.`,
  aStudy: 'A study',
  paidOn: (day: string) => `Paid ${day}`,
  dueSince: (day: string) => `Since ${day}`,
  toAccount: (account: string) => `to ${account}`,
  networkNumber: (number: string) => `network’s number ${number}`,
  isBonus: 'Bonus',
  bonusFor: (reason: string) => `Bonus for: ${reason}`,
  payAgain: 'Try again',
  payAgainLabel: (study: string) => `Try again: payment for ${study}`,
  payingAgain: 'We send it again',
  otherAccount: 'Use another account',
  notReceived: 'I did not receive it',
  notReceivedLabel: (study: string) => `I did not receive it: payment for ${study}`,
  notReceivedTitle: (amount: string) => `Did ${amount} not arrive?`,
  notReceivedText: (account: string, number: string) =>
    `The network says that it went to ${account}, with the number ${number}. Look for that number in the messages of the network first: it is often there under another name. If it is not, we ask them.`,
  notReceivedSend: 'Ask the network',
  notReceivedKeep: 'I will look again',
  notReceivedSent: 'We ask the network, and write to you',

  yearHeading: (year: string) => `Paid in ${year}`,
  yearTotals: {
    FUNDING: 'Paid in',
    INCENTIVE: 'Paid to participants',
    BONUS: 'Bonuses',
    REFUND: 'Given back',
    fees: 'Fees',
  },
  perParticipant: 'For each participant, by code',
  participantCode: 'Participant',
  amount: 'Amount',
  yearEmpty: 'Nothing was paid in this year.',
  statementHeading: (year: string) => `Statement of ${year}`,
  statements: 'To print, or as a file for your books',

  leaveHeading: 'Leaving',

  agreementsHeading: 'Agreements and data',
  agreedTexts: { TERMS: 'Terms and conditions', PRIVACY: 'Privacy policy' },
  agreedVersion: (version: string, day: string) => `Version of ${version}, agreed to on ${day}`,
  agreedNothing: 'You have not agreed to a version of this text yet',
  readText: { TERMS: 'Read the terms', PRIVACY: 'Read the privacy policy' },
  consentMatching: 'Matching with studies',
  consentMatchingText: { true: 'Given with your set-up', false: 'Taken back' },
  consentMatchingMeans:
    'Without it you see no studies and cannot apply. What you have applied to goes on, and you are paid as before.',
  matchMe: 'Match me with studies',
  matched: 'You are matched with studies',
  notMatched: 'You are not matched with studies any more',
  consentApplying: 'Showing a researcher your answers',
  consentApplyingText: 'You agree each time you apply',
  rightsText: `The Data Protection Act, 2012 (Act 843) lets you see, correct and delete what we hold, object to its use, and take back a consent. Most of it you see, correct and delete on this page. For the rest write to us from the email of your account: it costs nothing, and we answer within ${contact.answersRightsWithin}.`,
  ownData: 'Save my data',
  ownDataText:
    'Everything that we hold about you, in one file: tables for a spreadsheet, and the same for programs. It is ready at once.',
  ownDataSaved: 'Your data is saved',
  rights: 'Your rights',
  howToUse: 'How to use them',
  writeTo: `Write to ${contact.email}`,
} as const;
