import type { Page } from '@playwright/test';
import { applicantWords } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import { partWords } from '@app/words/parts.ts';
import { projectWords } from '@app/words/projects.ts';
import { shellWords } from '@app/words/shell.ts';
import { studyControlWords as controls } from '@app/words/study-controls.ts';
import { expect, test } from './fixtures.ts';
import { boxOf, overflowOf } from './layout.ts';
import { withTextSize } from './text-size.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { expectRoomForFingers } from './phone.ts';
import { applyByCall, newProject, newPublished, newStudy } from './studies.ts';
import { moreFor } from './press.ts';

const back = (page: Page) => page.getByRole('link', { name: shellWords.back, exact: true });
const trail = (page: Page) => page.getByRole('navigation', { name: partWords.breadcrumb }).getByRole('link');
const chip = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: applicantWords.statusFilter }).getByText(name);

test('S-204 Back leads up from applicants to study, project and projects, regardless of filters @full', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const [{ researcher: ama, study }, esi] = await Promise.all([
    newStudy(product, { name: 'Stalls' }),
    newParticipant(product),
  ]);
  await applyByCall(product, esi, study);
  for (const page of [await visit(), await visitByPhone()]) {
    await enterAs(page, ama, '/dashboard/help');
    await page.goto(`/dashboard/study-applicants/${study.id}`);
    await expect(trail(page)).toHaveText([shellWords.myProjects, 'Market', 'Stalls']);
    if (page.viewportSize()?.width === 360) await expectRoomForFingers(page);
    for (const status of ['PENDING', 'ACCEPTED', 'DECLINED'] as const) {
      await chip(page, choiceWords.applicationStatus[status]).click();
      await expect(page).toHaveURL(new RegExp(`\\?status=${status}$`));
    }
    // The browser's Back goes one step, however many filters were used.
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard\/help$/);
    await page.goForward();
    await expect(page).toHaveURL(/\?status=DECLINED$/);
    await back(page).click();
    await expect(page).toHaveURL(`/dashboard/study/${study.id}`);
    await expect(trail(page)).toHaveText([shellWords.myProjects, 'Market']);
    await back(page).click();
    await expect(page).toHaveURL(`/dashboard/project/${study.projectId}`);
    await page.getByRole('link', { name: projectWords.settings }).click();
    await expect(trail(page)).toHaveText([shellWords.myProjects, 'Market']);
    await back(page).click();
    await expect(page).toHaveURL(`/dashboard/project/${study.projectId}`);
    await page.getByRole('main').getByRole('link', { name: projectWords.backToList }).click();
    await expect(page).toHaveURL(/\/dashboard\/projects$/);
  }
});

test('S-204 the last breadcrumb is fully visible on a phone with any text size @full', async ({
  visitByPhone,
  product,
}) => {
  const ama = await newVerifiedResearcher(product);
  const name = 'How traders of Makola keep track of daily sales';
  const project = await newProject(product, ama, 'Markets of Greater Accra and of the Volta Region');
  const study = await newPublished(product, ama, project.id, { name });
  const page = await visitByPhone();
  await enterAs(page, ama, `/dashboard/study-applicants/${study.id}`);
  const last = trail(page).last();
  await expect(last).toHaveText(name);
  for (const percent of [100, 200]) {
    await withTextSize(page, percent, async () => {
      await expectRoomForFingers(page);
      expect(await overflowOf(last)).toBe(0);
      expect(await overflowOf(last.locator('span')), `${percent} %`).toBe(0);
    });
  }
});

test('closing a study says what it ends, looks permanent, and is separate from reversible actions @full', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const { researcher: ama, study } = await newStudy(product, { name: 'Stalls' });
  for (const page of [await visit(), await visitByPhone()]) {
    await enterAs(page, ama, `/dashboard/project/${study.projectId}`);
    await moreFor(page, 'Stalls').click();
    const ask = page.getByRole('button', { name: controls.closeNamed('Stalls'), exact: true });
    await expect(ask).toHaveText(controls.closeAction);
    const colourOf = (name: string) =>
      page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--color-${name}').trim()`);
    const hex = (await colourOf('laterite')) as string;
    const rgb = hex.match(/[\da-f]{2}/gi)!.map((pair) => Number.parseInt(pair, 16));
    await expect(ask).toHaveCSS('color', `rgb(${rgb.join(', ')})`);
    await ask.click();
    const dialog = page.getByRole('dialog', { name: controls.closeTitle('Stalls') });
    const close = dialog.getByRole('button', { name: controls.closeAction, exact: true });
    await expect(close).toHaveCSS('background-color', `rgb(${rgb.join(', ')})`);
    const [first, second] = await Promise.all(
      [close, dialog.getByRole('button', { name: controls.keepOpen })].map(boxOf),
    );
    const gap =
      page.viewportSize()?.width === 360
        ? first!.y - (second!.y + second!.height)
        : second!.x - (first!.x + first!.width);
    expect(gap).toBeGreaterThanOrEqual(page.viewportSize()?.width === 360 ? 12 : 48);
    await dialog.getByRole('button', { name: partWords.close }).click();
    await expect(dialog).toBeHidden();
    await expect(moreFor(page, 'Stalls')).toBeFocused();
  }
});
