import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readUserInformation, submitUserInformation } from '@app/contracts/identity/profile.ts';
import { readMe } from '@app/contracts/identity/session.ts';
import { validation } from '@app/words/validation.ts';
import { today, yearsFrom } from '@app/contracts/calendar.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { profileBody, registerParticipant, registerResearcher } from '@app/test/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('S-401 the set-up is taken once and ends the first login', async () => {
  const user = await registerParticipant(app);
  const send = () => app.call(submitUserInformation, { as: user, body: profileBody(user.userId) });
  expect((await send()).content).toMatchObject({ hasUserInfo: true, firstLogin: false });
  expect(await send()).toMatchObject({ status: 409, json: { code: 'PROFILE_ALREADY_SUBMITTED' } });
});

test('S-401 S-603 the project service learns of a set-up by itself, so that studies can be announced', async () => {
  const { userId } = await registerParticipant(app, { withProfile: true });
  const known = async () => {
    const { rows } =
      await sql`select birth_date::text from project.participants where user_id = ${userId}`.execute(
        app.engine.owner,
      );
    return rows;
  };
  await expect.poll(known).toEqual([{ birth_date: '1996-04-02' }]);
});

test('D-40 people of 18 today are taken, a day younger are not', async () => {
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

test('S-117 a researcher cannot send one, nor anybody for somebody else', async () => {
  const [user, other] = [await registerParticipant(app), await registerParticipant(app)];
  const researcher = await registerResearcher(app);
  const body = profileBody(user.userId);
  expect((await app.call(submitUserInformation, { as: researcher, body })).json).toMatchObject({
    code: 'NOT_ALLOWED',
  });
  expect((await app.call(submitUserInformation, { as: other, body })).json).toMatchObject({
    code: 'NOT_YOURS',
  });
  expect((await app.call(readMe, { as: user })).content.hasUserInfo).toBe(false);
});

test('languages are optional, and whoever was never asked for them is known by it', async () => {
  const sent = async (languages: string[] | undefined) => {
    const user = await registerParticipant(app);
    const { languages: _, ...demographic } = profileBody(user.userId).demographic;
    const body = {
      ...profileBody(user.userId),
      demographic: { ...demographic, ...(languages && { languages }) },
    };
    const { status, content } = await app.call(submitUserInformation, { as: user, body });
    const kept = await app.call(readUserInformation, { as: user });
    return [status, content.lacksLanguages, status === 200 && kept.content.demographic.languages];
  };
  expect(await sent(undefined)).toEqual([200, true, null]);
  expect(await sent([])).toEqual([200, false, []]);
  expect(await sent(['EWE', 'OTHERS'])).toEqual([200, false, ['EWE', 'OTHERS']]);
  for (const wrong of [['LATIN'], ['TWI', 'TWI']]) expect((await sent(wrong))[0]).toBe(400);
});
