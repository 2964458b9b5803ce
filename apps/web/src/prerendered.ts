import { paths } from '@app/contracts/web-paths.ts';

/** The host replaces the placeholders of this page. */
const studyPage = paths.openStudy('study');

/** These pages have only one script, which is for use without a connection. */
export const scriptless: readonly string[] = [
  paths.home,
  paths.about,
  paths.contact,
  paths.openStudies,
  studyPage,
  paths.privacy,
  paths.terms,
];

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
