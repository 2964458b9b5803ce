import type { Page } from '@playwright/test';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { decideDispute, markAttendance, reportMeeting } from '@app/contracts/project/bookings.ts';
import { comingUpWords as words } from '@app/words/coming-up.ts';
import { decideMeetingWords as deciding } from '@app/words/decide-meeting.ts';
import { myStudiesWords as myStudies } from '@app/words/my-studies.ts';
import { projectLetterWords as letters } from '@app/words/project-letters.ts';
import { researcherMeetingWords as agenda } from '@app/words/researcher-meetings.ts';
import { validation } from '@app/words/validation.ts';
import { exactTime } from '../../apps/web/src/format/exact-time.ts';
import { barriersOn } from './barriers.ts';
import { newBooked } from './booked.ts';
import { callProduct } from './call-product.ts';
import { pressUntilHeard } from './cut.ts';
import { expect } from './fixtures.ts';
import { linkInLetter } from './letters.ts';
import { enterAs } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { at, beginIn, layStudy, letterTo, test, turnClock } from './turned-clock.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('AP5 that nobody called is told once, in their own words @full', async ({
  visit,
  visitByPhone,
  product,
  database,
}) => {
  const { ama, study } = await layStudy(product);
  const { participant, bookingId } = await newBooked(product, ama, study, at('09:00', 3));
  await beginIn(database, bookingId, '-20 minutes');
  const page = await visitByPhone();
  await enterAs(page, participant, '/dashboard/studies');
  const report = button(page, words.of(words.report.NOBODY_CAME, 'Market days'));
  await expect(report).toBeVisible();
  // It has begun: there is nothing to move or give back.
  await expect(button(page, words.of(words.giveBack, 'Market days'))).toBeHidden();
  await report.tap();
  const send = page.getByRole('dialog').getByRole('button', { name: words.send, exact: true });
  await send.tap();
  await expect(page.getByRole('dialog').getByText(validation.valueRequired)).toBeVisible();
  const story = page.getByRole('dialog').getByRole('textbox', { name: words.story });
  await story.fill('I waited for an hour.');
  await expectToFitPhone(page);
  await pressUntilHeard(page, PROJECT_BASE, {
    endpoint: reportMeeting,
    press: () => send.click(),
    keeps: () => expect(story).toHaveValue('I waited for an hour.'),
  });
  await expect(page.getByText(words.reported)).toBeVisible();
  await expect(page.getByText(words.told.NOBODY_CAME)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Market days' })).toBeFocused();
  await expect(page.getByRole('heading', { name: myStudies.parts.WAITING })).toBeVisible();

  await test.step('what the researcher says to it is noted, and offered no second time', async () => {
    const desk = await visit();
    await enterAs(desk, ama, '/dashboard/meetings');
    const [missed, came] = [agenda.missed, agenda.came].map((label) =>
      button(desk, agenda.of(label, 'Esi Owusu')),
    );
    await missed!.press('Enter');
    await expect(desk.getByText(agenda.accountNoted)).toBeVisible();
    await expect(desk.getByText(agenda.marked.NO_SHOW)).toBeHidden();
    await expect(missed!).toBeHidden();
    await expect(came!).toBeVisible();

    // They agree: nobody looks into it any more, on either side.
    await button(desk, agenda.of(agenda.turnedAway, 'Esi Owusu')).press('Enter');
    await expect(desk.getByText(agenda.marked.TURNED_AWAY)).toBeVisible();
    await expect(desk.getByText(agenda.theySay.NOBODY_CAME)).toBeHidden();
    await turnClock(database);
    await expect(page.getByText(words.told.NOBODY_CAME)).toBeHidden();
    await expect(page.getByRole('heading', { name: myStudies.parts.PAST })).toBeVisible();
  });
});

test('AP2 who is noted as absent says that they were there, and the admin decides once by the link of a letter @full', async ({
  visit,
  visitByPhone,
  product,
  database,
}) => {
  const { ama, study } = await layStudy(product);
  const { participant, bookingId } = await newBooked(product, ama, study, at('09:00', 3));
  await beginIn(database, bookingId, '-20 minutes');
  const marked = { as: ama, params: { id: bookingId }, body: { outcome: 'NO_SHOW' } };
  const { startsAt } = await callProduct(product, markAttendance, marked);
  const when = exactTime(startsAt!);
  await turnClock(database);
  const letter = await letterTo(product, participant.email, letters.MEETING_MISSED.subject);

  const page = await visitByPhone();
  await enterAs(page, participant, new URL(letter.links.find((link) => link.includes(bookingId))!).pathname);
  await expect(page.getByText(words.missed(when))).toBeVisible();
  await button(page, words.of(words.report.NOT_A_NO_SHOW, 'Market days')).tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(words.reportText.NOT_A_NO_SHOW)).toBeVisible();
  await dialog.getByRole('textbox', { name: words.story }).fill('She called, and we talked.');
  await expectToFitPhone(page);
  await dialog.getByRole('button', { name: words.send, exact: true }).tap();
  await expect(page.getByText(words.told.NOT_A_NO_SHOW)).toBeVisible();

  // By the meeting: another test of this product has the admin asked too.
  const asked = await linkInLetter(product, 'admin@demo.test', `/decide-meeting/${bookingId}/`);
  const admin = await visitByPhone();
  const link = new URL(asked).pathname;
  await admin.goto(link);
  await expect(admin.getByRole('heading', { level: 1, name: deciding.title })).toBeFocused();
  await expect(admin.getByText('She called, and we talked.')).toBeVisible();
  await expectToFitPhone(admin);
  await expectRoomForFingers(admin);
  expect(await barriersOn(admin)).toEqual([]);
  await admin.getByRole('radio', { name: deciding.decisionOf.PARTICIPANT.label }).check();
  const reason = admin.getByRole('textbox', { name: deciding.reason });
  await reason.fill('The number was called.');
  await pressUntilHeard(admin, PROJECT_BASE, {
    endpoint: decideDispute,
    press: () => button(admin, deciding.send).click(),
    keeps: () => expect(reason).toHaveValue('The number was called.'),
  });
  await expect(admin.getByRole('heading', { level: 1, name: deciding.doneTitle })).toBeFocused();
  await admin.goto(link);
  await expect(admin.getByRole('heading', { level: 1, name: deciding.decidedTitle })).toBeFocused();

  await page.reload();
  await expect(page.getByText(words.decided.PARTICIPANT('The number was called.'))).toBeVisible();
  const desk = await visit();
  await enterAs(desk, ama, '/dashboard/meetings');
  await expect(desk.getByText(agenda.decidedFor.PARTICIPANT)).toBeVisible();
});
