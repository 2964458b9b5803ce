import type { Page } from '@playwright/test';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { MESSAGES_AT_ONCE, sendMessage } from '@app/contracts/project/messages.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { messageWords as words } from '@app/words/messages.ts';
import { myStudiesWords } from '@app/words/my-studies.ts';
import { shellWords } from '@app/words/shell.ts';
import type { Product } from '../support/product.ts';
import { newAccepted } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { liveFrom } from './wait-until.ts';
import { expect, linkInEmail, test } from './fixtures.ts';
import { enterAs, newParticipant } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { applyByCall, newStudy } from './studies.ts';

const log = (page: Page) => page.getByRole('log', { name: words.log });
const box = (page: Page) => page.getByRole('textbox', { name: words.text });
const send = (page: Page) => page.getByRole('button', { name: words.send, exact: true });

/** Creates a study with an accepted participant who is notified. */
async function meet(product: Product) {
  const publicName = `Words ${crypto.randomUUID()}`;
  const { researcher, study } = await newStudy(product, { publicName });
  const participant = await newAccepted(product, researcher, study);
  const [application] = await callProduct(product, listOwnApplications, { as: participant });
  const applicationId = application!.id;
  const write = async (text: string) => {
    await expect(async () => {
      await callProduct(product, sendMessage, { as: researcher, params: { applicationId }, body: { text } });
    }).toPass();
  };
  return { researcher, participant, study, applicationId, write };
}

test('D-31 after acceptance researcher and participant exchange messages live; the participant reports and blocks', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const { researcher, participant, study, applicationId } = await meet(product);
  const phone = await visitByPhone();
  const live = liveFrom(phone);
  await enterAs(phone, participant, paths.studies);
  await live;
  const link = phone.getByRole('link', { name: myStudiesWords.messagesAbout(study.publicName, 0) });
  await expect(link).toBeVisible();

  const desk = await visit();
  await desk.setViewportSize({ width: 1280, height: 860 });
  await enterAs(desk, researcher, paths.applicant(study.id, applicationId));
  await desk.getByRole('link', { name: applicantWords.messagesWith('Esi Owusu', 0) }).click();
  await expect(desk.getByText(words.none)).toBeVisible();
  await box(desk).fill('Call me on ０２４ 123 4567');
  await expect(desk.getByText(words.cautionToWriter)).toBeVisible();
  await box(desk).press('Enter');
  await expect(box(desk)).toHaveValue('Call me on ０２４ 123 4567\n');
  await box(desk).press('Control+Enter');
  await expect(log(desk)).toContainText('Call me on');
  await expect(box(desk)).toHaveValue('');
  await expect(desk.getByText(words.sent)).toBeVisible();

  await test.step('the open list counts it, and the conversation shows it with a warning', async () => {
    await phone.getByRole('link', { name: myStudiesWords.messagesAbout(study.publicName, 1) }).tap();
    await expect(log(phone)).toContainText('Call me on');
    await expect(log(phone)).toContainText(words.cautionToReader);
    await expect(phone.getByText(words.rule)).toBeVisible();
    await expectToFitPhone(phone);
  });

  await test.step('messages appear live on both sides', async () => {
    await box(phone).fill('Where do we meet?');
    await send(phone).tap();
    await expect(log(desk)).toContainText('Where do we meet?');
    await expect(desk.getByText(words.cautionToReader)).toHaveCount(0);
    await box(desk).fill('At the library. Please pay the fee of 20 cedis first.');
    await send(desk).click();
    await expect(log(phone)).toContainText('At the library');
    await expect(log(phone)).toContainText(words.cautionMoney);
    await expect(desk.getByText(words.cautionMoney)).toHaveCount(0);
    await phone.goto(paths.studies);
    await expect(link).toBeVisible();
  });

  await test.step('a message is reported, with a reason', async () => {
    await link.tap();
    await phone.getByRole('button', { name: words.reportMessageLabel('Call me on ０２４ 123 4567') }).tap();
    const dialog = phone.getByRole('dialog', { name: words.reportTitle });
    await dialog.getByRole('radio', { name: words.reportReasons.ASKS_FOR_CONTACT }).tap();
    await expectRoomForFingers(phone);
    await dialog.getByRole('button', { name: words.reportSend }).tap();
    await expect(phone.getByText(words.reported)).toBeVisible();
    await expect(log(phone)).toContainText(words.youReported);
    await linkInEmail(product, 'admin@demo.test', paths.studyApply(study.id), study.id);
  });

  await test.step('and blocked: no one can write until it is unblocked', async () => {
    await phone.getByRole('button', { name: words.block, exact: true }).tap();
    const dialog = phone.getByRole('dialog', { name: words.blockTitle });
    await dialog.getByRole('button', { name: words.block, exact: true }).tap();
    await expect(phone.getByText(words.states.BLOCKED_BY_YOU)).toBeVisible();
    await expect(box(phone)).toHaveCount(0);
    await box(desk).fill('Are you there?');
    await send(desk).click();
    await expect(desk.getByText(words.states.BLOCKED)).toBeVisible();
    await phone.getByRole('button', { name: words.unblock }).tap();
    await expect(box(phone)).toBeVisible();
  });
});

test('a message typed without a connection stays on the device until a press sends it', async ({
  visit,
  product,
}) => {
  const { participant, applicationId, write } = await meet(product);
  await write('Good morning');
  const page = await visit();
  await enterAs(page, participant, paths.conversation(applicationId));
  await expect(log(page)).toContainText('Good morning');
  await page.context().setOffline(true);
  await box(page).fill('I am on my way');
  await expect(page.getByText(words.offline)).toBeVisible();
  await expect(send(page)).toBeDisabled();
  await box(page).press('Control+Enter');
  await page.context().setOffline(false);
  await page.reload();
  await expect(box(page)).toHaveValue('I am on my way');
  await expect(page.getByText(words.kept)).toBeVisible();
  await expect(log(page)).not.toContainText('I am on my way');
  await send(page).click();
  await expect(log(page)).toContainText('I am on my way');
  await page.reload();
  await expect(log(page)).toContainText('I am on my way');
  await expect(box(page)).toHaveValue('');
});

test('a researcher writes to selected participants at once, and reads who received it', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const { researcher, participant, study } = await meet(product);
  const waiting = await newParticipant(product);
  const { id } = await applyByCall(product, waiting, study);
  const body = { applicationIds: [id], status: 'DECLINED', reason: 'OTHER' };
  await callProduct(product, decideApplicants, { as: researcher, params: { id: study.id }, body });
  const page = await visit();
  await enterAs(page, researcher, paths.studyApplicants(study.id));
  const boxes = page.getByRole('checkbox', { name: applicantWords.selectOne('Esi Owusu') });
  await boxes.first().check();
  await boxes.last().check();
  await page.getByRole('button', { name: applicantWords.writeTo(2) }).click();
  const dialog = page.getByRole('dialog', { name: words.writeTitle(2) });
  await dialog.getByRole('textbox', { name: words.text }).fill('We begin at nine.');
  await dialog.getByRole('button', { name: words.writeSend(2) }).click();
  await expect(dialog.getByText(words.writtenTo(2))).toBeVisible();
  await dialog.getByRole('button', { name: words.done }).click();

  await test.step('and finds the conversations in the menu', async () => {
    await page.getByRole('link', { name: shellWords.messages, exact: true }).click();
    await expect(page.getByText(words.fromYou('We begin at nine.')).first()).toBeVisible();
    const phone = await visitByPhone();
    await phone.emulateMedia({ colorScheme: 'dark' });
    await enterAs(phone, participant, paths.messages);
    await expect(phone.getByText(words.unread(1))).toBeVisible();
    await expectRoomForFingers(phone);
    await phone.getByRole('link', { name: /Darko/ }).tap();
    await expect(log(phone)).toContainText('We begin at nine.');
  });
});

test('a long conversation opens at its end with the input visible, and loads earlier messages on a press', async ({
  visitByPhone,
  product,
}) => {
  const { participant, applicationId, write } = await meet(product);
  const count = MESSAGES_AT_ONCE + 2;
  for (let number = 1; number <= count; number += 1) await write(`Line ${number} of all`);
  const page = await visitByPhone();
  await enterAs(page, participant, paths.conversation(applicationId));
  await expect(log(page)).toContainText(`Line ${count} of all`);
  await expect(send(page)).toBeInViewport();
  await expect(log(page)).not.toContainText('Line 1 of all');
  await page.getByRole('button', { name: words.earlier }).tap();
  await expect(log(page)).toContainText('Line 1 of all');
  await expect(log(page).getByRole('listitem')).toHaveCount(count);
  await box(page).fill('Read');
  await send(page).tap();
  await expect(log(page).getByRole('listitem')).toHaveCount(count + 1);
  await expect(send(page)).toBeInViewport();
});

test('without a conversation the page explains how one begins; an unknown address says so', async ({
  visitByPhone,
  product,
}) => {
  const page = await visitByPhone();
  await enterAs(page, await newParticipant(product), paths.messages);
  await expect(page.getByRole('heading', { name: words.emptyTitle })).toBeVisible();
  await expectRoomForFingers(page);
  await page.goto(paths.conversation(crypto.randomUUID()));
  await expect(page.getByRole('heading', { name: words.heading })).toBeVisible();
  await expect(box(page)).toHaveCount(0);
});
