/** Every address of the web app, spelled once: for its own links, and for those in letters and notifications. */
export const paths = {
  home: '/',
  about: '/about',
  contact: '/contact-us',
  /** Both without an account, and without scripts. */
  openStudies: '/open-studies',
  openStudy: (studyId: string) => `/open-studies/${studyId}`,
  privacy: '/privacy-policy',
  terms: '/terms-and-conditions',
  logIn: '/login',
  logInByCode: '/login/code',
  participantLogIn: '/participant-login',
  signUp: '/signup',
  participantSignUp: '/participant-signup',
  forgotPassword: '/forgot-password',
  passwordLetterSent: (email: string) => `/forgot-password/${encodeURIComponent(email)}`,
  verifyingConfirmation: (email: string) => `/verifying-confirmation/${encodeURIComponent(email)}`,
  verificationSuccess: (id: string) => `/verification-success/${encodeURIComponent(id)}`,
  verificationFailed: (email?: string) =>
    email ? `/verification-failed/${encodeURIComponent(email)}` : '/verification-failed',
  verifyEmail: (token: string) => `/verify-email/${encodeURIComponent(token)}`,
  resetPassword: (userId: string, token: string) =>
    `/reset-password/${encodeURIComponent(userId)}?token=${encodeURIComponent(token)}`,
  dashboard: '/dashboard',
  projects: '/dashboard/projects',
  createProject: '/dashboard/create-project',
  project: (id: string) => `/dashboard/project/${id}`,
  projectSettings: (id: string) => `/dashboard/project-settings/${id}`,
  createStudy: (projectId: string) => `/dashboard/create-study/${projectId}`,
  /** A new study that begins as a copy of another, which may lie in another project of the same researcher. */
  copyStudy: (projectId: string, studyId: string) => `/dashboard/create-study/${projectId}?copy=${studyId}`,
  continueStudy: (projectId: string, studyId: string) =>
    `/dashboard/create-study/${projectId}?study=${studyId}`,
  /** A draft at its last stage. */
  publishStudy: (projectId: string, studyId: string) =>
    `/dashboard/create-study/${projectId}?study=${studyId}&step=4`,
  /** As its researcher reads it. */
  study: (studyId: string) => `/dashboard/study/${studyId}`,
  studyApplicants: (studyId: string) => `/dashboard/study-applicants/${studyId}`,
  /** With one of them open. */
  applicant: (studyId: string, applicationId: string) =>
    `/dashboard/study-applicants/${studyId}?applicant=${applicationId}`,
  studyBudget: (studyId: string) => `/dashboard/study-budget/${studyId}`,
  /** At the line of one of them. */
  paymentOf: (studyId: string, applicationId: string) =>
    `/dashboard/study-budget/${studyId}#${applicationId}`,
  /** With the form for more places open. */
  morePlaces: (studyId: string) => `/dashboard/study-budget/${studyId}?more`,
  /** What was paid in a year, to be printed. */
  statement: (year: string | number) => `/dashboard/statement/${year}`,
  /** The researcher's, over all studies. */
  meetings: '/dashboard/meetings',
  /** On one day of them, by any instant of it. */
  meetingsOn: (startsAt: string) => `/dashboard/meetings#${startsAt.slice(0, 10)}`,
  /** What both sides of applications write to each other. */
  messages: '/dashboard/messages',
  messagesOf: (applicationId: string) => `/dashboard/messages/${applicationId}`,
  browseStudies: '/dashboard/browse-studies',
  studyApply: (studyId: string) => `/dashboard/study-apply/${studyId}`,
  /** The same page for reading only: it sends nobody to the set-up. */
  studyLook: (studyId: string) => `/dashboard/study-apply/${studyId}?look`,
  studies: '/dashboard/studies',
  /** The person's own application to a study, among the others. */
  ownStudy: (studyId: string) => `/dashboard/studies#${studyId}`,
  /** Where an accepted participant chooses when to meet, or moves their meeting. */
  chooseTime: (studyId: string) => `/dashboard/studies/${studyId}/time`,
  /** One meeting of the participant's. */
  meeting: (bookingId: string) => `/dashboard/meeting/${bookingId}`,
  /** The same for the links of letters: a reader who is not signed in logs in first. */
  meetingByLetter: (bookingId: string) => `/meeting/${bookingId}`,
  participantSetup: '/dashboard/participant-setup',
  kyc: '/dashboard/kyc',
  accounts: '/dashboard/accounts',
  /** Where the link of the letter to a new address leads: a reader who is not signed in logs in first. */
  changeEmailByLetter: (token: string) => `/change-email/${encodeURIComponent(token)}`,
  changeEmail: (token: string) => `/dashboard/change-email/${encodeURIComponent(token)}`,
  /** Where people choose which letters they get; by a letter they log in first. */
  letters: '/dashboard/accounts#letters',
  lettersByLetter: '/letters',
  /** Where people confirm the number that codes and texts go to. */
  security: '/dashboard/accounts#security',
  company: '/dashboard/accounts#company',
  money: '/dashboard/accounts#money',
  leave: '/dashboard/accounts#leave',
  /** Where somebody stands who has just deleted their account. */
  farewell: '/login?farewell',
  help: '/dashboard/help',
} as const;

/** The study's public page by a link that is passed on: who comes by it is counted so. */
export const sharedStudyPath = (studyId: string) => `${paths.openStudy(studyId)}?from=link`;

/** Where the link of the admin's letter about a dispute leads. */
export const disputePath = (bookingId: string, token: string) => `/decide-meeting/${bookingId}/${token}`;

/** The study's public page by the link of an invitation, which is one person's alone. */
export const invitationPath = (studyId: string, token: string) =>
  `${paths.openStudy(studyId)}?from=invitation&invitation=${encodeURIComponent(token)}`;

/** Signing up or logging in on the way to a page, which opens afterwards. */
export const signUpOnTheWay = (to: string) => `${paths.participantSignUp}?to=${encodeURIComponent(to)}`;
export const logInOnTheWay = (to: string) => `${paths.participantLogIn}?to=${encodeURIComponent(to)}`;

/** Where somebody says that they want no invitation any more; no page has a link to it. */
export const neverAgainPath = (token: string) => `/never-again/${encodeURIComponent(token)}`;

/** Where the links of the admin's letter lead; no page has a link to them. */
export const companyPaths = {
  accept: (token: string, userId: string) => `/accept-company/${token}/${userId}`,
  decline: (token: string, userId: string) => `/decline-company/${token}/${userId}`,
} as const;
