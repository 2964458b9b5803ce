import { PROJECT_BASE } from '@app/contracts/bases.ts';
import type { Page } from '@playwright/test';
import { errorWords } from '@app/words/errors.ts';
import { applicationWords as words } from '@app/words/applications.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { studyDetailsWords as detailsWords } from '@app/words/study-details.ts';
import { applyToStudy, listOwnApplications } from '@app/contracts/project/applications.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { pressUntilHeard } from './network-cuts.ts';
import { expect, test } from './fixtures.ts';
import { logInHere } from './log-in-here.ts';
import { enterAs, newParticipant } from './people.ts';
import { pressTwice } from './press.ts';
import { SCREEN_PASSWORD, answerAll } from './steps.ts';
import { newStudy } from './studies.ts';

const submit = (page: Page) => page.getByRole('button', { name: words.submit, exact: true });
const sent = (page: Page) => page.getByRole('dialog', { name: words.doneTitle });
const choice = (page: Page, question: string, name: string) =>
  page.getByRole('radiogroup', { name: question }).getByRole('radio', { name, exact: true });

/** Creates a study in its own project, and an eligible participant. */
async function newGround(product: Product) {
  const [{ researcher, study }, person] = await Promise.all([newStudy(product), newParticipant(product)]);
  return { researcher, person, study, path: `/dashboard/study-apply/${study.id}` };
}

const applicationsOf = (product: Product, as: SignedInUser) =>
  callProduct(product, listOwnApplications, { as });

test('S-405 answers begin blank, survive a reload and an ended session, and are sent once in full', async ({
  visit,
  product,
}) => {
  const { person, study, path } = await newGround(product);
  const [often, where] = study.screeners.map(({ question }) => question);
  const page = await visit();
  const storedAnswers = () => page.evaluate((id) => localStorage.getItem(`screenerAnswers:${id}`), study.id);
  await logInHere(page, person);
  await page.goto(path);

  await test.step('blank, and cannot be sent before all are answered', async () => {
    await expect(page.getByText(words.answered(0, 2))).toBeVisible();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await choice(page, often!, 'Never').check();
    await expect(page.getByText(words.answered(1, 2))).toBeVisible();
    await expect(submit(page)).toBeDisabled();
  });

  await test.step('a reload in the same moment', async () => {
    await page.reload();
    await expect(choice(page, often!, 'Never')).toBeChecked();
    await page.getByRole('button', { name: words.nextQuestion }).click();
    await expect(choice(page, where!, 'At the market')).toBeFocused();
    await expect(page.getByRole('radiogroup', { name: where! }).getByText(where!)).toBeInViewport();
    // Saving draft answers would end the session before the submission; other tests cover that.
    await page.route('**/answers', (route) => route.abort());
    // The second choice has no text.
    await choice(page, where!, detailsWords.untitledChoice(2)).check();
  });

  await test.step('the session ends while sending, and the same person logs in again', async () => {
    await page.context().clearCookies();
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user')!) as SignedInUser;
      localStorage.setItem('user', JSON.stringify({ ...user, token: `${user.token.slice(0, -8)}AAAAAAAA` }));
    });
    await submit(page).click();
    await expect(page).toHaveURL(/\/participant-login$/);
    await page.getByRole('textbox', { name: auth.email }).fill(person.email);
    await page.getByLabel(auth.password, { exact: true }).fill(SCREEN_PASSWORD);
    await page.getByRole('button', { name: auth.logIn, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(choice(page, often!, 'Never')).toBeChecked();
    await expect(choice(page, where!, detailsWords.untitledChoice(2))).toBeChecked();
  });

  let posts = 0;
  page.on('request', (request) => (posts += Number(request.method() === 'POST')));
  await pressTwice(submit(page));
  await expect(sent(page)).toBeVisible();
  expect(posts).toBe(1);
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('user')!) as SignedInUser);
  expect(await applicationsOf(product, stored)).toMatchObject([
    {
      status: 'PENDING',
      responses: [
        { id: '1', question: often, answer: 'Never' },
        { id: '2', question: where, answer: '' },
      ],
    },
  ]);
  expect(await storedAnswers()).toBeNull();
  await sent(page).getByRole('button', { name: words.toStudies }).click();
  await expect(page.getByRole('heading', { name: study.publicName })).toBeVisible();
});

test('S-405 the network is cut while an application is sent: the answers stay, and it arrives once @full', async ({
  visit,
  product,
}) => {
  const { person, study, path } = await newGround(product);
  const page = await visit();
  await enterAs(page, person, path);
  await answerAll(page, study);
  await pressUntilHeard(page, PROJECT_BASE, {
    endpoint: applyToStudy,
    press: () => submit(page).click(),
    expectKept: async () => {
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(2);
      await expect(submit(page)).toBeEnabled();
    },
  });
  await expect(sent(page)).toBeVisible();
  expect(await applicationsOf(product, person)).toHaveLength(1);
});

test('BR5 an application that was sent in another tab is shown as applied, not as an error @full', async ({
  visit,
  product,
}) => {
  const { person, study, path } = await newGround(product);
  const page = await visit();
  await enterAs(page, person, path);
  const otherTab = await visit(page);
  await otherTab.goto(path);
  for (const tab of [page, otherTab]) await answerAll(tab, study);
  await submit(page).click();
  await expect(sent(page)).toBeVisible();
  await submit(otherTab).click();
  await expect(otherTab.getByRole('heading', { name: words.appliedTitle })).toBeVisible();
  await expect(otherTab.getByText(errorWords.ALREADY_APPLIED)).toHaveCount(0);
  // The number of places no longer matters to this person.
  await expect(otherTab.getByText(/place/)).toHaveCount(0);
  await otherTab.getByRole('link', { name: words.toStudies }).click();
  await expect(otherTab.getByRole('heading', { name: study.publicName })).toBeVisible();
  expect(await applicationsOf(product, person)).toHaveLength(1);
});
