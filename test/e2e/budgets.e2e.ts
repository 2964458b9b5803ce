import type { Page } from '@playwright/test';
import { PAYMENT_BASE } from '@app/contracts/bases.ts';
import { changeOwnAccount } from '@app/contracts/identity/account-settings.ts';
import { Budget, readBudget } from '@app/contracts/payment/budgets.ts';
import { Payout, type PayoutState } from '@app/contracts/payment/payouts.ts';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { closeStudy, deleteStudy, editStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { budgetWords as words } from '@app/words/budgets.ts';
import { payoutStateWords } from '@app/words/payout-states.ts';
import { cedis } from '@app/words/cedis.ts';
import { createProblem } from '@app/kit/problem.ts';
import { errorWords as errors } from '@app/words/errors.ts';
import { quoteWords as quote } from '@app/words/quote.ts';
import { failureWords } from '@app/words/failures.ts';
import { payWords as pay } from '@app/words/pay.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { studyPageWords } from '@app/words/study-page.ts';
import { validation } from '@app/words/validation.ts';
import { dayAhead, planBody } from '../../services/project/test/studies.ts';
import { barriersOn } from './accessibility.ts';
import { callProduct } from './call-product.ts';
import { answerPrompt, type Phone, readPhone } from './demo-phones.ts';
import { expect, test } from './fixtures.ts';
import { createDraft, createPaidDraft } from './paid-draft.ts';
import { enterAs, newParticipant } from './people.ts';
import { expectToFitPhone } from './phone.ts';
import { moreFor, pressTwice } from './press.ts';
import { applyByCall, newDraft } from './studies.ts';

const TOTAL = 52_014;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function fill(page: Page, phone: Phone) {
  await page.getByRole('textbox', { name: words.places }).fill('10');
  await page.getByRole('textbox', { name: words.phoneNumber }).fill(phone.number);
  await page.getByRole('radio', { name: 'MTN' }).check();
}

test('a budget shows its parts, is requested from a phone once, declined, retried and funded', async ({
  visit,
  product,
}) => {
  const { researcher, study } = await createDraft(product, 50);
  const phone = await readPhone(product);
  const page = await visit();
  await page.setViewportSize({ width: 1280, height: 860 });
  await enterAs(page, researcher, paths.study(study.id));
  await moreFor(page, study.name).click();
  await page.getByRole('link', { name: studyPageWords.budget, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: words.studyHeading(study.name) })).toBeVisible();
  await fill(page, phone);
  await expect(page.getByRole('term').filter({ hasText: quote.incentives(10, 5000) })).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(`${PAYMENT_BASE}/budgets`))
      sent.push(request.headers()['idempotency-key']!);
  });
  await pressTwice(button(page, words.pay(TOTAL)));
  await expect(page.getByRole('heading', { name: words.progress.PROMPTED })).toBeVisible();
  // The form and the pressed button have disappeared.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(sent).toHaveLength(1);
  await answerPrompt(product, phone, 'DECLINE');
  await expect(page.getByRole('heading', { name: words.progress.FAILED })).toBeVisible();

  await page.getByRole('textbox', { name: words.places }).fill('8');
  await expect(page.getByRole('term').filter({ hasText: quote.incentives(8, 5000) })).toBeVisible();
  await page.getByRole('textbox', { name: words.places }).fill('10');
  // The number that declined is suggested again, and nothing is typed twice.
  const asked = page.getByRole('radiogroup', { name: words.source }).getByRole('radio').first();
  await expect(asked).toBeChecked();
  await expect(asked).toHaveAccessibleName(
    new RegExp(`MTN.*${phone.number.slice(-4)}.*${words.sourceHints.ASKED}`),
  );
  await button(page, words.pay(TOTAL)).press('Enter');
  await expect(page.getByRole('heading', { name: words.progress.PROMPTED })).toBeVisible();
  await answerPrompt(product, phone, 'APPROVE');
  await expect(page.getByText(words.state.SUCCEEDED, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: words.progress.PROMPTED })).toBeHidden();
  const budget = await callProduct(product, readBudget, { as: researcher, params: { studyId: study.id } });
  expect(budget.availableInPesewas).toBe(51_000);
  await expect(page.getByRole('definition').filter({ hasText: cedis(51_000) })).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);

  await test.step('more places are priced without what is already paid', async () => {
    await button(page, words.raise).press('Enter');
    await expect(page.getByRole('textbox', { name: words.places })).toBeFocused();
    await expect(page.getByRole('textbox', { name: words.places })).toHaveValue('11');
    await expect(page.getByRole('term').filter({ hasText: quote.paidBefore })).toBeVisible();
    await button(page, words.cancel).press('Enter');
    await expect(button(page, words.raise)).toBeFocused();
  });

  await test.step('the rest is refunded after a confirmation', async () => {
    await expect(page.getByText(words.closeDraft)).toBeVisible();
    await button(page, words.close).click();
    const dialog = page.getByRole('dialog', { name: words.closeTitle(51_000) });
    await expect(dialog).toContainText('copy it and pay again');
    await dialog.getByRole('button', { name: words.keep, exact: true }).click();
    await button(page, words.close).click();
    await dialog.getByRole('button', { name: words.close, exact: true }).click();
    await expect(page.getByText(words.given)).toBeVisible();
    await expect(
      page
        .getByRole('definition')
        .filter({ hasText: cedis(0) })
        .last(),
    ).toBeVisible();
    await expect(page.getByText(words.closed, { exact: true })).toBeVisible();
  });
});

test('without an incentive, a response or a connection the budget says so, and fits a phone @full', async ({
  visitByPhone,
  product,
}) => {
  const { researcher, study: unpaidStudy } = await createDraft(product, 0);
  const unpaid = await visitByPhone();
  const asked: string[] = [];
  unpaid.on('request', (request) => request.url().includes(`${PAYMENT_BASE}/`) && asked.push(request.url()));
  await enterAs(unpaid, researcher, paths.studyBudget(unpaidStudy.id));
  await expect(unpaid.getByRole('heading', { name: words.unpaidTitle })).toBeVisible();
  await expect(unpaid.getByRole('link', { name: words.toDraft })).toBeVisible();
  await expectToFitPhone(unpaid);
  expect(asked).toEqual([]);

  const study = await newDraft(product, researcher, unpaidStudy.projectId, { incentive: 50 });
  const page = await visitByPhone();
  const call = `**${PAYMENT_BASE}/budgets/${study.id}`;
  await page.route(call, (route) => route.abort());
  await enterAs(page, researcher, paths.studyBudget(study.id));
  await expect(page.getByRole('alert')).toContainText(failureWords.network);
  await page.unroute(call);
  await button(page, failureWords.tryAgain).tap();
  await fill(page, await readPhone(product));
  await expect(button(page, words.pay(TOTAL))).toBeEnabled();
  await expectToFitPhone(page);
  expect(await barriersOn(page)).toEqual([]);
  await page.context().setOffline(true);
  await button(page, words.pay(TOTAL)).tap();
  await expect(page.getByText(failureWords.network).first()).toBeVisible();
  await page.context().setOffline(false);
});

test('the number of the last payment comes first; an ignored request shows when and how to retry', async ({
  visitByPhone,
  product,
}) => {
  const { researcher, study: paid } = await createPaidDraft(product);
  const phone = await readPhone(product);
  const study = await newDraft(product, researcher, paid.projectId, {
    name: 'Market evenings',
    incentive: 50,
  });
  const page = await visitByPhone();
  await enterAs(page, researcher, paths.studyBudget(study.id));
  await page.getByRole('textbox', { name: words.places }).fill('10');
  const source = page.getByRole('radiogroup', { name: words.source });
  await expect(source.getByRole('radio').first()).toBeChecked();
  await expect(source.getByRole('radio').first()).toHaveAccessibleName(
    new RegExp(`MTN.*${phone.number.slice(-4)}.*${words.sourceHints.PAID}`),
  );
  await expectToFitPhone(page);
  expect(await barriersOn(page)).toEqual([]);

  await source.getByRole('radio', { name: words.otherNumber }).check();
  await page.getByRole('textbox', { name: words.phoneNumber }).fill('024 000 0999');
  await page.getByRole('radiogroup', { name: words.network }).getByRole('radio', { name: 'MTN' }).check();
  const until = '2026-11-24T09:30:00.000Z';
  const refusal = [{ rule: `numberFrom ${until}`, field: 'source.phoneNumber' }] as const;
  await page.route(
    `**${PAYMENT_BASE}/budgets`,
    (route) => route.fulfill({ status: 409, json: createProblem('NUMBER_LEFT_ALONE', '1', [...refusal]) }),
    { times: 1 },
  );
  await button(page, words.pay(TOTAL)).tap();
  await expect(page.getByText(errors.NUMBER_LEFT_ALONE)).toBeVisible();
  const number = page.getByRole('textbox', { name: words.phoneNumber });
  await expect(number).toHaveAccessibleDescription(new RegExp(validation.numberFrom(until)));
  await expect(number).toBeFocused();
  await expectToFitPhone(page);

  await source.getByRole('radio').first().check();
  await button(page, words.pay(TOTAL)).tap();
  await expect(page.getByRole('heading', { name: words.progress.PROMPTED })).toBeVisible();
  await answerPrompt(product, phone, 'APPROVE');
  await expect(page.getByText(words.state.SUCCEEDED, { exact: true })).toBeVisible();
});

test('while participants can still become entitled, the dialog explains why nothing is refunded yet @full', async ({
  visit,
  product,
}) => {
  const { researcher: as, study } = await createPaidDraft(product);
  const params = { id: study.id };
  await callProduct(product, publishStudy, {
    as,
    params,
    body: planBody({ desiredNumberOfParticipants: 1, availableDates: [dayAhead(3)] }),
  });
  const { id } = await applyByCall(product, await newParticipant(product), study);
  const page = await visit();
  await enterAs(page, as, paths.studyBudget(study.id));
  await expect(page.getByText(words.closeFirst)).toBeVisible();
  await callProduct(product, closeStudy, { as, params });
  await page.reload();
  await expect(page.getByText(words.closeText)).toBeVisible();
  await button(page, words.close).press('Enter');
  const dialog = page.getByRole('dialog');
  const closeButton = dialog.getByRole('button', { name: words.close, exact: true });
  await closeButton.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText(errors.BUDGET_IN_USE);
  await expect(closeButton).toBeFocused();
  await dialog.getByRole('button', { name: words.keep, exact: true }).press('Enter');
  await expect(button(page, words.close)).toBeFocused();
  await button(page, words.close).press('Enter');
  await expect(dialog.getByRole('alert')).toBeEmpty();

  await callProduct(product, decideApplicants, {
    as,
    params,
    body: { applicationIds: [id], status: 'DECLINED', reason: 'NOT_A_MATCH' },
  });
  await closeButton.press('Enter');
  await expect(page.getByText(words.closed, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a funded draft without pay shows where its money goes: on its budget, in the wizard, before deletion @full', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const { researcher: as, study } = await createPaidDraft(product);
  await callProduct(product, editStudy, { as, params: { id: study.id }, body: { incentive: 0 } });
  const page = await visitByPhone();
  await enterAs(page, as, paths.studyBudget(study.id));
  const { returnableInPesewas: remaining } = await callProduct(product, readBudget, {
    as,
    params: { studyId: study.id },
  });
  await expect(page.getByRole('heading', { name: words.paysNobody(remaining) })).toBeVisible();
  await expect(page.getByText(words.paysNobodyDraft(2000))).toBeVisible();
  await expect(page.getByText(words.coveredText)).toBeHidden();
  await expect(button(page, words.raise)).toBeHidden();
  await expectToFitPhone(page);
  expect(await barriersOn(page)).toEqual([]);

  const desk = await visit();
  await enterAs(desk, as, paths.publishStudy(study.projectId, study.id));
  const incentive = desk.getByRole('textbox', { name: pay.label });
  await expect(desk.getByText(pay.paysNobody(remaining, 2000))).toBeVisible();
  await incentive.fill('20');
  await expect(desk.getByText(pay.paysNobody(remaining, 2000))).toBeHidden();
  await incentive.fill('0');
  await expect(desk.getByText(pay.paysNobody(remaining, 2000))).toBeVisible();
  expect(await barriersOn(desk)).toEqual([]);

  await desk.goto(paths.project(study.projectId));
  await moreFor(desk, study.name).click();
  await desk.getByRole('button', { name: projects.deleteStudyNamed(study.name) }).click();
  await expect(desk.getByRole('dialog')).toContainText(projects.paidComesBack);
});

test('a closed budget with a shortfall says so and accepts the missing amount; reversed payments are shown @full', async ({
  visitByPhone,
  product,
}) => {
  const { researcher: as, study } = await createPaidDraft(product);
  const known = await callProduct(product, readBudget, { as, params: { studyId: study.id } });
  const quoted = {
    places: 1,
    incentiveInPesewas: 2000,
    incentivesInPesewas: 2000,
    payoutFeesInPesewas: 100,
    collectionFeeInPesewas: 42,
    totalInPesewas: 2142,
    refundFeePaidBy: 'PLATFORM',
  } as const;
  const unfundedBudget = Budget.parse({
    ...known,
    state: 'CLOSED',
    unfundedPlaces: 1,
    quote: quoted,
    availableInPesewas: 0,
  });
  const line = (number: number, state: PayoutState) =>
    Payout.parse({
      id: `0de00000-0000-7000-8000-00000000000${number}`,
      kind: 'INCENTIVE',
      state,
      studyId: study.id,
      applicationId: `0de00000-0000-7000-8000-0000000000a${number}`,
      participantCode: 'P0123456789AB',
      amountInPesewas: 2000,
      why: null,
      note: null,
      createdAt: known.fundings[0]?.createdAt,
      nextAt: null,
      paidAt: null,
      walletHint: null,
      providerId: null,
    });
  const content = [line(1, 'UNFUNDED'), line(2, 'REVERSED')];
  const page = await visitByPhone();
  await page.route(`**${PAYMENT_BASE}/budgets/${study.id}`, (route) =>
    route.fulfill({ json: { content: unfundedBudget } }),
  );
  await page.route(`**${PAYMENT_BASE}/budgets/quote`, (route) =>
    route.fulfill({ json: { content: quoted } }),
  );
  await page.route(`**${PAYMENT_BASE}/payouts?*`, (route) =>
    route.fulfill({
      json: { content, totalPages: 1, totalElements: 2, size: 100, number: 0, numberOfElements: 2 },
    }),
  );
  await enterAs(page, as, paths.studyBudget(study.id));
  await expect(page.getByRole('heading', { name: words.owes(2142) })).toBeVisible();
  await expect(page.getByText(words.unfundedText(1))).toBeVisible();
  await expect(page.getByText(payoutStateWords.UNFUNDED, { exact: true })).toBeVisible();
  await expect(page.getByText(payoutStateWords.REVERSED, { exact: true })).toBeVisible();
  await expect(page.getByText(words.reversedText)).toBeVisible();
  await expect(page.getByRole('textbox', { name: words.places })).toBeHidden();
  await expectToFitPhone(page);
  expect(await barriersOn(page)).toEqual([]);
  const asked: unknown[] = [];
  await page.route(`**${PAYMENT_BASE}/budgets/${study.id}/raise`, (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ status: 202, json: { content: unfundedBudget } });
  });
  await page.getByRole('textbox', { name: words.phoneNumber }).fill('024 123 4567');
  await page.getByRole('radio', { name: 'MTN' }).check();
  await pressTwice(button(page, words.pay(2142)));
  const source = { network: 'MTN', phoneNumber: '024 123 4567' };
  await expect.poll(() => asked).toEqual([{ places: 1, totalInPesewas: 2142, source }]);
});

test('the budget of a deleted study says that payments are refunded automatically @full', async ({
  visitByPhone,
  product,
}) => {
  const { researcher: as, study } = await createPaidDraft(product);
  const page = await visitByPhone();
  await enterAs(page, as, paths.studyBudget(study.id));
  await expect(page.getByRole('heading', { name: words.covered })).toBeVisible();
  await callProduct(product, deleteStudy, { as, params: { id: study.id } });
  await page.reload();
  await expect(page.getByRole('heading', { name: words.gone })).toBeVisible();
  await expect(page.getByText(words.goneText)).toBeVisible();
  await expect(page.getByText(words.coveredText)).toBeHidden();
  await expect(page.getByText(words.state.SUCCEEDED, { exact: true })).toBeVisible();
  await expectToFitPhone(page);
});

test('the number of sign-up is suggested; a large amount is requested from it only after a confirmation', async ({
  visitByPhone,
  product,
}) => {
  const { researcher: as, study } = await createDraft(product, 50);
  await callProduct(product, changeOwnAccount, { as, body: { phoneNumber: '0240000999' } });
  await callProduct(product, editStudy, { as, params: { id: study.id }, body: { incentive: 3000 } });
  const page = await visitByPhone();
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/budgets') && asked.push(request.method()));
  await enterAs(page, as, paths.studyBudget(study.id));
  await page.getByRole('textbox', { name: words.places }).fill('1000');
  await expect(page.getByRole('textbox', { name: words.phoneNumber })).toHaveValue('024 000 0999');
  await page.getByRole('radio', { name: 'MTN' }).check();
  const payAll = page.getByRole('button', { name: /^Pay GH₵ 3,/ });
  await payAll.tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(words.payLargeText(1000, cedis(300_000)));
  await expect(dialog).toContainText(words.payLargePhone);
  await expectToFitPhone(page);
  expect(await barriersOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: words.cancel }).tap();
  expect(asked).toEqual([]);
  await payAll.tap();
  await dialog.getByRole('button', { name: /^Pay GH₵ 3,/ }).tap();
  await expect.poll(() => asked).toEqual(['POST']);
});
