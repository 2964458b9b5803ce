import { listEarlierStudies } from '@app/contracts/project/earlier-studies.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { publishStudy } from '@app/contracts/project/study-calls.ts';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicationWords } from '@app/words/applications.ts';
import { failureWords } from '@app/words/failures.ts';
import { exclusionWords as words } from '@app/words/exclusions.ts';
import { studyPageWords } from '@app/words/study-page.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { planBody } from '../../services/project/test/studies.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { putItems } from './stored-items.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { expectToFitPhone } from './phone.ts';
import { isListed } from './steps.ts';
import { applyByCall, newProject, newPublished } from './studies.ts';
import { readStoredDraft, everybody, storedStages } from './study-wizard-fixtures.ts';

test('at 360 px a second study excludes earlier participants, who read only that they are not eligible', async ({
  visitByPhone,
  product,
}) => {
  const [researcher, ama, kofi] = await Promise.all([
    newVerifiedResearcher(product),
    newParticipant(product),
    newParticipant(product),
  ]);
  const project = await newProject(product, researcher, 'Waves');
  const elsewhere = await newProject(product, researcher, 'Elsewhere');
  const publicName = `Waves of ${researcher.userId.slice(-6)}`;
  const first = await newPublished(product, researcher, project.id, { name: 'Wave one', publicName });
  await newPublished(product, researcher, elsewhere.id, { name: 'Another', publicName: 'Another round' });
  await applyByCall(product, ama, first);
  const page = await visitByPhone();
  const fold = page.locator('details', { hasText: words.title.excludedStudies }).first();
  const option = (name: string | RegExp) => page.getByRole('checkbox', { name });
  const next = page.getByRole('button', { name: wizard.continue });
  const params = { id: '' };

  await test.step('stage 2 offers studies of the same name or project, and keeps the selection', async () => {
    const studyDetails = {
      ...storedStages.studyDetails,
      name: 'Wave two',
      publicName: `${publicName}, again`,
    };
    await putItems(page, {
      user: researcher,
      ...storedStages,
      studyDetails,
      participantsDemographics: everybody,
    });
    let isDown = true;
    await page.route(`**${PROJECT_BASE}${listEarlierStudies.path}`, (route) =>
      isDown ? route.abort() : route.continue(),
    );
    await page.goto(`${paths.createStudy(project.id)}?step=2`);
    await page.getByRole('button', { name: wizard.moreAboutThem }).click();
    await expect(fold.locator('summary').first()).toContainText(words.nothing.excludedStudies);
    await fold.locator('summary').first().click();
    await expect(page.getByText(words.failed)).toBeVisible();
    isDown = false;
    await fold.getByRole('button', { name: failureWords.tryAgain }).click();
    await expect(option(/Wave one/)).toBeVisible();
    await expect(option(/Another/)).toBeHidden();
    await page.getByText(words.others(1)).click();
    await expect(option(/Another/)).toBeVisible();
    await option(/Wave one/).check();
    await expect(fold.locator('summary').first()).toContainText(words.from(1));
    await expect(option(words.who.APPLIED)).toBeChecked();
    await option(words.who.APPLIED).uncheck();
    await expect(page.getByText(words.whoMissing)).toBeVisible();
    await expect(next).toBeDisabled();
    // The section is not collapsed while it blocks the stage.
    await fold.locator('summary').first().click();
    await expect(page.getByText(words.whoMissing)).toBeVisible();
    await option(words.who.APPLIED).check();
    const weeks = page.getByRole('textbox', { name: words.weeksLabel });
    await weeks.fill('2.5');
    await expect(weeks).toHaveAccessibleDescription(/whole weeks/);
    await expect(next).toBeDisabled();
    await weeks.fill('8');
    await expect(next).toBeEnabled();
    await expectToFitPhone(page);
    await expect
      .poll(() => readStoredDraft(page, 'participantsDemographics'))
      .toMatchObject({ excludedStudies: { studies: [first.id], who: ['APPLIED'], weeks: 8 } });
    await page.reload();
    await fold.locator('summary').first().click();
    await expect(option(/Wave one/)).toBeChecked();
    await expect(weeks).toHaveValue('8');
    await page.getByRole('button', { name: wizard.saveDraft }).click();
    await expect(page).toHaveURL(paths.project(project.id));
    const all = await callProduct(product, listEarlierStudies, { as: researcher });
    params.id = all.find(({ name }) => name === 'Wave two')!.id;
    await callProduct(product, publishStudy, { as: researcher, params, body: planBody() });
    expect(await callProduct(product, readStudy, { as: researcher, params })).toMatchObject({
      excludedStudies: { studies: [first.id], who: ['APPLIED'], weeks: 8 },
    });
  });

  await test.step('the study’s page shows its exclusions', async () => {
    await page.goto(paths.study(params.id));
    await expect(page.getByText(words.kept([words.who.APPLIED], ['Wave one']))).toBeVisible();
    await expect(page.getByText(words.excludedFor(8))).toBeVisible();
  });

  await test.step('an earlier participant does not find it, and sees no list', async () => {
    await enterAs(page, ama, paths.browseStudies);
    expect(await isListed(page, `${publicName}, again`)).toBe(false);
    await page.goto(paths.studyApply(params.id));
    await expect(page.getByRole('heading', { name: applicationWords.unfitTitle })).toBeVisible();
    await expect(page.getByText(applicationWords.unfitHidden)).toBeVisible();
    await expect(page.getByText(applicationWords.unfitMore)).toBeVisible();
    await expect(page.getByText(applicationWords.unfitText)).toBeHidden();
    await expect(page.getByText('Wave one')).toHaveCount(0);
  });

  await test.step('another participant finds it, and applies', async () => {
    await enterAs(page, kofi, paths.browseStudies);
    await expect.poll(() => isListed(page, `${publicName}, again`)).toBe(true);
    await page.goto(paths.studyApply(params.id));
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: applicationWords.submit }).click();
    await expect(page.getByRole('heading', { name: applicationWords.doneTitle })).toBeVisible();
  });
});

test('at 360 px only earlier participants find a study that is restricted to them', async ({
  visitByPhone,
  product,
}) => {
  const [researcher, ama, kofi] = await Promise.all([
    newVerifiedResearcher(product),
    newParticipant(product),
    newParticipant(product),
  ]);
  const project = await newProject(product, researcher, 'Panel');
  const publicName = `Panel of ${researcher.userId.slice(-6)}`;
  const first = await newPublished(product, researcher, project.id, { name: 'First talk', publicName });
  await applyByCall(product, ama, first);
  const page = await visitByPhone();
  const fold = page.locator('details', { hasText: words.title.requiredStudies }).first();
  const studyDetails = {
    ...storedStages.studyDetails,
    name: 'Second talk',
    publicName: `${publicName}, again`,
  };
  await putItems(page, {
    user: researcher,
    ...storedStages,
    studyDetails,
    participantsDemographics: everybody,
  });
  await page.goto(`${paths.createStudy(project.id)}?step=2`);
  await page.getByRole('button', { name: wizard.moreAboutThem }).click();
  await expect(fold.locator('summary').first()).toContainText(words.nothing.requiredStudies);
  await fold.locator('summary').first().click();
  await page.getByRole('checkbox', { name: /First talk/ }).check();
  await expect(page.getByRole('checkbox', { name: words.who.APPLIED })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: words.who.MISSED })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: words.weeksLabel })).toHaveCount(0);
  await expectToFitPhone(page);
  await page.getByRole('button', { name: wizard.saveDraft }).click();
  await expect(page).toHaveURL(paths.project(project.id));
  const all = await callProduct(product, listEarlierStudies, { as: researcher });
  const params = { id: all.find(({ name }) => name === 'Second talk')!.id };
  await callProduct(product, publishStudy, { as: researcher, params, body: planBody() });
  await page.goto(paths.study(params.id));
  await expect(page.getByText(words.said.requiredStudies, { exact: true })).toBeVisible();
  await expect(page.getByText(words.kept([words.who.APPLIED], ['First talk']))).toBeVisible();
  await page.getByRole('button', { name: studyPageWords.share, exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(studyPageWords.shareRestricted);

  await enterAs(page, kofi, paths.browseStudies);
  expect(await isListed(page, `${publicName}, again`)).toBe(false);
  await page.goto(paths.studyApply(params.id));
  await expect(page.getByRole('heading', { name: applicationWords.unfitTitle })).toBeVisible();
  await enterAs(page, ama, paths.browseStudies);
  await expect.poll(() => isListed(page, `${publicName}, again`)).toBe(true);
});

test('the page says when there are more studies than can be selected @full', async ({
  visitByPhone,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const project = await newProject(product, researcher, 'Many');
  const page = await visitByPhone();
  const study = { projectId: project.id, projectName: 'Many', publicName: 'One of many', state: 'CLOSED' };
  const many = Array.from({ length: 51 }, (_, at) => ({
    ...study,
    id: crypto.randomUUID(),
    name: `Study ${at + 1}`,
    createdAt: '2026-01-01T00:00:00.000Z',
  }));
  await page.route(`**${PROJECT_BASE}${listEarlierStudies.path}`, (route) =>
    route.fulfill({ json: { status: 200, message: 'OK', content: many } }),
  );
  await putItems(page, { user: researcher, ...storedStages, participantsDemographics: everybody });
  await page.goto(`${paths.createStudy(project.id)}?step=2`);
  await page.getByRole('button', { name: wizard.moreAboutThem }).click();
  await page
    .locator('details', { hasText: words.title.excludedStudies })
    .first()
    .locator('summary')
    .first()
    .click();
  await page.getByRole('button', { name: words.all }).click();
  await expect(page.getByText(words.tooMany(50))).toBeVisible();
  await expect(page.getByRole('button', { name: wizard.continue })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Study 51' }).uncheck();
  await expect(page.getByText(words.tooMany(50))).toBeHidden();
  await expect(page.getByRole('button', { name: wizard.continue })).toBeEnabled();
});
