import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { readMe } from '@app/contracts/identity/session.ts';
import { brokenCredentials } from './broken-tokens.ts';
import { flawOf } from '../answers/flaw-of.ts';
import { openWire, type Wire } from '../malformed/raw-http.ts';
import { CASES } from '../../support/samples/samples.ts';
import { send } from '../../support/samples/send.ts';
import { type World, startWorld } from '../../support/samples/world.ts';
import { isOfShare } from '../../support/sizes.ts';

let world: World;
let wire: Wire;
let sent = 0;
beforeAll(async () => {
  world = await startWorld();
  wire = await openWire(world.app.process.app);
});
afterAll(async () => {
  console.log(`${sent} requests with broken credentials`);
  await world.close();
});

const guarded = CASES.filter(({ endpoint }) => endpoint.access !== 'ANYONE');
const named = guarded.map((subject, place) => [`${subject.service} ${subject.id}`, subject, place] as const);

describe('SES-5 no route takes a broken credential', () => {
  test.each(named)('%s', async (_, subject, place) => {
    const me = world.people[subject.recipe.by];
    const sample = await subject.recipe.make(world, me);
    const wrong: string[] = [];
    const broken = Object.entries(await brokenCredentials(world, me.token));
    for (const [name, authorization] of broken.filter((_one, at) => isOfShare(at, place))) {
      sent += 1;
      const answer = await send(world.app, subject, {
        ...sample,
        headers: { ...sample.headers, authorization },
      });
      const { statusCode, headers } = answer;
      const challenge = String(headers['www-authenticate']);
      const flaw = statusCode === 401 ? flawOf(answer, subject.endpoint) : `answered ${statusCode}`;
      if (flaw !== undefined) wrong.push(`${name}: ${flaw}`);
      else if (!challenge.startsWith('Bearer')) wrong.push(`${name}: challenges with ${challenge}`);
    }
    expect(wrong).toEqual([]);
  });

  test('and each kind of them is sent to some', async () => {
    const kinds = Object.keys(await brokenCredentials(world, world.people.participant.token));
    expect(kinds.length).toBeGreaterThanOrEqual(40);
    expect(kinds.filter((_, at) => !guarded.some((_call, place) => isOfShare(at, place)))).toEqual([]);
  });
});

test('SES-5 two headers are none, and one that is too large is refused as that', async () => {
  const good = `Authorization: Bearer ${world.people.participant.token}\r\n`;
  const ask = (headers: string) =>
    wire.exchange(
      `GET ${IDENTITY_BASE}${readMe.path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`,
    );
  expect((await ask(good)).status).toBe(200);
  expect((await ask(`${good}Authorization: Bearer other\r\n`)).status).toBe(401);
  expect((await ask(`Authorization: Bearer other\r\n${good}`)).status).toBe(401);
  expect((await ask(`Authorization: Bearer ${'x'.repeat(17_000)}\r\n`)).status).toBe(431);
});
