import type { Page } from '@playwright/test';
import { projectWords as projects } from '@app/words/projects.ts';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { expect, test } from './fixtures.ts';
import { logInHere } from './log-in-here.ts';
import { enterAs, newParticipant } from './people.ts';
import { expectCount } from './notification-popup.ts';
import { logInAs } from './screens/screen-data.ts';
import { applyByCall, newDraft, newProject, newStudy } from './studies.ts';
import { NEVER_LOST } from './timers.ts';
import { moreFor } from './press.ts';

/** Finds the bell by its count, as a screen reader announces it. */
const bell = (page: Page, count: number) =>
  page.getByRole('button', { name: shell.notifications(count === 0 ? '' : String(count)), exact: true });

/** Counts how often a page has fetched its notifications; only an event makes it do so. */
function countAsking(page: Page): () => number {
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `${PROJECT_BASE}/notifications`) asked += 1;
  });
  return () => asked;
}

test('D-31 NT1 a notification arrives in open pages without a reload, and all tabs agree on what is read', async ({
  visit,
  product,
}) => {
  const first = await visit();
  await first.context().addInitScript(NEVER_LOST);
  // Her only notification is her verification, and no other test adds one.
  const { researcher, study } = await newStudy(product);
  const before = 1;
  await expectCount(product, researcher, before);
  await logInHere(first, researcher);
  await first.goto('/dashboard/projects');
  await expect(bell(first, before)).toBeVisible();
  const asked = countAsking(first);
  const second = await visit(first);
  await second.goto('/dashboard/accounts');
  await expect(bell(second, before)).toBeVisible();

  await applyByCall(product, await newParticipant(product), study);

  await expect(bell(first, before + 1)).toBeVisible();
  await expect(bell(second, before + 1)).toBeVisible();
  expect(asked()).toBe(0);

  await bell(first, before + 1).click();
  await bell(second, before + 1).click();
  await expect(first.getByRole('region', { name: shell.recentNotifications })).toContainText(study.name);
  await second.getByRole('button', { name: shell.markAllRead }).click();
  await expect(bell(second, 0)).toBeVisible();
  await expect(bell(first, 0)).toBeVisible();
  await expect(first.getByRole('button', { name: shell.markAllRead })).toBeHidden();
});

test('WZ8 the deletion of a draft can be undone, by pointer and by keyboard @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const ama = await logInAs(product, 'ama');
  const { id: projectId } = await newProject(product, ama, 'Mistakes');
  const study = await newDraft(product, ama, projectId, { name: 'Mistake' });
  await enterAs(page, ama, paths.project(projectId));
  const row = page.getByRole('heading', { name: study.name, level: 3 });
  const undo = page.getByRole('button', { name: projects.undo, exact: true });
  const confirm = page.getByRole('dialog').getByRole('button', { name: projects.deleteStudyAction });

  await moreFor(page, study.name).click();
  await page.getByRole('button', { name: projects.deleteStudyNamed(study.name) }).click();
  await confirm.click();
  await expect(row).toBeHidden();
  await undo.click();
  await expect(page.getByText(projects.studyRestored)).toBeVisible();
  await expect(row).toBeVisible();
  await expect(undo).toBeHidden();

  await moreFor(page, study.name).press('Enter');
  await page.getByRole('button', { name: projects.deleteStudyNamed(study.name) }).press('Enter');
  await confirm.press('Enter');
  await expect(undo).toBeFocused();
  await expect(row).toBeHidden();
  await undo.press('Enter');
  await expect(row).toBeVisible();
  await expect(page.getByRole('heading', { name: projects.studiesHeading })).toBeFocused();

  await moreFor(page, study.name).click();
  await page.getByRole('button', { name: projects.deleteStudyNamed(study.name) }).click();
  await confirm.click();
  await expect(undo).toBeVisible();
  await page.reload();
  await expect(page.getByText(projects.studiesEmptyTitle)).toBeVisible();
});

test('CON-5 two tabs that change one project see a conflict message, and no text is lost @full', async ({
  visit,
  product,
}) => {
  const ama = await logInAs(product, 'ama');
  const name = 'Shared';
  const { id } = await newProject(product, ama, name);
  const first = await visit();
  await enterAs(first, ama, `/dashboard/project-settings/${id}`);
  const second = await visit(first);
  await second.goto(first.url());
  const nameIn = (page: Page) => page.getByRole('textbox', { name: projects.nameLabel });
  const descriptionIn = (page: Page) => page.getByLabel(projects.descriptionLabel);
  const saveIn = (page: Page) => page.getByRole('button', { name: projects.save });
  const newDescription = 'By the second tab.';

  // This is typed before the other saves: untouched fields follow the saved values on any notification.
  await nameIn(first).fill(`${name} first`);
  await nameIn(second).fill(`${name} second`);
  await descriptionIn(second).fill(newDescription);
  await saveIn(second).click();
  await expect(second.getByText(projects.edited)).toBeVisible();

  await nameIn(second).fill(`${name} second again`);
  await saveIn(first).click();
  const alert = first.getByRole('alert').filter({ hasText: projects.conflictTitle });
  await expect(alert).toBeVisible();
  await expect(nameIn(first)).toHaveValue(`${name} first`);
  await first.getByRole('button', { name: projects.loadNewest }).click();
  await expect(first.getByText(`${name} second`)).toBeVisible();
  await expect(nameIn(first)).toHaveValue(`${name} first`);
  await expect(descriptionIn(first)).toHaveValue(newDescription);
  await saveIn(first).click();
  await expect(first.getByText(projects.edited)).toBeVisible();

  await saveIn(second).click();
  await second.getByRole('button', { name: projects.loadNewest }).click();
  await second.getByRole('button', { name: projects.takeSaved }).click();
  await expect(nameIn(second)).toHaveValue(`${name} first`);
  await expect(descriptionIn(second)).toHaveValue(newDescription);
  await expect(saveIn(second)).toBeDisabled();
});
