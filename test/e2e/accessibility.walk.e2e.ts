import { test } from './fixtures.ts';
import { lookAt } from './screens/look-at-screens.ts';
import { walkedScreens } from './screens/walked-screens.ts';

for (const [name, screens] of walkedScreens) {
  test(`no barrier on the screens of the main walks, and none wider than it may be: ${name}`, ({
    visit,
    product,
  }) => lookAt({ visit, product }, () => screens));
}
