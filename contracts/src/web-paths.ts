/** Emails and notifications contain these paths too. */
export const paths = {
  home: '/',
  about: '/about',
  contact: '/contact-us',
  /** These pages work without an account and without scripts. */
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
  passwordEmailSent: (email: string) => `/forgot-password/${encodeURIComponent(email)}`,
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
  copyStudy: (projectId: string, studyId: string) => `/dashboard/create-study/${projectId}?copy=${studyId}`,
  continueStudy: (projectId: string, studyId: string) =>
    `/dashboard/create-study/${projectId}?study=${studyId}`,
  publishStudy: (projectId: string, studyId: string) =>
    `/dashboard/create-study/${projectId}?study=${studyId}&step=4`,
  study: (studyId: string) => `/dashboard/study/${studyId}`,
  studyApplicants: (studyId: string) => `/dashboard/study-applicants/${studyId}`,
  applicant: (studyId: string, applicationId: string) =>
    `/dashboard/study-applicants/${studyId}?applicant=${applicationId}`,
  studyBudget: (studyId: string) => `/dashboard/study-budget/${studyId}`,
  applicationPayment: (studyId: string, applicationId: string) =>
    `/dashboard/study-budget/${studyId}#${applicationId}`,
  morePlaces: (studyId: string) => `/dashboard/study-budget/${studyId}?more`,
  statement: (year: string | number) => `/dashboard/statement/${year}`,
  meetings: '/dashboard/meetings',
  meetingsOn: (startsAt: string) => `/dashboard/meetings#${startsAt.slice(0, 10)}`,
  messages: '/dashboard/messages',
  conversation: (applicationId: string) => `/dashboard/messages/${applicationId}`,
  browseStudies: '/dashboard/browse-studies',
  studyApply: (studyId: string) => `/dashboard/study-apply/${studyId}`,
  /** This path never redirects to the participant set-up. */
  studyLook: (studyId: string) => `/dashboard/study-apply/${studyId}?look`,
  studies: '/dashboard/studies',
  ownStudy: (studyId: string) => `/dashboard/studies#${studyId}`,
  chooseTime: (studyId: string) => `/dashboard/studies/${studyId}/time`,
  meeting: (bookingId: string) => `/dashboard/meeting/${bookingId}`,
  /** Used in emails, because their readers must first log in. */
  meetingFromEmail: (bookingId: string) => `/meeting/${bookingId}`,
  participantSetup: '/dashboard/participant-setup',
  kyc: '/dashboard/kyc',
  accounts: '/dashboard/accounts',
  changeEmailFromEmail: (token: string) => `/change-email/${encodeURIComponent(token)}`,
  changeEmail: (token: string) => `/dashboard/change-email/${encodeURIComponent(token)}`,
  /** Used in emails, because it leads to a log-in first. */
  emails: '/dashboard/accounts#emails',
  emailsFromEmail: '/letters',
  security: '/dashboard/accounts#security',
  company: '/dashboard/accounts#company',
  money: '/dashboard/accounts#money',
  accountDeletion: '/dashboard/accounts#leave',
  /** People see this page after they delete their account. */
  accountDeleted: '/login?account-deleted',
  help: '/dashboard/help',
  /** Survey tools get only letters, digits and slashes, because some tools decode an address twice. */
  completion: (code: string) => `/c/${code}`,
} as const;

export const sharedStudyPath = (studyId: string) => `${paths.openStudy(studyId)}?from=link`;

export const disputePath = (bookingId: string, token: string) => `/decide-meeting/${bookingId}/${token}`;

export const invitationPath = (studyId: string, token: string) =>
  `${paths.openStudy(studyId)}?from=invitation&invitation=${encodeURIComponent(token)}`;

export const signUpOnTheWay = (to: string) => `${paths.participantSignUp}?to=${encodeURIComponent(to)}`;
export const logInOnTheWay = (to: string) => `${paths.participantLogIn}?to=${encodeURIComponent(to)}`;

export const neverAgainPath = (token: string) => `/never-again/${encodeURIComponent(token)}`;

export const companyPaths = {
  accept: (token: string, userId: string) => `/accept-company/${token}/${userId}`,
  decline: (token: string, userId: string) => `/decline-company/${token}/${userId}`,
} as const;
