import type { Page } from '@playwright/test';
import { submitUserInformation } from '@app/contracts/identity/profiles.ts';
import { browseWords as words } from '@app/words/browsing.ts';
import { choiceWords } from '@app/words/choices.ts';
import { partWords } from '@app/words/parts.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { profileBody } from '../support/people.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newParticipant, newPerson, newVerifiedResearcher } from './people.ts';
import { newProject, newPublished } from './studies.ts';

const LIST = '/dashboard/browse-studies';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const next = (page: Page) => page.getByRole('link', { name: partWords.nextPage });

/** Returns the ids of the studies on the open page, in order. */
async function shown(page: Page): Promise<(string | undefined)[]> {
  const links = page.getByRole('link', { name: new RegExp(`^${words.apply}${words.applyTo('')}`) });
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('/').at(-1)));
}

test('S-403 the list has ten studies a page, accepts the server’s page size, and is stable while studies are published', async ({
  visit,
  product,
}) => {
  const [researcher, person] = await Promise.all([newVerifiedResearcher(product), newParticipant(product)]);
  const project = await newProject(product, researcher, 'Many');
  for (let at = 0; at < 12; at += 1) await newPublished(product, researcher, project.id);
  const page = await visit();
  const asked: string[] = [];
  page.context().on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/studies'))
      asked.push(`${searchParams.get('page')} of ${searchParams.get('size')}`);
  });
  await enterAs(page, person, LIST);
  await expect.poll(() => shown(page)).toHaveLength(10);
  // The page asks once more if a notification arrives in between.
  expect([...new Set(asked)]).toEqual(['0 of 10']);
  const all = await callProduct(product, browseStudies, { as: person, query: { size: 100 } });
  const ids = all.map(({ id }) => id);
  expect(await shown(page)).toEqual(ids.slice(0, 10));

  await page.context().route(/\/studies\?page=0/, async (route) => {
    const url = route.request().url().replace('size=10', 'size=4');
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.goto(`${LIST}?device=MOBILE_PHONE`);
  await expect.poll(() => shown(page)).toEqual(ids.slice(0, 4));
  await next(page).click();
  await expect(page).toHaveURL(/page=2$/);
  await expect.poll(() => shown(page)).toEqual(ids.slice(4, 8));
  expect(asked.at(-1)).toBe('1 of 4');
  await newPublished(product, researcher, project.id);
  await next(page).click();
  await expect.poll(() => shown(page)).toEqual(ids.slice(8, 12));
  await page.goBack();
  await expect.poll(() => shown(page)).toEqual(ids.slice(4, 8));
});

test('BR1 filters are in the address: shared, changed by keyboard, undone by Back, and cleared @full', async ({
  visit,
  product,
}) => {
  const [researcher, person] = await Promise.all([newVerifiedResearcher(product), newParticipant(product)]);
  const project = await newProject(product, researcher, 'Filters');
  const short = `Short ${project.id}`;
  const long = `Long ${project.id}`;
  await newPublished(product, researcher, project.id, { publicName: short }, { durationInMinutes: 15 });
  await newPublished(
    product,
    researcher,
    project.id,
    { publicName: long },
    { durationInMinutes: 60, availableTimes: ['09:00 AM'] },
  );
  const page = await visit();
  const device = select(page, words.device);
  const length = select(page, words.length);

  await test.step('a link with filters applies them, and ignores other parameters', async () => {
    await enterAs(page, person, `${LIST}?device=MOBILE_PHONE&maxDurationInMinutes=30&page=x`);
    await expect(heading(page, short)).toBeVisible();
    await expect(heading(page, long)).toBeHidden();
    await expect(device).toHaveValue('MOBILE_PHONE');
    await expect(length).toHaveValue('30');
    await page.goto(`${LIST}?device=ABACUS&maxDurationInMinutes=7`);
    await expect(heading(page, long)).toBeVisible();
    await expect(device).toHaveValue('');
    await expect(length).toHaveValue('');
  });

  await test.step('a filter starts on the first page, and keeps the focus', async () => {
    await page.goto(`${LIST}?page=2`);
    await expect(page.getByRole('status').filter({ hasText: words.count(2).slice(2) })).toBeVisible();
    await length.focus();
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(/browse-studies\?maxDurationInMinutes=15$/);
    await expect(heading(page, short)).toBeVisible();
    await expect(length).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: /match/ })).toBeVisible();
    await device.selectOption(choiceWords.deviceRequirements.MOBILE_PHONE);
    await expect(page).toHaveURL(/\?maxDurationInMinutes=15&device=MOBILE_PHONE$/);
  });

  await test.step('choices made before the page is rendered are all kept', async () => {
    await page.goto(LIST);
    await expect(heading(page, long)).toBeVisible();
    await page.evaluate(`
      for (const select of document.querySelectorAll('search select')) {
        select.selectedIndex = 1;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }`);
    await expect(page).toHaveURL(/\?device=\w+&maxDurationInMinutes=15&pay=PAID$/);
    await page.goto(`${LIST}?page=2`);
    await length.selectOption('15');
    await expect(page).toHaveURL(/\?maxDurationInMinutes=15$/);
    await device.selectOption(choiceWords.deviceRequirements.MOBILE_PHONE);
    await expect(page).toHaveURL(/\?maxDurationInMinutes=15&device=MOBILE_PHONE$/);
  });

  await test.step('back and forward', async () => {
    await page.goBack();
    await expect(device).toHaveValue('');
    await page.goBack();
    await expect(page).toHaveURL(/\?page=2$/);
    await expect(length).toHaveValue('');
    await page.goForward();
    await expect(length).toHaveValue('15');
  });

  await test.step('nothing matches: a message, and one press clears the filters', async () => {
    await device.selectOption(choiceWords.deviceRequirements.TABLET);
    await expect(heading(page, words.nothing.NONE_MATCHES[0])).toBeVisible();
    await page.getByRole('link', { name: words.clearFilters }).click();
    await expect(page).toHaveURL(/browse-studies$/);
    await expect(heading(page, long)).toBeVisible();
    await expect(device).toBeFocused();
  });
});

test('BR1 an empty list says why it is empty @full', async ({ visit, product }) => {
  const [fresh, person, without] = await Promise.all([
    newPerson(product, 'PARTICIPANT'),
    newParticipant(product),
    newPerson(product, 'PARTICIPANT'),
  ]);
  const profile = profileBody(without.userId);
  const technicalDetail = { ...profile.technicalDetail, phoneOs: 'NO_PHONE' };
  const noDevice = await callProduct(product, submitUserInformation, {
    as: without,
    body: { ...profile, technicalDetail },
  });
  for (const [user, path, reason] of [
    [fresh, `${LIST}?page=900`, 'NO_SUCH_PAGE'],
    [noDevice, LIST, 'NONE_FITS'],
    [person, `${LIST}?page=900`, 'NO_SUCH_PAGE'],
    [person, `${LIST}?page=90000`, 'NO_SUCH_PAGE'],
  ] as const) {
    const page = await visit();
    await enterAs(page, user, path);
    await expect(heading(page, words.nothing[reason][0]), path).toBeVisible();
    await page.close();
  }

  // Simulates an installation without published studies.
  const page = await visit();
  await page.context().route(/\/studies\?page=0/, async (route) => {
    const url = `${route.request().url()}&publishedUntil=2020-01-01T00:00:00Z`;
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await enterAs(page, fresh, LIST);
  await expect(heading(page, words.nothing.NONE_OPEN[0])).toBeVisible();
  await select(page, words.length).selectOption('15');
  await expect(heading(page, words.nothing.NONE_OPEN_MATCHES[0])).toBeVisible();
  await page.getByRole('link', { name: words.clearFilters }).click();
  await expect(heading(page, words.nothing.NONE_OPEN[0])).toBeVisible();
});
