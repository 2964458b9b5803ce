import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { demoWords } from '@app/demo/words.ts';
import type { Providers } from '@app/simulators/phones/routes.ts';
import type { listPhones } from '@app/simulators/phones/routes.ts';
import { expect, test } from './fixtures.ts';

const words = demoWords.phones;
/** Of whose phone no other test asks anything. */
const PAYER = 'Yaw Boateng';

interface Phones {
  phones: ReturnType<typeof listPhones>;
  providers: Providers;
}

test('a newcomer approves and declines what a phone is asked for, and sees the money go', async ({
  visit,
  product,
}) => {
  const read = async () => (await (await fetch(`${product.url}/dev/phones.json`)).json()) as Phones;
  const { phones, providers } = await read();
  const payer = phones.find(({ name }) => name === PAYER);
  const { baseUrl, collectionKey, userId, userSecret, environment, currency } = providers.mtn;
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
  const ask = async (amount: string) => {
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
        payer: { partyIdType: 'MSISDN', partyId: payer?.number.slice(1) },
      }),
    });
    expect(asked.status).toBe(202);
  };
  await ask('1234.50');
  await ask('7');

  const page = await visit();
  await page.goto('/dev');
  await page.getByRole('link', { name: words.title, exact: true }).click();
  const phone = page.getByRole('article').filter({ hasText: PAYER });
  await expect(phone).toContainText('GH₵ 20,000.00');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await phone
    .getByRole('listitem')
    .filter({ hasText: words.asked('1,234.50') })
    .getByRole('button', { name: words.approve })
    .click();
  await expect(phone).toContainText('GH₵ 18,765.50');
  await expect(phone).toContainText('Payment made for GHS 1234.50');
  await phone.getByRole('button', { name: words.decline }).click();
  await expect(phone.getByText(words.states.DECLINED)).toBeVisible();
  await expect(phone.getByRole('button')).toHaveCount(0);
  await expect(phone).toContainText('GH₵ 18,765.50');
  expect((await read()).phones.find(({ name }) => name === PAYER)).toMatchObject({
    balanceInPesewas: 1_876_550,
    prompts: [{ state: 'APPROVED' }, { state: 'DECLINED' }],
  });
});
