import type { Page } from '@playwright/test';
import { paths } from '@app/contracts/web-paths.ts';
import { accountWords as account } from '@app/words/accounts.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { browseWords as browse } from '@app/words/browse.ts';
import { studyFactsWords as facts } from '@app/words/study-facts.ts';
import { expect } from './fixtures.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { expectToFitPhone } from './phone.ts';
import { newProject, newPublished } from './studies.ts';
import { test } from './turned-clock.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

/** The ids of the studies on the page that is open, in order. */
async function shown(page: Page): Promise<(string | undefined)[]> {
  const links = page.getByRole('link', { name: new RegExp(`^${browse.apply}${browse.applyTo('')}`) });
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('/').at(-1)));
}

test('a phone’s list says what each study pays or that it does not, shows the best paid first, and so does the page before sending', async ({
  visitByPhone,
  product,
  database,
}) => {
  const [researcher, person] = await Promise.all([newVerifiedResearcher(product), newParticipant(product)]);
  const project = await newProject(product, researcher, 'Pay');
  const made: string[] = [];
  for (const incentive of [0, 30, 2000, 1000]) {
    const { id } = await newPublished(product, researcher, project.id, { publicName: `Pays ${incentive}` });
    await database.query('update project.studies set incentive = $1 where study_id = $2', [incentive, id]);
    made.push(id);
  }
  const [unpaid, , best, second] = made;
  const page = await visitByPhone();
  await enterAs(page, person, paths.browseStudies);
  await test.step('money is one press from here', async () => {
    // The narrowest header has no room for it.
    await page.getByRole('button', { name: shell.openMenu }).tap();
    await page.getByRole('link', { name: shell.walletLabel }).tap();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(paths.money);
    await expect(heading(page, account.moneyHeading)).toBeFocused();
    await page.goBack();
  });
  const card = (name: string) => page.getByRole('listitem').filter({ has: heading(page, name) });
  await expect(card('Pays 0')).toContainText(facts.notPaid);
  await expect(card('Pays 30')).toContainText(facts.paid(30));
  await select(page, browse.pay).selectOption(browse.pays.HIGHEST);
  await expect.poll(async () => (await shown(page)).slice(0, 2)).toEqual([best, second]);
  await expect(page).toHaveURL(/\?pay=HIGHEST$/);
  await expect(heading(page, 'Pays 0')).toBeHidden();
  await expectToFitPhone(page);
  await select(page, browse.pay).selectOption(browse.pays.PAID);
  await expect.poll(async () => (await shown(page)).slice(0, 2)).toEqual([second, best]);

  for (const [id, says] of [
    [unpaid, facts.notPaid],
    [best, facts.paid(2000)],
  ] as const) {
    await page.goto(paths.studyApply(id ?? ''));
    // Above the questions, and again where the application is sent.
    await expect(page.getByText(says, { exact: false })).toHaveCount(2);
    await expect(page.locator('form').getByText(says)).toBeVisible();
  }
});
