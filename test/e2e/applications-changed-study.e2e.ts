import type { Page, Response } from '@playwright/test';
import { applicationWords as words } from '@app/words/applications.ts';
import { partWords } from '@app/words/parts.ts';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { closeStudy, pauseStudy, resumeStudy } from '@app/contracts/project/study-calls.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { answerAll } from './steps.ts';
import { applyByCall, newProject, newPublished, newStudy } from './studies.ts';

const submit = (page: Page) => page.getByRole('button', { name: words.submit, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const notice = (page: Page, text: string) =>
  page.getByRole('region', { name: partWords.messages }).getByText(text, { exact: true });
const lookAgain = (page: Page) => page.getByRole('button', { name: words.lookAgain });

async function openAndAnswer(page: Page, study: Study): Promise<void> {
  await page.goto(`/dashboard/study-apply/${study.id}`);
  await answerAll(page, study);
}

/** Simulates a return to the tab. */
const comeBack = (page: Page) =>
  page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);

test('BR7 a study that is paused, filled or closed meanwhile says so at once, and keeps the answers @full', async ({
  visit,
  product,
}) => {
  const [researcher, person, other] = await Promise.all([
    newVerifiedResearcher(product),
    newParticipant(product),
    newParticipant(product),
  ]);
  const project = await newProject(product, researcher, 'Meanwhile');
  const [study, single] = await Promise.all([
    newPublished(product, researcher, project.id),
    newPublished(
      product,
      researcher,
      project.id,
      { publicName: 'One place' },
      { desiredNumberOfParticipants: 1 },
    ),
  ]);
  const page = await visit();
  await enterAs(page, person);
  const params = { id: study.id };

  await test.step('paused: noticed when sending', async () => {
    await openAndAnswer(page, study);
    await callProduct(product, pauseStudy, { as: researcher, params });
    await submit(page).click();
    const expectPaused = async () => {
      await expect(title(page, words.pausedTitle)).toBeVisible();
      await expect(page.getByText(words.keptForLater)).toBeVisible();
    };
    await expectPaused();
    await page.reload();
    await expectPaused();
    const looked = page.waitForResponse((answer) => answer.url().endsWith(`/studies/${study.id}`));
    await lookAgain(page).click();
    await looked;
    await expectPaused();
    await expect(title(page, study.publicName)).toBeVisible();
  });

  await test.step('resumed: no answer has to be repeated', async () => {
    await callProduct(product, resumeStudy, { as: researcher, params });
    await lookAgain(page).click();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(2);
    await expect(submit(page)).toBeEnabled();
  });

  await test.step('closed: noticed on return', async () => {
    await callProduct(product, closeStudy, { as: researcher, params });
    await comeBack(page);
    await expect(title(page, words.shutTitle)).toBeVisible();
    await expect(notice(page, words.shutTitle)).toBeVisible();
    await page.reload();
    await expect(title(page, study.publicName)).toBeVisible();
    await expect(title(page, words.shutTitle)).toBeVisible();
  });

  await test.step('filled', async () => {
    await openAndAnswer(page, single);
    const { id } = await applyByCall(product, other, single);
    const body = { applicationIds: [id], status: 'ACCEPTED' };
    await callProduct(product, decideApplicants, { as: researcher, params: { id: single.id }, body });
    await submit(page).click();
    await expect(title(page, words.fullTitle)).toBeVisible();
    await page.reload();
    await expect(title(page, words.fullTitle)).toBeVisible();
    await expect(page.getByText(words.keptForLater)).toBeVisible();
  });
});

test('S-407 no response, page or stored data reveals how choices affect eligibility @full', async ({
  visit,
  product,
}) => {
  const [{ study }, person] = await Promise.all([newStudy(product), newParticipant(product)]);
  const page = await visit();
  const answers: Promise<string>[] = [];
  const record = (answer: Response) => {
    const isOfStudies = /\/studies/.test(answer.url()) && answer.url().includes('/api/');
    // A response without content has nothing to read.
    if (isOfStudies && answer.status() !== 204) answers.push(answer.text());
  };
  page.context().on('response', record);
  const inPage = () =>
    page.evaluate<string>('document.documentElement.outerHTML + JSON.stringify(localStorage)');
  await enterAs(page, person, '/dashboard/browse-studies');
  const card = page
    .getByRole('listitem')
    .filter({ has: title(page, study.publicName) })
    .first();
  const seen: string[] = [];
  await expect(card).toBeVisible();
  seen.push(await inPage());
  await openAndAnswer(page, study);
  await expect(submit(page)).toBeEnabled();
  seen.push(await inPage());
  // The page knows the application before it has loaded the list.
  const listed = page.waitForResponse((answer) =>
    new URL(answer.url()).pathname.endsWith(listOwnApplications.path),
  );
  await submit(page).click();
  await page.getByRole('dialog').getByRole('button', { name: words.toStudies }).click();
  await expect(page).toHaveURL(/\/dashboard\/studies$/);
  await expect(title(page, study.publicName).first()).toBeVisible();
  seen.push(await inPage());
  await listed;
  page.context().off('response', record);
  const texts = await Promise.all(answers);
  expect(texts.length).toBeGreaterThanOrEqual(4);
  expect(texts.join()).toContain(study.screeners[0]!.options[1]!.answer);
  for (const text of [...texts, ...seen]) expect(text).not.toMatch(/eligib|qualif/i);
});
