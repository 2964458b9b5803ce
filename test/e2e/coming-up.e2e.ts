import { comingUpWords as words } from '@app/words/coming-up.ts';
import { exactTime } from '../../apps/web/src/format/exact-time.ts';
import { dayAhead } from '../../services/project/test/studies.ts';
import { newBooked } from './booked.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newVerifiedResearcher } from './people.ts';
import { expectToFitPhone } from './phone.ts';
import { newProject, newPublished } from './studies.ts';

test('the next meeting stands in My Studies, is confirmed and given back', async ({
  visitByPhone,
  product,
}) => {
  const ama = await newVerifiedResearcher(product);
  const { id: projectId } = await newProject(product, ama, 'Coming up');
  const times = { availableDates: [dayAhead(3)], availableTimes: ['09:00 AM'], leadHours: 0 };
  const study = await newPublished(product, ama, projectId, {}, times);
  const startsAt = `${dayAhead(3)}T09:00:00.000Z`;
  const { participant } = await newBooked(product, ama, study, startsAt);
  const page = await visitByPhone();
  await enterAs(page, participant, '/dashboard/studies');
  await expect(page.getByRole('heading', { name: exactTime(startsAt) })).toBeVisible();
  await expectToFitPhone(page);
  await page.getByRole('button', { name: words.confirm }).click();
  await expect(page.getByText(words.confirmed)).toBeVisible();
  await page.getByRole('button', { name: words.giveBack }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.giveBack }).click();
  await expect(page.getByText(words.givenBack)).toBeVisible();
  await expect(page.getByRole('heading', { name: exactTime(startsAt) })).toBeHidden();
});
