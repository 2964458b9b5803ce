import { listOwnBookings } from '@app/contracts/project/bookings.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicationWords as words } from '@app/words/applications.ts';
import { chooseTimeWords as times } from '@app/words/bookings.ts';
import { myStudiesMeetingWords as comingUp } from '@app/words/my-studies-meetings.ts';
import { myStudiesWords as myStudies } from '@app/words/my-studies.ts';
import { studyDetailsWords as detailsWords } from '@app/words/study-details.ts';
import { withdrawingWords as withdrawing } from '@app/words/withdrawal.ts';
import { exactTime } from '../../apps/web/src/format/exact-time.ts';
import { dayAhead } from '../../services/project/test/studies.ts';
import { PHONE_NUMBER } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newParticipant } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { pressTwice } from './press.ts';
import { applyByCall, newStudy } from './studies.ts';

test('BR6 a qualified applicant is led to the times at once, and sees until when the place is reserved', async ({
  visitByPhone,
  product,
}) => {
  const plan = { choosing: 'AT_ONCE' as const, availableDates: [dayAhead(3)], leadHours: 0 };
  const [{ study }, kojo] = await Promise.all([newStudy(product, {}, plan), newParticipant(product)]);
  const [often, where] = study.screeners;
  const page = await visitByPhone();
  await enterAs(page, kojo, paths.studyApply(study.id));
  await page.getByRole('button', { name: detailsWords.more }).tap();
  await expect(page.getByText(detailsWords.atOnce)).toBeVisible();
  for (const [question, answer] of [
    [often, 'Every day'],
    [where, 'At the market'],
  ] as const) {
    const group = page.getByRole('radiogroup', { name: question!.question });
    await group.getByRole('radio', { name: answer, exact: true }).check();
  }
  await pressTwice(page.getByRole('button', { name: words.submit, exact: true }));
  await expect(page.getByRole('dialog', { name: words.placeTitle })).toBeVisible();
  await expectToFitPhone(page);
  await page.getByRole('button', { name: words.chooseTime, exact: true }).tap();
  await expect(page.getByRole('heading', { level: 1, name: times.heading })).toBeVisible();
  const [reserved] = await callProduct(product, listOwnBookings, { as: kojo });
  const until = exactTime(reserved!.expiresAt!);
  await expect(page.getByText(times.held(until))).toBeVisible();
  await expectToFitPhone(page);
  await expectRoomForFingers(page);

  // The person does not book now: until then My Studies shows it, with a link back.
  await page.getByRole('link', { name: times.back }).tap();
  await expect(page.getByText(comingUp.held(until))).toBeVisible();
  await page.goBack();
  await page.getByRole('radio').first().check();
  await page.getByLabel(times.phone).fill(PHONE_NUMBER);
  await page.getByRole('button', { name: times.book, exact: true }).tap();
  await expect(page.getByText(times.booked)).toBeVisible();
  await expect(page.getByText(comingUp.held(until))).toBeHidden();
});

test('after withdrawing, a participant no longer sees the reserved place @full', async ({
  visit,
  product,
}) => {
  const plan = { choosing: 'AT_ONCE' as const, availableDates: [dayAhead(3)], leadHours: 0 };
  const [{ study }, kojo] = await Promise.all([newStudy(product, {}, plan), newParticipant(product)]);
  await applyByCall(product, kojo, study);
  const [reserved] = await callProduct(product, listOwnBookings, { as: kojo });
  const page = await visit();
  await enterAs(page, kojo, paths.studies);
  const reservedText = page.getByText(comingUp.held(exactTime(reserved!.expiresAt!)));
  await expect(reservedText).toBeVisible();
  await page.getByRole('button', { name: myStudies.withdrawFrom(study.publicName) }).click();
  await page.getByRole('dialog').getByRole('button', { name: withdrawing.action }).click();
  await expect(page.getByText(withdrawing.done)).toBeVisible();
  await expect(reservedText).toBeHidden();
});
