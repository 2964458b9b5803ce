import { failureWords } from '@app/words/failures.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { logOutWords } from '@app/words/log-out.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { studyDialogWords as dialogs } from '@app/words/study-dialogs.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listProjectStudies } from '@app/contracts/project/projects.ts';
import { createStudy, deleteStudy, editStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import { addDays } from '../../apps/web/src/features/study-wizard/schedule/month-grid.ts';
import { today } from '@app/contracts/calendar.ts';
import type { Product } from '../support/product.ts';
import { WIDTHS } from '../support/sizes.ts';
import { barriersOn } from './accessibility.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { expectToFitWidth } from './text-size.ts';
import { pressTwice } from './press.ts';
import {
  bringDrafts,
  demographics,
  details,
  readStoredDraft,
  storedStages,
  createWizardGround,
  openStage,
  screeners,
  type WizardGround,
} from './study-wizard-fixtures.ts';

const plan = {
  availableDates: [addDays(today(), 1)],
  durationInMinutes: 30,
  desiredNumberOfParticipants: 12,
  availableTimes: ['09:30 AM'],
};

const keepOnServer = (product: Product, { ama, project }: WizardGround) => {
  const body = { projectId: project, ...details, ...demographics, screeners };
  return callProduct(product, createStudy, { as: ama, body });
};
const draftPath = ({ wizardPath }: WizardGround, id: string) => `${wizardPath}?study=${id}`;
const rename = (product: Product, { ama }: WizardGround, id: string, name: string) =>
  callProduct(product, editStudy, { as: ama, params: { id }, body: { name } });

test('D-27 a draft is saved on the server, found again, changed and published', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const ground = await openStage(page, product, 4, { ...storedStages, studyAvailability: plan });
  const studies = () =>
    callProduct(product, listProjectStudies, { as: ground.ama, params: { id: ground.project } });
  const name = page.getByRole('textbox', { name: words.nameLabel, exact: true });

  await page.getByRole('button', { name: words.saveDraft }).click();
  await expect(page.getByText(words.draftSaved)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${ground.projectPath}$`));
  await expect(page.getByText(details.name, { exact: true })).toBeVisible();
  const [draft] = await studies();
  expect(draft).toMatchObject({ state: 'DRAFT', name: details.name });

  await test.step('a new study is another one', async () => {
    await page.getByRole('link', { name: projects.createStudy }).click();
    await expect(name).toHaveValue('');
  });

  await test.step('it continues where it stopped, on this device with its days and times', async () => {
    await page.goto(draftPath(ground, draft!.id));
    await expect(name).toHaveValue(details.name);
    await expect(page.getByText(words.draftUnsaved)).toBeVisible();
    await name.fill('Market round, noon');
    await page.getByRole('button', { name: words.saveDraft }).click();
    await expect(page.getByText('Market round, noon', { exact: true })).toBeVisible();
    expect(await studies()).toMatchObject([{ state: 'DRAFT', name: 'Market round, noon', version: 2 }]);
  });

  await test.step('published from another device', async () => {
    const other = await visit();
    await bringDrafts(other, ground, { studyAvailability: plan });
    await other.evaluate('localStorage.removeItem("studyAvailability")');
    await other.goto(`${draftPath(ground, draft!.id)}&step=4`);
    await expect(other.getByText(words.timesNeedDuration)).toBeVisible();
    await page.goto(`${draftPath(ground, draft!.id)}&step=4`);
    await page.getByRole('button', { name: words.publish }).click();
    await expect(page.getByText(words.published)).toBeVisible();
    expect(await studies()).toMatchObject([{ state: 'PUBLISHED', name: 'Market round, noon' }]);
  });
});

test('CON-5 a draft that was changed elsewhere too is neither overwritten nor lost @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const ground = await createWizardGround(product);
  const { id } = await keepOnServer(product, ground);
  await bringDrafts(page, ground);
  await page.goto(draftPath(ground, id));
  const name = page.getByRole('textbox', { name: words.nameLabel, exact: true });
  const save = page.getByRole('button', { name: words.saveDraft });
  const asked = page.getByRole('dialog', { name: dialogs.changedTitle });
  const onServer = () => callProduct(product, readStudy, { as: ground.ama, params: { id } });

  await name.fill('Mine');
  await rename(product, ground, id, 'Theirs');
  await save.click();
  await expect(asked.getByText(dialogs.changedStages([words.stages[0]]))).toBeVisible();
  expect(await onServer()).toMatchObject({ name: 'Theirs' });
  await asked.getByRole('button', { name: dialogs.keepOwn }).click();
  await expect(name).toHaveValue('Mine');
  await save.click();
  await expect(page.getByText(words.draftSaved)).toBeVisible();
  expect(await onServer()).toMatchObject({ name: 'Mine' });

  await test.step('noticed on opening, and the saved version is chosen', async () => {
    await page.goto(draftPath(ground, id));
    await name.fill('Mine again');
    await page.getByRole('link', { name: words.close }).click();
    await expect(page).toHaveURL(new RegExp(`${ground.projectPath}$`));
    await rename(product, ground, id, 'Theirs again');
    await page.goto(draftPath(ground, id));
    await asked.getByRole('button', { name: dialogs.takeSaved }).click();
    await expect(name).toHaveValue('Theirs again');
  });

  await test.step('a draft that was not changed here appears as saved there', async () => {
    await rename(product, ground, id, 'The newest');
    await page.goto(draftPath(ground, id));
    await expect(name).toHaveValue('The newest');
    await expect(asked).toBeHidden();
  });
});

test('a study that is no longer a draft leads to its project; a deleted one says so @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const ground = await createWizardGround(product);
  const published = await keepOnServer(product, ground);
  const gone = await keepOnServer(product, ground);
  await callProduct(product, publishStudy, { as: ground.ama, params: { id: published.id }, body: plan });
  await callProduct(product, deleteStudy, { as: ground.ama, params: { id: gone.id } });
  await bringDrafts(page, ground);
  await page.goto(draftPath(ground, published.id));
  await expect(page.getByText(words.noDraftAnyMore)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${ground.projectPath}$`));
  await page.goto(draftPath(ground, gone.id));
  await page.getByRole('alert').getByRole('link', { name: words.otherTabLeave }).click();
  await expect(page).toHaveURL(new RegExp(`${ground.projectPath}$`));
});

test('S-307 only one of two tabs writes: the other says so, and continues with the written input @full', async ({
  visit,
  product,
}) => {
  const first = await visit();
  const ground = await openStage(first, product, 1);
  const nameIn = (page: typeof first) => page.getByRole('textbox', { name: words.nameLabel, exact: true });
  await nameIn(first).fill('Written in the first');
  const second = await visit(first);
  await second.goto(ground.wizardPath);
  await expect(second.getByRole('heading', { name: words.otherTabHeading })).toBeVisible();
  await second.getByRole('button', { name: words.otherTabContinue }).click();
  await expect(nameIn(second)).toHaveValue('Written in the first');
  await expect(first.getByRole('heading', { name: words.otherTabHeading })).toBeVisible();
  await nameIn(second).fill('Written in the second');
  await expect
    .poll(() => readStoredDraft(second, 'studyDetails'))
    .toMatchObject({ name: 'Written in the second' });
  await first.getByRole('button', { name: words.otherTabContinue }).click();
  await expect(nameIn(first)).toHaveValue('Written in the second');
  await expect(first.getByRole('heading', { level: 1 })).toBeFocused();
  await first.close();
  await expect(nameIn(second)).toHaveValue('Written in the second');
});

test('D-27 a waiting tab continues with the other’s version of the draft, unless it was published @full', async ({
  visit,
  product,
}) => {
  const first = await visit();
  const ground = await createWizardGround(product);
  const { id } = await keepOnServer(product, ground);
  await bringDrafts(first, ground);
  const nameIn = (page: typeof first) => page.getByRole('textbox', { name: words.nameLabel, exact: true });
  await first.goto(draftPath(ground, id));
  await nameIn(first).fill('Saved in the first');
  const second = await visit(first);
  await second.goto(draftPath(ground, id));
  await expect(second.getByRole('heading', { name: words.otherTabHeading })).toBeVisible();
  await first.getByRole('button', { name: words.saveDraft }).click();
  await expect(nameIn(second)).toHaveValue('Saved in the first');

  await first.goto(draftPath(ground, id));
  await expect(first.getByRole('heading', { name: words.otherTabHeading })).toBeVisible();
  await callProduct(product, publishStudy, { as: ground.ama, params: { id }, body: plan });
  await second.close();
  await expect(first.getByText(words.noDraftAnyMore)).toBeVisible();
});

test('S-213 a log-out warns about an unsaved draft study, and leads to where it can be saved', async ({
  visitByPhone,
  product,
}) => {
  const page = await visitByPhone();
  const ground = await openStage(page, product, 1);
  await page.getByRole('textbox', { name: words.nameLabel, exact: true }).fill('Market round');
  const logOut = async () => {
    await page.getByRole('button', { name: shell.openMenu }).tap();
    await page.getByRole('button', { name: shell.logOut, exact: true }).tap();
  };
  const dialog = page.getByRole('dialog', { name: logOutWords.loseStudy });
  await page.getByRole('link', { name: words.close }).tap();
  await expect(page).toHaveURL(new RegExp(`${ground.projectPath}$`));
  await logOut();
  await dialog.getByRole('button', { name: logOutWords.cancel, exact: true }).tap();
  await page.goto(ground.projectPath);
  await logOut();
  await dialog.getByRole('link', { name: logOutWords.goOnWithIt }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: words.nameLabel, exact: true })).toHaveValue('Market round');
  await page.goto(ground.projectPath);
  await logOut();
  await dialog.getByRole('button', { name: logOutWords.loseIt }).tap();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(await readStoredDraft(page, 'studyDetails')).toBeNull();
});

for (const width of WIDTHS) {
  test(`S-213 a log-out first saves a draft study that can be saved, once, at ${width} px @full`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    const page = await (width === 360 ? visitByPhone() : visit());
    const studyAvailability = { incentive: 40, availableTimes: ['09:00 AM'] };
    const ground = await openStage(page, product, 4, { ...storedStages, studyAvailability });
    await expect(page.getByRole('grid')).toBeVisible();
    await page.goto(ground.projectPath);
    if (width === 360) await page.getByRole('button', { name: shell.openMenu }).tap();
    await page.getByRole('button', { name: shell.logOut, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: logOutWords.loseStudy });
    const save = dialog.getByRole('button', { name: logOutWords.saveAndLeave });
    await expect(dialog).toContainText(logOutWords.saveText);
    await expectToFitWidth(page);
    expect(await barriersOn(page)).toEqual([]);
    const call = '**/studies';
    await page.route(call, (route) => route.abort());
    await save.click();
    await expect(page.getByText(failureWords.network)).toBeVisible();
    await expect(save).toBeEnabled();
    await page.unroute(call);
    await pressTwice(save);
    await expect(page).toHaveURL(/:\d+\/$/);
    const params = { id: ground.project };
    const drafts = await callProduct(product, listProjectStudies, { as: ground.ama, params });
    expect(drafts).toMatchObject([{ name: storedStages.studyDetails.name, state: 'DRAFT', incentive: 40 }]);
  });
}
