import { test } from './fixtures.ts';
import { lookAt } from './screens/look-at-screens.ts';
import { walkedScreens } from './screens/walked-screens.ts';

for (const [name, screens] of walkedScreens) {
  test(`screens of the main walks have no accessibility barrier, and fit the width: ${name}`, ({
    visit,
    product,
  }) => lookAt({ visit, product }, () => screens));
}
