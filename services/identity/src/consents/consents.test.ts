import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agreeToTexts } from '@app/contracts/identity/consents.ts';
import { leave } from '@app/contracts/identity/leaving.ts';
import { readOwnAccount } from '@app/contracts/identity/own-account.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readMe } from '@app/contracts/identity/session.ts';
import { LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { validation } from '@app/words/validation.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { PASSWORD, registerParticipant, registerVerified } from '@app/test/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const run = (text: ReturnType<typeof sql>) => text.execute(app.engine.owner);
const { TERMS, PRIVACY } = LEGAL_VERSIONS;
const agree = (as: SignedInUser, body: object) => app.call(agreeToTexts, { as, body });
const texts = async (as: SignedInUser) => (await app.call(readMe, { as })).content.mustAgreeTo;
const rowsOf = async ({ userId }: SignedInUser) =>
  (
    await run(sql`
      select text, version::text from identity.consents where user_id = ${userId} order by text, version`)
  ).rows;
/** As if their consent were of a version before. */
const age = ({ userId }: SignedInUser, text: string) =>
  run(sql`update identity.consents set version = '2026-11-01' where user_id = ${userId} and text = ${text}`);

test('signing up writes which version of each text was agreed to, once', async () => {
  const person = await registerVerified(app, 'RESEARCHER');
  expect(person.mustAgreeTo).toEqual([]);
  expect(await rowsOf(person)).toEqual([
    { text: 'PRIVACY', version: PRIVACY },
    { text: 'TERMS', version: TERMS },
  ]);
});

test('a new version is asked for, nothing else stops meanwhile, and both versions stay with their dates', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  await age(person, 'TERMS');
  expect(await texts(person)).toEqual(['TERMS']);
  expect((await app.call(browseStudies, { as: person })).status).toBe(200);
  const { content } = await app.call(readOwnAccount, { as: person });
  expect(content.consents).toContainEqual(expect.objectContaining({ text: 'TERMS', version: '2026-11-01' }));

  expect(await agree(person, { TERMS })).toMatchObject({
    status: 200,
    json: { content: { mustAgreeTo: [] } },
  });
  expect(await texts(person)).toEqual([]);
  expect(await rowsOf(person)).toEqual([
    { text: 'PRIVACY', version: PRIVACY },
    { text: 'TERMS', version: '2026-11-01' },
    { text: 'TERMS', version: TERMS },
  ]);
  const { rows } = await run(sql`
    select about from identity.audit where user_id = ${person.userId} and event = 'CONSENTED'`);
  expect(rows).toEqual([{ about: `TERMS ${TERMS}` }]);
});

test('to one text is not to the other', async () => {
  const person = await registerVerified(app, 'PARTICIPANT');
  await age(person, 'TERMS');
  await age(person, 'PRIVACY');
  expect(await texts(person)).toEqual(['TERMS', 'PRIVACY']);
  expect((await agree(person, { PRIVACY })).content.mustAgreeTo).toEqual(['TERMS']);
});

test.each([
  [{}, validation.nothingToChange],
  [{ TERMS: '2026-11-01' }, validation.textChanged],
  [{ TERMS: '2036-11-01' }, validation.textChanged],
  [{ TERMS, OTHER: TERMS }, validation.notAKnownKey('OTHER')],
])('nobody agrees to %j', async (body, message) => {
  const person = await registerVerified(app, 'PARTICIPANT');
  await age(person, 'TERMS');
  expect(await agree(person, body)).toMatchObject({ status: 400, json: { content: [{ message }] } });
  expect(await texts(person)).toEqual(['TERMS']);
});

test('of many presses at once one row is left, and who leaves takes it along', async () => {
  const person = await registerVerified(app, 'PARTICIPANT');
  await age(person, 'TERMS');
  const answers = await Promise.all(Array.from({ length: 8 }, () => agree(person, { TERMS })));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await rowsOf(person)).toHaveLength(3);
  expect((await app.call(leave, { as: person, body: { password: PASSWORD } })).status).toBe(204);
  expect(await rowsOf(person)).toEqual([]);
});
