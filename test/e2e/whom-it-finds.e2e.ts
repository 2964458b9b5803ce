import type { Page } from '@playwright/test';
import { submitUserInformation, type Demographic } from '@app/contracts/identity/profile.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listProjectStudies } from '@app/contracts/project/projects.ts';
import { publishStudy } from '@app/contracts/project/study-calls.ts';
import { applyWords } from '@app/words/apply.ts';
import { furtherWords as words } from '@app/words/further-criteria.ts';
import { languagesCardWords as asked } from '@app/words/languages-card.ts';
import { participantSetupWords as setUp } from '@app/words/participant-setup.ts';
import { profileChoiceWords as choices } from '@app/words/profile-choices.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { planBody } from '../../services/project/test/studies.ts';
import { profileBody } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newPerson, newVerifiedResearcher } from './people.ts';
import { newProject, newPublished } from './studies.ts';
import { sentBy } from './setup-ground.ts';
import { draftOf, kept, openStage } from './wizard-ground.ts';

const LIST = '/dashboard/browse-studies';
const NAME = 'Talking at the market';

/** Somebody whose set-up says so. */
async function newcomer(product: Product, given: Partial<Demographic>) {
  const user = await newPerson(product, 'PARTICIPANT');
  const body = profileBody(user.userId, given);
  return callProduct(product, submitUserInformation, { as: user, body });
}

const isListed = async (page: Page, name: string) => {
  await expect(page.getByRole('status').filter({ hasText: /\d/ }).first()).toBeVisible();
  return (await page.getByRole('heading', { name, exact: true }).count()) > 0;
};

test('a study for people of Ashanti and Bono who speak Twi is made at 360 px, and found by them and nobody else', async ({
  visitByPhone,
  product,
}) => {
  const page = await visitByPhone();
  const { ama, project, projectPath } = await openStage(page, product, 2, {
    ...kept,
    studyDetails: { ...kept.studyDetails, publicName: NAME },
  });
  const more = page.getByRole('button', { name: wizard.moreAboutThem });
  const kind = (name: keyof typeof words.names) => page.locator('details', { hasText: words.names[name] });
  const option = (name: string) => page.getByRole('checkbox', { name, exact: true });

  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.click();
  for (const name of Object.values(words.names)) await expect(page.getByText(name).first()).toBeVisible();
  await expect(kind('regions').locator('summary')).toContainText(words.anybody);
  await kind('regions').locator('summary').click();
  for (const region of [choices.region.ASHANTI, choices.region.BONO]) await option(region).check();
  await expect(kind('regions').locator('summary')).toContainText('Ashanti, Bono');
  await kind('languages').locator('summary').click();
  await option(choices.language.TWI).check();
  await expect
    .poll(() => draftOf(page, 'participantsDemographics'))
    .toMatchObject({
      regions: ['ASHANTI', 'BONO'],
      languages: ['TWI'],
    });

  // What is chosen is seen again, and is in the saved draft.
  await page.reload();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await expect(kind('languages').locator('summary')).toContainText(choices.language.TWI);
  await page.getByRole('button', { name: wizard.saveDraft }).click();
  await expect(page).toHaveURL(projectPath);
  const [draft] = await callProduct(product, listProjectStudies, { as: ama, params: { id: project } });
  const params = { id: draft!.id };
  const saved = await callProduct(product, readStudy, { as: ama, params });
  expect(saved).toMatchObject({ regions: ['ASHANTI', 'BONO'], languages: ['TWI'], employment: [] });
  await callProduct(product, publishStudy, { as: ama, params, body: planBody() });

  await page.goto(`/dashboard/study/${draft!.id}`);
  await expect(page.getByText('Ashanti, Bono', { exact: true })).toBeVisible();
  await expect(page.getByText(words.names.jobRoles, { exact: true })).toBeHidden();

  const people = [
    [{ region: 'ASHANTI', languages: ['ENGLISH', 'TWI'] }, []],
    [{ region: 'BONO', languages: ['TWI'] }, []],
    [{ region: 'ASHANTI', languages: ['EWE'] }, ['LANGUAGE']],
    [{ region: 'VOLTA', languages: [] }, ['REGION', 'LANGUAGE']],
  ] as const;
  for (const [{ region, languages }, missed] of people) {
    const person = await newcomer(product, { region, languages: [...languages] });
    const theirs = await visitByPhone();
    await enterAs(theirs, person, LIST);
    expect([region, languages, await isListed(theirs, NAME)]).toEqual([
      region,
      languages,
      missed.length === 0,
    ]);
    if (missed.length === 0) continue;
    await theirs.goto(`/dashboard/study-apply/${draft!.id}`);
    await expect(theirs.getByText(applyWords.unfitText)).toBeVisible();
    const main = theirs.getByRole('main');
    for (const name of missed) await expect(main).toContainText(applyWords.requirements[name]);
    await expect(main).not.toContainText('Bono');
    await expect(main).not.toContainText(choices.language.TWI);
  }
});

test('whoever was set up before languages were asked is asked once, and is shown at once what fits then', async ({
  visitByPhone,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const { id: projectId } = await newProject(product, researcher, 'Kasem');
  const name = `In Kasem ${projectId}`;
  await newPublished(product, researcher, projectId, { publicName: name, languages: ['KASEM'] });
  const before = async () => {
    const user = await newPerson(product, 'PARTICIPANT');
    const { languages: _, ...demographic } = profileBody(user.userId).demographic;
    const body = { ...profileBody(user.userId), demographic };
    return callProduct(product, submitUserInformation, { as: user, body });
  };
  const card = (page: Page) => page.getByRole('region', { name: asked.heading });
  const button = (page: Page, label: string) => card(page).getByRole('button', { name: label, exact: true });

  await test.step('answered', async () => {
    const [page, user] = [await visitByPhone(), await before()];
    await enterAs(page, user, LIST);
    expect(await isListed(page, name)).toBe(false);
    await button(page, asked.choose).click();
    await expect(card(page).getByRole('checkbox').first()).toBeFocused();
    await expect(button(page, asked.save)).toBeDisabled();
    await card(page).getByText(choices.language.KASEM, { exact: true }).click();
    await button(page, asked.save).click();
    await expect(card(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    // The project service is told by a job.
    await expect(async () => {
      await page.reload();
      expect(await isListed(page, name)).toBe(true);
    }).toPass();
    expect((await sentBy(product, user)).demographic.languages).toEqual(['KASEM']);
    await page.goto('/dashboard/accounts');
    await expect(page.getByText(setUp.languages, { exact: true })).toBeVisible();
  });

  await test.step('not now', async () => {
    const [page, user] = [await visitByPhone(), await before()];
    await enterAs(page, user, LIST);
    await button(page, asked.notNow).click();
    await expect(card(page)).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status').first()).toBeVisible();
    await expect(card(page)).toBeHidden();
    expect((await sentBy(product, user)).demographic.languages).toEqual([]);
  });
});
