import { projectWords as projects } from '@app/words/projects.ts';
import { untilNoted } from './fences.ts';
import { expect, test } from './fixtures.ts';
import { sizeOf } from './layout.ts';
import { pressTwice } from './press.ts';

test('CON-7 a double click is one step of a wizard, one new project, one deletion', async ({ visit }) => {
  const page = await visit();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/projects(\/|$)/.test(request.url()) && request.method() !== 'GET') sent.push(request.method());
  });
  await page.goto('/dev');
  await page.getByRole('button', { name: 'Be Ama' }).click();
  await page.getByRole('link', { name: projects.newProject }).click();
  await page.getByRole('textbox', { name: projects.nameLabel }).fill('Clicked twice');
  await pressTwice(page.getByRole('button', { name: projects.continue }));
  await expect(page).toHaveURL(/step=2/);
  await page.goBack();
  await expect(page.getByRole('textbox', { name: projects.nameLabel })).toHaveValue('Clicked twice');
  await page.getByRole('button', { name: projects.continue }).click();
  const create = page.getByRole('button', { name: projects.createAction });
  // A slow double click: its second press meets the next step's button, which stands in the same place.
  await create.dispatchEvent('click', { detail: 2 });
  await untilNoted(page);
  expect(sent).toEqual([]);
  await pressTwice(create);
  await expect(page.getByRole('heading', { name: 'Clicked twice', level: 1 })).toBeVisible();

  await page.getByRole('link', { name: projects.settings }).click();
  await page.getByRole('button', { name: projects.deleteAction }).click();
  await pressTwice(page.getByRole('dialog').getByRole('button', { name: projects.deleteAction }));
  await expect(page.getByRole('dialog', { name: projects.deletedTitle })).toBeVisible();
  await page.getByRole('button', { name: projects.goToList }).click();
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible();
  await expect(page.getByRole('list', { name: projects.listLabel })).toBeVisible();
  await expect(page.getByText('Clicked twice')).toBeHidden();
  expect(sent).toEqual(['POST', 'DELETE']);
});

test('no public page is wider than a small phone @full', async ({ visit }) => {
  const page = await visit();
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    for (const path of ['/', '/about', '/contact-us', '/privacy-policy', '/login', '/signup', '/nowhere']) {
      await page.goto(path);
      expect([path, width, (await sizeOf(page)).width]).toEqual([path, width, width]);
    }
  }
});
