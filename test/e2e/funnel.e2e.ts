import type { Page } from '@playwright/test';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { paths, sharedStudyPath } from '@app/contracts/web-paths.ts';
import { applicationWords } from '@app/words/applications.ts';
import { failureWords } from '@app/words/failures.ts';
import { funnelWords as words } from '@app/words/funnel.ts';
import { studyPageWords } from '@app/words/study-page.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { expectToFitWidth } from './text-size.ts';
import { enterAs, newParticipant, newPerson } from './people.ts';
import { expectRoomForFingers } from './phone.ts';
import { applyByCall, newStudy } from './studies.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const summary = (page: Page) => page.locator('summary', { hasText: studyPageWords.numbers });
/** Returns the cells of the row with that name, its header first. */
const row = (page: Page, table: string, name: string) =>
  page.getByRole('region', { name: table }).getByRole('row', { name: new RegExp(`^${name}`) });

test('on a phone, a researcher reads the recruitment funnel, its sources, and the effect of each criterion', async ({
  visitByPhone,
  product,
}) => {
  const { researcher: ama, study } = await newStudy(product, { gender: ['FEMALE'] });
  const page = await visitByPhone();
  await enterAs(page, ama, paths.study(study.id));

  await test.step('it is collapsed, and says that no one has viewed the study', async () => {
    await expect(page.getByText(words.emptyTitle)).toHaveCount(0);
    await summary(page).tap();
    await expect(page.getByText(words.emptyTitle)).toBeVisible();
    await expectToFitWidth(page);
  });

  await test.step('a shared link reports its source, also through the set-up', async () => {
    const link = new URL(sharedStudyPath(study.id), product.url).href;
    await button(page, studyPageWords.share).tap();
    await expect(page.getByRole('textbox', { name: studyPageWords.link })).toHaveValue(link);
    const phone = await visitByPhone();
    const read = phone.waitForResponse((answer) => answer.url().endsWith(`/studies/${study.id}?from=LINK`));
    const apply = `${paths.studyApply(study.id)}?from=link`;
    await enterAs(phone, await newPerson(product, 'PARTICIPANT'), apply);
    await expect(phone).toHaveURL(/\/participant-setup\?/);
    expect((await read).status()).toBe(200);
    // Back leads to the previous page, and not into the set-up again.
    await phone.goBack();
    await expect(phone).not.toHaveURL(/participant-setup|study-apply/);
  });

  const esi = await newParticipant(product);
  const others = await Promise.all(Array.from({ length: 5 }, () => newParticipant(product)));
  for (const as of [esi, ...others])
    await callProduct(product, readStudy, { as, params: { id: study.id }, query: {} });
  await applyByCall(product, esi, study);

  await test.step('steps are numbers beside bars; a source with few people is hidden', async () => {
    await page.reload();
    await summary(page).tap();
    await expect(row(page, words.heading, words.stages.SEEN)).toContainText('7');
    await expect(row(page, words.heading, words.stages.BEGAN)).toContainText('1');
    await expect(row(page, words.heading, words.stages.APPLIED)).toContainText('1');
    // This study does not pay.
    await expect(page.getByRole('rowheader', { name: words.stages.PAID })).toHaveCount(0);
    const sources = words.tableCaption(words.parts.sources);
    for (const name of [...Object.values(words.sources), words.noSource])
      await expect(row(page, sources, name)).toContainText(words.hidden);
    await page.getByRole('combobox', { name: words.by }).selectOption(words.parts.days);
    await expect(
      page.getByRole('region', { name: words.tableCaption(words.parts.days) }).getByRole('row'),
    ).toHaveCount(2);
    await expectToFitWidth(page);
    await expectRoomForFingers(page);
  });

  await test.step('the numbers can be downloaded', async () => {
    const download = page.waitForEvent('download');
    await button(page, words.save).tap();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });

  await test.step('without a criterion more people are eligible', async () => {
    const call = `**${PROJECT_BASE}/studies/${study.id}/left-out`;
    await page.route(call, (route) => route.abort());
    await button(page, words.count).tap();
    await expect(page.getByText(words.notCounted)).toBeVisible();
    await page.unroute(call);
    await button(page, words.count).tap();
    const { GENDER, AGE } = applicationWords.requirements;
    for (const name of [words.with, words.without(GENDER), words.without(AGE)])
      await expect(row(page, words.leftOut, name)).toBeVisible();
    await expectToFitWidth(page);
  });

  await test.step('a failed load says so, and can be retried', async () => {
    const call = `**${PROJECT_BASE}/studies/${study.id}/funnel`;
    await page.route(call, (route) => route.abort());
    await page.reload();
    await summary(page).tap();
    await expect(button(page, failureWords.tryAgain)).toBeVisible();
    await page.unroute(call);
    await button(page, failureWords.tryAgain).tap();
    await expect(row(page, words.heading, words.stages.SEEN)).toContainText('7');
  });
});
