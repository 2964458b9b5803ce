import { sql } from 'kysely';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { createLog } from '@app/kit/log.ts';
import { createSeal } from '@app/kit/sealed-columns.ts';
import { type TestApp, startTestApp } from '@app/test/app.ts';
import { type OneApplicant, accept, meetOneApplicant } from '@app/test/one-applicant.ts';
import { type Relay, startRelay } from '@app/test/relay.ts';
import { type TextPhones, startTextPhones } from '@app/test/text-phones.ts';
import { projectTextWords } from '@app/words/texts.ts';
import { readIdentityConfig } from '../config.ts';

const NUMBER = '+233247654321';

let phones: TextPhones;
let front: Relay;
let app: TestApp;
let one: OneApplicant;
const lines: string[] = [];
beforeAll(async () => {
  [phones, front] = [await startTextPhones(), await startRelay()];
  const log = createLog('debug', { write: (line) => lines.push(line) });
  app = await startTestApp({ ...phones.settings, PUBLIC_URL: `http://127.0.0.1:${front.port}` }, log);
  await app.process.app.listen({ port: 0, host: '127.0.0.1' });
  front.leadTo((app.process.app.server.address() as AddressInfo).port);
  one = await meetOneApplicant(app);
  const seal = createSeal(readIdentityConfig(app.settings).IDENTITY_DATA_KEYS);
  await sql`insert into identity.phones (user_id, role, proven_number, number_hash) values
    (${one.participant.userId}, 'PARTICIPANT', ${seal.seal(NUMBER)}, ${seal.keyedHash(NUMBER)})`.execute(
    app.engine.owner,
  );
});
afterAll(async () => {
  await app.close();
  front.close();
  await phones.stop();
});

test('an acceptance reaches phone and mailbox, its report comes back, and no log knows number or words', async () => {
  const application = await one.applied('Texted');
  await one.decideOn(application, accept);
  const text = await phones.next(NUMBER);
  expect(text).toBe(projectTextWords.APPLICATION_ACCEPTED());
  const rows = async () =>
    (
      await sql<object>`select kind, state, gateway from identity.texts where user_id = ${one.participant.userId}`.execute(
        app.engine.owner,
      )
    ).rows;
  await expect.poll(rows).toEqual([{ kind: 'APPLICATION_ACCEPTED', state: 'DELIVERED', gateway: 'ARKESEL' }]);
  await expect.poll(async () => (await app.mailbox.read(one.participant.email)).length).toBeGreaterThan(0);
  expect(phones.read(NUMBER)).toHaveLength(1);
  const all = lines.join('\n');
  expect(all).toContain(`${IDENTITY_BASE}/text-reports/`);
  for (const secret of [NUMBER, NUMBER.slice(1), NUMBER.slice(-9), text, 'simulated-sms-key'])
    expect(all).not.toContain(secret);
});
