import { paths } from '@app/contracts/web-paths.ts';
import { clock } from '@app/words/clock.ts';
import { myStudiesMeetingWords as own } from '@app/words/my-studies-meetings.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { listMeetings } from '@app/contracts/project/meetings.ts';
import { localNumber } from '@app/contracts/local-number.ts';
import { newBooked, STORED_NUMBER, timeIn } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { expect } from './fixtures.ts';
import { enterAs } from './people.ts';
import { newStudy } from './studies.ts';
import { beginIn, test } from './shifted-clock.ts';
import { expectToFitWidth } from './text-size.ts';

const NAME = 'Esi Owusu';

test('a call is logged, no answer is sent once, and the button says which calls are missing', async ({
  visit,
  product,
  database,
}) => {
  const at = timeIn(1);
  const plan = { availableDates: [at.day], availableTimes: [at.label], leadHours: 0 };
  const { researcher, study } = await newStudy(product, { name: 'Calls', publicName: 'Talk by phone' }, plan);
  const { participant, bookingId } = await newBooked(product, researcher, study, at.slotId);
  await beginIn(database, bookingId, '-5 minutes');
  const page = await visit();
  await page.setViewportSize({ width: 360, height: 800 });
  await enterAs(page, researcher, paths.meetings);
  const row = page.getByRole('group', { name: NAME, exact: true });
  await expect(row).toContainText(/needs 3 more calls/);
  await row.getByRole('button', { name: words.of(words.showNumber, NAME) }).click();
  const link = row.getByRole('link', { name: words.call(localNumber(STORED_NUMBER)) });
  // The browser of the test cannot call.
  await link.evaluate((element) =>
    element.addEventListener('click', (event: { preventDefault(): void }) => event.preventDefault()),
  );
  await link.click();
  await expect(row).toContainText(/needs 2 more calls/);
  const range = {
    from: new Date(Date.now() - 36e5).toISOString(),
    to: new Date(Date.now() + 36e5).toISOString(),
  };
  const [meeting] = await callProduct(product, listMeetings, { as: researcher, query: range });
  const called = clock(meeting!.calls[0]!);
  await expect(row).toContainText(words.calledAt(called));
  await row.getByRole('button', { name: words.of(words.noAnswer, NAME) }).click();
  await expect(row.getByText(words.unanswered)).toBeVisible();
  await expect(row.getByRole('button', { name: words.of(words.noAnswer, NAME) })).toBeHidden();
  await expectToFitWidth(page);

  const theirs = await visit();
  await enterAs(theirs, participant, paths.studies);
  await expect(theirs.getByText(own.called(called))).toBeVisible();
});
