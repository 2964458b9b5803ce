import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { transaction } from '@app/kit/database.ts';
import { createLog } from '@app/kit/log.ts';
import { createSeal } from '@app/kit/sealed-columns.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { listenForOrigin } from '@app/test/support/event-stream.ts';
import { type OneApplicant, accept, meetOneApplicant } from '@app/test/support/one-applicant.ts';
import { type Relay, startRelay } from '@app/test/support/relay.ts';
import { createManualClock } from '@app/simulators/clock.ts';
import type { Fault } from '@app/simulators/faults.ts';
import { textDeps } from '@app/test/support/text-deps.ts';
import { type TextPhones, startTextPhones } from '@app/test/support/text-phones.ts';
import { projectTextWords } from '@app/words/texts.ts';
import { readIdentityConfig } from '../config.ts';
import { createArkesel } from './arkesel.ts';
import { deliverText } from './deliver-text.ts';
import { reportUrl } from './routes.ts';
import { type TextJob, type TextKind, queueText } from './queue-text.ts';

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
  front.leadTo(Number(new URL(await listenForOrigin(app.process.app)).port));
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

test('an acceptance reaches phone and mailbox, its report returns, and no log contains number or words', async () => {
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
  const [row] = (
    await sql<{
      id: string;
    }>`select text_id as id from identity.texts where user_id = ${one.participant.userId}`.execute(
      app.engine.owner,
    )
  ).rows;
  const address = reportUrl(readIdentityConfig(app.settings), row?.id ?? '');
  const itsSecret = address.slice(address.lastIndexOf('/') + 1);
  for (const secret of [itsSecret, NUMBER, NUMBER.slice(1), NUMBER.slice(-9), text, 'simulated-sms-key'])
    expect(all).not.toContain(secret);
});

test.each<[Fault[], string]>([
  [[], 'DELIVERED'],
  [['text-not-delivered'], 'FAILED'],
  [['text-odd-word'], 'ACCEPTED'],
  [['text-without-id'], 'DELIVERED'],
  [['callback-never'], 'ACCEPTED'],
  [['callback-twice'], 'DELIVERED'],
  [['callback-before-response'], 'DELIVERED'],
  [['callback-out-of-order'], 'DELIVERED'],
  [['callback-contradictory'], 'DELIVERED'],
  [['callback-forged', 'callback-never'], 'ACCEPTED'],
  [['callback-unknown-reference', 'callback-never'], 'ACCEPTED'],
  // The outcome is unknown until a report arrives.
  [['drop-response'], 'DELIVERED'],
  [['error-before-accept'], 'UNKNOWN'],
])('reports decide the state of a text, with %j: %s', async (faults, state) => {
  const clock = createManualClock();
  const textPhones = await startTextPhones(clock);
  onTestFinished(() => textPhones.stop());
  const to = `+23324${String((tried += 1))}`;
  textPhones.alone.world.faults.force({ of: to, faults });
  const deps = textDeps(app, createArkesel({ ...textPhones.alone.providers().arkesel, sender: 'Nkomo' }));
  const kind: TextKind = { name: 'NOTIFICATION', write: async () => ({ to, text: 'Your time is 09:00.' }) };
  await transaction(deps.db, (trx) => queueText(deps, trx, kind, { userId: null }));
  const job = deps.sentJobs.at(-1)?.data as TextJob;
  await deliverText(deps, [kind], job);
  await clock.advance(10_000);
  await textPhones.alone.world.settled();
  const { rows } = await sql<{ state: string }>`
    select state from identity.texts where text_id = ${job.id}`.execute(app.engine.owner);
  expect(rows).toEqual([{ state }]);
  await deliverText(deps, [kind], job);
  expect(textPhones.read(to).length).toBeLessThanOrEqual(1);
});
let tried = 3_000_000;
