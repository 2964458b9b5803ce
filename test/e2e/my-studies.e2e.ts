import { choiceWords } from '@app/words/choices.ts';
import { failureWords } from '@app/words/failures.ts';
import { myStudiesWords as words } from '@app/words/my-studies.ts';
import { withdrawingWords as withdrawing } from '@app/words/withdrawal.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newParticipant } from './people.ts';
import { pressTwice } from './press.ts';
import { applyByCall, newStudy } from './studies.ts';

test('S-406 My Studies lists the application, and withdraws it permanently after a confirmation', async ({
  visit,
  product,
}) => {
  const [{ study }, as] = await Promise.all([newStudy(product), newParticipant(product)]);
  await applyByCall(product, as, study);
  const page = await visit();
  await enterAs(page, as, '/dashboard/studies');
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: study.publicName }) });
  await expect(card.getByText(choiceWords.applicationStatus.PENDING, { exact: true })).toBeVisible();
  const withdraw = card.getByRole('button', { name: words.withdrawFrom(study.publicName) });

  await test.step('the person decides to keep it', async () => {
    await withdraw.click();
    await page.getByRole('dialog').getByRole('button', { name: withdrawing.keep }).click();
    await expect(withdraw).toBeFocused();
  });

  await test.step('a lost connection does not change it', async () => {
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
