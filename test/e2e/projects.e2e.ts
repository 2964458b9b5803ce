import type { Page, Route } from '@playwright/test';
import { failureWords } from '@app/words/failures.ts';
import { projectWords as words } from '@app/words/projects.ts';
import { listUndecidedApplicants } from '@app/contracts/project/applicants.ts';
import { listProjects } from '@app/contracts/project/projects.ts';
import { partWords } from '@app/words/parts.ts';
import { callProduct } from './call-product.ts';
import { untilRequestsArrived } from './wait-until.ts';
import { expect, test } from './fixtures.ts';
import {
  enterAs,
  newParticipant,
  newPerson,
  newResearcherWithCompany,
  newVerifiedResearcher,
} from './people.ts';
import { pressTwice } from './press.ts';
import { logInAs } from './screens/screen-data.ts';
import { applyByCall, newDraft, newProject, newPublished } from './studies.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('S-301 CON-7 a project is created in two steps, once, despite a cut connection and a lost response', async ({
  visit,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const page = await visit();
  await enterAs(page, researcher, '/dashboard/create-project');
  const name = page.getByRole('textbox', { name: words.nameLabel });
  const description = page.getByLabel(words.descriptionLabel);

  await test.step('the name is required and limited, with a counter', async () => {
    await expect(heading(page, 'What would you like to name your first project?')).toBeVisible();
    await expect(button(page, words.continue)).toBeDisabled();
    await name.fill('Kɔ');
    await expect(page.getByText('2/50')).toBeVisible();
    await name.fill('');
    await expect(page.getByText('Please enter your project name')).toBeVisible();
    await name.fill('x'.repeat(51));
    await expect(button(page, words.continue)).toBeDisabled();
    await name.fill('Market days');
    await name.press('Enter');
  });
  await test.step('the description is optional and limited, and the name can still be changed', async () => {
    await expect(heading(page, words.descriptionHeading)).toBeFocused();
    await expect(button(page, 'Create Project')).toBeEnabled();
    await description.fill('x'.repeat(251));
    await expect(page.getByText('251/250')).toBeVisible();
    await expect(button(page, words.createAction)).toBeDisabled();
    await description.fill('Where and when people buy.');
    await button(page, words.backToName).click();
    await expect(name).toHaveValue('Market days');
    await name.fill('Market days, Kumasi');
    await pressTwice(button(page, words.continue));
    await expect(description).toBeVisible();
    await page.goBack();
    await expect(name).toHaveValue('Market days, Kumasi');
    await page.goForward();
    // A slow double click: its second press reaches the next step's button in the same place.
    await button(page, words.createAction).dispatchEvent('click', { detail: 2 });
    await untilRequestsArrived(page);
    expect(await callProduct(product, listProjects, { as: researcher })).toEqual([]);
    await page.reload();
    await expect(page.getByText('Market days, Kumasi')).toBeVisible();
    await expect(description).toHaveValue('Where and when people buy.');
  });
  await test.step('without a connection nothing is lost', async () => {
    await page.context().setOffline(true);
    await button(page, words.createAction).click();
    await expect(page.getByText(failureWords.network)).toBeVisible();
    await expect(description).toHaveValue('Where and when people buy.');
    await page.context().setOffline(false);
    await button(page, partWords.dismissMessage).click();
    await expect(page.getByText(failureWords.network)).toBeHidden();
  });
  await test.step('after a lost response nothing is doubled', async () => {
    const loseAnswer = async (route: Route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      return route.abort();
    };
    await page.route(/\/projects$/, loseAnswer);
    const isLost = page.waitForEvent('requestfailed');
    await pressTwice(button(page, words.createAction));
    await isLost;
    await expect(page.getByText(failureWords.network)).toBeVisible();
    await page.unroute(/\/projects$/, loseAnswer);
    await pressTwice(button(page, words.createAction));
    await expect(page.getByText('Project Created Successfully')).toBeVisible();
    await expect(heading(page, 'Market days, Kumasi')).toBeVisible();
    expect(await callProduct(product, listProjects, { as: researcher })).toHaveLength(1);
  });
  await page.goto('/dashboard/create-project');
  await expect(name).toHaveValue('');
});

test('S-302 projects are listed with their counts, found by name, and paginated @full', async ({
  visit,
  product,
}) => {
  const [researcher, participant] = await Promise.all([
    newVerifiedResearcher(product),
    newParticipant(product),
  ]);
  const page = await visit();
  const list = page.getByRole('list', { name: words.listLabel });
  const search = page.getByRole('searchbox', { name: words.searchLabel });
  await enterAs(page, researcher, '/dashboard/projects');
  await expect(heading(page, words.emptyTitle)).toBeVisible();
  await expect(search).toBeHidden();

  for (let number = 1; number <= 11; number += 1) await newProject(product, researcher, `Round ${number}`);
  const counted = await newProject(product, researcher, 'Sɛkɛ at the market');
  const study = await newPublished(product, researcher, counted.id);
  await newDraft(product, researcher, counted.id);
  await applyByCall(product, participant, study);
  await page.reload();

  await test.step('a row counts studies, open studies and undecided applicants', async () => {
    const row = list.getByRole('listitem').first();
    await expect(row).toContainText(`${words.studyCount(2)}, ${words.openCount(1)}`);
    await expect(row).toContainText(words.waitingCount(1));
    await expect(list.getByRole('listitem')).toHaveCount(10);
  });
  await test.step('a search from the second page starts on the first, and typing continues', async () => {
    await link(page, partWords.nextPage).click();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await search.pressSequentially('round 1');
    await expect(page).toHaveURL(/projects\?name=round\+1$/);
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expect(page.getByRole('status').filter({ hasText: words.found(3) })).toBeAttached();
    await expect(search).toBeFocused();
    await page.reload();
    await expect(search).toHaveValue('round 1');
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await search.fill('SEKE');
    await search.press('Enter');
    await expect(list.getByRole('listitem')).toHaveCount(1);
  });
  await test.step('a link to a search shows it in the field until it is cleared, and the focus stays there', async () => {
    const linked = await visit();
    const field = linked.getByRole('searchbox', { name: words.searchLabel });
    const answered = Promise.withResolvers<void>();
    await linked.route(
      ({ pathname }) => pathname.endsWith(listUndecidedApplicants.path),
      async (route) => {
        await answered.promise;
        await route.continue();
      },
    );
    await enterAs(linked, researcher, '/dashboard/projects?name=round+1');
    await expect(field).toHaveValue('round 1');
    await field.fill('');
    await field.press('Enter');
    await expect(linked.getByRole('list', { name: words.listLabel }).getByRole('listitem')).toHaveCount(10);
    await expect(field).toBeFocused();
    answered.resolve();
    await expect(heading(linked, words.waitingHeading(1))).toBeVisible();
    await expect(field).toBeFocused();
    await linked.close();
  });
  await test.step('text typed between the rendering of a search and its effects stays', async () => {
    // React renders first and runs its effects in a later task: the next word may be typed between the two.
    await search.evaluate(`(() => {
      const field = document.activeElement;
      const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      window.put = [];
      Object.defineProperty(field, 'value', {
        configurable: true,
        get: () => own.get.call(field),
        set: (value) => { window.put.push(value); own.set.call(field, value); },
      });
      const type = (text) => {
        own.set.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      };
      new MutationObserver(() => {
        if (field.defaultValue === 'round 1') type('round 2');
      }).observe(field, { attributes: true });
      type('round 1');
    })()`);
    await expect(page).toHaveURL(/projects\?name=round\+2$/);
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(search).toHaveValue('round 2');
    expect(await page.evaluate('window.put')).toEqual([]);
  });
  await test.step('a search without results says so, and can be cleared', async () => {
    await search.fill('zebra');
    await expect(heading(page, words.notFoundTitle('zebra'))).toBeVisible();
    await link(page, words.showAll).click();
    await expect(list.getByRole('listitem')).toHaveCount(10);
    await expect(search).toHaveValue('');
    await expect(search).toBeFocused();
  });
  await test.step('a list that fails to load can be requested again', async () => {
    await page.route(/\/projects\?/, (route) => route.abort());
    await search.fill('round');
    await expect(page.getByRole('alert')).toContainText(failureWords.network);
    await page.unroute(/\/projects\?/);
    await button(page, failureWords.tryAgain).click();
    await expect(list.getByRole('listitem')).toHaveCount(10);
  });
});

test('KY2 an unverified researcher reads the status, and no useless call is made @full', async ({
  visit,
  product,
}) => {
  const { user: waiting } = await newResearcherWithCompany(product);
  const page = await visit();
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  await enterAs(page, waiting, `/dashboard/project/${crypto.randomUUID()}`);
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
  await expect(heading(page, words.waitingTitle)).toBeVisible();
  await expect(page.getByText(/^You sent your company information on \d{2} \w+, \d{4}/)).toBeVisible();
  await link(page, words.newProject).click();
  await page.getByRole('textbox', { name: words.nameLabel }).fill('Prepared');
  await button(page, words.continue).click();
  await expect(button(page, words.createAction)).toBeDisabled();
  await expect(button(page, words.createAction)).toHaveAccessibleDescription(words.mayNotPending);

  const declined = await visit();
  await enterAs(declined, await logInAs(product, 'efua'), '/dashboard/projects');
  await expect(heading(declined, words.declinedTitle)).toBeVisible();
  await expect(declined.getByText('The website did not answer.')).toBeVisible();
  await expect(link(declined, words.correctCompany)).toHaveAttribute('href', '/dashboard/kyc');

  await enterAs(page, await newPerson(product), '/dashboard/projects');
  await expect(heading(page, words.emptyTitle)).toBeVisible();
  await expect(page.getByText(words.mayNotNew)).toBeVisible();
  expect(refused).toEqual([]);
});
