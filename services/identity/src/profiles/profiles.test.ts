import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  MAX_PROFILE_CHANGES,
  changeUserInformation,
  readUserInformation,
  submitUserInformation,
} from '@app/contracts/identity/profiles.ts';
import { today, yearsFrom } from '@app/contracts/calendar.ts';
import { INCOME_RANGES } from '@app/contracts/enumerations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { validation } from '@app/words/validation.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import { readMe } from '@app/contracts/identity/sessions.ts';
import { createSeal } from '@app/kit/sealed-columns.ts';
import { useApp } from '@app/test/support/app.ts';
import {
  PASSWORD,
  maskedTestNumber,
  testPhoneNumber,
  profileBody,
  registerByCalls,
  registerParticipant,
  registerResearcher,
} from '@app/test/support/people.ts';
import { codeOrStatus, readAuditEvents } from '#test/accounts.ts';
import { apply, makeProject, makePublished } from '../../../project/test/studies.ts';
import { readIdentityConfig } from '../config.ts';

const app = useApp({ FREE_PASSWORD_TRIES: 4, ACCOUNT_CHANGES_PER_PERSON_PER_DAY: 3 });

const MASKED = '+233 •• ••• 4567';
const newPayment = { provider: 'TELECEL', accountName: 'Esi Owusu', phoneNumber: '050 765 4321' };

const read = (as: SignedInUser | undefined, query = {}) => app.call(readUserInformation, { as, query });
const change = (as: SignedInUser, parts: object) =>
  app.call(changeUserInformation, { as, body: { userId: as.userId, ...parts } });
const makeParticipant = () => registerParticipant(app, { withProfile: true });

async function storedNumber({ userId }: SignedInUser) {
  const { rows } = await sql<{ number: string }>`
    select payment_phone_number as number from identity.participant_profiles where user_id = ${userId}`.execute(
    app.engine.owner,
  );
  const number = rows[0]?.number ?? '';
  expect(number).toMatch(/^sealed:/);
  return createSeal(readIdentityConfig(app.settings).IDENTITY_DATA_KEYS).open(number);
}

/** The requirements of a study that a person does not meet. */
async function readUnmetRequirements(as: SignedInUser, { id }: { id: string }) {
  const { content } = await app.call(readStudy, { as, params: { id } });
  return 'unmetRequirements' in content ? content.unmetRequirements : undefined;
}
const listChangeEvents = async (user: SignedInUser) =>
  (await readAuditEvents(app, user)).filter((event) => event.includes('_CHANGED'));

test('S-401 the set-up is accepted once and ends the first login', async () => {
  const user = await registerParticipant(app);
  const send = () => app.call(submitUserInformation, { as: user, body: profileBody(user.userId) });
  expect((await send()).content).toMatchObject({ hasUserInfo: true, firstLogin: false });
  expect(await send()).toMatchObject({ status: 409, json: { code: 'PROFILE_ALREADY_SUBMITTED' } });
});

test('S-401 S-603 the project service learns of a set-up without a request, so that studies can be announced', async () => {
  const { userId } = await registerByCalls(app, 'participant');
  const known = async () => {
    const { rows } =
      await sql`select birth_date::text from project.matching_profiles where user_id = ${userId}`.execute(
        app.engine.owner,
      );
    return rows;
  };
  await expect.poll(known).toEqual([{ birth_date: '1996-04-02' }]);
});

test('D-40 people who turn 18 today are accepted, and a day younger are not', async () => {
  const birthday = yearsFrom(today(), -18);
  const tooYoung = new Date(`${birthday}T00:00:00Z`);
  tooYoung.setUTCDate(tooYoung.getUTCDate() + 1);
  const user = await registerParticipant(app);
  const send = (dateOfBirth: string) =>
    app.call(submitUserInformation, { as: user, body: profileBody(user.userId, { dateOfBirth }) });
  expect((await send(today(tooYoung))).json).toMatchObject({
    content: [{ field: 'demographic.dateOfBirth', message: validation.adultsOnly }],
  });
  expect((await send('1996-02-30')).status).toBe(400);
  expect((await send(birthday)).status).toBe(200);
});

test('D-40 the payment number must be a mobile one of Ghana', async () => {
  const user = await registerParticipant(app);
  const body = profileBody(user.userId);
  const send = (phoneNumber: string) =>
    app.call(submitUserInformation, {
      as: user,
      body: { ...body, payment: { ...body.payment, phoneNumber } },
    });
  expect((await send('12')).json).toMatchObject({ content: [{ field: 'payment.phoneNumber' }] });
  for (const landline of ['0302 211 234', '0800 12345', 'tel:0302211234']) {
    expect((await send(landline)).json).toMatchObject({
      content: [{ field: 'payment.phoneNumber', message: validation.mobileNumber }],
    });
  }
  expect((await send('+233 24 123 4567')).status).toBe(200);
});

test('S-117 a researcher cannot submit one, and no one can submit one for another person', async () => {
  const [user, other] = [await registerParticipant(app), await registerParticipant(app)];
  const researcher = await registerResearcher(app);
  const body = profileBody(user.userId);
  expect(await codeOrStatus(app.call(submitUserInformation, { as: researcher, body }))).toBe('NOT_ALLOWED');
  expect(await codeOrStatus(app.call(submitUserInformation, { as: other, body }))).toBe('NOT_YOURS');
  expect((await app.call(readMe, { as: user })).content.hasUserInfo).toBe(false);
});

test('languages are optional, and a person who was never asked is distinguished from one with none', async () => {
  const sent = async (languages: string[] | undefined) => {
    const user = await registerParticipant(app);
    const { languages: _, ...demographic } = profileBody(user.userId).demographic;
    const body = {
      ...profileBody(user.userId),
      demographic: { ...demographic, ...(languages && { languages }) },
    };
    const { status, content } = await app.call(submitUserInformation, { as: user, body });
    const stored = await app.call(readUserInformation, { as: user });
    return [status, content.lacksLanguages, status === 200 && stored.content.demographic.languages];
  };
  expect(await sent(undefined)).toEqual([200, true, null]);
  expect(await sent([])).toEqual([200, false, []]);
  expect(await sent(['EWE', 'OTHERS'])).toEqual([200, false, ['EWE', 'OTHERS']]);
  for (const wrong of [['LATIN'], ['TWI', 'TWI']]) expect((await sent(wrong))[0]).toBe(400);
});

test('a participant reads the submitted profile, with only the last digits of the payment number', async () => {
  const user = await registerParticipant(app);
  expect(await read(user)).toMatchObject({ status: 404, json: { code: 'PROFILE_NOT_FOUND' } });
  const body = profileBody(user.userId);
  await app.call(submitUserInformation, { as: user, body });
  const shown = await read(user);
  const phoneNumber = maskedTestNumber(user.userId);
  expect(shown.content).toEqual({ ...body, payment: { ...body.payment, phoneNumber } });
  expect(await read(user, { userId: user.userId })).toMatchObject({ status: 200, content: shown.content });
});

test('AZ-2 AZ-3 no one reads or changes another person’s profile', async () => {
  const [user, other] = [await makeParticipant(), await makeParticipant()];
  const researcher = await registerResearcher(app);
  expect((await read(undefined, { userId: user.userId })).status).toBe(401);
  expect((await read(other, { userId: user.userId })).json).toMatchObject({ code: 'NOT_YOURS' });
  expect((await read(researcher)).json).toMatchObject({ code: 'NOT_ALLOWED' });
  const before = (await read(user)).content;
  const employment = { ...before.employment, status: 'RETIRED' };
  const body = { userId: user.userId, employment };
  expect((await app.call(changeUserInformation, { body })).status).toBe(401);
  expect(await codeOrStatus(app.call(changeUserInformation, { as: other, body }))).toBe('NOT_YOURS');
  expect((await change(researcher, { employment })).json).toMatchObject({ code: 'NOT_ALLOWED' });
  expect((await read(user)).content).toEqual(before);
});

test('each part is changed as a whole, and the others stay', async () => {
  const user = await makeParticipant();
  const { demographic, technicalDetail, ...rest } = (await read(user)).content;
  const changed = { ...demographic, region: 'ASHANTI', city: 'Kumasi' };
  expect((await change(user, { demographic: changed })).content).toEqual({
    demographic: changed,
    technicalDetail,
    ...rest,
  });
  const equipped = {
    ...technicalDetail,
    browsers: ['FIREFOX', 'SAFARI'],
    computerOs: 'MACOS',
    hasWebcam: true,
  };
  const employment = { status: 'RETIRED', jobRole: 'SALES_TRADING', industry: 'EDUCATION' };
  const both = await change(user, { technicalDetail: equipped, employment });
  const expected = { ...rest, demographic: changed, technicalDetail: equipped, employment };
  expect(both.content).toEqual(expected);
  expect((await read(user)).content).toEqual(expected);
  // Sending the values again is no change, and writes no row.
  expect((await change(user, { technicalDetail: equipped, employment })).content).toEqual(expected);
  expect(await listChangeEvents(user)).toEqual([
    'PROFILE_CHANGED demographic',
    'PROFILE_CHANGED employment technicalDetail',
  ]);
});

test.each([
  [{}, { message: validation.nothingToChange }],
  [{ password: PASSWORD }, { message: validation.nothingToChange }],
  [
    { employment: { status: 'FREELANCER' } },
    { field: 'employment.jobRole', message: validation.notAnOption },
  ],
  [
    { demographic: { city: 'Kumasi' } },
    { field: 'demographic.dateOfBirth', message: validation.dateNotReal },
  ],
  [
    { employment: {}, status: 'VERIFIED' },
    { field: 'status', message: validation.notAKnownKey('status') },
  ],
  [
    { payment: { ...newPayment, phoneNumber: MASKED }, password: PASSWORD },
    { field: 'payment.phoneNumber', message: validation.phoneNumber },
  ],
  [
    { payment: { ...newPayment, phoneNumber: '0302 211 234' }, password: PASSWORD },
    { field: 'payment.phoneNumber', message: validation.mobileNumber },
  ],
  [{ payment: newPayment }, { field: 'password', message: validation.valueRequired }],
])('refuses %j and changes nothing', async (parts, item) => {
  const user = await makeParticipant();
  const before = (await read(user)).content;
  const refused = await change(user, parts);
  expect(refused).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
  expect(refused.content).toContainEqual(expect.objectContaining(item));
  expect((await read(user)).content).toEqual(before);
  expect(await listChangeEvents(user)).toEqual([]);
});

test('before the set-up, changes are refused', async () => {
  const user = await registerParticipant(app);
  for (const parts of [
    { employment: profileBody(user.userId).employment },
    { payment: newPayment, password: PASSWORD },
  ]) {
    expect(await change(user, parts)).toMatchObject({ status: 404, json: { code: 'PROFILE_NOT_FOUND' } });
  }
});

test('the payment account is changed with the password, and the owner is notified without the number', async () => {
  const user = await makeParticipant();
  const changed = await change(user, { payment: newPayment, password: PASSWORD });
  expect(changed.content.payment).toEqual({ ...newPayment, phoneNumber: '+233 •• ••• 4321' });
  expect(await storedNumber(user)).toBe('+233507654321');
  expect(await listChangeEvents(user)).toEqual(['PAYMENT_CHANGED']);
  const emails = async () => (await app.mailbox.read(user.email)).map(({ text, html }) => text + html).join();
  await expect.poll(emails).toContain('Telecel +233 •• ••• 4321');
  expect(await emails()).not.toMatch(/50 ?765|507654321/);
});

test('a repeated payment change, in sequence or concurrent, sends one notification', async () => {
  const user = await makeParticipant();
  const send = () => change(user, { payment: newPayment, password: PASSWORD });
  const replies = await Promise.all([send(), send()]);
  replies.push(await send());
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await listChangeEvents(user)).toEqual(['PAYMENT_CHANGED']);
  await change(user, { payment: { ...newPayment, phoneNumber: '050 765 0000' }, password: PASSWORD });
  const notifiedNumbers = async () =>
    (await app.mailbox.read(user.email)).flatMap(({ text }) => /Telecel .* (\d{4})/.exec(text)?.[1] ?? []);
  await expect.poll(async () => (await notifiedNumbers()).length).toBe(2);
  expect(await listChangeEvents(user)).toHaveLength(2);
});

test('A6 the payment account changes three times a day, also concurrently; a refusal says until when', async () => {
  const user = await makeParticipant();
  const send = (digits: number) =>
    change(user, { payment: { ...newPayment, phoneNumber: `050 765 00${digits}` }, password: PASSWORD });
  const answers = await Promise.all([10, 11, 12, 13, 14].map(send));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  const before = await storedNumber(user);
  const refused = await send(15);
  expect(refused).toMatchObject({
    status: 409,
    json: { code: 'PAYMENT_CHANGES_USED_UP' },
    content: [{ code: 'paymentFrom', field: 'payment.phoneNumber' }],
  });
  const [item] = refused.content as unknown as { params: { key: string } }[];
  const hours = (Date.parse(item?.params.key ?? '') - Date.now()) / 3_600_000;
  expect([hours > 23, hours <= 24.1]).toEqual([true, true]);
  expect(await storedNumber(user)).toBe(before);
  expect(await listChangeEvents(user)).toHaveLength(3);
  // All other parts of the set-up can still be changed.
  const { employment } = (await read(user)).content;
  expect((await change(user, { employment: { ...employment, status: 'RETIRED' } })).status).toBe(200);
});

test('ABU-2 a wrong password changes no payment account and is counted', async () => {
  const user = await makeParticipant();
  const send = (password: string) => change(user, { payment: newPayment, password });
  expect(await send('not the password')).toMatchObject({
    status: 400,
    json: {
      code: 'WRONG_PASSWORD',
      content: [{ field: 'password', message: validation.currentPassword }],
    },
  });
  for (let number = 0; number < 6; number += 1) await send(`wrong ${number}`);
  expect(await send(PASSWORD)).toMatchObject({ status: 429, json: { code: 'TOO_MANY_REQUESTS' } });
  expect(await storedNumber(user)).toBe(`+233${testPhoneNumber(user.userId).slice(1)}`);
});

test('D-26 without a password, a payment account is changed only soon after a log-in', async () => {
  const user = await makeParticipant();
  await sql`update identity.people set password_hash = null where user_id = ${user.userId}`.execute(
    app.engine.owner,
  );
  const age = (minutes: number) =>
    sql`update identity.sessions set created_at = now() - make_interval(mins => ${minutes}::int)
      where user_id = ${user.userId}`.execute(app.engine.owner);
  await age(16);
  const late = await change(user, { payment: newPayment });
  expect(late).toMatchObject({ status: 403, json: { code: 'LOG_IN_AGAIN' } });
  expect(await storedNumber(user)).toBe(`+233${testPhoneNumber(user.userId).slice(1)}`);
  await age(14);
  expect((await change(user, { payment: newPayment })).status).toBe(200);
});

test('A4 S-403 a change counts for studies that open after it, and not for those that are open', async () => {
  const [user, researcher] = [await makeParticipant(), await registerResearcher(app, { verified: true })];
  const projectId = (await makeProject(app, researcher)).id;
  const wanted = { projectId, education: ['DIPLOMA' as const], deviceRequirements: ['TABLET' as const] };
  const own = new Set<string>();
  const publish = async () => {
    const study = await makePublished(app, researcher, wanted);
    own.add(study.id);
    return study;
  };
  const listed = async () => {
    const { content } = await app.call(browseStudies, { as: user });
    return content.map(({ id }) => id).filter((id) => own.has(id));
  };
  const unmet = (study: { id: string }) => readUnmetRequirements(user, study);
  // Studies of other tests may match as well.
  const others = Number((await browseOpenStudies(user, 1)).totalElements);
  const before = await publish();
  expect(await listed()).toEqual([]);
  expect(await unmet(before)).toEqual(['EDUCATION', 'DEVICE']);

  const { demographic, technicalDetail } = (await read(user)).content;
  await change(user, { demographic: { ...demographic, education: 'DIPLOMA' } });
  await change(user, { technicalDetail: { ...technicalDetail, tabletOs: 'ANDROID' } });
  await followed(user);
  const after = await publish();
  expect(await listed()).toEqual([after.id]);
  expect([await unmet(before), await unmet(after)]).toEqual([['EDUCATION', 'DEVICE'], []]);

  await change(user, { demographic });
  await followed(user);
  const last = await publish();
  expect(await listed()).toEqual([after.id]);
  expect([await unmet(after), await unmet(last)]).toEqual([[], ['EDUCATION']]);
  expect(await browseOpenStudies(user, 1)).toMatchObject({
    totalElements: others + 1,
    content: [{ id: after.id }],
  });
});

test('A4 further criteria: a change counts for later studies, and the first answer to languages for all', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const user = await registerParticipant(app);
  const { languages: _, ...unasked } = profileBody(user.userId).demographic;
  await app.call(submitUserInformation, {
    as: user,
    body: { ...profileBody(user.userId), demographic: unasked },
  });
  const projectId = (await makeProject(app, researcher)).id;
  const publish = () =>
    makePublished(app, researcher, {
      projectId,
      regions: ['ASHANTI', 'BONO'],
      languages: ['TWI', 'FANTE'],
      employment: ['FREELANCER'],
    });
  const unmet = (study: { id: string }) => readUnmetRequirements(user, study);
  const open = await publish();
  expect(await unmet(open)).toEqual(['REGION', 'LANGUAGE', 'EMPLOYMENT']);
  const { demographic, employment } = (await read(user)).content;
  expect(demographic.languages).toBeNull();

  // A page of the previous version does not send languages, and changes none.
  expect((await change(user, { demographic: { ...unasked, city: 'Ho' } })).status).toBe(200);
  expect((await read(user)).content.demographic.languages).toBeNull();
  await change(user, { demographic: { ...unasked, region: 'BONO' } });
  await change(user, { employment: { ...employment, status: 'FREELANCER' } });
  await followed(user);
  const later = await publish();
  expect([await unmet(open), await unmet(later)]).toEqual([
    ['REGION', 'LANGUAGE', 'EMPLOYMENT'],
    ['LANGUAGE'],
  ]);

  const spoken = { ...unasked, region: 'BONO' as const, languages: ['TWI' as const] };
  await change(user, { demographic: spoken });
  await followed(user);
  expect([await unmet(open), await unmet(later)]).toEqual([['REGION', 'EMPLOYMENT'], []]);
  // From then on it is an ordinary change, also after it was emptied.
  await change(user, { demographic: { ...spoken, languages: [] } });
  await followed(user);
  const last = await publish();
  await change(user, { demographic: { ...spoken, languages: ['FANTE'] } });
  await followed(user);
  expect([await unmet(later), await unmet(last)]).toEqual([[], ['LANGUAGE']]);
});

const browseOpenStudies = async (as: SignedInUser, size: number) => {
  const { json } = await app.call(browseStudies, { as, query: { size, page: 0 } });
  return json;
};
/** Waits until the project service has the change. */
async function followed({ userId }: SignedInUser): Promise<void> {
  const pendingJobs = sql`
    select 1 from identity_jobs.job where name = 'profile-changes' and data ->> 'userId' = ${userId}
      and state in ('created', 'retry', 'active')`;
  await expect.poll(async () => (await pendingJobs.execute(app.engine.owner)).rows).toEqual([]);
}

test('A4 date of birth and gender can change until the first application, and then errors name their fields', async () => {
  const [user, researcher] = [await makeParticipant(), await registerResearcher(app, { verified: true })];
  const { demographic } = (await read(user)).content;
  const other = { ...demographic, dateOfBirth: '1990-01-01', gender: 'OTHERS' };
  expect((await change(user, { demographic: other })).status).toBe(200);
  expect((await change(user, { demographic })).status).toBe(200);
  const study = await makePublished(app, researcher, { projectId: (await makeProject(app, researcher)).id });
  expect((await apply(app, user, study)).status).toBe(201);
  const refused = await change(user, { demographic: other });
  expect(refused).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
  const message = validation.fixedSinceApplying;
  expect(refused.json['content']).toMatchObject([
    { field: 'demographic.dateOfBirth', message },
    { field: 'demographic.gender', message },
  ]);
  expect((await read(user)).content.demographic).toEqual(demographic);
  const changed = { ...demographic, city: 'Ho', education: 'DIPLOMA' };
  expect((await change(user, { demographic: changed })).status).toBe(200);
});

test('A4 matched fields can change ten times in a year, also under concurrent requests', async () => {
  const user = await makeParticipant();
  const { demographic } = (await read(user)).content;
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, at) => {
      const annualHouseholdIncome = INCOME_RANGES[at % INCOME_RANGES.length];
      return change(user, { demographic: { ...demographic, annualHouseholdIncome } });
    }),
  );
  const countFormer = async () =>
    (
      await sql<{ count: number }>`
        select count(*)::int as count from identity.profile_history where user_id = ${user.userId}`.execute(
        app.engine.owner,
      )
    ).rows[0]?.count;
  expect(await countFormer()).toBeLessThanOrEqual(MAX_PROFILE_CHANGES);
  for (let at = 0; at <= MAX_PROFILE_CHANGES; at += 1) {
    const gender = (['MALE', 'OTHERS'] as const)[at % 2];
    answers.push(await change(user, { demographic: { ...demographic, gender } }));
  }
  expect(await countFormer()).toBe(MAX_PROFILE_CHANGES);
  const codes = new Set(answers.map(({ status, json }) => json['code'] ?? status));
  expect(codes).toEqual(new Set([200, 'TOO_MANY_CHANGES']));
  // Fields that no study matches do not count.
  const { technicalDetail } = (await read(user)).content;
  const browsing = { ...technicalDetail, browsers: ['OPERA_MINI'] };
  expect((await change(user, { technicalDetail: browsing })).status).toBe(200);
  // Changes that keep the matching profile do not count either, even beyond the limit.
  await sql`
    insert into identity.profile_history
    select user_id, until - interval '1 hour', date_of_birth, gender, education, annual_household_income, device_bits
    from identity.profile_history where user_id = ${user.userId}`.execute(app.engine.owner);
  const { demographic: now } = (await read(user)).content;
  expect((await change(user, { demographic: { ...now, city: 'Wa' } })).status).toBe(200);
  const other = { ...now, gender: now.gender === 'MALE' ? 'OTHERS' : 'MALE' };
  expect((await change(user, { demographic: other })).json).toMatchObject({ code: 'TOO_MANY_CHANGES' });
  const year = sql`update identity.profile_history set until = until - interval '366 days' where user_id = ${user.userId}`;
  await year.execute(app.engine.owner);
  expect((await change(user, { demographic: { ...demographic, city: 'Ho', gender: 'FEMALE' } })).status).toBe(
    200,
  );
});
