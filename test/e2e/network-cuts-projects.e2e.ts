import { PROJECT_BASE } from '@app/contracts/bases.ts';
import type { Page } from '@playwright/test';
import { projectWords as projects } from '@app/words/projects.ts';
import { studyControlWords as controls } from '@app/words/study-controls.ts';
import {
  deleteProject,
  editProject,
  listProjectStudies,
  listProjects,
  readProject,
} from '@app/contracts/project/projects.ts';
import { closeStudy, deleteStudy, pauseStudy, resumeStudy } from '@app/contracts/project/study-calls.ts';
import { callProduct } from './call-product.ts';
import { pressThroughCuts, pressUntilHeard } from './network-cuts.ts';
import { expect, test } from './fixtures.ts';
import { enterAs } from './people.ts';
import { logInAs } from './screens/screen-data.ts';
import { newDraft, newProject, newPublished } from './studies.ts';
import { moreFor } from './press.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('S-302 the network is cut while a project is edited and deleted: nothing is lost or doubled', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const researcher = await logInAs(product, 'ama');
  const name = `Cut off ${crypto.randomUUID().slice(0, 8)}`;
  const ownProjects = () => callProduct(product, listProjects, { as: researcher, query: { name } });
  const params = { id: (await newProject(product, researcher, name)).id };
  await enterAs(page, researcher, `/dashboard/project/${params.id}`);
  await test.step('edited', async () => {
    await page.getByRole('link', { name: projects.settings }).click();
    await field(page, projects.nameLabel).fill(`${name} again`);
    await pressThroughCuts(page, {
      endpoint: editProject,
      press: () => button(page, projects.save).click(),
      expectKept: () => expect(field(page, projects.nameLabel)).toHaveValue(`${name} again`),
    });
    await button(page, projects.save).click();
    await expect(page.getByText(projects.edited)).toBeVisible();
    const project = await callProduct(product, readProject, { as: researcher, params });
    expect(project).toMatchObject({
      projectName: `${name} again`,
      description: 'How people pay.',
      version: 2,
    });
  });

  await test.step('deleted', async () => {
    await button(page, projects.deleteAction).click();
    await pressUntilHeard(page, `${PROJECT_BASE}/projects`, {
      endpoint: deleteProject,
      press: () => inDialog(page, projects.deleteAction).click(),
      expectKept: () => expect(inDialog(page, projects.deleteAction)).toBeEnabled(),
    });
    await expect(page.getByRole('dialog', { name: projects.deletedTitle })).toBeVisible();
    expect(await ownProjects()).toEqual([]);
  });
});

test('S-302 S-316 the network is cut while a study is paused, resumed, closed and deleted: each happens once', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const researcher = await logInAs(product, 'ama');
  const project = await newProject(product, researcher, 'Cut studies');
  const open = await newPublished(product, researcher, project.id, { name: 'Open one' });
  await newDraft(product, researcher, project.id, { name: 'Drafted one' });
  const params = { id: project.id };
  const states = async () => {
    const studies = await callProduct(product, listProjectStudies, { as: researcher, params });
    return Object.fromEntries(
      studies.map(({ name, state, version }) => [name, [state, version - open.version]]),
    );
  };
  await enterAs(page, researcher, `/dashboard/project/${project.id}`);

  const moves = [
    [pauseStudy, controls.pauseNamed('Open one'), controls.paused, 'PAUSED'],
    [resumeStudy, controls.resumeNamed('Open one'), controls.resumed, 'PUBLISHED'],
  ] as const;
  await moreFor(page, 'Open one').click();
  for (const [at, [endpoint, name, message, state]] of moves.entries()) {
    await test.step(state, async () => {
      await pressUntilHeard(page, `${PROJECT_BASE}/projects`, {
        endpoint,
        press: () => button(page, name).click(),
        expectKept: () => expect(button(page, name)).toBeEnabled(),
      });
      await expect(page.getByText(message)).toBeVisible();
      expect((await states())['Open one']).toEqual([state, at + 1]);
    });
  }

  await test.step('closed', async () => {
    await button(page, controls.closeNamed('Open one')).click();
    const press = () => inDialog(page, controls.closeAction).click();
    const expectKept = () => expect(inDialog(page, controls.closeAction)).toBeEnabled();
    await pressUntilHeard(page, `${PROJECT_BASE}/projects`, {
      endpoint: closeStudy,
      press,
      expectKept,
    });
    await expect(page.getByText(controls.closed, { exact: true })).toBeVisible();
    expect((await states())['Open one']).toEqual(['CLOSED', moves.length + 1]);
  });

  await test.step('deleted, and undone', async () => {
    await moreFor(page, 'Drafted one').click();
    await button(page, projects.deleteStudyNamed('Drafted one')).click();
    const press = () => inDialog(page, projects.deleteStudyAction).click();
    const expectKept = () => expect(inDialog(page, projects.deleteStudyAction)).toBeEnabled();
    await pressUntilHeard(page, `${PROJECT_BASE}/projects`, {
      endpoint: deleteStudy,
      press,
      expectKept,
    });
    await expect(page.getByRole('heading', { name: 'Drafted one', exact: true })).toBeHidden();
    expect(Object.keys(await states())).toEqual(['Open one']);
    await button(page, projects.undo).click();
    await expect(page.getByRole('heading', { name: 'Drafted one', exact: true })).toBeVisible();
    expect(Object.keys(await states())).toHaveLength(2);
  });
});
