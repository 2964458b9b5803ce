// @module-tag both-engines
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS, DAY_MS, HOUR_SECONDS } from '@app/contracts/durations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { changeOwnAccount, readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { ProjectEmail } from '@app/contracts/emails.ts';
import { FIRST_WORDS, SECOND_WORDS } from '@app/words/proof-words.ts';
import { TEXTED_KINDS, type TextedKind } from '@app/words/texts.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant } from '@app/test/support/people.ts';
import { type FakeGateway, createFakeGateway, textDeps } from '@app/test/support/text-deps.ts';
import { deliverText } from '../texts/deliver-text.ts';
import { UNITS_PER_PART, toGsm7, countGsm7Units } from '../gsm7.ts';
import type { TextJob } from '../texts/queue-text.ts';
import { OPT_OUT_UNITS } from '../text-gateway.ts';
import { queueRequestedNotification } from './request-email.ts';
import { PROJECT_TEXT } from './emails.ts';

const HOSTILE = 'Ɛyɛ “Secret study” \u{1F3E6} GH₵ 900.00 https://evil.example';
/** Far ahead, in the afternoon, with the longest possible date. */
const WHEN = '2099-09-30T22:30:00.000Z';

const app = useApp({ SMS_GATEWAY: 'arkesel', SMS_KEY: 'key', SMS_SENDER: 'Nkomo' }, undefined, {
  withWorkers: false,
});
let gateway: FakeGateway;
let deps: ReturnType<typeof textDeps>;
let person: SignedInUser;
let number = '';
/** The requesting service's content of the notification at the time of sending. */
let email: ProjectEmail | null;
beforeAll(async () => {
  gateway = createFakeGateway();
  deps = textDeps(app, gateway);
  deps.callProject = deps.callPayment = (async () => ({ email })) as never;
  person = await registerParticipant(app);
});

let numbers = 0;
const removeNumber = () =>
  sql`delete from identity.phones where user_id = ${person.userId}`.execute(app.engine.owner);
async function prove(): Promise<void> {
  number = `+23324${String(6_000_000 + (numbers += 1))}`;
  await removeNumber();
  await deps.db
    .insertInto('identity.phones')
    .values({
      user_id: person.userId,
      role: 'PARTICIPANT',
      proven_number: number,
      number_hash: deps.seal.keyedHash(number),
    })
    .execute();
}
const say = (params: Record<string, string> = {}): ProjectEmail => ({
  params: {
    study: HOSTILE,
    company: HOSTILE,
    participant: HOSTILE,
    reason: HOSTILE,
    amount: HOSTILE,
    when: WHEN,
    ...params,
  },
  path: '/',
  event: null,
});
/** Requests an email and returns the job of its text, if there is one. */
async function requestText(kind: TextedKind | 'MEETING_BOOKED'): Promise<TextJob | undefined> {
  deps.sentJobs.length = 0;
  await queueRequestedNotification(deps, { userId: person.userId, kind, about: crypto.randomUUID() });
  const kinds = deps.sentJobs.map(({ data }) => (data as TextJob).kind);
  expect(kinds[0]).toBe('PROJECT_EMAIL');
  return deps.sentJobs[1]?.data as TextJob | undefined;
}
const suspend = (at: 'now()' | 'null') =>
  sql`update identity.people set suspended_at = ${sql.raw(at)} where user_id = ${person.userId}`.execute(
    app.engine.owner,
  );
const choose = (texts: object) => app.call(changeOwnAccount, { as: person, body: { texts } });
const choices = async () => (await app.call(readOwnAccount, { as: person })).content.texts;
const deliver = (job: TextJob) => deliverText(deps, [PROJECT_TEXT], job);
const readTextState = async ({ id }: TextJob) => {
  const rows = await sql<{ state: string }>`select state from identity.texts where text_id = ${id}`.execute(
    app.engine.owner,
  );
  return rows.rows[0]?.state;
};

test('without a proven number only the email is sent, and there is nothing to choose', async () => {
  await removeNumber();
  email = say();
  expect(await choices()).toBeNull();
  expect(await requestText('APPLICATION_ACCEPTED')).toBeUndefined();
});

test.each(TEXTED_KINDS)('%s: one part, which names no study, no person and no amount', async (kind) => {
  await prove();
  email = say();
  if (kind === 'STUDIES_FIT') {
    await choose({ studies: false });
    expect([await choices(), await requestText(kind)]).toEqual([
      { notifications: true, studies: false },
      undefined,
    ]);
    await choose({ studies: true });
  }
  const job = await requestText(kind);
  if (!job) throw new Error('It is texted');
  const written = await PROJECT_TEXT.write(deps, { ...job, asked: kind, about: 'x' });
  expect(written?.to).toBe(number);
  const text = toGsm7(written?.text ?? '') ?? '';
  expect(text).not.toBe('');
  expect(countGsm7Units(text)).toBeLessThanOrEqual(120);
  expect(text).not.toMatch(/GHS|Eye|Secret|evil|http|900/);
});

test.each([
  ['MEETING_TOMORROW', 'yes'],
  ['MEETING_TOMORROW', ''],
  ['MEETING_MOVED', 'yes'],
  ['MEETING_MOVED', ''],
] as const)('%s has the two words, and names a caller only for a call: %j', async (kind, isCall) => {
  await prove();
  const [firstWord, secondWord] = [FIRST_WORDS, SECOND_WORDS].map((list) =>
    list.reduce((longest, word) => (word.length > longest.length ? word : longest)),
  );
  email = say({ firstWord: firstWord!, secondWord: secondWord!, isCall });
  const written = await PROJECT_TEXT.write(deps, { ...(await requestText(kind))!, asked: kind, about: 'x' });
  expect(written?.text).toContain(
    isCall
      ? `The caller must say ${firstWord}. Then you say ${secondWord}.`
      : `Your words for it: ${firstWord}, ${secondWord}.`,
  );
  expect(countGsm7Units(written?.text ?? '')).toBeLessThanOrEqual(UNITS_PER_PART - OPT_OUT_UNITS);
});

test('an obsolete or unwanted text is dropped when it is due', async () => {
  const before = gateway.sent.length;
  await prove();
  const obsolete = await requestText('MEETING_CANCELLED');
  email = null;
  await deliver(obsolete!);
  email = say();
  const unwanted = await requestText('APPLICATION_ACCEPTED');
  await choose({ notifications: false });
  await deliver(unwanted!);
  expect(await requestText('APPLICATION_ACCEPTED')).toBeUndefined();
  await choose({ notifications: true });
  const suspended = await requestText('APPLICATION_ACCEPTED');
  await suspend('now()');
  await deliver(suspended!);
  await suspend('null');
  const removed = await requestText('APPLICATION_ACCEPTED');
  await removeNumber();
  await deliver(removed!);
  const states = [obsolete, unwanted, suspended, removed].map((job) => readTextState(job!));
  expect(new Set(await Promise.all(states))).toEqual(new Set(['DROPPED']));
  expect(gateway.sent).toHaveLength(before);
});

test.each(['MEETING_MOVED', 'MEETING_CANCELLED'] as const)(
  '%s is texted even to the person who caused it: another person may have the phone',
  async (kind) => {
    await prove();
    email = say({ reason: '' });
    await deliver((await requestText(kind))!);
    expect(gateway.sent.at(-1)).toMatchObject({ to: number });
  },
);

test('a text goes to the number that is proven when it leaves; other emails have no text', async () => {
  await prove();
  expect(await requestText('MEETING_BOOKED')).toBeUndefined();
  email = say();
  const job = await requestText('APPLICATION_ACCEPTED');
  await prove();
  await deliver(job!);
  expect(gateway.sent.at(-1)?.to).toBe(number);
});

test('a morning meeting is texted the evening before, and any other at once', async () => {
  await prove();
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS + 3 * DAY_MS;
  email = say({ when: new Date(midnight + 9 * HOUR_MS).toISOString() });
  const job = await requestText('MEETING_TOMORROW');
  const before = gateway.sent.length;
  const started = Date.now();
  await deliver(job!);
  const ended = Date.now();
  const [, , put] = deps.sentJobs;
  expect([gateway.sent.length, await readTextState(job!), put?.data]).toEqual([before, 'WAITING', job]);
  const evening = midnight - 6 * HOUR_MS - (put?.afterSeconds ?? 0) * 1000;
  expect(evening).toBeGreaterThanOrEqual(started - 1000);
  expect(evening).toBeLessThanOrEqual(ended);
  email = say({ when: new Date(midnight + 14 * HOUR_MS).toISOString() });
  await deliver(job!);
  expect(gateway.sent).toHaveLength(before + 1);
});

test('texts about new studies leave only in the hours of promotion, and wait otherwise', async () => {
  await prove();
  email = say();
  await choose({ studies: true });
  const before = gateway.sent.length;
  /** Delivers at an hour of a Saturday; the clock moves a little at each look. */
  const deliverAt = async (hour: number, job: TextJob) => {
    let at = Date.UTC(2026, 10, 28, hour);
    const db = deps.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) =>
        result.rows.length === 1 && Object.keys(result.rows[0] ?? {}).join('') === 'now'
          ? { ...result, rows: [{ now: new Date((at += 5)) }] }
          : result,
    });
    await deliverText({ ...deps, db }, [PROJECT_TEXT], job);
  };
  const job = await requestText('STUDIES_FIT');
  await deliverAt(19, job!);
  expect([gateway.sent.length, await readTextState(job!)]).toEqual([before, 'WAITING']);
  expect(deps.sentJobs.at(-1)).toMatchObject({ data: job, afterSeconds: 37 * HOUR_SECONDS });
  await deliverAt(12, job!);
  expect([gateway.sent.length, await readTextState(job!)]).toEqual([before + 1, 'ACCEPTED']);
});
