import type { Role } from '@app/contracts/enumerations.ts';
import { paths } from '@app/contracts/web-paths.ts';

export const landingOf: Readonly<Record<Role, string>> = {
  RESEARCHER: paths.projects,
  PARTICIPANT: paths.browseStudies,
};

export const logInOf: Readonly<Record<Role, string>> = {
  RESEARCHER: paths.logIn,
  PARTICIPANT: paths.participantLogIn,
};
