import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { Sample } from '../../support/samples/recipe.ts';
import { type Case, CASES, tokenFor } from '../../support/samples/samples.ts';
import { send } from '../../support/samples/send.ts';
import { type PersonName, useWorld } from '../../support/samples/world.ts';
import { isOfShare } from '../../support/sizes.ts';
import { type WriteCounter, countWrites } from '../../support/samples/write-counter.ts';
import { changedCopies } from './changed.ts';

const world = useWorld();
let writes: WriteCounter;
beforeAll(async () => {
  writes = await countWrites(world.app.engine);
});

const posts = CASES.filter(({ endpoint }) => endpoint.method === 'POST' && !endpoint.isRead);
const named = posts.map((subject) => [`${subject.service} ${subject.id}`, subject] as const);
const callsByPeople = named.filter(([, { endpoint }]) => endpoint.access !== 'SERVICE');
/** Tests a share of the calls, since all use one mechanism. */
const dealt = <T>(calls: readonly T[], at: number): T[] => calls.filter((_, place) => isOfShare(at, place));

const makeSample = ({ recipe }: Case, name = recipe.by) => recipe.make(world, world.people[name]);

/** Sends a sample with a key, as the recipe's person or with another token. */
async function sendUnder(key: string | undefined, subject: Case, sample: Sample, token?: string) {
  const headers = { ...sample.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  const as = token ?? (await tokenFor(world, subject));
  const answer = await send(world.app, subject, { ...sample, headers }, as, { withKey: key !== undefined });
  const isReplayed = answer.headers['idempotency-replayed'] === 'true';
  if (subject.recipe.renews && token === undefined && answer.statusCode === 200 && !isReplayed) {
    world.people[subject.recipe.by] = answer.json<{ content: SignedInUser }>().content;
  }
  const { 'content-type': type, 'set-cookie': cookies, etag, location } = answer.headers;
  const sent = { status: answer.statusCode, body: answer.payload, type, cookies, etag, location };
  return {
    sent,
    isReplayed,
    code: answer.statusCode < 400 ? undefined : answer.json<{ code: string }>().code,
  };
}

/** The response to a repeat after a lost response: a success, or a code that says it is done. */
const afterCrash: Record<string, string> = {
  verifyEmail: 'EMAIL_ALREADY_VERIFIED',
  updatePassword: 'TOKEN_NOT_VALID',
  changeEmail: 'TOKEN_NOT_VALID',
  // The text message is on its way, and the number has to wait for the next one.
  askPhoneCode: 'TOO_MANY_REQUESTS',
  askLogInCode: 'TOO_MANY_REQUESTS',
  provePhone: 'CODE_WRONG',
  logInByCode: 'CODE_WRONG',
  submitCompanyInformation: 'COMPANY_ALREADY_SUBMITTED',
  decideCompany: 'COMPANY_ALREADY_DECIDED',
  submitUserInformation: 'PROFILE_ALREADY_SUBMITTED',
  decideDispute: 'DISPUTE_IS_DECIDED',
  decideCompanyAsAdmin: 'COMPANY_ALREADY_DECIDED',
  changeProviderAsAdmin: 'PROVIDER_CHANGED',
  decideDisputeAsAdmin: 'DISPUTE_IS_DECIDED',
  decideReportAsAdmin: 'REPORT_IS_DECIDED',
  retryDeadLettersAsAdmin: 'ALREADY_DONE',
  suspendStudyAsAdmin: 'ALREADY_DONE',
  restoreStudyAsAdmin: 'ALREADY_DONE',
  signAdminIn: 'PASSKEY_REFUSED',
  confirmAdminPasskey: 'PASSKEY_REFUSED',
  enrolAdmin: 'TOKEN_NOT_VALID',
};

describe('CON-6 FLT-1 the same call with the same key', () => {
  test.each(named)(
    '%s gets the identical response, and the completed result after a crash',
    async (_, subject) => {
      const key = crypto.randomUUID();
      const sample = await makeSample(subject);
      const first = await sendUnder(key, subject, sample);
      expect(first).toMatchObject({ isReplayed: false, code: undefined });
      await writes.look();
      const again = await sendUnder(key, subject, sample);
      expect(again.sent).toEqual(first.sent);
      expect(again.isReplayed).toBe(true);
      expect(await writes.look()).toEqual([]);
      // Simulates a crash between the effect and its response.
      await sql`
      update ${sql.table(`${subject.service}.idempotency_keys`)}
      set answer = null, claimed_at = now() - interval '31 seconds'`.execute(world.app.engine.owner);
      const after = await sendUnder(key, subject, sample);
      expect([after.isReplayed, after.code]).toEqual([false, afterCrash[subject.id]]);
    },
  );
});

describe('CON-6 another call with the same key', () => {
  test.each(dealt(named, 0))('%s is refused and does nothing', async (_, subject) => {
    const key = crypto.randomUUID();
    const { headers = {}, ...sample } = await makeSample(subject);
    const first = await sendUnder(key, subject, { ...sample, headers });
    expect(first.code).toBeUndefined();
    await writes.look();
    const others = Object.keys(sample).length > 0 ? [...changedCopies(sample)] : [{ body: {} }];
    const codes = new Set<string | undefined>();
    for (const other of others) {
      const { code, sent } = await sendUnder(key, subject, { ...(other as Sample), headers });
      codes.add(code);
      expect([400, 403, 404, 422]).toContain(sent.status);
    }
    expect(codes).toContain('KEY_REUSED');
    expect(await writes.look()).toEqual([]);
  });
});

describe('CON-6 another person’s identical key', () => {
  test.each(dealt(callsByPeople, 1))('%s is a separate key', async (_, subject) => {
    const key = crypto.randomUUID();
    const sample = await makeSample(subject);
    expect((await sendUnder(key, subject, sample)).code).toBeUndefined();
    const isOfStranger = subject.endpoint.access === 'ANYONE';
    const cookie = [sample.headers?.['cookie'] ?? [], 'other=1'].flat().join('; ');
    const other = otherThan(subject.recipe.by);
    const answer = isOfStranger
      ? await sendUnder(key, subject, { ...sample, headers: { ...sample.headers, cookie } })
      : await sendUnder(key, subject, await makeSample(subject, other), world.people[other].token);
    expect(answer.isReplayed).toBe(false);
    expect(['KEY_REUSED', 'IN_FLIGHT', 'INTERNAL']).not.toContain(answer.code);
  });
});

function otherThan(name: PersonName): PersonName {
  return world.people[name].role === 'PARTICIPANT' ? 'otherParticipant' : 'otherResearcher';
}

describe('D-28 without a key', () => {
  const free = named.filter(([, { endpoint }]) => !endpoint.needsKey);
  test.each(dealt(free, 2))('%s works and stores nothing', async (_, subject) => {
    const sample = await makeSample(subject);
    await writes.look();
    expect(await sendUnder(undefined, subject, sample)).toMatchObject({
      isReplayed: false,
      code: undefined,
    });
    expect(String(await writes.look())).not.toContain('idempotency_keys');
  });
});

describe('B10 without a key no money is moved', () => {
  test.each(named.filter(([, { endpoint }]) => endpoint.needsKey))('%s', async (_, subject) => {
    const sample = await makeSample(subject);
    await writes.look();
    expect(await sendUnder(undefined, subject, sample)).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await writes.look()).toEqual([]);
  });
});

test('D-33 the description declares the header where it is used', async () => {
  interface Operation {
    parameters?: { in: string; name: string; required?: boolean }[];
  }
  const answer = await world.app.process.app.inject(`${PROJECT_BASE}/openapi.json`);
  const { paths } = answer.json<{ paths: Record<string, Record<string, Operation>> }>();
  const operation = Object.entries(paths).find(([path]) => path.endsWith('/projects'))?.[1];
  const listHeaderParameters = (method: string) =>
    operation?.[method]?.parameters?.filter(({ in: place }) => place === 'header') ?? [];
  expect(listHeaderParameters('post')).toEqual([
    expect.objectContaining({ name: 'Idempotency-Key', required: false }),
  ]);
  expect(listHeaderParameters('get')).toEqual([]);
});
