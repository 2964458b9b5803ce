import type { Page } from '@playwright/test';
import { paths } from '@app/contracts/web-paths.ts';
import { accountWords as account } from '@app/words/accounts.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { Payout } from '@app/contracts/payment/payouts.ts';
import { lookUpAccount } from '@app/contracts/payment/account-check.ts';
import { PAYMENT_BASE } from '@app/contracts/bases.ts';
import { accountCheckWords as check } from '@app/words/account-check.ts';
import { paymentReasonWords as reasons } from '@app/words/payment-reasons.ts';
import { participantSetupWords as setup } from '@app/words/participant-setup.ts';
import { setUpProfile } from './steps.ts';
import { bookSlot, cancelBooking } from '@app/contracts/project/bookings.ts';
import { myStudiesMeetingWords as coming } from '@app/words/my-studies-meetings.ts';
import { researcherMeetingWords as agenda } from '@app/words/researcher-meetings.ts';
import { newAccepted, newBooked, PHONE_NUMBER } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { browseWords as browse } from '@app/words/browsing.ts';
import { studyDetailsWords as detailsWords } from '@app/words/study-details.ts';
import { expect } from './fixtures.ts';
import { boxOf } from './layout.ts';
import { enterAs, newParticipant, newPerson, newVerifiedResearcher } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { newProject, newPublished } from './studies.ts';
import { at, beginIn, createTimedStudy, test } from './shifted-clock.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

/** Returns the ids of the studies on the open page, in order. */
async function shown(page: Page): Promise<(string | undefined)[]> {
  const links = page.getByRole('link', { name: new RegExp(`^${browse.apply}${browse.applyTo('')}`) });
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('/').at(-1)));
}

test('on a phone, the list shows what each study pays, best first, and so does the page before sending', async ({
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
  await test.step('one press leads to payments', async () => {
    // The narrowest header has no room for it.
    await page.getByRole('button', { name: shell.openMenu }).tap();
    await page.getByRole('link', { name: shell.walletLabel }).tap();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(paths.money);
    await expect(heading(page, account.moneyHeading)).toBeFocused();
    await page.goBack();
  });
  // Other tests publish studies too.
  const paidOnes = async (of: Page) => (await shown(of)).filter((id) => id === best || id === second);
  const card = (name: string) => page.getByRole('listitem').filter({ has: heading(page, name) });
  await expect(card('Pays 0')).toContainText(detailsWords.notPaid);
  await expect(card('Pays 30')).toContainText(detailsWords.paid(30));
  await select(page, browse.pay).selectOption(browse.pays.HIGHEST);
  await expect.poll(() => paidOnes(page)).toEqual([best, second]);
  await expect(page).toHaveURL(/\?pay=HIGHEST$/);
  await expect(heading(page, 'Pays 0')).toBeHidden();
  await expectToFitPhone(page);
  await select(page, browse.pay).selectOption(browse.pays.PAID);
  await expect.poll(() => paidOnes(page)).toEqual([second, best]);

  for (const [id, expectedPay] of [
    [unpaid, detailsWords.notPaid],
    [best, detailsWords.paid(2000)],
  ] as const) {
    await page.goto(paths.studyApply(id ?? ''));
    // It is shown above the questions, and again at the submit button.
    await expect(page.getByText(expectedPay, { exact: false })).toHaveCount(2);
    await expect(page.locator('form').getByText(expectedPay)).toBeVisible();
  }
});

test('a number with another name at the network is questioned at once, and a payment waits for the answer', async ({
  visitByPhone,
  product,
}) => {
  const person = await newPerson(product, 'PARTICIPANT');
  const page = await visitByPhone();
  await enterAs(page, person, paths.participantSetup);
  await setUpProfile(page, {
    lookAt: async (done) => {
      await expect(done.getByRole('heading', { name: check.title.DIFFERS })).toBeVisible();
      await expect(done.getByRole('link', { name: setup.changeAccount })).toHaveAttribute(
        'href',
        paths.money,
      );
      await expectToFitPhone(page);
      await expectRoomForFingers(page);
    },
  });
  const waiting = Payout.parse({
    id: person.userId,
    kind: 'INCENTIVE',
    state: 'ACTION_NEEDED',
    studyId: person.userId,
    applicationId: person.userId,
    participantCode: 'P0123456789AB',
    amountInPesewas: 5000,
    why: 'NAME_DIFFERS',
    note: null,
    createdAt: new Date().toISOString(),
    nextAt: null,
    paidAt: null,
    walletHint: null,
    providerId: null,
  });
  await page.route(`**${PAYMENT_BASE}/payouts?*`, (route) =>
    route.fulfill({
      json: {
        content: [waiting],
        totalPages: 1,
        totalElements: 1,
        size: 100,
        number: 0,
        numberOfElements: 1,
      },
    }),
  );
  await page.goto(paths.money);
  const line = page.getByRole('listitem').filter({ hasText: reasons.NAME_DIFFERS });
  await expect(line.getByRole('button', { name: check.yes })).toBeVisible();
  await line.getByRole('button', { name: check.yes }).tap();
  await expect(page.getByRole('heading', { name: check.confirmed })).toBeVisible();
  await expectToFitPhone(page);
});

test('before a meeting the question about the number is beside each amount, and is answered there', async ({
  visitByPhone,
  product,
  database,
}) => {
  const { ama, study } = await createTimedStudy(product);
  const person = await newAccepted(product, ama, study);
  await database.query('update project.studies set incentive = 40 where study_id = $1', [study.id]);
  await database.query("insert into payment.account_checks (person_id, state) values ($1, 'DIFFERS')", [
    person.userId,
  ]);
  const page = await visitByPhone();
  await enterAs(page, person, paths.studies);
  const question = page.getByRole('heading', { name: check.title.DIFFERS });
  await expect(question).toBeVisible();
  await expect(page.getByText(detailsWords.leaves)).toBeVisible();
  await expectToFitPhone(page);
  await test.step('the number to pay and the number to call have different button labels', async () => {
    const body = { slotId: at('09:00', 3), phoneNumber: PHONE_NUMBER };
    await callProduct(product, bookSlot, { as: person, params: { id: study.id }, body });
    await page.reload();
    await expect(page.getByRole('button', { name: coming.changeNumber })).toBeVisible();
    await expect(page.getByRole('link', { name: check.change })).toBeVisible();
    const labels = await page.getByText(/^Change .*number/).allTextContents();
    expect(labels.toSorted()).toEqual([check.change, coming.changeNumber].toSorted());
    expect(new Set(labels).size).toBe(2);
    await expectToFitPhone(page);
  });
  await page.goto(paths.chooseTime(study.id));
  await expect(page.getByText(detailsWords.paid(40))).toBeVisible();
  await expect(page.getByText(detailsWords.leaves)).toBeVisible();
  await expectToFitPhone(page);
  await page.getByRole('button', { name: check.yes }).tap();
  await expect(page.getByRole('heading', { name: check.confirmed })).toBeVisible();
  await page.goto(paths.studies);
  await expect(page.getByText(detailsWords.leaves)).toBeVisible();
  await expect(question).toBeHidden();
});

test('the sheet after the set-up waits for the network’s name, and a late one moves nothing', async ({
  visitByPhone,
  product,
}) => {
  const lookUp = `**${PAYMENT_BASE}${lookUpAccount.path}`;
  for (const isLate of [false, true]) {
    const page = await visitByPhone();
    await enterAs(page, await newPerson(product, 'PARTICIPANT'), paths.participantSetup);
    let answer = () => {};
    const gate = new Promise<void>((resolve) => (answer = resolve));
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    await page.route(lookUp, async (route) => {
      asked();
      if (isLate) await gate;
      await route.continue();
    });
    const question = page.getByRole('heading', { name: check.title.DIFFERS });
    await setUpProfile(page, {
      lookAt: async (done) => {
        await isAsked;
        const first = done.getByRole('button', { name: setup.toBrowse });
        const before = await boxOf(first);
        expect(await question.isVisible()).toBe(!isLate);
        if (!isLate) return;
        const answered = page.waitForResponse(lookUp);
        answer();
        await (await answered).finished();
        // The page gets one task, in which it would render.
        await page.evaluate(
          'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
        );
        await expect(question).toBeHidden();
        expect(await boxOf(first)).toEqual(before);
      },
    });
  }
});

test('the effect of being late is as the participant reads it: the researcher sees it in Meetings', async ({
  visit,
  visitByPhone,
  product,
  database,
}) => {
  const { ama, study } = await createTimedStudy(product);
  const { participant, bookingId } = await newBooked(product, ama, study, at('09:00', 3));
  await beginIn(database, bookingId, '2 hours');
  const phone = await visitByPhone();
  await enterAs(phone, participant, paths.studies);
  await expect(phone.getByText(coming.late(true))).toBeVisible();
  await expect(phone.getByText(coming.movesLeft(3))).toBeVisible();
  await expectToFitPhone(phone);
  await callProduct(product, cancelBooking, { as: participant, params: { id: bookingId }, body: {} });
  for (const page of [await visit(), await visitByPhone()]) {
    await enterAs(page, ama, paths.meetings);
    await expect(page.getByText(agenda.late)).toBeVisible();
  }
});
