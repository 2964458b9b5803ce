import type { Page } from '@playwright/test';
import { paths } from '@app/contracts/web-paths.ts';
import { accountWords } from '@app/words/accounts.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { authWords } from '@app/words/auth.ts';
import { chooseTimeWords } from '@app/words/bookings.ts';
import { messageWords } from '@app/words/messages.ts';
import { myStudiesWords } from '@app/words/my-studies.ts';
import { notices } from '@app/words/notifications.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { projectWords } from '@app/words/projects.ts';
import { homeWords } from '@app/words/home.ts';
import { pushChoiceWords } from '@app/words/push-choice.ts';
import { pushWords } from '@app/words/push.ts';
import { shellWords } from '@app/words/shell.ts';
import { projectTextWords } from '@app/words/texts.ts';
import { wakeWorkerSql } from '../../kit/test/start-job.ts';
import { STORED_NUMBER } from './bookings.ts';
import { prove } from './demo-phones.ts';
import { expect } from './fixtures.ts';
import { logInHere } from './log-in-here.ts';
import { newParticipant } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { follow } from './notification-popup.ts';
import { SCREEN_PASSWORD, applyTo } from './steps.ts';
import { newStudy } from './studies.ts';
import { takePushes } from './receive-pushes.ts';
import { emailTo, test } from './shifted-clock.ts';
import { screeners } from './study-wizard-fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const openMenu = (page: Page) => button(page, shellWords.openMenu).tap();
const log = (page: Page) => page.getByRole('log', { name: messageWords.log });

async function arrive(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expectToFitPhone(page);
}

async function write(page: Page, text: string): Promise<void> {
  await field(page, messageWords.text).fill(text);
  await button(page, messageWords.send).tap();
  await expect(log(page)).toContainText(text);
}

/** Returns the newest text message to the number, once there are so many. */
async function readText(phones: Page, count: number): Promise<string> {
  const texts = phones.getByRole('article').filter({ hasText: STORED_NUMBER }).getByRole('listitem');
  await expect(async () => {
    await phones.goto('/dev/phones');
    expect(await texts.count()).toBe(count);
  }).toPass();
  return texts.first().innerText();
}

test('D-31 NT3 at 360 px, from application to reply, each push, text message and email leads where it says', async ({
  visitByPhone,
  product,
  database,
  pushes,
}) => {
  const publicName = `Paying by phone ${crypto.randomUUID().slice(0, 6)}`;
  const { researcher, study } = await newStudy(product, { publicName, screeners });
  const participant = await newParticipant(product);
  const { email } = participant;
  const name = `${participant.firstName} ${participant.lastName}`;
  await prove(product, participant, STORED_NUMBER);
  const [page, phones, researcherPage] = [await visitByPhone(), await visitByPhone(), await visitByPhone()];
  const pushed = await takePushes(page, pushes);
  const offer = page.getByRole('region', { name: pushChoiceWords.heading });

  await test.step('he applies, and turns on push notifications, which are offered from then on', async () => {
    await logInHere(page, participant);
    await page.goto(paths.browseStudies);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(offer).toBeHidden();
    await applyTo(page, publicName);
    await offer.getByRole('button', { name: pushChoiceWords.turnOn }).tap();
    await expect(page.getByText(pushChoiceWords.isOn)).toBeVisible();
    await expect(offer).toBeHidden();
  });

  await test.step('the researcher logs in, is led to the applicant, accepts and writes', async () => {
    await researcherPage.goto(paths.logIn);
    await expectToFitPhone(researcherPage);
    await field(researcherPage, authWords.email).fill(researcher.email);
    await field(researcherPage, authWords.password).fill(SCREEN_PASSWORD);
    await button(researcherPage, authWords.logIn).tap();
    await arrive(researcherPage, projectWords.listHeading);
    await follow(researcherPage, notices.NEW_APPLICANT({ study: study.name }));
    await arrive(researcherPage, applicantWords.heading);
    await button(researcherPage, applicantWords.accept).tap();
    await researcherPage.getByRole('link', { name: applicantWords.messagesWith(name, 0) }).tap();
    await expect(researcherPage.getByText(messageWords.none)).toBeVisible();
    await expectToFitPhone(researcherPage);
    await write(researcherPage, 'Can you come in the morning?');
  });

  await test.step('push, email and text message notify him of the acceptance, and each leads to the times', async () => {
    await page.goto(await pushed.press(0, pushWords.APPLICATION_ACCEPTED));
    await arrive(page, chooseTimeWords.heading);

    await page.goto(paths.browseStudies);
    const message = await emailTo(product, email, projectEmailWords.APPLICATION_ACCEPTED.subject);
    await page.goto(message.links.find((link) => link.includes(study.id))!);
    await arrive(page, chooseTimeWords.heading);

    expect(await readText(phones, 2)).toContain(projectTextWords.APPLICATION_ACCEPTED());
    await page.goto(paths.home);
    await page.getByRole('main').getByRole('link', { name: homeWords.goOn.action }).tap();
    await openMenu(page);
    await page.getByRole('dialog').getByRole('link', { name: shellWords.myStudies }).tap();
    await page.getByRole('link', { name: myStudiesWords.chooseFor(publicName) }).tap();
    await arrive(page, chooseTimeWords.heading);
  });

  await test.step('ten minutes later push and email notify him of the message, and he replies', async () => {
    await database.query(`
      update project_jobs.job set start_after = now() where name = 'emails' and data ->> 'kind' = 'MESSAGE_UNREAD'`);
    await database.query(wakeWorkerSql('project', 'emails'));
    const toMessage = await pushed.press(1, pushWords.MESSAGE_UNREAD);
    const message = await emailTo(product, email, projectEmailWords.MESSAGE_UNREAD.subject);
    expect(message.links.map((link) => new URL(link).pathname)).toContain(toMessage);
    await page.goto(toMessage);
    await expect(log(page)).toContainText('Can you come in the morning?');
    await expectToFitPhone(page);
    await write(page, 'Yes, after nine.');
    await expect(log(researcherPage)).toContainText('Yes, after nine.');
    await expectRoomForFingers(researcherPage);
  });

  await test.step('in his account he chooses which push notifications to get, and turns them off', async () => {
    await page.goto(paths.emails);
    await expect(offer).toContainText(pushChoiceWords.isOn);
    const decisions = offer.getByRole('checkbox', { name: accountWords.pushChoices.decisions });
    await expect(decisions).toBeChecked();
    await decisions.click();
    await expect(page.getByText(accountWords.saved)).toBeVisible();
    await expect(decisions).not.toBeChecked();
    await expectToFitPhone(page);
    await offer.getByRole('button', { name: pushChoiceWords.turnOff }).tap();
    await expect(offer).toContainText(pushChoiceWords.isOff);
  });
});
