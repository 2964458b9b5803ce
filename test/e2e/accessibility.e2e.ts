import { ARE_LOOKS_ALL } from '../support/sizes.ts';
import { test } from './fixtures.ts';
import { participantScreens, researcherScreens } from './screens/dashboard-screens.ts';
import { entryScreens } from './screens/entry-screens.ts';
import type { Ground } from './screens/screen-data.ts';
import { emailScreens } from './screens/email-screens.ts';
import { lookAt } from './screens/look-at-screens.ts';
import { publicScreens } from './screens/public-screens.ts';
import { type Screen, pathOf } from './screens/screen.ts';
import { walkedScreens } from './screens/walked-screens.ts';

/** An id, a year or a token in a path contains a digit. */
const WITH_ID = /\/[^/]*\d[^/]*/g;

/** Returns the first state of each screen, for any viewer and any subject. */
function mainStates(screens: readonly Screen[], ground: Ground): readonly Screen[] {
  const routeOf = (screen: Screen) =>
    pathOf(screen, ground)
      .replace(/[?#].*/, '')
      .replaceAll(WITH_ID, '/:id');
  return [...new Map(screens.toReversed().map((screen) => [routeOf(screen), screen])).values()];
}

const walked = new Set(walkedScreens.flatMap(([, screens]) => screens));

const parts: [name: string, screens: readonly Screen[]][] = [
  ['public', publicScreens],
  ['log in and sign up', entryScreens],
  ['pages that open from email links', emailScreens],
  ['of a researcher', researcherScreens],
  ['of a participant', participantScreens],
];

for (const [name, screens] of parts) {
  test(`other screens have no accessibility barrier in any state, and fit the width: ${name}`, ({
    visit,
    product,
  }) =>
    lookAt({ visit, product }, (ground) =>
      (ARE_LOOKS_ALL ? screens : mainStates(screens, ground)).filter((screen) => !walked.has(screen)),
    ));
}
