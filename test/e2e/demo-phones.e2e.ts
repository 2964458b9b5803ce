import { randomUUID } from 'node:crypto';
import { demoWords } from '@app/demo/words.ts';
import type { Providers, listPhones } from '@app/simulators/phones/routes.ts';
import type { Product } from '../support/product.ts';
import { barriersOn } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

const words = demoWords.phones;
/** No other test sends requests to this person's phone. */
const PAYER = 'Yaw Boateng';
/** The prefix belongs to MTN, and no demo person has the number. */
const OWN_NUMBER = '+233552468013';

interface Phones {
  phones: ReturnType<typeof listPhones>;
  providers: Providers;
}

const read = async ({ url }: Product) => (await (await fetch(`${url}/dev/phones.json`)).json()) as Phones;

/** Requests money from a phone like a client of MTN. */
async function ask({ mtn }: Providers, number: string, amount: string) {
  const { baseUrl, collectionKey, userId, userSecret, environment, currency } = mtn;
  const key = { 'ocp-apim-subscription-key': collectionKey };
  const token = (await (
    await fetch(`${baseUrl}/collection/token/`, {
      method: 'POST',
      headers: {
        ...key,
        authorization: `Basic ${Buffer.from(`${userId}:${userSecret}`).toString('base64')}`,
      },
    })
  ).json()) as { access_token: string };
  const asked = await fetch(`${baseUrl}/collection/v1_0/requesttopay`, {
    method: 'POST',
    headers: {
      ...key,
      authorization: `Bearer ${token.access_token}`,
      'x-target-environment': environment,
      'x-reference-id': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      amount,
      currency,
      externalId: 'B-1',
      payer: { partyIdType: 'MSISDN', partyId: number.slice(1) },
    }),
  });
  expect(asked.status).toBe(202);
}

test('a new user approves and declines payment requests on a phone, and sees the money leave', async ({
  visit,
  product,
}) => {
  const { phones, providers } = await read(product);
  const { number = '' } = phones.find(({ name }) => name === PAYER) ?? {};
  await ask(providers, number, '1234.50');
  await ask(providers, number, '7');

  const page = await visit();
  await page.goto('/dev');
  await page.getByRole('link', { name: words.title, exact: true }).click();
  const phone = page.getByRole('article').filter({ hasText: PAYER });
  await expect(phone).toContainText('GH₵ 20,000.00');
  expect(await barriersOn(page)).toEqual([]);

  await phone
    .getByRole('listitem')
    .filter({ hasText: words.asked('1,234.50') })
    .getByRole('button', { name: words.approve })
    .click();
  await expect(phone).toContainText('GH₵ 18,765.50');
  await expect(phone).toContainText('Payment made for GHS 1234.50');
  await phone.getByRole('button', { name: words.decline }).click();
  await expect(phone.getByText(words.states.DECLINED)).toBeVisible();
  for (const name of [words.approve, words.decline])
    await expect(phone.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expect(phone).toContainText('GH₵ 18,765.50');
  expect((await read(product)).phones.find(({ name }) => name === PAYER)).toMatchObject({
    balanceInPesewas: 1_876_550,
    prompts: [{ state: 'APPROVED' }, { state: 'DECLINED' }],
  });
});

test('a new user pays from their own number, whose wallet has money from its first use', async ({
  visit,
  product,
}) => {
  const { providers } = await read(product);
  await ask(providers, OWN_NUMBER, '1234.50');
  const page = await visit();
  await page.goto('/dev/phones');
  const phone = page.getByRole('article').filter({ hasText: OWN_NUMBER });
  await expect(phone).toContainText('GH₵ 20,000.00');
  await phone.getByRole('button', { name: words.approve }).click();
  await expect(phone).toContainText('GH₵ 18,765.50');
});
