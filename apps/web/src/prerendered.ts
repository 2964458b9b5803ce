import { paths } from '@app/contracts/web-paths.ts';

/** The HTML of one open study, with marks that the host fills in. No study has this address. */
const studyPage = paths.openStudy('study');

/** Pages that are only read: their HTML ships no script but the one that keeps them for offline use. */
export const scriptless: readonly string[] = [
  paths.home,
  paths.about,
  paths.contact,
  paths.openStudies,
  studyPage,
  paths.privacy,
  paths.terms,
];

/** Where the 404 page's HTML is made at build time. No route has this address: the host sends it for all that have none. */
const notFoundPage = '/not-found';

/** Prerendered pages: their HTML is made at build time. */
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
