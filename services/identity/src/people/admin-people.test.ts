import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { EndpointShape } from '@app/contracts/endpoint.ts';
import * as admin from '@app/contracts/identity/admin-people.ts';
import { readPersonInPaymentAsAdmin } from '@app/contracts/payment/admin-people.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readPersonInProjectAsAdmin } from '@app/contracts/project/admin-people.ts';
import { type TestAdmin, makeAdmin } from '@app/test/support/admins.ts';
import { type Answer, useApp } from '@app/test/support/app.ts';
import { waitUntilErased } from '@app/test/support/account-deletion.ts';
import { insertPhoneNumber } from '@app/test/support/phones.ts';
import {
  maskedTestNumber,
  registerParticipant,
  registerResearcher,
  registerVerified,
  testPhoneNumber,
} from '@app/test/support/people.ts';
import { codeOrStatus, registration, tryLogIn } from '#test/accounts.ts';
import { registerPerson } from '@app/contracts/identity/accounts.ts';
import { changeOwnAccount } from '@app/contracts/identity/account-settings.ts';
import { emailWords } from '@app/words/emails.ts';
import { makeBooked } from '../../../project/test/meetings.ts';
import { apply } from '../../../project/test/studies.ts';

const AT_ONCE = 50;
const REASON = 'Many people complained';
const app = useApp({ MOST_PASSWORD_TRIES: 3, FREE_PASSWORD_TRIES: 3 });
let ama: TestAdmin;
let support: TestAdmin;
beforeAll(async () => {
  ama = await makeAdmin(app, ['ADMIN']);
  support = await makeAdmin(app, ['SUPPORT']);
});

type Given = Parameters<typeof app.call>[1];
const call = async <const E extends EndpointShape>(endpoint: E, given: Given = {}, by = ama) =>
  app.call(endpoint, { as: { token: await by.token() }, ...given });
const about = ({ userId }: Pick<SignedInUser, 'userId'>, body?: object) => ({
  params: { userId },
  ...(body && { body }),
});
const list = ({ search, ...query }: Record<string, string | number>) =>
  call(admin.listPeopleAsAdmin, { query, body: { search } }, support);
const find = async (query: Record<string, string | number>) =>
  (await list(query)).content.map(({ userId }) => userId);
const read = async (person: Pick<SignedInUser, 'userId'>, by = support) =>
  (await call(admin.readPersonAsAdmin, about(person), by)).content;
const countOk = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length;
const audit = async ({ userId }: Pick<SignedInUser, 'userId'>) =>
  (
    await sql<{ event: string; about: string; adminId: string | null }>`
      select event, about, admin_id as "adminId" from identity.audit
      where user_id = ${userId} and admin_id is not null and event <> 'ADMIN_LOOKED'
      order by at`.execute(app.engine.owner)
  ).rows;
const subjects = async ({ email }: Pick<SignedInUser, 'email'>) =>
  (await app.mailbox.read(email)).map(({ subject }) => subject);

test('people are found by name, email, id, whole payment number and whole verified number, page by page', async () => {
  const [one, two] = [
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  const number = testPhoneNumber(one.userId);
  for (const search of [one.email, one.email.toUpperCase(), one.userId, number, number.replace('+233', '0')])
    expect(await find({ search })).toEqual([one.userId]);
  expect(await find({ search: number.slice(0, -1) })).toEqual([]);
  const proven = '+233241230099';
  await insertPhoneNumber(app, two, proven);
  expect(await find({ search: '024 123 0099' })).toEqual([two.userId]);
  expect((await read(two)).provenNumber).toBe('+233 •• ••• 0099');
  expect(await find({ search: two.email, role: 'RESEARCHER' })).toEqual([]);
  const named = { lastName: 'Pagemark' };
  const first = await registerVerified(app, 'PARTICIPANT', named);
  await registerVerified(app, 'PARTICIPANT', named);
  const newest = await list({ search: 'pagemark', size: 1, page: 0 });
  expect(newest.json).toMatchObject({ totalElements: 2, numberOfElements: 1 });
  const second = await list({ search: 'pagemark', size: 1, page: 1 });
  expect(second.json).toMatchObject({ totalElements: 2, totalPages: 2, number: 1 });
  expect(second.content.map(({ userId }) => userId)).toEqual([first.userId]);
});

test('the answer of a search is not stored under an Idempotency-Key', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  for (const search of ['esi', 'ama'])
    expect((await call(admin.listPeopleAsAdmin, { body: { search }, headers }, support)).status).toBe(200);
});

test('a person is found by the number of their sign-up or account, also unverified and after a change', async () => {
  const email = `${crypto.randomUUID()}@example.test`;
  const phoneNumber = '024 123 0088';
  await app.call(registerPerson, { body: registration(email, { phoneNumber }) });
  const [userId] = await find({ search: email });
  expect(await find({ search: '+233241230088' })).toEqual([userId]);
  const changing = await registerVerified(app, 'PARTICIPANT');
  const change = (to: string) => app.call(changeOwnAccount, { as: changing, body: { phoneNumber: to } });
  await change(phoneNumber);
  expect(new Set(await find({ search: phoneNumber }))).toEqual(new Set([changing.userId, userId]));
  await change('');
  expect(await find({ search: phoneNumber })).toEqual([userId]);
});

test('support sees the account of a person, and no number, profile, answer or note', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const participant = await registerParticipant(app, { withProfile: true });
  const { study } = await makeBooked(app, { researcher, participant });
  const other = await registerParticipant(app, { withProfile: true });
  await apply(app, other, study);
  const person = await read(participant);
  expect(person).toMatchObject({ role: 'PARTICIPANT', state: 'ACTIVE', profile: null, sessions: 1 });
  const { content: counts } = await call(readPersonInProjectAsAdmin, about(participant), support);
  expect(counts).toEqual({ applications: { PENDING: 0, ACCEPTED: 1, DECLINED: 0, WITHDRAWN: 0 } });
  await sql`
    insert into payment.budgets (study_id, researcher_id, incentive_in_pesewas, payout_fee_in_pesewas,
      collection_fee_points, places)
    values (${study.id}, ${researcher.userId}, 500, 0, 0, 1)`.execute(app.engine.owner);
  await sql`
    insert into payment.payouts (payout_id, kind, study_id, person_id, pesewas, fee_in_pesewas, note, state,
      wallet_hint, application_id, participant_code)
    values (${crypto.randomUUID()}, 'BONUS', ${study.id}, ${participant.userId}, 500, 0, 'MARKER-NOTE',
      'SUCCEEDED', ${maskedTestNumber(participant.userId)}, ${crypto.randomUUID()}, 'P-1')`.execute(
    app.engine.owner,
  );
  const payments = await call(readPersonInPaymentAsAdmin, about(participant), support);
  expect(payments.content).toMatchObject([
    { kind: 'BONUS', amountInPesewas: 500, walletHint: maskedTestNumber(participant.userId) },
  ]);
  const looks = await Promise.all([
    call(admin.readPersonAsAdmin, about(participant), support),
    list({ search: participant.email }),
    call(admin.listDeliveriesAsAdmin, { query: { userId: participant.userId } }, support),
    call(readPersonInProjectAsAdmin, about(participant), support),
  ]);
  const { rows } = await sql<{ answers: string; birth: string }>`
    select (select responses::text from project.applications where applicant_id = ${participant.userId}) as answers,
      date_of_birth::text as birth from identity.participant_profiles
    where user_id = ${participant.userId}`.execute(app.engine.owner);
  expect(rows[0]?.answers.length).toBeGreaterThan(2);
  const number = testPhoneNumber(participant.userId);
  for (const secret of [number, number.slice(4), rows[0]!.birth, 'MARKER-NOTE', ...Object.values(rows[0]!)])
    expect([payments, ...looks].map(({ text }) => text).join()).not.toContain(secret);
  expect((await read(participant, ama)).profile).toMatchObject({ dateOfBirth: rows[0]!.birth });
});

test('a suspended person is logged out and reads why, until an admin lifts the suspension', async () => {
  const person = await registerVerified(app, 'PARTICIPANT');
  expect((await call(admin.suspendPersonAsAdmin, about(person, { reason: ' ' }))).json).toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect((await call(admin.suspendPersonAsAdmin, about(person, { reason: REASON }))).content).toEqual({
    userId: person.userId,
    state: 'SUSPENDED',
  });
  expect(await codeOrStatus(tryLogIn(app, person.email))).toBe('ACCOUNT_SUSPENDED');
  expect(await read(person)).toMatchObject({ state: 'SUSPENDED', suspendReason: REASON, sessions: 0 });
  expect(await find({ search: person.email, state: 'ACTIVE' })).toEqual([]);
  expect(await find({ search: person.email, state: 'SUSPENDED' })).toEqual([person.userId]);
  expect((await call(admin.unsuspendPersonAsAdmin, about(person))).content.state).toBe('ACTIVE');
  expect((await call(admin.unsuspendPersonAsAdmin, about(person))).json).toMatchObject({
    code: 'ALREADY_DONE',
  });
  expect(await codeOrStatus(tryLogIn(app, person.email))).toBe(200);
  const { adminId } = ama;
  expect(await audit(person)).toEqual([
    { event: 'PERSON_SUSPENDED', about: `Adwoa Mensah: ${REASON}`, adminId },
    { event: 'PERSON_UNSUSPENDED', about: 'Adwoa Mensah', adminId },
  ]);
  await expect
    .poll(async () => (await subjects(person)).toSorted())
    .toEqual(
      expect.arrayContaining([emailWords.accountSuspended.subject, emailWords.accountUnsuspended.subject]),
    );
});

test(`of ${AT_ONCE} admins who suspend a person at once, one does, and the person gets one email`, async () => {
  const person = await registerVerified(app, 'RESEARCHER');
  const as = { token: await ama.token() };
  const suspend = () => app.call(admin.suspendPersonAsAdmin, { as, ...about(person, { reason: REASON }) });
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, suspend));
  expect(countOk(answers)).toBe(1);
  expect(await audit(person)).toHaveLength(1);
  await expect.poll(() => subjects(person)).toContain(emailWords.accountSuspended.subject);
  const sent = (await subjects(person)).filter((one) => one === emailWords.accountSuspended.subject);
  expect(sent).toHaveLength(1);
});

test('an email that lets a person in is sent again, by support too', async () => {
  const email = `${crypto.randomUUID()}@example.test`;
  await app.call(registerPerson, { body: registration(email) });
  const [userId = ''] = await find({ search: email });
  expect(await find({ search: email, state: 'UNVERIFIED' })).toEqual([userId]);
  const send = (whose: { userId: string }) => call(admin.sendAccountEmailAsAdmin, about(whose), support);
  expect((await send({ userId })).content).toEqual({ kind: 'VERIFY_EMAIL' });
  const verified = await registerVerified(app, 'PARTICIPANT');
  expect((await send(verified)).content).toEqual({ kind: 'RESET_PASSWORD' });
  await expect.poll(() => subjects({ email })).toHaveLength(2);
  await expect.poll(() => subjects(verified)).toContain(emailWords.resetPassword.subject);
  expect(await audit(verified)).toEqual([
    { event: 'ACCOUNT_EMAIL_SENT', about: 'RESET_PASSWORD', adminId: support.adminId },
  ]);
});

test('the lock after wrong passwords is lifted once, and the right password works again', async () => {
  const person = await registerVerified(app, 'PARTICIPANT');
  expect((await call(admin.unlockPasswordAsAdmin, about(person))).json).toMatchObject({
    code: 'ALREADY_DONE',
  });
  for (let tries = 0; tries < 3; tries += 1) await tryLogIn(app, person.email, 'wrong wrong wrong');
  expect(await codeOrStatus(tryLogIn(app, person.email))).toBe('PASSWORD_LOCKED');
  expect((await read(person)).isPasswordLocked).toBe(true);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => call(admin.unlockPasswordAsAdmin, about(person))),
  );
  expect(countOk(answers)).toBe(1);
  expect((await read(person)).isPasswordLocked).toBe(false);
  expect(await codeOrStatus(tryLogIn(app, person.email))).toBe(200);
});

test('a date of birth or gender is corrected with a reason, also where studies are matched', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  const correct = (body: object) => call(admin.correctProfileAsAdmin, about(person, body));
  for (const wrong of [
    { reason: REASON },
    { dateOfBirth: '1990-01-01', gender: 'MALE', reason: REASON },
    { dateOfBirth: '2020-01-01', reason: REASON },
    { gender: 'FEMALE' },
  ])
    expect((await correct(wrong)).json).toMatchObject({ code: 'INVALID_INPUT' });
  expect((await correct({ dateOfBirth: '1971-05-06', reason: REASON })).status).toBe(200);
  expect((await correct({ dateOfBirth: '1971-05-06', reason: REASON })).json).toMatchObject({
    code: 'ALREADY_DONE',
  });
  expect((await read(person, ama)).profile).toMatchObject({ dateOfBirth: '1971-05-06' });
  const matched = async () =>
    (
      await sql<{ day: string }>`
        select birth_date::text as day from project.matching_profiles
        where user_id = ${person.userId}`.execute(app.engine.owner)
    ).rows[0]?.day;
  await expect.poll(matched).toBe('1971-05-06');
  expect(await audit(person)).toMatchObject([{ about: `Adwoa Mensah: dateOfBirth: ${REASON}` }]);
  const researcher = await registerVerified(app, 'RESEARCHER');
  const about2 = about(researcher, { gender: 'MALE', reason: REASON });
  expect((await call(admin.correctProfileAsAdmin, about2)).json).toMatchObject({ code: 'PROFILE_NOT_FOUND' });
});

test('an admin exports the data of a person; the look is audited', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  const file = await call(admin.exportPersonAsAdmin, about(person));
  expect(file.headers['content-type']).toBe('application/zip');
  const parts = Object.entries(unzipSync(file.bytes));
  expect(parts.map(([, bytes]) => strFromU8(bytes)).join()).toContain(person.email);
  const { rows } = await sql`
    select from identity.audit
    where user_id = ${person.userId} and admin_id = ${ama.adminId} and about = 'exportPersonAsAdmin'`.execute(
    app.engine.owner,
  );
  expect(rows).toHaveLength(1);
});

test('a person is deleted on request once nothing is in the way; the request has a due date', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const participant = await registerParticipant(app, { withProfile: true });
  await makeBooked(app, { researcher, participant });
  const readDeletion = async (whose: SignedInUser) =>
    (await call(admin.readDeletionAsAdmin, about(whose))).content;
  expect(await readDeletion(researcher)).toEqual({
    requestedOn: null,
    dueOn: null,
    obstacles: ['MEETINGS_TO_COME'],
  });
  const remove = (whose: SignedInUser) =>
    call(admin.deletePersonAsAdmin, about(whose, { reason: 'Asked by email' }));
  expect((await remove(researcher)).json).toMatchObject({ code: 'MEETINGS_TO_COME' });
  expect((await read(researcher)).state).toBe('ACTIVE');

  const record = (requestedOn: string | null) =>
    call(admin.recordDeletionRequestAsAdmin, about(participant, { requestedOn }));
  expect((await record('2026-11-20')).status).toBe(200);
  expect(await readDeletion(participant)).toMatchObject({ requestedOn: '2026-11-20', dueOn: '2026-12-11' });
  expect((await record('2026-11-20')).json).toMatchObject({ code: 'ALREADY_DONE' });
  await record(null);
  expect((await record(null)).json).toMatchObject({ code: 'ALREADY_DONE' });
  expect(await readDeletion(participant)).toMatchObject({ requestedOn: null, dueOn: null });
  expect((await audit(participant)).map(({ event }) => event)).toEqual([
    'DELETION_REQUESTED',
    'DELETION_NOT_REQUESTED',
  ]);
  expect((await remove(participant)).status).toBe(200);
  await waitUntilErased(app, participant);
  expect((await remove(participant)).json).toMatchObject({ code: 'PERSON_NOT_FOUND' });
  expect((await audit(participant)).at(-1)).toEqual({
    event: 'LEFT',
    about: 'Adwoa Mensah: Asked by email',
    adminId: ama.adminId,
  });
  await expect.poll(() => subjects(participant)).toContain(emailWords.accountDeleted.subject);
});

test('support may not suspend, unlock, correct, export or delete', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  const refused: [EndpointShape, object?][] = [
    [admin.suspendPersonAsAdmin, { reason: REASON }],
    [admin.unsuspendPersonAsAdmin],
    [admin.unlockPasswordAsAdmin],
    [admin.correctProfileAsAdmin, { gender: 'MALE', reason: REASON }],
    [admin.exportPersonAsAdmin],
    [admin.readDeletionAsAdmin],
    [admin.recordDeletionRequestAsAdmin, { requestedOn: '2026-11-20' }],
    [admin.deletePersonAsAdmin, { reason: REASON }],
  ];
  for (const [endpoint, body] of refused)
    expect((await call(endpoint, about(person, body), support)).json).toMatchObject({ code: 'NOT_ALLOWED' });
  expect(await read(person)).toMatchObject({ state: 'ACTIVE' });
});
