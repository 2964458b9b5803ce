import type { Page, Request } from '@playwright/test';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { choiceWords } from '@app/words/choices.ts';
import { myStudiesWords as words } from '@app/words/my-studies.ts';
import { withdrawingWords as withdrawing } from '@app/words/withdrawal.ts';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { watchNotifications } from '@app/contracts/project/notifications.ts';
import { closeStudy, pauseStudy, resumeStudy } from '@app/contracts/project/study-calls.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { liveFrom } from './wait-until.ts';
import { expect, test } from './fixtures.ts';
import { boxOf } from './layout.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { applyByCall, newProject, newPublished } from './studies.ts';

/** Runs in a page: simulates hiding the tab, and showing it again. */
const visibilityScript = (isHidden: boolean) => `
  Object.defineProperty(document, 'hidden', { get: () => ${isHidden}, configurable: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`;
const [HIDE, SHOW] = [visibilityScript(true), visibilityScript(false)];

/** Opens My Studies of a person with two applications. */
async function openMyStudies(page: Page, product: Product) {
  const [researcher, applicant] = await Promise.all([
    newVerifiedResearcher(product),
    newParticipant(product),
  ]);
  const project = await newProject(product, researcher, 'Live');
  const apply = async (publicName: string) => {
    const study = await newPublished(
      product,
      researcher,
      project.id,
      { publicName },
      { desiredNumberOfParticipants: 1 },
    );
    return { study, ...(await ownStudy(page, product, { researcher, applicant, study })) };
  };
  const older = await apply('Two radios');
  const newer = await apply('One radio');
  const live = liveFrom(page);
  await enterAs(page, applicant, '/dashboard/studies');
  await live;
  await expect(newer.state('PENDING')).toBeVisible();
  return { older, newer, researcher };
}

async function ownStudy(
  page: Page,
  product: Product,
  of: { researcher: SignedInUser; applicant: SignedInUser; study: Awaited<ReturnType<typeof newPublished>> },
) {
  const { id } = await applyByCall(product, of.applicant, of.study);
  const { publicName } = of.study;
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: publicName, exact: true }) });
  return {
    card,
    state: (status: keyof typeof choiceWords.applicationStatus) =>
      card.getByText(choiceWords.applicationStatus[status], { exact: true }),
    withdraw: card.getByRole('button', { name: words.withdrawFrom(publicName) }),
    said: (state: string) =>
      page.getByRole('main').getByRole('status').getByText(words.changed(publicName, state)),
    decide: (decision: object) =>
      callProduct(product, decideApplicants, {
        as: of.researcher,
        params: { id: of.study.id },
        body: { applicationIds: [id], ...decision },
      }),
  };
}

test('S-406 a decision appears live in the open list, is announced politely, and moves neither focus nor scroll', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const { older, newer } = await openMyStudies(page, product);
  let loads = 0;
  page.on('load', () => (loads += 1));

  await test.step('accepted, while the focus is on another card', async () => {
    await older.withdraw.focus();
    const before = (await boxOf(older.withdraw)).y;
    await newer.decide({ status: 'ACCEPTED' });
    await expect(newer.state('ACCEPTED')).toBeVisible();
    await expect(newer.card.getByText(words.nextAccepted.OPEN)).toBeVisible();
    await expect(newer.said(choiceWords.applicationStatus.ACCEPTED)).toBeAttached();
    await expect(older.withdraw).toBeFocused();
    // Only the line of the history was added.
    expect(Math.abs((await boxOf(older.withdraw)).y - before)).toBeLessThan(40);
  });

  await test.step('one undone, and one declined while the person confirms a withdrawal', async () => {
    await older.withdraw.click();
    await expect(page.getByRole('dialog', { name: withdrawing.title })).toBeVisible();
    await newer.decide({ status: 'PENDING' });
    await older.decide({ status: 'DECLINED', reason: 'DATES_DO_NOT_FIT', note: 'Perhaps in March.' });
    await expect(newer.state('PENDING')).toBeVisible();
    await expect(older.state('DECLINED')).toBeVisible();
    await expect(older.card.getByText('Perhaps in March.')).toBeVisible();
    await expect(older.said(choiceWords.applicationStatus.DECLINED)).toBeAttached();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(older.withdraw).toBeHidden();
    await expect(older.card.getByRole('heading', { level: 3 })).toBeFocused();
  });
  expect(loads).toBe(0);
});

test('S-406 a study that is closed, paused, resumed or filled is updated live @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const { older, newer, researcher: as } = await openMyStudies(page, product);
  await callProduct(product, closeStudy, { as, params: { id: older.study.id } });
  const { PENDING } = choiceWords.applicationStatus;
  await expect(older.card.getByText(words.recruitmentStatus.CLOSED)).toBeVisible();
  await expect(older.said(`${PENDING}, ${words.recruitmentStatus.CLOSED}`)).toBeAttached();

  const params = { id: newer.study.id };
  await callProduct(product, pauseStudy, { as, params });
  await expect(newer.card.getByText(words.recruitmentStatus.PAUSED)).toBeVisible();
  await expect(newer.card.getByText(words.nextPending.PAUSED)).toBeVisible();
  await expect(newer.said(`${PENDING}, ${words.recruitmentStatus.PAUSED}`)).toBeAttached();
  await callProduct(product, resumeStudy, { as, params });
  await expect(newer.card.getByText(words.nextPending.OPEN)).toBeVisible();

  await test.step('a change during absence is shown on return', async () => {
    const isEvents = (request: Request) => new URL(request.url()).pathname.endsWith(watchNotifications.path);
    const ended = page.waitForEvent('requestfailed', isEvents);
    await page.evaluate(HIDE);
    await ended;
    await callProduct(product, pauseStudy, { as, params });
    await page.evaluate(SHOW);
    await expect(newer.card.getByText(words.nextPending.PAUSED)).toBeVisible();
    await callProduct(product, resumeStudy, { as, params });
    await expect(newer.card.getByText(words.nextPending.OPEN)).toBeVisible();
  });

  const { id } = await applyByCall(product, await newParticipant(product), newer.study);
  const body = { applicationIds: [id], status: 'ACCEPTED' };
  await callProduct(product, decideApplicants, { as, params, body });
  await expect(newer.card.getByText(words.nextPending.FULL)).toBeVisible();
  await expect(newer.said(`${PENDING}, ${words.recruitmentStatus.FULL}`)).toBeAttached();
});
