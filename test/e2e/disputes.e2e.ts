import type { Page } from '@playwright/test';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { reportMeeting } from '@app/contracts/project/disputes.ts';
import { myStudiesMeetingWords as words } from '@app/words/my-studies-meetings.ts';
import { ownMeetingDialogWords as dialogs } from '@app/words/own-meeting-dialogs.ts';
import { myStudiesWords as myStudies } from '@app/words/my-studies.ts';
import { researcherMeetingWords as agenda } from '@app/words/researcher-meetings.ts';
import { newBooked } from './bookings.ts';
import { pressUntilHeard } from './network-cuts.ts';
import { expect } from './fixtures.ts';
import { enterAs } from './people.ts';
import { expectToFitPhone } from './phone.ts';
import { at, beginIn, createTimedStudy, test, runMeetingSchedule } from './shifted-clock.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('AP5 a participant reports once, in their own words, that the researcher did not call @full', async ({
  visit,
  visitByPhone,
  product,
  database,
}) => {
  const { ama, study } = await createTimedStudy(product);
  const { participant, bookingId } = await newBooked(product, ama, study, at('09:00', 3));
  await beginIn(database, bookingId, '-5 minutes');
  const page = await visitByPhone();
  await enterAs(page, participant, '/dashboard/studies');
  await expect(page.getByRole('status').filter({ hasText: words.begins('').split('.')[0]! })).toBeVisible();
  await expectToFitPhone(page);
  await beginIn(database, bookingId, '-20 minutes');
  await page.reload();
  await expect(page.getByText(words.begins('').split('.')[0]!)).toBeHidden();
  const report = button(page, words.of(words.report.NOBODY_CAME, 'Market days'));
  await expect(report).toBeVisible();
  // The meeting has begun: it cannot be rescheduled or cancelled.
  await expect(button(page, words.of(words.cancelMeeting, 'Market days'))).toBeHidden();
  await report.tap();
  const send = page.getByRole('dialog').getByRole('button', { name: dialogs.send, exact: true });
  await expect(send).toBeDisabled();
  const story = page.getByRole('dialog').getByRole('textbox', { name: dialogs.story });
  await story.fill('I waited for an hour.');
  await expectToFitPhone(page);
  await pressUntilHeard(page, PROJECT_BASE, {
    endpoint: reportMeeting,
    press: () => send.click(),
    expectKept: () => expect(story).toHaveValue('I waited for an hour.'),
  });
  await expect(page.getByText(dialogs.reported)).toBeVisible();
  await expect(page.getByText(words.yourReport.NOBODY_CAME)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Market days' })).toBeFocused();
  await expect(page.getByRole('heading', { name: myStudies.parts.WAITING })).toBeVisible();
  await expect(page.getByText(words.disputed)).toBeVisible();
  // Withdrawing would look like giving up the claim.
  await expect(button(page, myStudies.withdrawFrom('Market days'))).toBeHidden();

  await test.step('the researcher’s answer is recorded, and cannot be given again', async () => {
    const desk = await visit();
    await enterAs(desk, ama, '/dashboard/meetings');
    await expect(desk.getByText(agenda.theyWrite('I waited for an hour.'))).toBeVisible();
    await button(desk, agenda.of(agenda.answer, 'Esi Owusu')).press('Enter');
    const answer = desk.getByRole('dialog');
    await expect(answer.getByRole('button', { name: agenda.answerSend, exact: true })).toBeDisabled();
    await answer.getByRole('textbox', { name: agenda.answerField }).fill('I called three times.');
    await answer.getByRole('button', { name: agenda.answerSend, exact: true }).click();
    await expect(desk.getByText(agenda.youWrote('I called three times.'))).toBeVisible();
    await expect(button(desk, agenda.of(agenda.answerAgain, 'Esi Owusu'))).toBeVisible();
    const [missed, came] = [agenda.missed, agenda.came].map((label) =>
      button(desk, agenda.of(label, 'Esi Owusu')),
    );
    const more = button(desk, agenda.moreFor('Esi Owusu'));
    await more.press('Enter');
    await missed!.press('Enter');
    await expect(desk.getByText(agenda.accountRecorded)).toBeVisible();
    await expect(desk.getByText(agenda.marked.NO_SHOW)).toBeHidden();
    await expect(came!).toBeVisible();
    await more.press('Enter');
    await expect(missed!).toBeHidden();

    // Both agree, so no one has to decide, on either side.
    await button(desk, agenda.of(agenda.turnedAway, 'Esi Owusu')).press('Enter');
    await expect(desk.getByText(agenda.marked.TURNED_AWAY)).toBeVisible();
    await expect(desk.getByText(agenda.theySay.NOBODY_CAME)).toBeHidden();
    await runMeetingSchedule(database);
    await expect(page.getByText(words.yourReport.NOBODY_CAME)).toBeHidden();
    await expect(page.getByRole('heading', { name: myStudies.parts.PAST })).toBeVisible();
  });
});
