import type { Page } from '@playwright/test';
import { encode } from 'uqr';
import { today } from '@app/contracts/calendar.ts';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { addPlaces } from '@app/contracts/project/study-calls.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { choiceWords } from '@app/words/choices.ts';
import { failureWords } from '@app/words/failures.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { studyControlWords as controls } from '@app/words/study-controls.ts';
import { studyPageWords as words } from '@app/words/study-page.ts';
import { shortDay } from '@app/words/days.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { expectRoomForFingers } from './phone.ts';
import { boxOf, primariesOf } from './layout.ts';
import { moreFor, pressTwice } from './press.ts';
import { applyByCall, newDraft, newProject, newPublished, newStudy } from './studies.ts';
import { expectToFitWidth } from './text-size.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

test('a published study is shown in full on its own page, on a desktop and a phone @full', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const [{ researcher: ama, study }, esi] = await Promise.all([
    newStudy(product, { name: 'Round one', gender: ['FEMALE'] }),
    newParticipant(product),
  ]);
  await applyByCall(product, esi, study);
  for (const page of [await visit(), await visitByPhone()]) {
    await enterAs(page, ama, `/dashboard/project/${study.projectId}`);
    await link(page, 'Round one').click();
    await expect(page).toHaveURL(`/dashboard/study/${study.id}`);
    await expect(title(page, 'Round one')).toBeFocused();
    const main = page.getByRole('main');
    await expect(main).toContainText(projects.publicNameIs(study.publicName));
    await expect(main).toContainText(study.description);
    await expect(main).toContainText(choiceWords.durationInMinutes[30]);
    for (const day of study.availableDates)
      await expect(main.getByRole('heading', { name: shortDay(day, today()), exact: true })).toBeVisible();
    for (const time of study.availableTimes)
      await expect(main.getByRole('button', { name: new RegExp(`, ${time} `) })).toHaveCount(2);
    await expect(main).toContainText(words.placesTaken(0, 12));
    await expect(main).toContainText(words.agesFromTo(18, 80));
    await expect(main.getByText(choiceWords.gender.FEMALE, { exact: true })).toBeVisible();
    const choice = (answer: string) => main.getByRole('listitem').filter({ hasText: answer }).last();
    await expect(choice('Every day')).toContainText(choiceWords.eligibility.QUALIFY);
    await expect(choice('Never')).toContainText(choiceWords.eligibility.DISQUALIFY);
    await expect(choice('At the market')).toContainText(words.informs);
    await expect(link(page, words.applicants(1))).toHaveAttribute(
      'href',
      `/dashboard/study-applicants/${study.id}`,
    );
    if (page.viewportSize()?.width === 360) await expectRoomForFingers(page);
  }
});

test('S-312 places can be added on the page, and not removed @full', async ({ visit, product }) => {
  const {
    researcher: ama,
    study: { id },
  } = await newStudy(product, { name: 'Growing' });
  const page = await visit();
  await enterAs(page, ama, `/dashboard/study/${id}`);
  await button(page, words.morePlaces).click();
  const field = page.getByRole('textbox', { name: words.placesInAll });
  const add = inDialog(page, words.addPlaces);
  for (const [typed, isPossible] of [
    ['12', false],
    ['11', false],
    ['1001', false],
    ['12.5', false],
    ['15', true],
  ] as const) {
    await field.fill(typed);
    await expect(add).toBeEnabled({ enabled: isPossible });
  }
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
  await pressTwice(add);
  await expect(page.getByText(words.placesAdded(15))).toBeVisible();
  await expect(page.getByText(words.placesTaken(0, 15))).toBeVisible();
  expect(sent).toHaveLength(1);

  await test.step('added elsewhere meanwhile: a message, and the current number', async () => {
    await button(page, words.morePlaces).click();
    const body = { desiredNumberOfParticipants: 18 };
    await callProduct(product, addPlaces, { as: ama, params: { id }, body });
    await field.fill('20');
    await add.click();
    await expect(page.getByText(controls.changed)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText(words.placesTaken(0, 18))).toBeVisible();
  });
});

test('a study is paused, resumed and closed on its page, which explains the effects @full', async ({
  visit,
  product,
}) => {
  const [{ researcher: ama, study }, esi] = await Promise.all([
    newStudy(product, { name: 'Steered' }),
    newParticipant(product),
  ]);
  await applyByCall(product, esi, study);
  const page = await visit();
  await enterAs(page, ama, `/dashboard/study/${study.id}`);
  const main = page.getByRole('main');
  await moreFor(page, 'Steered').click();
  await button(page, controls.pause).click();
  await expect(page.getByText(controls.paused)).toBeVisible();
  await expect(main).toContainText(controls.pausedNote);
  await expect(button(page, controls.resume)).toBeFocused();
  await button(page, controls.resume).click();
  await expect(button(page, controls.pause)).toBeVisible();

  await button(page, controls.closeAction).click();
  await expect(page.getByRole('dialog')).toContainText(controls.whoIsNotified(1, 0));
  await inDialog(page, controls.keepOpen).click();
  await expect(button(page, controls.closeAction)).toBeFocused();
  await page.keyboard.press('Enter');
  await inDialog(page, controls.closeAction).click();
  await expect(page.getByText(controls.closed, { exact: true })).toBeVisible();
  await expect(main.getByText(choiceWords.studyState.CLOSED, { exact: true })).toBeVisible();
  await expect(title(page, 'Steered')).toBeFocused();
  for (const removed of [controls.pause, controls.closeAction, words.share, words.morePlaces])
    await expect(button(page, removed)).toBeHidden();
  await moreFor(page, 'Steered').click();
  const copy = paths.copyStudy(study.projectId, study.id);
  await expect(link(page, words.copyNamed('Steered'))).toHaveAttribute('href', copy);
  expect(await callProduct(product, readStudy, { as: ama, params: { id: study.id } })).toMatchObject({
    state: 'CLOSED',
  });
});

test('a long name has a line of its own, with two buttons and a menu below it', async ({
  visit,
  product,
}) => {
  const name = 'How traders in Kumasi keep their accounts';
  const { researcher: ama, study } = await newStudy(product, { name });
  const page = await visit();
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs(page, ama, `/dashboard/study/${study.id}`);
  const heading = page.getByRole('heading', { level: 1, name });
  const applicants = link(page, words.applicants(0));
  await expect(applicants).toBeVisible();
  const [line, first] = await Promise.all([heading, applicants].map(boxOf));
  expect(line!.height).toBeLessThan(40);
  expect(first!.y).toBeGreaterThanOrEqual(line!.y + line!.height);
  expect(await primariesOf(page)).toBe(1);

  const more = moreFor(page, name);
  await more.press('Enter');
  await page.keyboard.press('Tab');
  await expect(link(page, words.budget)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await expect(link(page, words.budget)).toBeHidden();
  await more.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(link(page, words.budget)).toBeHidden();
});

test('on a narrow phone the menu is beside the share button, and opens on the screen', async ({
  visit,
  product,
}) => {
  const { researcher: ama, study } = await newStudy(product);
  const page = await visit();
  await page.setViewportSize({ width: 360, height: 800 });
  await enterAs(page, ama, paths.study(study.id));
  await expect(link(page, words.applicants(0))).toBeVisible();
  const more = moreFor(page, study.name);
  const [share, menu] = await Promise.all([button(page, words.share), more].map(boxOf));
  expect(menu!.y).toBe(share!.y);
  await more.click();
  const first = await boxOf(link(page, words.budget));
  expect(first.x).toBeGreaterThan(0);
  await expectToFitWidth(page);
});

test('a study is shared by its address, by WhatsApp and by a QR code to print @full', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const {
    researcher: ama,
    study: { id, publicName },
  } = await newStudy(product);
  const address = `${product.url}/open-studies/${id}?from=link`;
  for (const page of [await visit(), await visitByPhone()]) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await enterAs(page, ama, `/dashboard/study/${id}`);
    await button(page, words.share).click();
    await expect(page.getByRole('textbox', { name: words.link })).toHaveValue(address);
    await button(page, words.copyLink).click();
    await expect(page.getByText(words.copied)).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address);
    const whatsApp = await link(page, words.whatsApp).getAttribute('href');
    expect(new URL(whatsApp!).searchParams.get('text')).toBe(words.whatsAppText(publicName, address));

    const code = page.getByRole('img', { name: words.qr(publicName) });
    const { size } = encode(address, { ecc: 'M', border: 4 });
    await expect(code).toHaveAttribute('viewBox', `0 0 ${size} ${size}`);
    if (page.viewportSize()?.width === 360) await expectRoomForFingers(page);
    await test.step('only the code is printed', async () => {
      await page.emulateMedia({ media: 'print' });
      await expect(code).toBeVisible();
      await expect(page.getByRole('dialog').getByText(publicName, { exact: true })).toBeVisible();
      await expect(page.getByText(address, { exact: true })).toBeVisible();
      await expect(page.locator('h1, h2, header, button, a').filter({ visible: true })).toHaveCount(0);
      await page.emulateMedia({ media: 'screen' });
    });
  }
});

test('a draft, an unknown study and a failed load are explained on the page @full', async ({
  visit,
  product,
}) => {
  const ama = await newVerifiedResearcher(product);
  const { id: projectId } = await newProject(product, ama, 'States');
  const { id } = await newDraft(product, ama, projectId, { name: 'Half a thought' });
  const page = await visit();
  await enterAs(page, ama, `/dashboard/study/${id}`);
  await expect(page.getByRole('main')).toContainText(words.timesUnset);
  await expect(page.getByRole('main')).toContainText(words.placesUnset);
  await expect(link(page, controls.continue)).toHaveAttribute(
    'href',
    `/dashboard/create-study/${projectId}?study=${id}`,
  );
  await expect(button(page, words.share)).toBeHidden();

  await page.goto(`/dashboard/study/${crypto.randomUUID()}`);
  await expect(page.getByRole('alert')).toBeVisible();
  await link(page, words.goToList).click();
  await expect(page).toHaveURL(/\/dashboard\/projects$/);

  const { id: other } = await newPublished(product, ama, projectId, { name: 'Late' });
  const call = `**${PROJECT_BASE}/studies/${other}`;
  await page.route(call, (route) => route.abort());
  await page.goto(`/dashboard/study/${other}`);
  await expect(page.getByRole('alert')).toContainText(failureWords.network);
  await page.unroute(call);
  await button(page, failureWords.tryAgain).click();
  await expect(title(page, 'Late')).toBeVisible();
});
