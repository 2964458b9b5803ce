import { participantScreens, researcherScreens } from './dashboard-screens.ts';
import { entryScreens } from './entry-screens.ts';
import { emailScreens } from './email-screens.ts';
import type { Screen } from './screen.ts';

const only = (screens: readonly Screen[], names: string) => {
  const wanted = new Set(names.split(' '));
  const found = screens.filter(({ name }) => wanted.has(name));
  if (found.length !== wanted.size) throw new Error(`Not all of these are screens: ${names}`);
  return found;
};

/** The screens of the main walks: the first tier checks them, the slow tier all others. */
export const walkedScreens: readonly [name: string, screens: readonly Screen[]][] = [
  [
    'signing up, and the home of a researcher',
    only(
      [...entryScreens, ...emailScreens, ...researcherScreens],
      'sign-up check-email accept-company kyc projects meetings',
    ),
  ],
  [
    'a study, its applicants and its money',
    only(researcherScreens, 'study-details study-demographics study-screener how-to-meet applicants budget'),
  ],
  ['of a participant', only(participantScreens, 'set-up browse apply choose-time my-studies accounts')],
];
