import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { expect, test } from './fixtures.ts';
import { createForeignWords } from './foreign-words.ts';
import { runMainJob } from './run-main-job.ts';

/** A new screen of the main job adds its words here. */
test('every sentence of the main job comes from words/, on every screen and in every email', async ({
  newContext,
  product,
}) => {
  const words = createForeignWords([PRODUCT_NAME, PRODUCT_NAME.toUpperCase()]);
  await runMainJob(product, async () => {
    const context = await newContext();
    await words.watch(context);
    return context.newPage();
  });
  const emails = (await (await fetch(`${product.url}/dev/mail.json`)).json()) as Record<string, string>[];
  expect(emails.length).toBeGreaterThan(3);
  for (const { subject = '', text = '' } of emails) [subject, ...text.split('\n')].forEach(words.record);
  expect(words.count()).toBeGreaterThan(300);
  expect(words.found()).toEqual([]);
});
