import { PAYMENT_BASE, PROJECT_BASE } from '@app/contracts/bases.ts';
import { sumBudgets } from '@app/contracts/payment/budgets.ts';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { failureWords } from '@app/words/failures.ts';
import { projectWords as words } from '@app/words/projects.ts';
import { dayAhead } from '../../services/project/test/studies.ts';
import { newBooked } from './bookings.ts';
import { WIDTHS } from '../support/sizes.ts';
import { callProduct } from './call-product.ts';
import { setClocks } from './clocks.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { boxOf, overflowOf } from './layout.ts';
import { expectToFitWidth } from './text-size.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { applyByCall, newProject, newPublished, newStudy } from './studies.ts';

test('the landing page lists undecided applicants of all studies, newest first, with one press to each @full', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const [ama, ...people] = await Promise.all([
    newVerifiedResearcher(product),
    ...Array.from({ length: 6 }, () => newParticipant(product)),
  ]);
  const { id: projectId } = await newProject(product, ama, 'Market');
  const studies = [
    await newPublished(product, ama, projectId, { name: 'Stalls' }),
    await newPublished(product, ama, projectId, { name: 'Buses' }),
  ];
  const desk = await visit();
  await enterAs(desk, ama, '/dashboard/projects');
  await expect(desk.getByText(words.nobodyWaits)).toBeVisible();
  const applied: string[] = [];
  for (const [at, person] of people.entries())
    applied.unshift((await applyByCall(product, person, studies[at % 2]!)).id);

  const toEach = (ids: string[]) =>
    ids.map((id) => expect.stringMatching(new RegExp(`/study-applicants/.+\\?applicant=${id}$`)));
  for (const page of [desk, await visitByPhone()]) {
    const waiting = page.getByRole('region', { name: words.waitingHeading(6) });
    const rows = waiting.getByRole('listitem').getByRole('link');
    const addresses = () => rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    if (page !== desk) await enterAs(page, ama, '/dashboard/projects');
    // The open page has received the events.
    await expect(rows).toHaveCount(5);
    expect(await addresses()).toEqual(toEach(applied.slice(0, 5)));
    await expect(rows.first()).toContainText('Buses');
    await expect(rows.nth(1)).toContainText('Stalls');
    if (page !== desk) await expectRoomForFingers(page);
    await waiting.getByRole('button', { name: words.showWaiting(1) }).click();
    await expect(rows).toHaveCount(6);
    expect(await addresses()).toEqual(toEach(applied));
    await rows.nth(2).click();
    await expect(page).toHaveURL(`/dashboard/study-applicants/${studies[1]!.id}?applicant=${applied[2]}`);
    const open = page.getByRole('rowheader').getByRole('button', { expanded: true });
    await expect(open).toBeFocused();
    await expect(open).toHaveAttribute('id', `applicant-${applied[2]}`);
    await expect(open).toBeInViewport();
    await expect(page.getByRole('textbox', { name: applicantWords.remarks })).toHaveCount(1);
  }
  await test.step('a decided applicant is removed from it', async () => {
    const body = { applicationIds: [applied[0]], status: 'ACCEPTED' };
    await callProduct(product, decideApplicants, { as: ama, params: { id: studies[1]!.id }, body });
    await desk.goto('/dashboard/projects');
    await expect(desk.getByRole('heading', { name: words.waitingHeading(5) })).toBeVisible();
  });
  await test.step('a list that fails to load can be retried, and the projects are shown anyway', async () => {
    const page = await visit();
    const call = `**${PROJECT_BASE}/studies/applications/waiting?*`;
    await page.route(call, (route) => route.abort());
    await enterAs(page, ama, '/dashboard/projects');
    await expect(page.getByRole('alert')).toContainText(failureWords.network);
    await expect(page.getByRole('link', { name: 'Market' })).toBeVisible();
    await page.unroute(call);
    await page.getByRole('button', { name: failureWords.tryAgain }).click();
    await expect(page.getByRole('heading', { name: words.waitingHeading(5) })).toBeVisible();
  });
});

for (const width of WIDTHS) {
  test(`the home page shows full study names for waiting applicants and meetings, at ${width} px`, async ({
    visit,
    product,
  }) => {
    const name = 'How traders at Makola and Kejetia keep their books';
    const plan = { availableDates: [dayAhead(3)], availableTimes: ['09:00 AM'], leadHours: 0 };
    const { researcher: ama, study } = await newStudy(product, { name }, plan);
    await applyByCall(product, await newParticipant(product), study);
    await newBooked(product, ama, study, `${dayAhead(3)}T09:00:00.000Z`);
    const page = await visit();
    await page.setViewportSize({ width, height: 800 });
    await setClocks(page, new Date(`${dayAhead(3)}T08:00:00Z`));
    await enterAs(page, ama, '/dashboard/projects');
    for (const part of [words.todayHeading, words.waitingHeading(1)]) {
      const nameText = page.getByRole('region', { name: part }).getByText(name).last();
      await expect(nameText).toBeVisible();
      const line = nameText.locator('xpath=ancestor-or-self::span[not(contains(@class, "text-cocoa-2"))][1]');
      for (const one of [nameText, line]) expect(await overflowOf(one)).toBeLessThanOrEqual(0);
    }
    await expectToFitWidth(page);
  });
}

test('the home page shows three of today’s meetings, how many more there are, and changes at midnight', async ({
  visit,
  product,
}) => {
  const [day, next] = [dayAhead(3), dayAhead(4)];
  const labels = ['09:00 AM', '10:00 AM', '11:00 AM', '02:00 PM'];
  const plan = { availableDates: [day, next], availableTimes: labels, leadHours: 0 };
  const { researcher: ama, study } = await newStudy(product, { name: 'Stalls' }, plan);
  for (const time of ['09:00', '10:00', '11:00', '14:00'])
    await newBooked(product, ama, study, `${day}T${time}:00.000Z`);
  await newBooked(product, ama, study, `${next}T14:00:00.000Z`);
  const page = await visit();
  await setClocks(page, new Date(`${day}T08:00:00Z`));
  await enterAs(page, ama, '/dashboard/projects');
  const card = page.getByRole('region', { name: words.todayHeading });
  const shown = card.getByRole('listitem');
  await expect(shown).toHaveText(labels.slice(0, 3).map((label) => new RegExp(`^${label}`)));
  await expect(card).toContainText(words.moreToday(1));
  await test.step('meetings that have ended disappear, until none is left', async () => {
    await setClocks(page, new Date(`${day}T09:45:00Z`));
    await expect(shown).toHaveText(labels.slice(1).map((label) => new RegExp(`^${label}`)));
    await expect(card).not.toContainText(words.moreToday(1));
  });
  await test.step('at midnight it loads the new day', async () => {
    await setClocks(page, new Date(`${next}T00:00:30Z`));
    await expect(shown).toHaveText([/^02:00 PM/]);
  });
});

test('today’s meetings, undecided applicants and the budget are above the projects, within 500 px on a desktop', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const { researcher: ama, study } = await newStudy(product, { name: 'Stalls' });
  await applyByCall(product, await newParticipant(product), study);
  const desk = await visit();
  await desk.setViewportSize({ width: 1280, height: 800 });
  for (const page of [desk, await visitByPhone()]) {
    await enterAs(page, ama, '/dashboard/projects');
    const regions = [words.todayHeading, words.moneyHeading, words.waitingHeading(1)].map((name) =>
      page.getByRole('region', { name }),
    );
    await expect(regions[0]!).toContainText(words.noneToday);
    await expect(regions[1]!).toContainText('GH₵ 0.00');
    const project = page.getByRole('link', { name: 'Market' });
    await expect(project).toBeVisible();
    const boxes = await Promise.all(regions.map(boxOf));
    const ends = boxes.map(({ y, height }) => y + height);
    expect(Math.max(...ends)).toBeLessThan((await boxOf(project)).y);
    if (page === desk) expect(Math.max(...ends)).toBeLessThanOrEqual(500);
    else await expectToFitPhone(page);
  }
  await test.step('they do not wait for the budget', async () => {
    const money = `**${PAYMENT_BASE}${sumBudgets.path}`;
    // This runs at page load, because a page writes its data when it is left.
    await desk.addInitScript(() => localStorage.removeItem('lastKnown'));
    let answer = () => {};
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await desk.route(money, async (route) => {
      await asked;
      await route.continue();
    });
    await desk.reload();
    const card = desk.getByRole('region', { name: words.moneyHeading });
    await expect(desk.getByRole('link', { name: 'Market' })).toBeVisible();
    await expect(card).not.toContainText('GH₵');
    const { height } = await boxOf(card);
    answer();
    await expect(card).toContainText('GH₵ 0.00');
    expect((await boxOf(card)).height).toBe(height);
  });
});
