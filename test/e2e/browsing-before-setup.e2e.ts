import { errorWords } from '@app/words/errors.ts';
import { applicationWords as apply } from '@app/words/applications.ts';
import { browseWords as browse } from '@app/words/browsing.ts';
import { participantSetupWords as setup } from '@app/words/participant-setup.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { frameWords } from '@app/words/frame.ts';
import { homeWords as home } from '@app/words/home.ts';
import { callProduct } from './call-product.ts';
import { expect, linkInEmail, test } from './fixtures.ts';
import { enterAs, newEmail, newParticipant, newPerson } from './people.ts';
import { expectRoomForFingers } from './phone.ts';
import { setupButton, done, keptStages } from './participant-setup-fixtures.ts';
import { newStudy } from './studies.ts';
import { writeItems } from './stored-items.ts';
import { SCREEN_PASSWORD, register } from './steps.ts';

test('S-404 S-209 a study can be viewed before the set-up; applying leads to it and back @full', async ({
  visitByPhone,
  product,
}) => {
  // The study is for a gender other than that of the people who set up here. Before the set-up nothing shows
  // that.
  const publicName = `Look ${crypto.randomUUID()}`;
  const { study } = await newStudy(product, { publicName, gender: ['MALE'] });
  const person = await newPerson(product, 'PARTICIPANT');
  const open = await callProduct(product, browseStudies, { as: person, query: { size: 100 } });
  const page = await visitByPhone();
  const toast = page.getByText(errorWords.PROFILE_MISSING);
  const heading = page.getByRole('heading', { level: 1, name: publicName });
  await enterAs(page, person, '/dashboard/browse-studies');

  await test.step('every open study is listed, under one prompt to set up the account', async () => {
    await expect(page.getByRole('status').filter({ hasText: browse.countOpen(open.length) })).toBeVisible();
    await expect(page.locator('main a[href="/dashboard/participant-setup"]')).toHaveText([shell.getStarted]);
    await expectRoomForFingers(page);
  });

  await test.step('its page describes the study but not its criteria, and asks no questions', async () => {
    await page.getByRole('link', { name: publicName, exact: true }).tap();
    await expect(heading).toBeVisible();
    await expect(page.getByText(study.description)).toBeVisible();
    await expect(page.getByText('09:30 AM')).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
    await expect(page.getByText(apply.unfitTitle)).toHaveCount(0);
    await expect(toast).toHaveCount(0);
    await expectRoomForFingers(page);
  });

  await test.step('applying leads to the set-up and explains it; Back returns to the study', async () => {
    await page.getByRole('link', { name: apply.apply, exact: true }).tap();
    await expect(page).toHaveURL(/\/participant-setup\?.*step=1$/);
    await expect(toast).toBeVisible();
    await page.goBack();
    await expect(heading).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: browse.apply + browse.applyTo(publicName) }).tap();
    await expect(page).toHaveURL(/\/participant-setup\?.*step=1$/);
  });

  await test.step('the last stage explains why it asks, who sees the data and when it is used', async () => {
    await writeItems(page, keptStages);
    await page.goto('/dashboard/participant-setup?step=4');
    for (const [question, answer] of setup.payment) {
      await expect(page.getByRole('term').filter({ hasText: question })).toBeVisible();
      await expect(page.getByRole('definition').filter({ hasText: answer })).toBeVisible();
    }
  });

  await test.step('afterwards the requested study opens, and says that the participant is not eligible', async () => {
    const number = page.getByRole('textbox', { name: setup.phoneNumber });
    if ((await number.inputValue()) === '') await number.fill('024 123 4567');
    await setupButton(page, setup.submit).tap();
    await done(page).getByRole('button', { name: setup.toStudy }).tap();
    await expect(page).toHaveURL(new RegExp(`/dashboard/study-apply/${study.id}$`));
    await expect(page.getByRole('heading', { name: apply.unfitTitle })).toBeVisible();
  });
});

test('S-110 a shared study opens after log-in, and after sign-up by an email in another tab @full', async ({
  visitByPhone,
  product,
}) => {
  const publicName = `Shared ${crypto.randomUUID()}`;
  const { study } = await newStudy(product, { publicName });
  const participant = await newParticipant(product);
  const openShared = async () => {
    const page = await visitByPhone();
    await page.goto(`/dashboard/study-apply/${study.id}`);
    await expect(page).toHaveURL((url) => url.pathname === '/');
    return page;
  };

  await test.step('by log-in', async () => {
    const page = await openShared();
    await page.getByRole('main').getByRole('link', { name: frameWords.logIn }).tap();
    await expect(page).toHaveURL(/\/participant-login$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.getByRole('textbox', { name: auth.email, exact: true }).fill(participant.email);
    await page.getByLabel(auth.password, { exact: true }).fill(SCREEN_PASSWORD);
    await setupButton(page, auth.logIn).tap();
    await expect(page.getByRole('heading', { level: 1, name: publicName })).toBeVisible();
  });

  await test.step('by sign-up', async () => {
    const page = await openShared();
    await expect(page.getByRole('main')).toContainText(home.sentStudy);
    await expectRoomForFingers(page);
    await page.getByRole('main').getByRole('link', { name: home.signUp, exact: true }).tap();
    await expect(page).toHaveURL(/\/participant-signup$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const email = newEmail();
    await register(page, '/participant-signup', { email, firstName: 'Esi', lastName: 'Owusu' });
    const tab = await page.context().newPage();
    await tab.goto(await linkInEmail(product, email, '/verify-email/'));
    await expect(tab).toHaveURL(new RegExp(`/participant-setup\\?study=${study.id}`));
    await expect(tab.getByText(errorWords.PROFILE_MISSING)).toBeVisible();
  });
});
