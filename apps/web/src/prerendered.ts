import { paths } from '@app/contracts/web-paths.ts';

/** The host fills in the marks. No study has this address. */
const studyPage = paths.openStudy('study');

/** Their HTML has no script except the one for offline use. */
export const scriptless: readonly string[] = [
  paths.home,
  paths.about,
  paths.contact,
  paths.openStudies,
  studyPage,
  paths.privacy,
  paths.terms,
];

/** The host sends this HTML for unknown addresses. */
const notFoundPage = '/not-found';

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
