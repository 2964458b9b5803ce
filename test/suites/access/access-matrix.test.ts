import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readMe } from '@app/contracts/identity/sessions.ts';
import { findAnswerFlaw } from '../responses/find-flaw.ts';
import { openWire } from '../malformed/raw-http.ts';
import type { Outcome } from './access-responses.ts';
import {
  type Caller,
  type IdKind,
  type Slot,
  CALLER_KINDS,
  expectedOutcome,
  isOwnSlot,
  isPerson,
  callerPerson,
  listIdSlots,
  countingRecipe,
  callerToken,
  sampleWithId,
} from './access-cases.ts';
import { brokenCredentials } from './broken-tokens.ts';
import type { Sample } from '../../support/samples/recipe.ts';
import { type Case, CASES, tokenFor } from '../../support/samples/samples.ts';
import { send } from '../../support/samples/send.ts';
import { type World, startWorld } from '../../support/samples/world.ts';
import { isOfShare } from '../../support/sizes.ts';
import { type WriteCounter, countWrites, withoutKeys } from '../../support/samples/write-counter.ts';

let world: World;
let writes: WriteCounter;
let cells = 0;
beforeAll(async () => {
  world = await startWorld();
  writes = await countWrites(world.app.engine);
});
afterAll(async () => {
  console.log(`${cells} cells of the access matrix`);
  await world.close();
});

const named = CASES.map((subject) => [`${subject.service} ${subject.id}`, subject] as const);

describe('AZ-1 AZ-2 AZ-3 AZ-4 AZ-6 SES-7 every call responds to every caller as declared', () => {
  test.each(named.map((one, place) => [...one, place] as const))('%s', async (_, declared, place) => {
    const wrong: string[] = [];
    const { recipe, useUp } = countingRecipe(declared.recipe);
    const subject = { ...declared, recipe };
    const slots = idKindsBySlot(subject);
    const { access, adminRoles } = subject.endpoint;
    const mayAlways = access === 'SERVICE' ? 'service' : (adminRoles?.[0] ?? recipe.by);
    for (const [at, caller] of CALLER_KINDS.entries()) {
      // `access` determines the responses to the others: in the short form each makes a sixth of the calls.
      const isDealt = isOfShare(at, place) || isOfShare(at, place + 6);
      if (caller !== mayAlways && caller !== 'nobody' && !isDealt) continue;
      for (const [slot, kinds] of slots) {
        if (slot && caller !== mayAlways && !isOfShare(at, place)) continue;
        const seen = new Map<Outcome, string>();
        for (const kind of kinds) {
          const me = callerPerson(world, subject, caller);
          const token = await callerToken(world, subject, caller, me);
          const made = await recipe.make(world, me);
          const sample = slot ? await sampleWithId(world, subject, made, { slot, kind, me }) : made;
          const flaw = await flawOfCell(subject, { caller, slot, kind, token, sample, seen });
          if (flaw !== undefined || expectedOutcome(world, subject, caller, slot, kind) === 'DONE') useUp();
          if (flaw !== undefined) wrong.push(`${caller}, ${kind} ${slot?.name ?? 'request'}: ${flaw}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** Lists the kinds of id to test in each slot; without a slot the call is unchanged. */
function idKindsBySlot({ endpoint }: Case): [Slot | undefined, IdKind[]][] {
  const others: IdKind[] = ['foreign', 'unknown', 'malformed'];
  return [
    [undefined, ['own']],
    ...listIdSlots(endpoint).map((slot): [Slot, IdKind[]] => [
      slot,
      slot.in === 'query' && isOwnSlot(endpoint, slot) ? [...others, 'twice', 'missing'] : others,
    ]),
  ];
}

interface Envelope {
  content: SignedInUser;
}

interface Cell {
  caller: Caller;
  slot: Slot | undefined;
  kind: IdKind;
  token: string | undefined;
  sample: Sample;
  /** Earlier responses for this slot, by outcome: equal outcomes must look equal. */
  seen: Map<Outcome, string>;
}

/**
 * Returns how a cell differs from the declaration: in its response, in rows after a refusal, or in its look.
 */
async function flawOfCell(subject: Case, { caller, slot, kind, token, sample, seen }: Cell) {
  cells += 1;
  const outcome = expectedOutcome(world, subject, caller, slot, kind);
  await writes.look();
  const answer = await send(world.app, subject, sample, token);
  const code = answer.statusCode < 400 ? 'DONE' : answer.json<{ code: string }>().code;
  if (code !== outcome) return `answers ${code} instead of ${outcome}`;
  if (outcome === 'DONE') {
    if (subject.recipe.renews && isPerson(caller)) world.people[caller] = answer.json<Envelope>().content;
    return undefined;
  }
  const written = withoutKeys(subject.endpoint, await writes.look());
  if (written.length > 0) return `answers ${code} and writes ${written.join()}`;
  // A list instead of an id is invalid, so the response explains the error.
  if (kind === 'twice') return undefined;
  const { date: _, 'x-request-id': id, ...headers } = answer.headers;
  const responseText = JSON.stringify([answer.payload.replaceAll(String(id), ''), headers]);
  if (responseText !== (seen.get(outcome) ?? responseText))
    return `answers ${responseText} and elsewhere ${seen.get(outcome)}`;
  seen.set(outcome, responseText);
  return undefined;
}

const PRIVILEGES = {
  role: 'RESEARCHER',
  adminVerificationStatus: 'VERIFIED',
  emailVerified: true,
  hasUserInfo: true,
  id: crypto.randomUUID(),
  status: 'VERIFIED',
  state: 'PUBLISHED',
  version: 1,
  taken: 0,
  acceptedCount: 0,
  isQualified: true,
  createdAt: new Date().toISOString(),
  amount: 1,
};

describe('AZ-9 no one can set fields that no form offers', () => {
  const withBody = named.filter(([, { endpoint }]) => endpoint.body);
  test.each(withBody.map((one, place) => [...one, place] as const))('%s', async (_, subject, place) => {
    const me: SignedInUser = world.people[subject.recipe.by];
    const token = await tokenFor(world, subject);
    const sample = await subject.recipe.make(world, me);
    const dealt = Object.entries(PRIVILEGES).filter((_one, at) => isOfShare(at, place));
    expect(dealt).not.toEqual([]);
    for (const [key, value] of dealt) {
      for (const at of listObjects(sample.body)) {
        if (Object.hasOwn(at, key)) continue;
        at[key] = value;
        await writes.look();
        const answer = await send(world.app, subject, sample, token);
        expect([subject.id, key, answer.json()]).toMatchObject([subject.id, key, { code: 'INVALID_INPUT' }]);
        expect([subject.id, key, withoutKeys(subject.endpoint, await writes.look())]).toEqual([
          subject.id,
          key,
          [],
        ]);
        delete at[key];
      }
    }
  });
});

/** Returns the body and every object in it. */
function listObjects(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(listObjects);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

const guarded = named.filter(([, { endpoint }]) => endpoint.access !== 'ANYONE');

describe('SES-5 no route accepts a broken credential', () => {
  test.each(guarded.map((one, place) => [...one, place] as const))('%s', async (_, subject, place) => {
    const me = world.people[subject.recipe.by];
    const sample = await subject.recipe.make(world, me);
    const wrong: string[] = [];
    const broken = Object.entries(
      await brokenCredentials(
        world,
        subject.endpoint.adminRoles ? ((await tokenFor(world, subject)) ?? '') : me.token,
      ),
    );
    for (const [name, authorization] of broken.filter((_one, at) => isOfShare(at, place))) {
      const answer = await send(world.app, subject, {
        ...sample,
        headers: { ...sample.headers, authorization },
      });
      const { statusCode, headers } = answer;
      const challenge = String(headers['www-authenticate']);
      const flaw = statusCode === 401 ? findAnswerFlaw(answer, subject.endpoint) : `answered ${statusCode}`;
      if (flaw !== undefined) wrong.push(`${name}: ${flaw}`);
      else if (!challenge.startsWith('Bearer')) wrong.push(`${name}: challenges with ${challenge}`);
    }
    expect(wrong).toEqual([]);
  });

  test('each kind of broken credential is sent to some route', async () => {
    const kinds = Object.keys(await brokenCredentials(world, world.people.participant.token));
    expect(kinds.length).toBeGreaterThanOrEqual(40);
    expect(kinds.filter((_, at) => !guarded.some((_call, place) => isOfShare(at, place)))).toEqual([]);
  });
});

test('SES-5 two headers count as none, and an oversized one is refused as oversized', async () => {
  const wire = await openWire(world.app.process.app);
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
