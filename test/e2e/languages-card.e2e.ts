import type { Page } from '@playwright/test';
import { submitUserInformation } from '@app/contracts/identity/profiles.ts';
import { languagesCardWords as asked } from '@app/words/languages-card.ts';
import { participantSetupWords as setUp } from '@app/words/participant-setup.ts';
import { profileChoiceWords as choices } from '@app/words/profile-choices.ts';
import { profileBody } from '../support/people.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newPerson } from './people.ts';
import { newStudy } from './studies.ts';
import { boxOf } from './layout.ts';
import { sentBy } from './participant-setup-fixtures.ts';
import { isListed } from './steps.ts';

const LIST = '/dashboard/browse-studies';

test('a person set up before languages were added is asked once, and sees matching studies at once', async ({
  visitByPhone,
  product,
}) => {
  const name = `In Kasem ${crypto.randomUUID()}`;
  await newStudy(product, { publicName: name, languages: ['KASEM'] });
  const before = async () => {
    const user = await newPerson(product, 'PARTICIPANT');
    const { languages: _, ...demographic } = profileBody(user.userId).demographic;
    const body = { ...profileBody(user.userId), demographic };
    return callProduct(product, submitUserInformation, { as: user, body });
  };
  const card = (page: Page) => page.getByRole('region', { name: asked.heading });
  const button = (page: Page, label: string) => card(page).getByRole('button', { name: label, exact: true });

  await test.step('answered', async () => {
    const [page, user] = [await visitByPhone(), await before()];
    const wanted = Promise.withResolvers<void>();
    await page.route('**/assets/languages-card-*', async (route) => {
      await wanted.promise;
      await route.continue();
    });
    await enterAs(page, user, LIST);
    const filters = page.getByRole('search');
    await expect(filters).toBeVisible();
    await expect(card(page)).toBeHidden();
    const place = await boxOf(filters);
    wanted.resolve();
    await expect(card(page)).toBeVisible();
    expect(await boxOf(filters)).toEqual(place);
    expect(await isListed(page, name)).toBe(false);
    await button(page, asked.choose).click();
    await expect(card(page).getByRole('checkbox').first()).toBeFocused();
    await expect(button(page, asked.save)).toBeDisabled();
    await card(page).getByText(choices.language.KASEM, { exact: true }).click();
    await button(page, asked.save).click();
    await expect(card(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    // A job notifies the project service.
    await expect(async () => {
      await page.reload();
      expect(await isListed(page, name)).toBe(true);
    }).toPass();
    expect((await sentBy(product, user)).demographic.languages).toEqual(['KASEM']);
    await page.goto('/dashboard/accounts');
    await expect(page.getByText(setUp.languages, { exact: true })).toBeVisible();
  });

  await test.step('not now', async () => {
    const [page, user] = [await visitByPhone(), await before()];
    await enterAs(page, user, LIST);
    await button(page, asked.notNow).click();
    await expect(card(page)).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status').first()).toBeVisible();
    await expect(card(page)).toBeHidden();
    expect((await sentBy(product, user)).demographic.languages).toEqual([]);
  });
});
