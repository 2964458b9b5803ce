import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { registerPerson, verifyEmail } from '@app/contracts/identity/accounts.ts';
import { downloadOwnData } from '@app/contracts/identity/data-export.ts';
import { readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { sendEmail } from '@app/contracts/identity/people.ts';
import { readStatement } from '@app/contracts/payment/statements.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import { listOwnBookings } from '@app/contracts/project/bookings.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { createLog } from '@app/kit/log.ts';
import { emailWords } from '@app/words/emails.ts';
import { startJobSql } from '../../../../kit/test/start-job.ts';
import { everyRow, findMarkers } from '@app/test/support/every-row.ts';
import { requestDeletion, deleteAccount } from '@app/test/support/account-deletion.ts';
import { MARKS, makeMarkedParticipant, insertPaidPayout } from '@app/test/support/marked-participant.ts';
import { useApp } from '@app/test/support/app.ts';
import { makeUnsentPayout } from '@app/test/support/payouts.ts';
import { PASSWORD, emailSecret } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { codeOrStatus, registration, setPassword, tryLogIn } from '#test/accounts.ts';
import { assertConsistentLedger } from '../../../payment/test/money.ts';
import { assertConsistentBookings, makeBooked, setNotified } from '../../../project/test/meetings.ts';

const app = useApp({}, createLog('debug', { write: (line) => lines.push(line) }));
const lines: string[] = [];

const run = (text: ReturnType<typeof sql>) => text.execute(app.engine.owner);
const balances = async () =>
  (await run(sql`select account, pesewas::text from payment.balances order by account`)).rows;
const findNotifications = async (as: SignedInUser) =>
  (await app.call(listNotifications, { as })).content.map(({ kind }) => kind);

// Each test continues from the state that the previous one left.
describe('a participant', { shuffle: false }, () => {
  const year = String(new Date().getUTCFullYear());
  let person: SignedInUser;
  let other: SignedInUser;
  let researcher: SignedInUser;
  let booked: Awaited<ReturnType<typeof makeBooked>>;
  let declinedId: string;
  let seenBefore: unknown;
  let heldBefore: unknown;
  const others = async () => [
    (await app.call(readOwnAccount, { as: other })).content,
    (await app.call(listOwnApplications, { as: other })).content,
    (await app.call(listOwnBookings, { as: other })).content,
    (await app.call(readStatement, { as: other, params: { year } })).content,
    (await app.call(readStatement, { as: researcher, params: { year } })).content,
  ];

  beforeAll(async () => {
    ({ researcher, other, person, booked, declinedId } = await makeMarkedParticipant(app));
    heldBefore = await balances();
    seenBefore = await others();
  });

  test('has data of each kind in the tables', async () => {
    const found = await findMarkers(app, Object.values(MARKS));
    expect(Object.values(MARKS).filter((mark) => !found.some((hit) => hit.endsWith(mark)))).toEqual([]);
  });

  test('exports all of it, in a file for people and programs, without the data of others', async () => {
    await setNotified(app, [declinedId]);
    const decided = sql`where participant_id = ${person.userId} and state = 'CANCELLED_BY_PARTICIPANT'`;
    await run(sql`
      update project.bookings set report_kind = 'NOBODY_CAME', decision = 'PARTICIPANT', decision_reason = 'No call',
        number_shown_at = now() ${decided}`);
    const answer = await app.call(downloadOwnData, { as: person });
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(answer.headers['content-disposition']).toMatch(/my-data-\d{4}-\d\d-\d\d\.zip/);
    const files = new Map(
      Object.entries(unzipSync(answer.bytes)).map(([name, bytes]) => [name, strFromU8(bytes)]),
    );
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        'Read me.txt',
        'my-data.json',
        'Your account.csv',
        'Your set-up.csv',
        'Your applications.csv',
        'Your answers.csv',
        'Answers that you did not send.csv',
        'Your meetings.csv',
        'Payments to you.csv',
        'Your notifications.csv',
      ]),
    );
    const whole = [...files.values()].join('\n');
    // The file shows only the last digits of the wallet, and leaves out the researcher's private remark.
    const { wallet, remark, ...given } = MARKS;
    for (const mark of Object.values(given)) expect(whole).toContain(mark);
    for (const hidden of [wallet, remark]) expect(whole).not.toContain(hidden);
    for (const { email, lastName, userId } of [other, researcher]) {
      for (const value of [email, lastName, userId]) expect(whole).not.toContain(value);
    }
    expect(whole).not.toContain('Otherwallet');
    const json = JSON.parse(files.get('my-data.json') ?? '') as Record<string, object[]>;
    expect(json['Your account']).toMatchObject([
      { Email: MARKS.email, 'First name': MARKS.firstName, Role: 'Participant', 'Has a password': 'Yes' },
    ]);
    const [setUp] = json['Your set-up'] ?? [];
    expect(Object.values(setUp ?? {})).toEqual(expect.arrayContaining([MARKS.hint, MARKS.accountName]));
    expect(whole).not.toContain('sealed:');
    expect(json['Your applications']).toContainEqual(
      expect.objectContaining({
        Status: 'Declined',
        Applied: expect.stringMatching(/^[-\d]{10} \d\d:\d\d:\d\d$/),
        'Your age that day': expect.stringMatching(/^\d\d$/),
        'Household income in a year': expect.stringMatching(/./),
        Devices: expect.stringMatching(/./),
      }),
    );
    expect(json['Log-ins']).toMatchObject([{ 'Last used': expect.stringMatching(/^[-\d]{10} [:\d]{8}$/) }]);
    expect(json['Your meetings']).toContainEqual(
      expect.objectContaining({
        'What you reported': 'No one called or came',
        'Who is right': 'You',
        'Reason for the decision': 'No call',
        'Number last shown to the researcher': expect.stringMatching(/^[-\d]{10} [:\d]{8}$/),
      }),
    );
    expect(json['Answers that you did not send']).toMatchObject([
      { Question: 'How often do you pay with mobile money?', 'Your answer': 'Every day' },
    ]);

    await run(sql`
      update project.bookings set report_kind = null, decision = null, decision_reason = null, number_shown_at = null ${decided}`);

    const ofResearcher = unzipSync((await app.call(downloadOwnData, { as: researcher })).bytes);
    const theirs = Object.values(ofResearcher)
      .map((bytes) => strFromU8(bytes))
      .join('\n');
    expect(theirs).toContain(MARKS.remark);
    expect(theirs).toContain(MARKS.note);
    const { email, firstName, lastName, phone, city, accountName, called, reason } = MARKS;
    for (const mark of [email, firstName, lastName, phone, city, accountName, called, wallet, reason]) {
      expect(theirs).not.toContain(mark);
    }
  });

  test('cannot delete the account while a payment is not final, and reads why', async () => {
    const { payoutId } = await makeUnsentPayout(app, { researcher, participant: person });
    for (const state of ['CREATED', 'HELD', 'PENDING', 'UNKNOWN', 'ACTION_NEEDED', 'REVIEW', 'REVERSED']) {
      await run(sql`
        update payment.payouts set state = ${state}, next_at = now() + interval '1 day' where payout_id = ${payoutId}`);
      expect(await requestDeletion(app, person)).toMatchObject({
        status: 409,
        json: { code: 'PAYMENT_NOT_FINAL' },
      });
    }
    await insertPaidPayout(app, payoutId, { name: MARKS.accountName, phone: MARKS.wallet });
    expect((await app.call(readOwnAccount, { as: person })).status).toBe(200);
    seenBefore = await others();
    heldBefore = await balances();
  });

  test('cannot delete the account while a past paid meeting may still become payable', async () => {
    const [id] = [booked.booking.id];
    await run(sql`update project.studies set incentive = 50 where study_id = ${booked.study.id}`);
    await run(sql`update project.bookings set marked_at = now() where booking_id = ${id}`);
    await run(sql`update project.bookings set starts_at = starts_at - interval '20 days', ends_at = ends_at - interval '20 days'
      where booking_id = ${id}`);
    expect((await requestDeletion(app, person)).json).toMatchObject({ code: 'PAYMENT_NOT_FINAL' });
    await run(sql`update project.bookings set starts_at = starts_at + interval '20 days', ends_at = ends_at + interval '20 days',
      marked_at = null where booking_id = ${id}`);
    await run(sql`update project.studies set incentive = 0 where study_id = ${booked.study.id}`);
  });

  test('cannot delete the account with a wrong or missing password', async () => {
    const wrong = await requestDeletion(app, person, { password: 'not the password' });
    expect(wrong).toMatchObject({ status: 400, json: { code: 'WRONG_PASSWORD' } });
    expect((await requestDeletion(app, person, {})).json).toMatchObject({ code: 'INVALID_INPUT' });
    expect((await requestDeletion(app, person, { code: '12345678' })).json).toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect((await app.call(readOwnAccount, { as: person })).status).toBe(200);
  });

  test('is deleted: no table and no log holds their data, and other people keep theirs', async () => {
    const reset = await emailSecret(app, person.userId, 'RESET_PASSWORD');
    const askFor = async (kind: 'APPLICATION_DECLINED' | 'STUDY_REPORTED', about: string) => {
      const request = { params: { userId: person.userId }, body: { kind, about } };
      return (
        await app.call(sendEmail, {
          ...request,
          as: { token: await serviceToken({ app }, 'project', 'identity') },
        })
      ).status;
    };
    const countAsked = async () =>
      (await run(sql`select from identity.requested_emails where key like ${`%${person.userId}%`}`)).rows
        .length;
    expect(await askFor('APPLICATION_DECLINED', declinedId)).toBe(204);
    expect(await countAsked()).toBeGreaterThan(0);
    const jobs = await run(sql`
      select name, data::text as data from identity_jobs.job where data::text like ${`%${person.userId}%`}`);
    await deleteAccount(app, person);

    expect(await findMarkers(app, Object.values(MARKS))).toEqual([]);
    expect(Object.values(MARKS).filter((mark) => lines.join('\n').includes(mark))).toEqual([]);
    expect(await others()).toEqual(seenBefore);
    expect(await balances()).toEqual(heldBefore);
    await assertConsistentLedger(app);
    await assertConsistentBookings(app);
    // The remaining rows are identified by an id only.
    const remaining = (await everyRow(app)).filter(({ row }) => row.includes(person.userId));
    expect(
      [...new Set(remaining.map(({ table }) => table))].filter((table) => !/_jobs\./.test(table)).toSorted(),
    ).toEqual([
      'identity.audit',
      'identity.left_people',
      'payment.left_people',
      'payment.payouts',
      'project.application_steps',
      'project.applications',
      'project.audit',
      'project.bookings',
      'project.left_people',
      'project.submissions',
    ]);
    const { rows } = await run(sql`
      select responses::text, remarks, is_favourite from project.applications where applicant_id = ${person.userId}`);
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) expect(row).toEqual({ responses: '[]', remarks: '', is_favourite: false });

    // Earlier sessions, links and passwords cannot open or restore the account.
    expect((await app.call(readOwnAccount, { as: person })).status).toBe(401);
    expect((await requestDeletion(app, person)).status).toBe(401);
    expect(await codeOrStatus(setPassword(app, person, reset, 'a better phrase'))).toBe('TOKEN_NOT_VALID');
    const entered = await tryLogIn(app, MARKS.email);
    expect(entered.json).toMatchObject({ code: 'WRONG_CREDENTIALS' });
    expect(jobs.rows.length).toBeGreaterThan(0);

    // A late job of another service stores nothing of them either, except what the admin must read.
    expect([await askFor('APPLICATION_DECLINED', 'later'), await countAsked()]).toEqual([204, 0]);
    expect([await askFor('STUDY_REPORTED', booked.study.id), await countAsked()]).toEqual([204, 1]);
  });

  test('no longer holds any bookings, and the researcher is notified', async () => {
    const kinds = await findNotifications(researcher);
    expect(kinds).toContain('TIME_CANCELLED');
    expect(kinds).toContain('APPLICANT_WITHDREW');
    const { rows } = await run(sql`
      select taken from project.study_slots where study_id = ${booked.study.id} and starts_at = ${booked.slotId}`);
    expect(rows).toEqual([{ taken: 0 }]);
    const { content } = await app.call(listApplicants, { as: researcher, params: { id: booked.study.id } });
    expect(content).toMatchObject([
      { firstName: '', lastName: '', status: 'WITHDRAWN', responses: [], remarks: '' },
    ]);
  });

  test('is not restored by a late job, and is erased again after the last token expires', async () => {
    const { userId } = person;
    const late = async (schema: string, name: string, data: object) =>
      run(
        sql`insert into ${sql.id(`${schema}_jobs`, 'job')} (name, data) values (${name}, ${JSON.stringify(data)}::jsonb)`,
      );
    const notification = { key: crypto.randomUUID(), event: 'COMPANY_ACCEPTED' };
    await late('identity', 'emails', { id: crypto.randomUUID(), kind: 'PASSWORD_CHANGED', userId });
    await late('identity', 'notifications', { userId, ...notification });
    await late('identity', 'profile-changes', { userId });
    await late('project', 'emails', { userId, kind: 'MEETING_BOOKED', about: `${booked.booking.id}:0` });
    await late('project', 'payables', { applicationId: booked.applicationId });
    await late('project', 'closings', {
      studyId: booked.study.id,
      after: '00000000-0000-0000-0000-000000000000',
    });
    const unfinished = async () =>
      (
        await run(sql`
          select 1 from identity_jobs.job where state < 'completed' and start_after <= now() and name not like '\\_\\_%'
          union all
          select 1 from project_jobs.job where state < 'completed' and start_after <= now() and name not like '\\_\\_%'`)
      ).rows.length;
    await expect.poll(unfinished).toBe(0);
    expect(await findMarkers(app, Object.values(MARKS))).toEqual([]);
    const back = sql`
      select 1 from project.matching_profiles where user_id = ${userId} union all
      select 1 from project.notifications where user_id = ${userId} union all
      select 1 from project.payables where participant_id = ${userId}`;
    expect((await run(back)).rows).toEqual([]);
    expect((await app.mailbox.read(MARKS.email)).map(({ subject }) => subject)).not.toContain(
      emailWords.passwordChanged.subject,
    );

    // A token that was still valid for some seconds may have written data.
    await run(sql`update project.applications set remarks = 'Latemark' where applicant_id = ${userId}`);
    await run(sql`
      update identity.left_people set left_at = left_at - interval '2 hours', next_at = next_at - interval '2 hours'
      where user_id = ${userId}`);
    await run(sql.raw(startJobSql('identity', 'account-deletions')));
    const hasEnded = async () =>
      (await run(sql`select next_at from identity.left_people where user_id = ${userId}`)).rows;
    await expect.poll(hasEnded).toEqual([{ next_at: null }]);
    expect(await findMarkers(app, ['Latemark'])).toEqual([]);
  });

  test('may register again with the same email address, as a new person', async () => {
    const body = registration(MARKS.email);
    expect((await app.call(registerPerson, { body })).status).toBe(201);
    const { rows } = (await run(
      sql`select user_id as id from identity.people where email = ${MARKS.email}`,
    )) as { rows: { id: string }[] };
    const token = await emailSecret(app, rows[0]?.id ?? '', 'VERIFY_EMAIL');
    const back = await app.call(verifyEmail, { body: { token, password: PASSWORD } });
    expect(back).toMatchObject({ status: 200, content: { role: 'RESEARCHER' } });
    expect(back.content.userId).not.toBe(person.userId);
  });
});
