// @module-tag both-engines
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerPerson, updatePassword, verifyEmail } from '@app/contracts/identity/account.ts';
import { submitCompanyInformation } from '@app/contracts/identity/company.ts';
import { downloadOwnData, leave, sendLeavingCode } from '@app/contracts/identity/leaving.ts';
import { changeOwnAccount, readOwnAccount } from '@app/contracts/identity/own-account.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { submitUserInformation } from '@app/contracts/identity/profile.ts';
import { logIn } from '@app/contracts/identity/session.ts';
import { readStatement } from '@app/contracts/payment/statements.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { listApplicants, remarkApplicant } from '@app/contracts/project/applicants.ts';
import { cancelBooking, listOwnBookings } from '@app/contracts/project/bookings.ts';
import { keepAnswers } from '@app/contracts/project/draft-answers.ts';
import { renewCalendarFeed } from '@app/contracts/project/meetings.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { createLog } from '@app/kit/log.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import { letterWords } from '@app/words/letters.ts';
import { comeDue } from '../../../../kit/test/come-due.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { makeOwed } from '../../../../test/payouts.ts';
import {
  PASSWORD,
  companyBody,
  letterSecret,
  profileBody,
  registerParticipant,
  registerResearcher,
  registerVerified,
} from '../../../../test/people.ts';
import { settled } from '../../../../test/settled.ts';
import { assertSoundMoney } from '../../../payment/test/money.ts';
import { decide } from '../../../project/test/applicants.ts';
import { accept, assertSound, makeBooked, tellNow } from '../../../project/test/meetings.ts';
import { apply, makeDraft, makeProject, makePublished } from '../../../project/test/studies.ts';
import { everyRow, findMarkers } from '../../../../test/every-row.ts';

let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  app = await startTestApp({}, createLog('debug', { write: (line) => lines.push(line) }));
});
afterAll(() => app.close());

const run = (text: ReturnType<typeof sql>) => text.execute(app.engine.owner);
const goodbye = (as: SignedInUser, body: object = { password: PASSWORD }) => app.call(leave, { as, body });

/** Until the other services have erased too. */
async function isErased({ userId }: SignedInUser): Promise<void> {
  const passes = async () =>
    (await run(sql`select from identity.left_people where user_id = ${userId} and next_at > now()`)).rows
      .length;
  await expect.poll(passes, { timeout: 30_000 }).toBe(1);
  await settled(app);
}

async function leaves(person: SignedInUser, body?: object): Promise<void> {
  expect(await goodbye(person, body)).toMatchObject({ status: 204 });
  await isErased(person);
}

/** As if a network had paid: with all that is kept of it. */
async function plantPaid(payoutId: string, { name, phone }: { name: string; phone: string }): Promise<void> {
  const reference = crypto.randomUUID();
  await run(sql`
    update payment.payouts set state = 'SUCCEEDED', paid_at = now(), next_at = null, wallet_hint = ${maskedPhoneNumber(phone)}, note = ${name}
    where payout_id = ${payoutId}`);
  await run(sql`
    insert into payment.attempts (attempt_id, payout_id, number, provider, reference, network, phone_number, account_name,
      pesewas, state)
    values (${crypto.randomUUID()}, ${payoutId}, 1, 'mtn', ${reference}, 'MTN', ${phone}, ${name}, 5000, 'SUCCEEDED')`);
  await run(sql`
    insert into payment.callbacks (callback_id, provider, fingerprint, body, state, reference)
    values (${crypto.randomUUID()}, 'mtn', sha256(convert_to(${reference}::text, 'UTF8')),
      convert_to(${`{"payee":"${phone} ${name}"}`}::text, 'UTF8'), 'DONE', ${reference.toUpperCase()})`);
}

const balances = async () =>
  (await run(sql`select account, pesewas::text from payment.balances order by account`)).rows;
const newsOf = async (as: SignedInUser) =>
  (await app.call(listNotifications, { as })).content.map(({ kind }) => kind);

describe('a participant', () => {
  const marks = {
    email: 'zanetor.leaver@example.test',
    firstName: 'Zanetormark',
    lastName: 'Leavermark',
    phone: '+233244999001',
    city: 'Kumasimark',
    birth: '1987-03-14',
    accountName: 'Zanewalletmark',
    wallet: '+233244999002',
    hint: '+233 •• ••• 9002',
    called: '+233244999003',
    remark: 'Remarkmark on the person',
    note: 'Notemark to the person',
    reason: 'Reasonmark of the person',
  };
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
    (await app.call(readStatement, { as: other, params: { year: '2026' } })).content,
    (await app.call(readStatement, { as: researcher, params: { year: '2026' } })).content,
  ];

  beforeAll(async () => {
    researcher = await registerResearcher(app, { verified: true });
    other = await registerParticipant(app, { withProfile: true });
    const { email, firstName, lastName } = marks;
    person = await registerVerified(app, 'PARTICIPANT', { email, firstName, lastName });
    await app.call(changeOwnAccount, { as: person, body: { phoneNumber: marks.phone } });
    const profile = profileBody(person.userId, { city: marks.city, dateOfBirth: marks.birth });
    profile.payment = { provider: 'MTN', accountName: marks.accountName, phoneNumber: marks.wallet };
    await app.call(submitUserInformation, { as: person, body: profile });

    booked = await makeBooked(app, { researcher, participant: person });
    await makeBooked(app, { researcher, participant: other });
    await run(
      sql`update project.bookings set phone_number = ${marks.called} where participant_id = ${person.userId}`,
    );
    await app.call(remarkApplicant, {
      as: researcher,
      params: { id: booked.study.id, applicationId: booked.applicationId },
      body: { remarks: marks.remark, isFavourite: true },
    });
    const { id: projectId } = await makeProject(app, researcher);
    const declining = await makePublished(app, researcher, { projectId });
    const { content: declined } = await apply(app, person, declining);
    declinedId = declined.id;
    const decision = { status: 'DECLINED', reason: 'OTHER', note: marks.note } as const;
    await decide(app, researcher, declining.id, [declined.id], decision);
    const begun = await makePublished(app, researcher, { projectId });
    await app.call(keepAnswers, {
      as: person,
      params: { id: begun.id },
      body: { answers: { q1aaaa: 'o1aaaa' } },
    });
    const cancelled = await makeBooked(app, { researcher, participant: person });
    await app.call(cancelBooking, {
      as: person,
      params: { id: cancelled.booking.id },
      body: { reason: marks.reason },
    });
    for (const participant of [person, other]) {
      const { payoutId } = await makeOwed(app, { researcher, participant });
      const isPerson = participant === person;
      await plantPaid(payoutId, {
        name: isPerson ? marks.accountName : 'Otherwallet',
        phone: isPerson ? marks.wallet : '+233244999008',
      });
    }
    await settled(app);
    heldBefore = await balances();
    seenBefore = await others();
  });

  test('has left something of each in the tables', async () => {
    const found = await findMarkers(app, Object.values(marks));
    expect(Object.values(marks).filter((mark) => !found.some((hit) => hit.endsWith(mark)))).toEqual([]);
  });

  test('takes all of it along in a file that people and programs read, and nothing of others', async () => {
    await tellNow(app, [declinedId]);
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
        'Answers begun and not sent.csv',
        'Your meetings.csv',
        'Payments to you.csv',
        'Your notifications.csv',
      ]),
    );
    const whole = [...files.values()].join('\n');
    // Of these nobody is shown more than the end, and the remark is their researcher's own.
    const { wallet, remark, ...given } = marks;
    for (const mark of Object.values(given)) expect(whole).toContain(mark);
    for (const hidden of [wallet, remark]) expect(whole).not.toContain(hidden);
    for (const { email, lastName, userId } of [other, researcher]) {
      for (const value of [email, lastName, userId]) expect(whole).not.toContain(value);
    }
    expect(whole).not.toContain('Otherwallet');
    const json = JSON.parse(files.get('my-data.json') ?? '') as Record<string, object[]>;
    expect(json['Your account']).toMatchObject([
      { Email: marks.email, 'First name': marks.firstName, Role: 'Participant', 'Has a password': 'Yes' },
    ]);
    const [setUp] = json['Your set-up'] ?? [];
    expect(Object.values(setUp ?? {})).toEqual(expect.arrayContaining([marks.hint, marks.accountName]));
    expect(whole).not.toContain('sealed:');
    expect(json['Your applications']).toContainEqual(
      expect.objectContaining({
        Status: 'Declined',
        Applied: expect.stringMatching(/^[-\d]{10} \d\d:\d\d GMT$/),
      }),
    );
    expect(json['Answers begun and not sent']).toMatchObject([
      { Question: 'How often do you pay with mobile money?', 'Your answer': 'Every day' },
    ]);

    const ofResearcher = unzipSync((await app.call(downloadOwnData, { as: researcher })).bytes);
    const theirs = Object.values(ofResearcher)
      .map((bytes) => strFromU8(bytes))
      .join('\n');
    expect(theirs).toContain(marks.remark);
    expect(theirs).toContain(marks.note);
    const { email, firstName, lastName, phone, city, accountName, called, reason } = marks;
    for (const mark of [email, firstName, lastName, phone, city, accountName, called, wallet, reason]) {
      expect(theirs).not.toContain(mark);
    }
  });

  test('is kept while a payment of theirs is not final, and told so', async () => {
    const { payoutId } = await makeOwed(app, { researcher, participant: person });
    for (const state of ['CREATED', 'HELD', 'PENDING', 'UNKNOWN', 'ACTION_NEEDED', 'REVIEW', 'REVERSED']) {
      await run(sql`
        update payment.payouts set state = ${state}, next_at = now() + interval '1 day' where payout_id = ${payoutId}`);
      expect(await goodbye(person)).toMatchObject({ status: 409, json: { code: 'PAYMENT_NOT_FINAL' } });
    }
    await plantPaid(payoutId, { name: marks.accountName, phone: marks.wallet });
    expect((await app.call(readOwnAccount, { as: person })).status).toBe(200);
    seenBefore = await others();
    heldBefore = await balances();
  });

  test('is kept while a paid meeting of theirs may still come to be owed', async () => {
    const [id] = [booked.booking.id];
    await run(sql`update project.studies set incentive = 50 where study_id = ${booked.study.id}`);
    await run(sql`update project.bookings set marked_at = now() where booking_id = ${id}`);
    await run(sql`update project.bookings set starts_at = starts_at - interval '20 days', ends_at = ends_at - interval '20 days'
      where booking_id = ${id}`);
    expect((await goodbye(person)).json).toMatchObject({ code: 'PAYMENT_NOT_FINAL' });
    await run(sql`update project.bookings set starts_at = starts_at + interval '20 days', ends_at = ends_at + interval '20 days',
      marked_at = null where booking_id = ${id}`);
    await run(sql`update project.studies set incentive = 0 where study_id = ${booked.study.id}`);
  });

  test('does not leave by a wrong password, or by none', async () => {
    const wrong = await goodbye(person, { password: 'not the password' });
    expect(wrong).toMatchObject({ status: 400, json: { code: 'WRONG_PASSWORD' } });
    expect((await goodbye(person, {})).json).toMatchObject({ code: 'INVALID_INPUT' });
    expect((await goodbye(person, { code: '12345678' })).json).toMatchObject({ code: 'INVALID_INPUT' });
    expect((await app.call(readOwnAccount, { as: person })).status).toBe(200);
  });

  test('leaves, and nothing that they gave is in any table or in the log; others have what they had', async () => {
    const reset = await letterSecret(app, person.userId, 'RESET_PASSWORD');
    const jobs = await run(sql`
      select name, data::text as data from identity_jobs.job where data::text like ${`%${person.userId}%`}`);
    await leaves(person);

    expect(await findMarkers(app, Object.values(marks))).toEqual([]);
    expect(Object.values(marks).filter((mark) => lines.join('\n').includes(mark))).toEqual([]);
    expect(await others()).toEqual(seenBefore);
    expect(await balances()).toEqual(heldBefore);
    await assertSoundMoney(app);
    await assertSound(app);
    // What is left is under a number alone.
    const left = (await everyRow(app)).filter(({ row }) => row.includes(person.userId));
    expect(
      [...new Set(left.map(({ table }) => table))].filter((table) => !/_jobs\./.test(table)).toSorted(),
    ).toEqual([
      'identity.asked_letters',
      'identity.audit',
      'identity.left_people',
      'payment.left_people',
      'payment.payouts',
      'project.application_steps',
      'project.applications',
      'project.audit',
      'project.bookings',
      'project.left_people',
    ]);
    const { rows } = await run(sql`
      select responses::text, remarks, is_favourite from project.applications where applicant_id = ${person.userId}`);
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) expect(row).toEqual({ responses: '[]', remarks: '', is_favourite: false });

    // Nothing that was begun before opens or brings it back.
    expect((await app.call(readOwnAccount, { as: person })).status).toBe(401);
    expect((await goodbye(person)).status).toBe(401);
    const secret = {
      params: { id: person.userId },
      query: { token: reset },
      body: { password: 'a better phrase' },
    };
    expect((await app.call(updatePassword, secret)).json).toMatchObject({ code: 'TOKEN_NOT_VALID' });
    const entered = await app.call(logIn, { body: { email: marks.email, password: PASSWORD } });
    expect(entered.json).toMatchObject({ code: 'WRONG_CREDENTIALS' });
    expect(jobs.rows.length).toBeGreaterThan(0);
  });

  test('has given back their times, and their researcher knows', async () => {
    const kinds = await newsOf(researcher);
    expect(kinds).toContain('TIME_GIVEN_BACK');
    expect(kinds).toContain('APPLICANT_WITHDREW');
    const { rows } = await run(sql`
      select taken from project.study_slots where study_id = ${booked.study.id} and starts_at = ${booked.slotId}`);
    expect(rows).toEqual([{ taken: 0 }]);
    const { content } = await app.call(listApplicants, { as: researcher, params: { id: booked.study.id } });
    expect(content).toMatchObject([
      { firstName: '', lastName: '', status: 'WITHDRAWN', responses: [], remarks: '' },
    ]);
  });

  test('is brought back by no late job, and is erased once more when their last token is over', async () => {
    const { userId } = person;
    const late = async (schema: string, name: string, data: object) =>
      run(
        sql`insert into ${sql.id(`${schema}_jobs`, 'job')} (name, data) values (${name}, ${JSON.stringify(data)}::jsonb)`,
      );
    const news = { key: crypto.randomUUID(), event: 'COMPANY_ACCEPTED' };
    await late('identity', 'letters', { id: crypto.randomUUID(), kind: 'PASSWORD_CHANGED', userId });
    await late('identity', 'news', { userId, ...news });
    await late('identity', 'profile-changes', { userId });
    await late('project', 'letters', { userId, kind: 'MEETING_BOOKED', about: `${booked.booking.id}:0` });
    await late('project', 'dues', { applicationId: booked.applicationId });
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
    await expect.poll(unfinished, { timeout: 30_000 }).toBe(0);
    expect(await findMarkers(app, Object.values(marks))).toEqual([]);
    const back = sql`
      select 1 from project.participants where user_id = ${userId} union all
      select 1 from project.notifications where user_id = ${userId} union all
      select 1 from project.dues where participant_id = ${userId}`;
    expect((await run(back)).rows).toEqual([]);
    expect((await app.mailbox.read(marks.email)).map(({ subject }) => subject)).not.toContain(
      letterWords.passwordChanged.subject,
    );

    // A token that was good for some more seconds may have written something.
    await run(sql`update project.applications set remarks = 'Latemark' where applicant_id = ${userId}`);
    await run(sql`
      update identity.left_people set left_at = left_at - interval '2 hours', next_at = next_at - interval '2 hours'
      where user_id = ${userId}`);
    await run(sql.raw(comeDue('identity', 'leavings')));
    const isOver = async () =>
      (await run(sql`select next_at from identity.left_people where user_id = ${userId}`)).rows;
    await expect.poll(isOver, { timeout: 30_000 }).toEqual([{ next_at: null }]);
    expect(await findMarkers(app, ['Latemark'])).toEqual([]);
  });

  test('may register anew with the same email, as somebody else', async () => {
    const body = {
      email: marks.email,
      password: PASSWORD,
      firstName: 'Ama',
      lastName: 'Again',
      role: 'RESEARCHER',
      agreedToTerms: true,
    };
    expect((await app.call(registerPerson, { body })).status).toBe(201);
    const { rows } = (await run(
      sql`select user_id as id from identity.people where email = ${marks.email}`,
    )) as { rows: { id: string }[] };
    const token = await letterSecret(app, rows[0]?.id ?? '', 'VERIFY_EMAIL');
    const back = await app.call(verifyEmail, { body: { token } });
    expect(back).toMatchObject({ status: 200, content: { role: 'RESEARCHER' } });
    expect(back.content.userId).not.toBe(person.userId);
  });
});

describe('a researcher', () => {
  const marks = {
    firstName: 'Yaaresearch',
    lastName: 'Gonemark',
    companyName: 'Companymark',
    businessName: 'Businessmark',
    website: 'https://websitemark.example',
    supervisor: 'Supervisormark',
    projectName: 'Projectmark',
    description: 'Descriptionmark of the study',
    name: 'Studynamemark, wave 1',
    draft: 'Draftmark',
    place: 'Placemark',
    remark: 'Remarkofmark',
    payer: '+233244999009',
  };
  let researcher: SignedInUser;
  let participant: SignedInUser;

  test('closes what is open first, then leaves; those who applied keep their own record', async () => {
    const { firstName, lastName } = marks;
    const registered = await registerVerified(app, 'RESEARCHER', { firstName, lastName });
    const company = {
      ...companyBody(registered.userId),
      companyName: marks.companyName,
      businessName: marks.businessName,
      website: marks.website,
      isInstitution: true,
      supervisor: marks.supervisor,
    };
    await app.call(submitCompanyInformation, { as: registered, body: company });
    await run(sql`update identity.companies set status = 'VERIFIED' where user_id = ${registered.userId}`);
    researcher = registered;
    participant = await registerParticipant(app, { withProfile: true });
    const { id: projectId } = await makeProject(app, researcher, marks.projectName);
    await makeDraft(app, researcher, { projectId, name: marks.draft, publicName: marks.draft });
    const { name, description } = marks;
    const study = await makePublished(app, researcher, {
      projectId,
      name,
      description,
      publicName: 'Kept for all',
    });
    await run(sql`
      update project.studies set meeting_details = ${JSON.stringify({ place: marks.place })}::jsonb where study_id = ${study.id}`);
    const { content: application } = await apply(app, participant, study);
    const accepted = await registerParticipant(app, { withProfile: true });
    await accept(app, { researcher, participant: accepted, study });
    await app.call(remarkApplicant, {
      as: researcher,
      params: { id: study.id, applicationId: application.id },
      body: { remarks: marks.remark },
    });
    await app.call(renewCalendarFeed, { as: researcher });
    expect((await goodbye(researcher)).json).toMatchObject({ status: 409, code: 'STUDIES_ARE_OPEN' });
    await app.call(closeStudy, { as: researcher, params: { id: study.id } });

    await run(sql`
      insert into payment.budgets (study_id, researcher_id, incentive_in_pesewas, payout_fee_in_pesewas, collection_fee_points, places)
      values (${study.id}, ${researcher.userId}, 5000, 100, 195, 1)`);
    expect((await goodbye(researcher)).json).toMatchObject({ status: 409, code: 'BUDGET_IS_OPEN' });
    await run(
      sql`update payment.budgets set state = 'CLOSED', closed_at = now() where study_id = ${study.id}`,
    );
    const fundingId = crypto.randomUUID();
    await run(sql`
      insert into payment.fundings (funding_id, study_id, provider, reference, network, phone_number, asked_in_pesewas, state, next_at)
      values (${fundingId}, ${study.id}, 'mtn', ${crypto.randomUUID()}, 'MTN', ${marks.payer}, 100, 'EXPIRED', null)`);
    expect((await goodbye(researcher)).json).toMatchObject({ status: 409, code: 'PAYMENT_NOT_FINAL' });
    await run(sql`update payment.fundings set state = 'FAILED' where funding_id = ${fundingId}`);
    await settled(app);
    const found = await findMarkers(app, Object.values(marks));
    expect(Object.values(marks).filter((mark) => !found.some((hit) => hit.endsWith(mark)))).toEqual([]);

    await leaves(researcher);
    expect(await findMarkers(app, Object.values(marks))).toEqual([]);
    expect(Object.values(marks).filter((mark) => lines.join('\n').includes(mark))).toEqual([]);
    // Nobody is left to answer them.
    const applicationsOf = async (as: SignedInUser) => (await app.call(listOwnApplications, { as })).content;
    for (const person of [participant, accepted]) {
      const statuses = async () => (await applicationsOf(person)).map(({ status }) => status);
      await expect.poll(statuses, { timeout: 30_000 }).toEqual(['DECLINED']);
      expect(await newsOf(person)).toEqual(expect.arrayContaining(['STUDY_CLOSED', 'DECLINED']));
    }
    const { study: kept, history } = application;
    const ended = {
      status: 'DECLINED',
      at: expect.any(String),
      by: 'RESEARCHER',
      reason: 'STUDY_ENDED',
      note: null,
    };
    expect(await applicationsOf(participant)).toEqual([
      {
        ...application,
        status: 'DECLINED',
        history: [...history, ended],
        study: { ...kept, companyName: null, standing: 'CLOSED' },
      },
    ]);
    // Nobody who was accepted can take a time with somebody who is gone.
    expect((await run(sql`select from project.study_slots where study_id = ${study.id}`)).rows).toEqual([]);
  });

  test('with meetings ahead holds or cancels them first', async () => {
    const busy = await registerResearcher(app, { verified: true });
    const { study } = await makeBooked(app, { researcher: busy, participant });
    await app.call(closeStudy, { as: busy, params: { id: study.id } });
    expect((await goodbye(busy)).json).toMatchObject({ status: 409, code: 'MEETINGS_TO_COME' });
  });
});

describe('somebody without a password', () => {
  const codeTo = async ({ email }: SignedInUser) => {
    await settled(app);
    const letter = (await app.mailbox.read(email)).find(
      ({ subject }) => subject === letterWords.leavingCode.subject,
    );
    return /\b(\d{4} \d{4})\b/.exec(letter?.text ?? '')?.[1] ?? '';
  };

  test('leaves by the code of a fresh letter, which is theirs alone and works once', async () => {
    const [person, other] = [
      await registerVerified(app, 'RESEARCHER'),
      await registerVerified(app, 'RESEARCHER'),
    ];
    await run(
      sql`update identity.people set password_hash = null where user_id in (${person.userId}, ${other.userId})`,
    );
    expect((await goodbye(person, {})).json).toMatchObject({
      code: 'INVALID_INPUT',
      content: [{ field: 'code' }],
    });
    expect((await app.call(sendLeavingCode, { as: person })).status).toBe(204);
    const code = await codeTo(person);
    expect(code).toMatch(/^\d{4} \d{4}$/);
    expect((await goodbye(other, { code })).json).toMatchObject({ code: 'CODE_NOT_VALID' });
    const wrong = code.startsWith('1') ? `2${code.slice(1)}` : `1${code.slice(1)}`;
    expect((await goodbye(person, { code: wrong })).json).toMatchObject({ code: 'CODE_NOT_VALID' });
    await run(sql`update identity.letter_tokens set expires_at = now() where user_id = ${person.userId}`);
    expect((await goodbye(person, { code })).json).toMatchObject({ code: 'CODE_NOT_VALID' });
    await app.call(sendLeavingCode, { as: person });
    await settled(app);
    const again = await codeTo(person);
    expect(again).not.toBe(code);
    await leaves(person, { code: again });
    expect((await app.call(readOwnAccount, { as: other })).status).toBe(200);
  });
});

test('of many who press at once one is answered, and the rest are logged out', async () => {
  const person = await registerVerified(app, 'PARTICIPANT');
  const answers = await Promise.all(Array.from({ length: 5 }, () => goodbye(person)));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  await isErased(person);
});

test('once a file of one’s data is read another can be made', async () => {
  const person = await registerVerified(app, 'PARTICIPANT');
  for (let time = 0; time < 2; time += 1) {
    expect((await app.call(downloadOwnData, { as: person })).status).toBe(200);
  }
});
