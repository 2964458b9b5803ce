import type { Page, Request } from '@playwright/test';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { applicationWords as words } from '@app/words/applications.ts';
import { homeWords } from '@app/words/home.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { studyDetailsWords as detailsWords } from '@app/words/study-details.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { logInHere } from './log-in-here.ts';
import { untilCached } from './offline.ts';
import { newParticipant } from './people.ts';
import { newStudy } from './studies.ts';
import { KEPT_BY_NO_CLOCK } from './timers.ts';

test.use({ serviceWorkers: 'allow' });

async function newGround(product: Product) {
  const [{ study }, person] = await Promise.all([newStudy(product), newParticipant(product)]);
  const [often = '', where = ''] = study.screeners.map(({ question }) => question);
  const choice = (page: Page, question: string, name: string) =>
    page.getByRole('radiogroup', { name: question }).getByRole('radio', { name, exact: true });
  return {
    person,
    study,
    path: `/dashboard/study-apply/${study.id}`,
    never: (page: Page) => choice(page, often, 'Never'),
    everyDay: (page: Page) => choice(page, often, 'Every day'),
    // The second choice has no text.
    elsewhere: (page: Page) => choice(page, where, detailsWords.untitledChoice(2)),
  };
}

const isKeeping = (request: Request) => request.method() === 'PATCH' && request.url().endsWith('/answers');
/** Collects the responses of all later calls that save draft answers. */
function watchKeeping(page: Page): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (isKeeping(request)) bodies.push((request.postDataJSON() as { answers: unknown }).answers);
  });
  return bodies;
}
const draftOf = async (product: Product, as: SignedInUser, { id }: { id: string }) => {
  const study = await callProduct(product, readStudy, { as, params: { id } });
  return study.audience === 'PARTICIPANT' ? (study.draftAnswers ?? {}) : undefined;
};
const left = (page: Page) => page.evaluate<string>('JSON.stringify(localStorage)');

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: shell.logOut, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: homeWords.heading })).toBeVisible();
}

test('S-405 S-213 draft answers return after a log-out and on another device, never for another person @full', async ({
  visit,
  product,
}) => {
  const { person, study, path, never, everyDay, elsewhere } = await newGround(product);
  const page = await visit();
  await logInHere(page, person);
  await page.goto(path);

  await test.step('logged out in the same moment', async () => {
    await never(page).check();
    await logOut(page);
    expect(await left(page)).toBe('{}');
    await logInHere(page, person);
    await page.goto(path);
    await expect(never(page)).toBeChecked();
    await expect(page.getByText(words.answered(1, 2))).toBeVisible();
  });

  const elsewhereDevice = await visit();
  await test.step('continued, left for another page, and opened on another device', async () => {
    const saved = page.waitForResponse((response) => isKeeping(response.request()));
    await elsewhere(page).check();
    await page.getByRole('link', { name: shell.myStudies, exact: true }).click();
    expect((await saved).status()).toBe(204);
    await logInHere(elsewhereDevice, person);
    await elsewhereDevice.goto(path);
    await expect(never(elsewhereDevice)).toBeChecked();
    await expect(elsewhere(elsewhereDevice)).toBeChecked();
  });

  await test.step('a change on one device appears on the other, which sends nothing', async () => {
    const bodies = watchKeeping(elsewhereDevice);
    const toStudies = async (device: Page) => {
      await device.getByRole('link', { name: shell.myStudies, exact: true }).click();
      await expect(device).not.toHaveURL(new RegExp(path));
    };
    await toStudies(elsewhereDevice);
    await page.goto(path);
    const saved = page.waitForResponse((response) => isKeeping(response.request()));
    await everyDay(page).check();
    await toStudies(page);
    await saved;
    await elsewhereDevice.goBack();
    await expect(everyDay(elsewhereDevice)).toBeChecked();
    await expect(elsewhere(elsewhereDevice)).toBeChecked();
    await toStudies(elsewhereDevice);
    await elsewhereDevice.goBack();
    await expect(everyDay(elsewhereDevice)).toBeChecked();
    expect(bodies).toEqual([]);
  });

  await test.step('no draft for the next person on the first device', async () => {
    await logOut(page);
    await logInHere(page, await newParticipant(product));
    await page.goto(path);
    await expect(page.getByText(words.answered(0, 2))).toBeVisible();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  });

  await test.step('sent, and no draft is kept afterwards', async () => {
    const bodies = watchKeeping(elsewhereDevice);
    await elsewhereDevice.getByRole('button', { name: words.submit, exact: true }).click();
    const done = elsewhereDevice.getByRole('dialog', { name: words.doneTitle });
    await done.getByRole('button', { name: words.toStudies }).click();
    await expect(elsewhereDevice.getByRole('heading', { name: study.publicName })).toBeVisible();
    expect(bodies).toEqual([]);
    expect(await draftOf(product, person, study)).toEqual({});
  });
});

test('S-405 draft answers are saved after a pause, on reconnection, and when the page closes @full', async ({
  visit,
  product,
}) => {
  const { person, study, path, never, everyDay } = await newGround(product);
  const [often = '', where = ''] = study.screeners.map(({ id }) => id);
  const [[daily, rarely], [, second]] = study.screeners.map(({ options }) => options.map(({ id }) => id)) as [
    string[],
    string[],
  ];
  const page = await visit();
  await logInHere(page, person);
  await page.goto(path);
  const bodies = watchKeeping(page);
  const saved = page.waitForRequest(isKeeping);
  await expect(page.getByRole('radiogroup')).toHaveCount(2);
  // Both choices are made at once: on a slow machine two presses may be more than the pause apart.
  await page.evaluate(`[...document.querySelectorAll('[role=radiogroup]')].forEach((group) =>
    group.querySelectorAll('input')[1].click())`);
  await saved;
  expect(bodies).toEqual([{ [often]: rarely, [where]: second }]);

  await page.evaluate(KEPT_BY_NO_CLOCK);
  await page.context().setOffline(true);
  await everyDay(page).check();
  await page.context().setOffline(false);
  await expect.poll(() => draftOf(product, person, study)).toEqual({ [often]: daily, [where]: second });

  // This uses a browser that was never offline: otherwise Chromium loses requests of a closing page.
  const another = await visit();
  await another.addInitScript(KEPT_BY_NO_CLOCK);
  await logInHere(another, person);
  await another.goto(path);
  await never(another).check();
  // This page has no questions: any request now was sent while leaving.
  await another.goto('/about');
  await expect.poll(() => draftOf(product, person, study)).toEqual({ [often]: rarely, [where]: second });
});

test('S-213 a log-out waits only briefly for draft answers, and not at all without a connection @full', async ({
  visit,
  product,
}) => {
  const { person, path, never, everyDay } = await newGround(product);
  const page = await visit();
  await logInHere(page, person);
  await page.goto(path);
  await untilCached(page, '/assets/study-apply-');

  await test.step('no response', async () => {
    await page.route('**/answers', () => {});
    await never(page).check();
    await logOut(page);
    await page.unrouteAll();
  });

  await test.step('no connection', async () => {
    await logInHere(page, person);
    await page.goto(path);
    await untilCached(page, '/assets/study-apply-');
    const bodies = watchKeeping(page);
    await page.context().setOffline(true);
    await everyDay(page).check();
    await page.getByRole('button', { name: shell.logOut, exact: true }).click();
    await expect(page).not.toHaveURL(/dashboard/);
    expect(bodies).toEqual([]);
    expect(await left(page)).not.toContain(person.userId);
  });
});
