import type { Page } from '@playwright/test';
import { deletedProjectWords as deleted } from '@app/words/deleted-projects.ts';
import { projectWords as words } from '@app/words/projects.ts';
import { deleteProject, editProject } from '@app/contracts/project/projects.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { expectRoomForFingers } from './phone.ts';
import { pressTwice } from './press.ts';
import { logInAs } from './screens/screen-data.ts';
import { applyByCall, newDraft, newProject, newPublished } from './studies.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('S-302 a project is edited and deleted in its settings, which list everything that is deleted', async ({
  visit,
  product,
}) => {
  const [ama, participant] = await Promise.all([logInAs(product, 'ama'), newParticipant(product)]);
  const { id } = await newProject(product, ama, 'To be deleted');
  const open = await newPublished(product, ama, id, { name: 'Open round' });
  await newDraft(product, ama, id, { name: 'Half a thought', incentive: 20 });
  await applyByCall(product, participant, open);
  const page = await visit();
  const dialog = page.getByRole('dialog');
  await enterAs(page, ama, `/dashboard/project/${id}`);
  await link(page, words.settings).click();

  await test.step('edited', async () => {
    const name = page.getByRole('textbox', { name: words.nameLabel });
    await expect(button(page, words.save)).toBeDisabled();
    await name.fill('');
    await expect(page.getByText('Please enter your project name')).toBeVisible();
    await name.fill('Renamed');
    await button(page, words.save).click();
    await expect(page.getByText('Project Edited Successfully')).toBeVisible();
  });
  await test.step('text typed while saving stays, and is saved next', async () => {
    const [name, about] = [words.nameLabel, words.descriptionLabel].map((label) =>
      page.getByRole('textbox', { name: label }),
    );
    const gate = Promise.withResolvers<void>();
    await page.route(`**/projects/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await gate.promise;
      await route.continue();
    });
    await name!.fill('Renamed again');
    await button(page, words.save).click();
    await about!.fill('Written meanwhile');
    gate.resolve();
    await expect(button(page, words.save)).toBeEnabled();
    await expect(name!).toHaveValue('Renamed again');
    await expect(about!).toHaveValue('Written meanwhile');
    await name!.fill('Renamed');
    await button(page, words.save).click();
    await expect(button(page, words.save)).toBeDisabled();
    await page.reload();
    await expect(about!).toHaveValue('Written meanwhile');
  });
  await test.step('an open study prevents deletion, and a link leads to its row', async () => {
    await button(page, words.deleteAction).click();
    await expect(dialog.getByRole('heading', { name: words.hasOpenTitle('Renamed') })).toBeVisible();
    await expect(dialog.getByRole('button', { name: words.deleteAction })).toBeHidden();
    await dialog.getByRole('link', { name: 'Open round' }).click();
    await expect(page.getByRole('heading', { name: 'Open round', level: 3 })).toBeFocused();
  });
  await callProduct(product, closeStudy, { as: ama, params: { id: open.id } });
  await test.step('once closed, it is deleted too, as are undecided applicants', async () => {
    await link(page, words.settings).click();
    await button(page, words.deleteAction).click();
    await expect(dialog).toContainText(words.deleteDrafts(1));
    await expect(dialog).toContainText('Half a thought');
    await expect(dialog).toContainText(words.paidDraftsComeBack);
    await expect(dialog).toContainText(words.deleteClosed(1));
    await expect(dialog).toContainText(words.deleteWaiting(1));
    const waiting = dialog.getByRole('link', { name: words.waitingIn('Open round', 1) });
    await expect(waiting).toHaveAttribute('href', `/dashboard/study-applicants/${open.id}`);
    await pressTwice(dialog.getByRole('button', { name: words.deleteAction }));
    await expect(page.getByRole('dialog', { name: words.deletedTitle })).toContainText('Renamed');
    await pressTwice(dialog.getByRole('button', { name: words.undo }));
    await expect(page.getByText(words.projectRestored)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Half a thought', level: 3 })).toBeVisible();
    await link(page, words.settings).click();
    await button(page, words.deleteAction).click();
    await expect(dialog).not.toContainText(words.deleteWaiting(1));
    await dialog.getByRole('button', { name: words.deleteAction }).click();
    await expect(page.getByRole('dialog', { name: words.deletedTitle })).toContainText('Renamed');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/dashboard\/projects$/);
    await expect(page.getByRole('heading', { name: words.listHeading })).toBeFocused();
  });
  await test.step('an old link says so, leads on, and restores it', async () => {
    await page.goto(`/dashboard/project/${id}`);
    await expect(page.getByRole('alert')).toContainText(words.goneTitle);
    await link(page, words.goToList).click();
    await expect(page.getByRole('heading', { name: words.listHeading })).toBeVisible();
    await page.goBack();
    await button(page, words.bringBack).click();
    await expect(page.getByRole('heading', { name: 'Renamed', level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Half a thought', level: 3 })).toBeVisible();
  });
});

test('S-302 D-32 the list links to deleted projects, and shows no link if there are none @full', async ({
  visitByPhone,
  product,
}) => {
  const ama = await newVerifiedResearcher(product);
  const { id } = await newProject(product, ama, 'Deleted too soon');
  const page = await visitByPhone();
  const line = page.getByText(deleted.deletedCount(1), { exact: true });
  const answered = () => page.waitForResponse((response) => response.url().endsWith('/projects/deleted'));
  const listOpens = async () => {
    const answer = answered();
    await enterAs(page, ama, '/dashboard/projects');
    await answer;
  };
  await listOpens();
  await expect(page.getByRole('heading', { name: 'Deleted too soon' })).toBeVisible();
  await expect(line).toBeHidden();

  await callProduct(product, deleteProject, { as: ama, params: { id } });
  await listOpens();
  await expect(page.getByRole('heading', { name: words.emptyTitle })).toBeVisible();
  await line.tap();
  await expect(page.getByText('Deleted too soon', { exact: true })).toBeVisible();
  await expectRoomForFingers(page);
  await button(page, deleted.bringBackNamed('Deleted too soon')).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/dashboard/project/${id}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Deleted too soon' })).toBeFocused();
  const answer = answered();
  await link(page, words.backToList).tap();
  await answer;
  await expect(page.getByRole('heading', { name: 'Deleted too soon' })).toBeVisible();
  await expect(line).toBeHidden();
});

test('CON-5 the focus stays with a conflict: at the new values, at the choice, at the form @full', async ({
  visit,
  product,
}) => {
  const ama = await logInAs(product, 'ama');
  const { id } = await newProject(product, ama, 'Of two minds');
  const page = await visit();
  await enterAs(page, ama, `/dashboard/project-settings/${id}`);
  const name = page.getByRole('textbox', { name: words.nameLabel });
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  await name.fill('Mine');
  await callProduct(product, editProject, { as: ama, params: { id }, body: { projectName: 'Theirs' } });
  await name.press('Enter');
  await expect(alert).toContainText(words.conflictTitle);
  await expect(alert).toBeFocused();
  // The next stop is here, not below the form.
  await page.keyboard.press('Tab');
  await expect(button(page, words.loadNewest)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(alert).toContainText('Theirs');
  await expect(alert).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, words.takeSaved)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(name).toHaveValue('Theirs');
  await expect(name).toBeFocused();
});

test('the focus stays at the question if the server refuses a deletion that was possible before @full', async ({
  visit,
  product,
}) => {
  const ama = await logInAs(product, 'ama');
  const { id } = await newProject(product, ama, 'Kept');
  const page = await visit();
  await enterAs(page, ama, `/dashboard/project-settings/${id}`);
  await button(page, words.deleteAction).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(words.deleteEmpty);
  await newPublished(product, ama, id);
  await dialog.getByRole('button', { name: words.deleteAction }).press('Enter');
  await expect(dialog).toContainText(words.hasOpenUnnamed);
  await expect(dialog.getByText(words.hasOpenTitle('Kept'))).toBeFocused();
});

test('S-302 a project deleted in another tab is deleted here as well, without an error @full', async ({
  visit,
  product,
}) => {
  const ama = await logInAs(product, 'ama');
  const first = await newProject(product, ama, 'Gone while it was edited');
  const second = await newProject(product, ama, 'Gone while it was asked');
  const page = await visit();
  await enterAs(page, ama, `/dashboard/project-settings/${first.id}`);
  await page.getByRole('textbox', { name: words.nameLabel }).fill('Too late');
  await callProduct(product, deleteProject, { as: ama, params: { id: first.id } });
  await button(page, words.save).click();
  await expect(page.getByRole('alert')).toContainText(words.goneTitle);

  await page.goto(`/dashboard/project-settings/${second.id}`);
  await button(page, words.deleteAction).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: words.deleteAction });
  await expect(confirm).toBeEnabled();
  await callProduct(product, deleteProject, { as: ama, params: { id: second.id } });
  await confirm.click();
  await expect(page.getByRole('dialog', { name: words.deletedTitle })).toBeVisible();
  await button(page, words.goToList).click();
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
});
