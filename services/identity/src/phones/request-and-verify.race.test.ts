import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askPhoneCode, provePhone } from '@app/contracts/identity/phones.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { countDeadlocks } from '@app/test/support/deadlocks.ts';
import { PASSWORD, registerVerified } from '@app/test/support/people.ts';
import { createTestPhones } from '@app/test/support/phones.ts';
import { type TextPhones, startTextPhones } from '@app/test/support/text-phones.ts';

const ADDRESS = '203.0.113.1';
let app: TestApp;
let texts: TextPhones;
beforeAll(async () => {
  texts = await startTextPhones();
  app = await startTestApp(texts.settings);
});
afterAll(async () => {
  await app.close();
  await texts.stop();
});

test('requesting a code and giving one do not deadlock', async () => {
  const phones = createTestPhones(app, texts);
  const [as, phoneNumber] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
  const { owner } = app.engine;
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        owner,
      )
    ).rows.length;
  const requestCode = () =>
    app.call(askPhoneCode, { as, body: { phoneNumber, password: PASSWORD }, from: ADDRESS });
  await phones.askToProve(as, phoneNumber);
  const code = phones.codeTo(phoneNumber);
  await sql`update identity.phone_codes set next_at = now()`.execute(owner);
  const counted = sql`sha256(${`PHONE_CODES_PER_ADDRESS_PER_HOUR ${ADDRESS}`})`;
  await sql`insert into identity.limits (key_hash, count, ends_at) values (${counted}, 1, now() + interval '1 hour')`.execute(
    owner,
  );
  const answers = await owner.transaction().execute(async (trx) => {
    await sql`select from identity.limits where key_hash = ${counted} for update`.execute(trx);
    const asked = requestCode();
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
    const proven = app.call(provePhone, { as, body: { phoneNumber, code }, from: ADDRESS });
    await expect.poll(waiting, { timeout: 30_000 }).toBe(2);
    return { asked, proven };
  });
  expect((await answers.asked).status).toBe(200);
  // The code that was requested meanwhile is the valid one.
  expect((await answers.proven).json).toMatchObject({ code: 'CODE_WRONG' });
  expect(await countDeadlocks(app)).toBe(0);
});
