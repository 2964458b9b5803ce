/** Every address of the web app, spelled once. */
export const paths = {
  home: '/',
  about: '/about',
  contact: '/contact-us',
  privacy: '/privacy-policy',
  terms: '/terms-and-conditions',
  logIn: '/login',
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
  continueStudy: (projectId: string, studyId: string) =>
    `/dashboard/create-study/${projectId}?study=${studyId}`,
  studyApplicants: (studyId: string) => `/dashboard/study-applicants/${studyId}`,
  browseStudies: '/dashboard/browse-studies',
  studyApply: (studyId: string) => `/dashboard/study-apply/${studyId}`,
  studies: '/dashboard/studies',
  participantSetup: '/dashboard/participant-setup',
  kyc: '/dashboard/kyc',
  accounts: '/dashboard/accounts',
  help: '/dashboard/help',
} as const;

/** Pages that are only read: their HTML ships no script at all. */
export const scriptless: readonly string[] = [
  paths.home,
  paths.about,
  paths.contact,
  paths.privacy,
  paths.terms,
];

/** Where the 404 page's HTML is made at build time. No route has this address: the host sends it for all that have none. */
export const notFoundPage = '/not-found';

/** Pages whose HTML is made at build time. */
export const prerendered: readonly string[] = [
  ...scriptless,
  notFoundPage,
  paths.logIn,
  paths.participantLogIn,
  paths.signUp,
  paths.participantSignUp,
  paths.forgotPassword,
  '/verification-failed',
];
