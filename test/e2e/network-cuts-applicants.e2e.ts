import type { Page } from '@playwright/test';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { applicantWords as applicants } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { decideApplicants, listApplicants } from '@app/contracts/project/applicants.ts';
import { listNotifications, markNotification } from '@app/contracts/project/notifications.ts';
import { callProduct } from './call-product.ts';
import { pressUntilHeard, pressWithLostAnswer, pressWithoutNetwork } from './network-cuts.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newParticipant } from './people.ts';
import { expectCount } from './notification-popup.ts';
import { applyByCall, newStudy } from './studies.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });

test('S-206 the network is cut while applicants are decided and a notification is read: each counts once', async ({
  visit,
  product,
}) => {
  const [{ researcher, study }, first] = await Promise.all([newStudy(product), newParticipant(product)]);
  const page = await visit();
  await applyByCall(product, first, study);
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
    // They are the company verification and the application.
    await expectCount(product, researcher, 2);
    const before = await unread();
    await page.getByRole('button', { name: new RegExp(`^${shell.notifications('')}`) }).click();
    const mark = page.getByRole('button', { name: new RegExp(`^${shell.markRead('')}.*applied`) });
    const press = () => mark.click();
    await pressWithoutNetwork(page, { press, expectKept: () => expect(mark).toBeVisible() });
    await pressWithLostAnswer(page, { endpoint: markNotification, press });
    // The server notifies the open page, so nothing is left to press.
    await expect(mark).toBeHidden();
    await expect.poll(unread).toBe(before - 1);
  });

  await test.step('accepted, and undone', async () => {
    await page.goto(`/dashboard/study-applicants/${study.id}`);
    const name = `${first.firstName} ${first.lastName}`;
    await page
      .getByRole('table', { name: applicants.tableLabel })
      .getByRole('button', { name, exact: true })
      .click();
    const decisions = [
      [applicants.accept, applicants.decided.ACCEPTED(1, name)],
      [applicants.undoAcceptance, applicants.decided.PENDING(1)],
    ] as const;
    for (const [words, message] of decisions) {
      await pressUntilHeard(page, `${PROJECT_BASE}/studies`, {
        endpoint: decideApplicants,
        press: () => button(page, words).click(),
        expectKept: () => expect(button(page, words)).toBeEnabled(),
      });
      await expect(page.getByText(message)).toBeVisible();
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
      expectKept: async () => {
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
