import { submitUserInformation } from '@app/contracts/identity/profile.ts';
import { choiceWords } from '@app/words/choices.ts';
import { failureWords } from '@app/words/failures.ts';
import { myStudiesWords as words } from '@app/words/my-studies.ts';
import { withdrawingWords as withdrawing } from '@app/words/withdrawing.ts';
import { applyToStudy, listOwnApplications } from '@app/contracts/project/applications.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import { profileBody } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { newPerson } from './people.ts';
import { pressTwice } from './press.ts';

/** Somebody who has applied to the newest study that fits them. */
async function newApplicant(product: Product) {
  const user = await newPerson(product, 'PARTICIPANT');
  const as = await callProduct(product, submitUserInformation, { as: user, body: profileBody(user.userId) });
  const [card] = await callProduct(product, browseStudies, { as });
  const study = await callProduct(product, readStudy, { as, params: { id: card!.id } });
  if (study.audience !== 'PARTICIPANT') throw new Error('a participant reads their own view');
  const responses = study.screeners.map(({ question, options }, at) => ({
    id: String(at + 1),
    question,
    answer: options[0]!.answer,
  }));
  const body = { applicantId: as.userId, responses };
  await callProduct(product, applyToStudy, { as, params: { id: study.id }, body });
  return { as, study };
}

test('S-406 My Studies lists the application, and withdraws it once it is confirmed, for good', async ({
  visit,
  product,
}) => {
  const { as, study } = await newApplicant(product);
  const page = await visit();
  await page.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(as));
  await page.goto('/dashboard/studies');
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: study.publicName }) });
  await expect(card.getByText(choiceWords.applicationStatus.PENDING, { exact: true })).toBeVisible();
  const withdraw = card.getByRole('button', { name: words.withdrawFrom(study.publicName) });

  await test.step('kept, on second thoughts', async () => {
    await withdraw.click();
    await page.getByRole('dialog').getByRole('button', { name: withdrawing.keep }).click();
    await expect(withdraw).toBeFocused();
  });

  await test.step('a lost connection leaves it as it is', async () => {
    await page.route('**/withdraw', (route) => route.abort());
    await withdraw.click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: withdrawing.action });
    await confirm.click();
    await expect(page.getByText(failureWords.network)).toBeVisible();
    await page.unroute('**/withdraw');
    let sent = 0;
    page.on('request', (request) => (sent += Number(request.url().endsWith('/withdraw'))));
    await pressTwice(confirm);
    await expect(card.getByText(choiceWords.applicationStatus.WITHDRAWN, { exact: true })).toBeVisible();
    expect(sent).toBe(1);
  });

  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { name: study.publicName })).toBeFocused();
  await expect(withdraw).toBeHidden();
  const [stored] = await callProduct(product, listOwnApplications, { as });
  expect(stored?.status).toBe('WITHDRAWN');
});
