import type { Page } from '@playwright/test';
import { choiceWords } from '@app/words/choices.ts';
import { failureWords } from '@app/words/failures.ts';
import { projectWords as words } from '@app/words/projects.ts';
import { studyControlWords as controls } from '@app/words/study-controls.ts';
import { closeStudy, deleteStudy, pauseStudy, resumeStudy } from '@app/contracts/project/study-calls.ts';
import { callProduct } from './call-product.ts';
import { untilRequestsArrived } from './wait-until.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newParticipant } from './people.ts';
import { moreFor, pressTwice } from './press.ts';
import { logInAs } from './screens/screen-data.ts';
import { applyByCall, newDraft, newProject, newPublished } from './studies.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 3, exact: true });
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ has: title(page, name) });
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Collects the requests by which a page changes a study. */
function watchChanges(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.includes('/studies/'))
      sent.push(`${request.method()} ${pathname.split('/').at(-1)}`);
  });
  return sent;
}

test('a study has the controls of its state, each makes one call, and the focus stays', async ({
  visit,
  product,
}) => {
  const [ama, participant] = await Promise.all([logInAs(product, 'ama'), newParticipant(product)]);
  const { id: projectId } = await newProject(product, ama, 'Controls');
  const draft = await newDraft(product, ama, projectId, { name: 'Half a thought' });
  const round = await newPublished(product, ama, projectId, { name: 'Market round' });
  await applyByCall(product, participant, round);
  const page = await visit();
  await page.setViewportSize({ width: 360, height: 740 });
  const sent = watchChanges(page);
  await enterAs(page, ama, `/dashboard/project/${projectId}`);
  const row = rowOf(page, 'Market round');
  const isIn = (state: keyof typeof choiceWords.studyState) =>
    expect(row.getByText(choiceWords.studyState[state], { exact: true })).toBeVisible();

  await test.step('a draft is continued in the wizard', async () => {
    const go = rowOf(page, 'Half a thought').getByRole('link', { name: 'Continue Half a thought' });
    await expect(go).toHaveAttribute('href', `/dashboard/create-study/${projectId}?study=${draft.id}`);
    await expect(rowOf(page, 'Half a thought').getByRole('button')).toHaveCount(1);
  });
  await test.step('paused and resumed, by a double click and by key, on one button', async () => {
    await isIn('PUBLISHED');
    await moreFor(page, 'Market round').press('Enter');
    await pressTwice(button(page, 'Pause Market round'));
    await expect(page.getByText(controls.paused)).toBeVisible();
    await isIn('PAUSED');
    await expect(button(page, 'Resume Market round')).toBeFocused();
    // A slow double click: its second press reaches the button in its other state.
    await button(page, 'Resume Market round').dispatchEvent('click', { detail: 2 });
    await untilRequestsArrived(page);
    expect(sent).toEqual(['POST pause']);
    await page.keyboard.press('Enter');
    await isIn('PUBLISHED');
    await expect(page.getByText(controls.resumed)).toBeVisible();
    await expect(button(page, 'Pause Market round')).toBeFocused();
  });
  await test.step('without a connection it does not change, and can be pressed again', async () => {
    await page.context().setOffline(true);
    await button(page, 'Pause Market round').click();
    await expect(page.getByText(failureWords.network)).toBeVisible();
    await isIn('PUBLISHED');
    await page.context().setOffline(false);
  });
  await test.step('closing asks first, and says who is notified', async () => {
    await button(page, controls.closeNamed('Market round')).press('Enter');
    const dialog = page.getByRole('dialog', { name: controls.closeTitle('Market round') });
    await expect(dialog).toContainText('We notify 1 person waiting for your answer.');
    await page.keyboard.press('Escape');
    await expect(moreFor(page, 'Market round')).toBeFocused();
    await isIn('PUBLISHED');
    await page.keyboard.press('Enter');
    await button(page, controls.closeNamed('Market round')).press('Enter');
    await pressTwice(confirm(page, controls.closeAction));
    await isIn('CLOSED');
    await expect(page.getByText(controls.closed, { exact: true })).toBeVisible();
    await expect(title(page, 'Market round')).toBeFocused();
    expect(sent.filter((call) => call === 'POST close')).toHaveLength(1);
  });
  await test.step('closed, with applicants, it has these controls and its menu', async () => {
    await expect(row.getByRole('button')).toHaveCount(1);
    await row.getByRole('link', { name: words.applicantsLabel('Market round') }).click();
    await expect(page).toHaveURL(new RegExp(`/study-applicants/${round.id}`));
  });
});

test('a study that was changed elsewhere is shown in its current state, with a message @full', async ({
  visit,
  product,
}) => {
  const ama = await logInAs(product, 'ama');
  const { id: projectId } = await newProject(product, ama, 'Two tabs');
  const { id } = await newPublished(product, ama, projectId, { name: 'Shared round' });
  const gone = await newPublished(product, ama, projectId, { name: 'Gone round' });
  const page = await visit();
  await enterAs(page, ama, `/dashboard/project/${projectId}`);
  await moreFor(page, 'Shared round').click();
  await expect(button(page, 'Pause Shared round')).toBeVisible();

  await callProduct(product, pauseStudy, { as: ama, params: { id } });
  await callProduct(product, resumeStudy, { as: ama, params: { id } });
  await button(page, controls.closeNamed('Shared round')).click();
  await confirm(page, controls.closeAction).click();
  await expect(page.getByText(controls.changed)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(title(page, 'Shared round')).toBeFocused();
  // The page's refetch after a change must not include the next change from elsewhere.
  const readAgain = page.waitForResponse((answer) => answer.url().includes(`/projects/${projectId}/studies`));
  await moreFor(page, 'Shared round').click();
  await button(page, 'Pause Shared round').click();
  await expect(page.getByText(controls.paused)).toBeVisible();
  await readAgain;

  await callProduct(product, closeStudy, { as: ama, params: { id } });
  await button(page, 'Resume Shared round').click();
  await expect(page.getByText(controls.closedAlready)).toBeVisible();
  await expect(rowOf(page, 'Shared round')).toContainText(choiceWords.studyState.CLOSED);

  await callProduct(product, deleteStudy, { as: ama, params: { id: gone.id } });
  await moreFor(page, 'Gone round').click();
  await button(page, 'Pause Gone round').click();
  await expect(page.getByText(controls.gone)).toBeVisible();
  await expect(title(page, 'Gone round')).toBeHidden();
  await expect(page.getByRole('heading', { name: words.studiesHeading })).toBeFocused();
});

test('S-316 deleting a study reloads the project and closes its question @full', async ({
  visit,
  product,
}) => {
  const ama = await logInAs(product, 'ama');
  const { id: projectId } = await newProject(product, ama, 'Deletions');
  const closed = await newPublished(product, ama, projectId, { name: 'Nobody came' });
  await callProduct(product, closeStudy, { as: ama, params: { id: closed.id } });
  const twice = await newDraft(product, ama, projectId, { name: 'Deleted twice', incentive: 20 });
  await newDraft(product, ama, projectId, { name: 'Kept' });
  const page = await visit();
  const sent = watchChanges(page);
  const undo = button(page, words.undo);
  const path = `/dashboard/project/${projectId}`;
  await enterAs(page, ama, path);

  await test.step('a closed study without applicants', async () => {
    await moreFor(page, 'Nobody came').click();
    await button(page, words.deleteStudyNamed('Nobody came')).click();
    await page.getByRole('dialog').getByRole('button', { name: words.keepStudy }).click();
    await moreFor(page, 'Nobody came').click();
    await button(page, words.deleteStudyNamed('Nobody came')).click();
    const readAgain = Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith(`/projects/${projectId}`)),
      page.waitForResponse((answer) => answer.url().includes(`/projects/${projectId}/studies?`)),
    ]);
    await pressTwice(confirm(page, words.deleteStudyAction));
    await readAgain;
    await expect(title(page, 'Nobody came')).toBeHidden();
    await expect(page.getByRole('heading', { name: words.studiesHeading })).toBeFocused();
    expect(sent).toEqual([`DELETE ${closed.id}`]);
  });
  await test.step('an Undo that fails can be tried again', async () => {
    await page.context().setOffline(true);
    await undo.click();
    await expect(page.getByText(failureWords.network)).toBeVisible();
    await page.context().setOffline(false);
    await button(page, failureWords.tryAgain).click();
    await expect(page.getByText(words.studyRestored)).toBeVisible();
    await expect(title(page, 'Nobody came')).toBeVisible();
  });
  await test.step('a study that another tab has deleted counts as deleted, without an error', async () => {
    await moreFor(page, 'Deleted twice').click();
    await button(page, words.deleteStudyNamed('Deleted twice')).click();
    const question = page.getByRole('dialog', { name: words.deleteStudyTitle('Deleted twice') });
    await expect(question).toContainText(words.paidComesBack);
    await callProduct(product, deleteStudy, { as: ama, params: { id: twice.id } });
    await confirm(page, words.deleteStudyAction).click();
    await expect(page.getByText(words.studyDeleted)).toBeVisible();
    await expect(title(page, 'Deleted twice')).toBeHidden();
    await expect(title(page, 'Kept')).toBeVisible();
  });
});
