import type { Role } from '@app/contracts/enumerations.ts';
import { paths } from '@app/contracts/web-paths.ts';

/** The first page of each role after signing in. */
export const landingOf: Readonly<Record<Role, string>> = {
  RESEARCHER: paths.projects,
  PARTICIPANT: paths.browseStudies,
};

/** The log-in page of each role. */
export const logInOf: Readonly<Record<Role, string>> = {
  RESEARCHER: paths.logIn,
  PARTICIPANT: paths.participantLogIn,
};
