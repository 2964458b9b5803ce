import { paths } from '@app/contracts/web-paths.ts';

/** The host fills in the placeholders of this page. */
const studyPage = paths.openStudy('study');

/** The only script of these pages is the one for offline use. */
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
