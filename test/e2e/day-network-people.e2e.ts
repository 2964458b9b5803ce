import type { Page } from '@playwright/test';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { readCompanyInformation, submitCompanyInformation } from '@app/contracts/identity/company.ts';
import { changeOwnPassword } from '@app/contracts/identity/own-account.ts';
import { logIn } from '@app/contracts/identity/session.ts';
import { accountWords as accounts } from '@app/words/accounts.ts';
import { applicantWords as applicants } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import { kycWords as kyc } from '@app/words/kyc.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { decideApplicants, listApplicants } from '@app/contracts/project/applicants.ts';
import { listNotifications, markNotification } from '@app/contracts/project/notifications.ts';
import { companyBody } from '../support/people.ts';
import { callProduct } from './call-product.ts';
import { pressThroughCuts, pressUntilHeard, pressWithLostAnswer, pressWithoutNetwork } from './cut.ts';
import { expect, test } from './fixtures.ts';
import { logInHere } from './log-in-here.ts';
import { enterAs, newParticipant, newPerson, newVerifiedResearcher } from './people.ts';
import { expectCount } from './popup.ts';
import { PASSWORD } from './steps.ts';
import { applyTo, newProject, newPublished } from './studies.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });

test('S-206 the network is cut as applicants are decided on and a notification is read: each counts once', async ({
  visit,
  product,
}) => {
  const [researcher, first] = await Promise.all([newVerifiedResearcher(product), newParticipant(product)]);
  const page = await visit();
  const project = await newProject(product, researcher, 'Cut decisions');
  const study = await newPublished(product, researcher, project.id);
  await applyTo(product, first, study);
  const params = { id: study.id };
  const history = async () => {
    const [applicant] = await callProduct(product, listApplicants, { as: researcher, params });
    return applicant!.history.map(({ status, note }) => [status, note]);
  };

  await test.step('a notification is read', async () => {
    await enterAs(page, researcher, '/dashboard/projects');
    const unread = async () => {
      const query = { read: 'false', size: 100 };
      return (await callProduct(product, listNotifications, { as: researcher, query })).length;
    };
    // That the company is verified, and that somebody applied.
    await expectCount(product, researcher, 2);
    const before = await unread();
    await page.getByRole('button', { name: new RegExp(`^${shell.notifications('')}`) }).click();
    const mark = page.getByRole('button', { name: new RegExp(`^${shell.markRead('')}.*applied`) });
    const press = () => mark.click();
    await pressWithoutNetwork(page, { press, keeps: () => expect(mark).toBeVisible() });
    await pressWithLostAnswer(page, { endpoint: markNotification, press });
    // The server notifies the open page, so nothing is left to press.
    await expect(mark).toBeHidden();
    await expect.poll(unread).toBe(before - 1);
  });

  await test.step('accepted, and taken back', async () => {
    await page.goto(`/dashboard/study-applicants/${study.id}`);
    const name = `${first.firstName} ${first.lastName}`;
    await page
      .getByRole('table', { name: applicants.tableLabel })
      .getByRole('button', { name, exact: true })
      .click();
    const decisions = [
      [applicants.accept, applicants.decided.ACCEPTED(1, name)],
      [applicants.takeBackAcceptance, applicants.decided.PENDING(1)],
    ] as const;
    for (const [words, said] of decisions) {
      await pressUntilHeard(page, `${PROJECT_BASE}/studies`, {
        endpoint: decideApplicants,
        press: () => button(page, words).click(),
        keeps: () => expect(button(page, words)).toBeEnabled(),
      });
      await expect(page.getByText(said)).toBeVisible();
    }
    expect(await history()).toEqual([
      ['PENDING', null],
      ['ACCEPTED', null],
      ['PENDING', null],
    ]);
  });

  await test.step('declined, with a note', async () => {
    await button(page, applicants.decline).click();
    const reason = choiceWords.declineReason.DATES_DO_NOT_FIT;
    await page.getByRole('dialog').getByText(reason, { exact: true }).click();
    const note = page.getByRole('dialog').getByRole('textbox', { name: new RegExp(`^${applicants.note}`) });
    await note.fill('Perhaps in March.');
    await pressUntilHeard(page, `${PROJECT_BASE}/studies`, {
      endpoint: decideApplicants,
      press: () => inDialog(page, applicants.declineCount(1)).click(),
      keeps: async () => {
        await expect(note).toHaveValue('Perhaps in March.');
        await expect(page.getByRole('radio', { name: reason })).toBeChecked();
      },
    });
    await expect(
      page.getByText(applicants.decided.DECLINED(1, `${first.firstName} ${first.lastName}`)),
    ).toBeVisible();
    expect((await history()).slice(3)).toEqual([['DECLINED', 'Perhaps in March.']]);
  });
});

test('S-505 the network is cut as company information is sent: it arrives once, and is kept until then', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const researcher = await newPerson(product);
  const { userId, businessName, industry, website, companyLinkedUrl, foundersLinkedInUrl } = companyBody(
    researcher.userId,
  );
  const organization = { companyName: `Cut ${userId.slice(-6)}`, businessName, industry };
  const social = { website, companyLinkedUrl, foundersLinkedInUrl };
  await enterAs(page, researcher, '/about');
  await page.evaluate(
    (parts) =>
      Object.entries(parts).forEach(([key, part]) => localStorage.setItem(key, JSON.stringify(part))),
    { organization, social },
  );
  await page.goto('/dashboard/kyc?step=3');
  const press = () => button(page, kyc.submit).click();
  const keptParts = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('organization') ?? 'null') as unknown);
  await pressThroughCuts(page, {
    endpoint: submitCompanyInformation,
    press,
    keeps: async () => {
      await expect(page.getByRole('heading', { name: kyc.stageHeading })).toBeVisible();
      expect(await keptParts()).toEqual(organization);
    },
  });
  await press();
  await expect(page.getByRole('dialog', { name: 'Your account verification is pending!' })).toBeVisible();
  expect(await keptParts()).toBeNull();
  const sent = await callProduct(product, readCompanyInformation, { as: researcher });
  expect(sent).toMatchObject({ ...organization, status: 'PENDING' });
  const lettersAbout = async () => {
    const letters = (await (await fetch(`${product.url}/dev/mail.json?to=admin@demo.test`)).json()) as {
      links: string[];
    }[];
    return letters.filter(({ links }) => links.some((link) => link.includes(userId))).length;
  };
  await expect.poll(lettersAbout).toBe(1);
});

test('S-116 the network is cut as a password is changed: the same press goes through afterwards, and the new one logs in', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const person = await newPerson(product);
  const password = 'adinkra symbols 84';
  await logInHere(page, person);
  await page.goto('/dashboard/accounts');
  await button(page, accounts.changePassword).click();
  const [current, next] = [accounts.currentPassword, accounts.newPassword].map((name) =>
    page.getByLabel(name, { exact: true }),
  );
  await current!.fill(PASSWORD);
  await next!.fill(password);
  const press = () => button(page, accounts.savePassword).click();
  await pressThroughCuts(page, {
    endpoint: changeOwnPassword,
    press,
    keeps: () => expect(next!).toHaveValue(password),
  });
  await press();
  await expect(page.getByText(accounts.passwordChanged)).toBeVisible();
  const user = await callProduct(product, logIn, { body: { email: person.email, password } });
  expect(user.userId).toBe(person.userId);
});
