import { DEMO_PEOPLE } from '@app/demo/people.ts';
import { readMe } from '@app/contracts/identity/sessions.ts';
import { decideCompanyWords as words } from '@app/words/decide-company.ts';
import { callProduct } from './call-product.ts';
import { expect, linkInEmail, test } from './fixtures.ts';
import { newResearcherWithCompany } from './people.ts';
import { pressTwice } from './press.ts';

test('S-108 D-24 the admin sees the company, decides once, and a used link says so at once', async ({
  visit,
  product,
}) => {
  const { companyName, user } = await newResearcherWithCompany(product);
  const linkOf = (page: string) => linkInEmail(product, 'admin@demo.test', page, user.userId);
  const status = async () => (await callProduct(product, readMe, { as: user })).adminVerificationStatus;
  const page = await visit();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  await page.goto(await linkOf('/decline-company/'));
  await expect(heading(words.decline.heading(companyName))).toBeVisible();
  expect(await status()).toBe('PENDING');
  await page.goto(await linkOf('/accept-company/'));
  await expect(heading(words.accept.heading(companyName))).toBeFocused();
  await page.getByRole('button', { name: words.accept.button }).press('Enter');
  await expect(heading(words.accept.doneHeading(companyName))).toBeFocused();
  expect(await status()).toBe('VERIFIED');

  await page.goto(await linkOf('/decline-company/'));
  await expect(heading(words.acceptedHeading(companyName))).toBeVisible();
  await expect(page.getByRole('button', { name: words.decline.button })).toBeHidden();
  await page.goto(`/accept-company/made-up/${DEMO_PEOPLE.kojo.userId}`);
  await expect(heading(words.notValidHeading)).toBeVisible();
});

test('S-108 a decline includes its reason, and a lost connection loses no text @full', async ({
  visit,
  product,
}) => {
  const { companyName, user } = await newResearcherWithCompany(product);
  const page = await visit();
  const link = await linkInEmail(product, 'admin@demo.test', '/decline-company/', user.userId);
  await page.route('**/company-verification?*', (route) => route.abort(), { times: 1 });
  await page.goto(link);
  await page.getByRole('button', { name: words.tryAgain }).click();
  const reason = page.getByLabel(words.reason);
  await reason.fill('We could not find the website.');
  await page.context().setOffline(true);
  const decline = page.getByRole('button', { name: words.decline.button });
  await decline.click();
  await expect(page.getByText(/cannot reach the server/)).toBeVisible();
  await expect(reason).toHaveValue('We could not find the website.');
  await page.context().setOffline(false);
  await pressTwice(decline);
  await expect(page.getByText(words.decline.doneHeading(companyName))).toBeVisible();
  expect((await callProduct(product, readMe, { as: user })).adminVerificationStatus).toBe('DECLINED');
});
