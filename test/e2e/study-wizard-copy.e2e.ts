import { paths } from '@app/contracts/web-paths.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { studyControlWords as controls } from '@app/words/study-controls.ts';
import { studyDialogWords as dialogs } from '@app/words/study-dialogs.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { WIDTHS } from '../support/sizes.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newVerifiedResearcher } from './people.ts';
import { newProject, newPublished } from './studies.ts';
import { bringDrafts, details, readStoredDraft, createWizardGround } from './study-wizard-fixtures.ts';

test('D-27 an address begins a study as a copy, once, and asks before it replaces a draft @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const ground = await createWizardGround(product);
  const { ama, project } = ground;
  const elsewhere = await newProject(product, ama, 'Elsewhere');
  const study = await newPublished(product, ama, elsewhere.id, { name: 'The earlier one' });
  await bringDrafts(page, ground);
  const name = page.getByRole('textbox', { name: words.nameLabel, exact: true });
  const asked = page.getByRole('dialog', { name: dialogs.copyOverTitle });

  await page.goto(paths.copyStudy(project, study.id));
  await expect(page.getByText(dialogs.copied('The earlier one'))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${ground.wizardPath}$`));
  await expect(name).toHaveValue(dialogs.nameOfCopy('The earlier one'));
  expect(await readStoredDraft(page, 'screenerSurvey')).toEqual(study.screeners);
  expect(await readStoredDraft(page, 'studyAvailability')).toMatchObject({
    availableDates: [],
    availableTimes: study.availableTimes,
  });

  await name.fill('The new one');
  await page.reload();
  await expect(name).toHaveValue('The new one');

  await page.goto(paths.copyStudy(project, study.id));
  await asked.getByRole('button', { name: dialogs.copyNot }).click();
  await expect(name).toHaveValue('The new one');
  await page.goto(paths.copyStudy(project, study.id));
  await asked.getByRole('button', { name: dialogs.copyOver }).click();
  await expect(name).toHaveValue(dialogs.nameOfCopy('The earlier one'));
});

test('an unknown study, or another researcher’s, leaves the draft unchanged, with a message @full', async ({
  visit,
  product,
}) => {
  const other = await newVerifiedResearcher(product);
  const foreignStudy = await newPublished(product, other, (await newProject(product, other, 'Hers')).id);
  const page = await visit();
  const ground = await createWizardGround(product);
  await bringDrafts(page, ground, { studyDetails: details });
  const name = page.getByRole('textbox', { name: words.nameLabel, exact: true });
  for (const id of [foreignStudy.id, crypto.randomUUID(), 'rubbish']) {
    await page.goto(paths.copyStudy(ground.project, id));
    await expect(page.getByText(dialogs.copyGone)).toBeVisible();
    await expect(name).toHaveValue(details.name);
  }
  await page.route('**/studies/*', (route) => route.abort());
  await page.goto(paths.copyStudy(ground.project, foreignStudy.id));
  await expect(page.getByRole('alert').getByRole('button')).toBeVisible();
  await page.unroute('**/studies/*');
  await page.getByRole('alert').getByRole('button').click();
  await expect(page.getByText(dialogs.copyGone)).toBeVisible();
  await enterAs(page, other);
  await page.goto(paths.copyStudy(foreignStudy.projectId, foreignStudy.id));
  await expect(name).toHaveValue(dialogs.nameOfCopy(foreignStudy.name));
});

for (const width of WIDTHS) {
  test(`“Copy from” offers her studies of all projects and fills the wizard from one, at ${width} px @full`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    const page = await (width === 360 ? visitByPhone() : visit());
    const researcher = await newVerifiedResearcher(product);
    const [project, other] = [
      await newProject(product, researcher, 'New'),
      await newProject(product, researcher, 'Old'),
    ];
    await enterAs(page, researcher, paths.createStudy(project.id));
    const name = page.getByRole('textbox', { name: words.nameLabel, exact: true });
    const dialog = page.getByRole('dialog', { name: words.copyFrom });
    await page.getByRole('button', { name: words.copyFrom }).click();
    await expect(dialog.getByText(dialogs.copyNone)).toBeVisible();
    await page.keyboard.press('Escape');

    await newPublished(product, researcher, other.id, { name: 'Last year' });
    await newPublished(product, researcher, project.id, { name: 'Last week' });
    await page.reload();
    await page.getByRole('button', { name: words.copyFrom }).click();
    await expect(dialog.getByRole('button', { name: /Last week/ })).toBeVisible();
    await dialog.getByRole('combobox', { name: dialogs.copyProject }).selectOption('Old');
    await dialog.getByRole('button', { name: /Last year/ }).click();
    await expect(name).toHaveValue(dialogs.nameOfCopy('Last year'));
    await expect(page).toHaveURL(new RegExp(`${paths.createStudy(project.id)}$`));
    for (const [button, heading] of [
      [words.continue, words.demographicsHeading],
      [words.continue, words.screenerHeading],
      [words.saveSurvey, words.publishHeading],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
    await expect(page.getByText(words.daysHint)).toBeVisible();
  });

  test(`S-307 the project’s page shows a draft study to continue or discard, at ${width} px @full`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    const page = await (width === 360 ? visitByPhone() : visit());
    const ground = await createWizardGround(product);
    await bringDrafts(page, ground);
    await page.goto(ground.wizardPath);
    const name = page.getByRole('textbox', { name: words.nameLabel, exact: true });
    const row = page.getByRole('region', { name: projects.draftStudyLabel });
    await page.getByRole('link', { name: words.close }).click();
    await expect(page.getByText(projects.studiesEmptyTitle)).toBeVisible();
    await expect(row).toBeHidden();

    await page.goto(ground.wizardPath);
    await name.fill('Begun');
    await page.getByRole('link', { name: words.close }).click();
    await expect(row.getByRole('heading', { name: 'Begun' })).toBeVisible();
    await expect(page.getByText(projects.studiesEmptyTitle)).toBeHidden();
    await expect(page.getByRole('link', { name: projects.createStudy })).toHaveCount(1);
    await row.getByRole('link', { name: controls.continueNamed('Begun') }).click();
    await expect(name).toHaveValue('Begun');

    await page.goto(ground.projectPath);
    await row.getByRole('button', { name: projects.discardDraftStudy('Begun') }).click();
    await expect(row).toBeHidden();
    await expect(page.getByRole('heading', { name: projects.studiesHeading, exact: true })).toBeFocused();
    await expect(page.getByRole('link', { name: projects.createStudy })).toHaveCount(1);
    await page.getByRole('button', { name: projects.undo }).click();
    await row.getByRole('button', { name: projects.discardDraftStudy('Begun') }).click();
    await page.getByRole('link', { name: projects.createStudy }).click();
    await expect(name).toHaveValue('');
  });
}
