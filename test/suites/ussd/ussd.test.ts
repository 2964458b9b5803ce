// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import { LATE_MINUTES } from '@app/contracts/project/meeting-choices.ts';
import { readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import { DIALLED_CODE_LENGTH, logInByCode } from '@app/contracts/identity/phones.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import {
  type OwnBooking,
  bookSlot,
  cancelBooking,
  listOwnBookings,
} from '@app/contracts/project/bookings.ts';
import { changeMeeting } from '@app/contracts/project/study-calls.ts';
import { createLog } from '@app/kit/log.ts';
import { cedis } from '@app/words/cedis.ts';
import { ussdWords as words } from '@app/words/ussd.ts';
import { GATEWAYS } from '@app/simulators/world.ts';
import { formatShortly } from '../../../services/identity/src/texts/sending-hours.ts';
import { runRetentionJob } from '../../../services/identity/src/retention-job.ts';
import { readIdentityConfig } from '../../../services/identity/src/config.ts';
import { openDb } from '../../../services/identity/src/open-db.ts';
import { toGsm7 } from '../../../services/identity/src/gsm7.ts';
import { PHONE, makeBooked, moveStart } from '../../../services/project/test/meetings.ts';
import { makeOnline, makeStarted } from '../../../services/project/test/submissions.ts';
import { type TestApp, startTestApp } from '../../support/app.ts';
import { registerParticipant, registerResearcher } from '../../support/people.ts';
import { createTestPhones, insertPhoneNumber } from '../../support/phones.ts';
import { makeStudyWithPromisedPlaces, requestPayoutAsProject } from '../../support/payouts.ts';
import { waitForJobs } from '../../support/wait-for-jobs.ts';
import { type TextPhones, startTextPhones } from '../../support/text-phones.ts';
import { type Inject, ussdPath, injectInto, openSession, ussdSettings } from './dialled.ts';

let app: TestApp;
let texts: TextPhones;
let phones: ReturnType<typeof createTestPhones>;
let inject: Inject;
let researcher: SignedInUser;
const lines: string[] = [];
beforeAll(async () => {
  texts = await startTextPhones();
  const log = createLog('debug', { write: (line) => lines.push(line) });
  app = await startTestApp({ ...texts.settings, ...ussdSettings('africastalking') }, log);
  phones = createTestPhones(app, texts);
  inject = injectInto(app);
  researcher = await registerResearcher(app, { verified: true });
});
afterAll(async () => {
  await app.close();
  await texts.stop();
});
beforeEach(() => phones.forgetWaits());

async function person() {
  const [participant, number] = [await registerParticipant(app, { withProfile: true }), phones.freshNumber()];
  await insertPhoneNumber(app, participant, number);
  return { participant, number };
}
const openUssdSession = (number: string, sessionId?: string) =>
  openSession(inject, {
    url: ussdPath(app, 'africastalking'),
    gateway: 'africastalking',
    number,
    ...(sessionId !== undefined && { sessionId }),
  });
/** Returns the phone's screen after these keys. */
async function dial(number: string, keys = '') {
  const session = openUssdSession(number);
  let shown = await session.dial();
  for (const key of keys) shown = await session.press(key);
  return { ...shown, session };
}
const wordsOf = ({ proofWords }: OwnBooking) => words.proofWords(proofWords!.first, proofWords!.second);
const screenText = (...parts: string[]) => toGsm7(parts.join('\n'));
const readOwnBookings = async (as: SignedInUser) => (await app.call(listOwnBookings, { as })).content;
const countUssdSessions = async () =>
  (await sql<{ count: number }>`select count(*)::int from identity.ussd_sessions`.execute(app.engine.owner))
    .rows[0]?.count;

describe('a phone that dials the code', () => {
  test('shows a menu, and a final text at the end of each path', async () => {
    const { number } = await person();
    const { keys } = words;
    expect(await dial(number)).toMatchObject({
      text: [words.menu, keys['1'], keys['2'], keys['3'], keys['4']].join('\n'),
      isLast: false,
    });
    expect(await dial(number, '1')).toMatchObject({ text: words.noMeeting, isLast: true });
  });

  test('shows a researcher their own menu', async () => {
    const number = phones.freshNumber();
    await insertPhoneNumber(app, researcher, number);
    expect((await dial(number)).text).toBe([words.menu, words.keys['3'], words.keys['4']].join('\n'));
    // None of their screens offers it.
    expect((await dial(number, '2')).text).toContain(words.keys['3']);
  });

  const numberAfter = async (statement: string) => {
    const { number, participant } = await person();
    await sql`${sql.raw(statement)} where user_id = ${participant.userId}`.execute(app.engine.owner);
    return number;
  };

  test.each([
    ['belongs to no one', async () => phones.freshNumber()],
    [
      'was confirmed too long ago',
      () => numberAfter(`update identity.phones set proven_at = now() - interval '181 days'`),
    ],
    ['belongs to a suspended person', () => numberAfter('update identity.people set suspended_at = now()')],
    ['belongs to another country', async () => '+2348031234567'],
    ['belongs to a landline', async () => '+233302123456'],
  ])('explains how to begin to a number that %s, with the same text for all', async (_, makeNumber) => {
    const before = await countUssdSessions();
    const host = new URL(app.settings['PUBLIC_URL'] ?? '').host;
    expect(await dial(await makeNumber())).toMatchObject({ text: words.nobody(host), isLast: true });
    expect(await countUssdSessions()).toBe(before);
  });
});

test('an open survey is shown with its end, alone or beside the next meeting', async () => {
  const { participant, number } = await person();
  const { expiresAt } = await makeStarted(app, participant, await makeOnline(app, researcher));
  const survey = words.survey(formatShortly(expiresAt));
  expect(await dial(number, '1')).toMatchObject({ text: screenText(survey), isLast: true });
  const { booking } = await makeBooked(app, { researcher, participant });
  const meeting = words.meeting(formatShortly(booking.startsAt ?? ''));
  const [pair, ...keys] = [wordsOf(booking), words.keys['5'], words.keys['6']];
  expect((await dial(number, '1')).text).toBe(screenText(meeting, survey, pair, ...keys));
  const plan = { meetingWay: 'IN_PERSON', meetingDetails: { place: 'Hall A', landmark: 'Gate' } } as const;
  const hall = await person();
  const moved = await makeBooked(app, { researcher, participant: hall.participant }, plan);
  const body = { place: 'Hall B', landmark: 'Gate' };
  await app.call(changeMeeting, { as: researcher, params: { id: moved.study.id }, body });
  const when = words.meeting(formatShortly(moved.booking.startsAt ?? ''));
  expect((await dial(hall.number, '1')).text).toBe(
    screenText(when, words.placeChanged, wordsOf(moved.booking), ...keys),
  );
});

describe('the next meeting', () => {
  const takeAgain = (as: SignedInUser, { id }: { id: string }, slotId: string) =>
    app.call(bookSlot, { as, params: { id }, body: { slotId, phoneNumber: PHONE } });

  test('is confirmed, once', async () => {
    const { participant, number } = await person();
    const { booking } = await makeBooked(app, { researcher, participant });
    const when = formatShortly(booking.startsAt ?? '');
    const { session, text } = await dial(number, '1');
    expect(text).toBe(screenText(words.meeting(when), wordsOf(booking), words.keys['5'], words.keys['6']));
    const confirmed = await session.press('5');
    expect(confirmed).toEqual({ text: screenText(words.confirmed(when)), isLast: true });
    expect(await session.again()).toEqual(confirmed);
    expect(await readOwnBookings(participant)).toMatchObject([{ id: booking.id, state: 'CONFIRMED' }]);
    expect((await dial(number, '1')).text).toBe(
      screenText(words.confirmedMeeting(when), wordsOf(booking), words.keys['6']),
    );
  });

  test('is cancelled after a step that explains it, and duplicates do nothing', async () => {
    const { participant, number } = await person();
    const { booking, study, slotId } = await makeBooked(app, { researcher, participant });
    const when = formatShortly(booking.startsAt ?? '');
    const { session, text } = await dial(number, '16');
    expect(text).toBe(screenText(words.cancelMeeting(when), words.keys['7'], words.keys['0']));
    // Late duplicates of the earlier keys do not count as a yes.
    for (const many of [0, 1, 2, 1, 2, 0, 1, 2]) expect((await session.again(many)).text).toBe(text);
    expect(await readOwnBookings(participant)).toMatchObject([{ state: 'BOOKED' }]);
    const given = await session.press('7');
    expect(given).toEqual({
      text: screenText(words.bookingCancelled(when), words.chooseAnother),
      isLast: true,
    });
    expect(await readOwnBookings(participant)).toMatchObject([{ state: 'CANCELLED_BY_PARTICIPANT' }]);
    // They book it again: the yes was about the cancelled booking.
    await takeAgain(participant, study, slotId);
    expect(await session.again()).toEqual(given);
    expect(await readOwnBookings(participant)).toMatchObject([{ id: booking.id, state: 'BOOKED' }]);
  });

  test('is the started one, without keys, until calls end; its words are for the caller who rings now', async () => {
    const { participant, number } = await person();
    const { booking } = await makeBooked(app, { researcher, participant });
    const later = await makeBooked(app, { researcher, participant });
    const shown = async () => {
      const own = (await readOwnBookings(participant)).find(({ id }) => id === booking.id);
      return screenText(words.startedMeeting(formatShortly(own?.startsAt ?? '')), wordsOf(booking));
    };
    const { session, text } = await dial(number, '1');
    expect(text).toContain(words.keys['6']);
    // The start passes before the yes.
    await session.press('6');
    await moveStart(app, booking.id, '1 minute');
    expect(await session.press('7')).toEqual({ text: words.changed, isLast: true });
    const minutes = (Date.parse(booking.endsAt ?? '') - Date.parse(booking.startsAt ?? '')) / MINUTE_MS;
    for (const ago of [1, minutes + LATE_MINUTES - 1]) {
      await moveStart(app, booking.id, `${ago} minutes`);
      expect(await dial(number, '1')).toMatchObject({ text: await shown(), isLast: true });
    }
    await moveStart(app, booking.id, `${minutes + LATE_MINUTES} minutes`);
    expect((await dial(number, '1')).text).toContain(wordsOf(later.booking));
  });

  test('is another one by the time of the yes: it is not changed', async () => {
    const { participant, number } = await person();
    const { booking, study, slotId } = await makeBooked(app, { researcher, participant });
    const { session } = await dial(number, '16');
    await app.call(cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
    await takeAgain(participant, study, slotId);
    expect(await session.press('7')).toEqual({ text: words.changed, isLast: true });
    expect(await readOwnBookings(participant)).toMatchObject([{ id: booking.id, state: 'BOOKED' }]);
  });

  test('is cancelled once by a session that failed after the change and before its response', async () => {
    const { participant, number } = await person();
    const { booking } = await makeBooked(app, { researcher, participant });
    const { session } = await dial(number, '16');
    const state =
      await sql`select screen, shown, keys from identity.ussd_sessions where user_id = ${participant.userId}`.execute(
        app.engine.owner,
      );
    await session.press('7');
    const { screen, shown, keys } = state.rows[0] as Record<string, unknown>;
    await sql`update identity.ussd_sessions set screen = ${screen}, shown = ${JSON.stringify(shown)}::jsonb, keys = ${keys}
      where user_id = ${participant.userId}`.execute(app.engine.owner);
    const when = formatShortly(booking.startsAt ?? '');
    expect((await session.again()).text).toBe(screenText(words.bookingCancelled(when), words.chooseAnother));
    const { rows } = await sql`select 1 from project.booking_steps where booking_id = ${booking.id}
      and state = 'CANCELLED_BY_PARTICIPANT'`.execute(app.engine.owner);
    expect(rows).toHaveLength(1);
  });
});

test('a yes that was typed before its screen appeared does not count, nor does its late duplicate', async () => {
  const { participant, number } = await person();
  await makeBooked(app, { researcher, participant });
  const { session } = await dial(number, '176');
  expect((await session.press('7')).text).toBe(words.again);
  expect(await readOwnBookings(participant)).toMatchObject([{ state: 'BOOKED' }]);
});

test.each(['160', '30', '40'])('a no at a step changes nothing: %s', async (keys) => {
  const { participant, number } = await person();
  await makeBooked(app, { researcher, participant });
  expect(await dial(number, keys)).toMatchObject({ text: words.unchanged, isLast: true });
  expect(await readOwnBookings(participant)).toMatchObject([{ state: 'BOOKED' }]);
  expect((await app.call(readOwnAccount, { as: participant })).content.texts?.notifications).toBe(true);
  await waitForJobs(app);
  expect(phones.textsTo(number)).toEqual([]);
});

test('six screens are the maximum, and the last of them ends it', async () => {
  const { number } = await person();
  const { session, text, isLast } = await dial(number, '9570');
  expect([text, isLast]).toEqual([(await dial(number)).text, false]);
  expect(await session.press('3')).toEqual({ text: words.again, isLast: true });
});

test('payments are shown as totals only', async () => {
  const { participant, number } = await person();
  expect((await dial(number, '2')).text).toBe(screenText(words.money(cedis(0), cedis(0))));
  const studyId = await makeStudyWithPromisedPlaces(app, researcher);
  const requested = await requestPayoutAsProject(app, {
    studyId,
    applicationId: crypto.randomUUID(),
    participant,
  });
  expect(requested.status).toBe(200);
  const { rows } = await sql<{ pesewas: number }>`select pesewas::int from payment.payouts
    where person_id = ${participant.userId}`.execute(app.engine.owner);
  expect((await dial(number, '2')).text).toBe(
    screenText(words.money(cedis(0), cedis(rows[0]?.pesewas ?? 0))),
  );
  await sql`update payment.payouts set state = 'ACTION_NEEDED' where person_id = ${participant.userId}`.execute(
    app.engine.owner,
  );
  expect((await dial(number, '2')).text).toContain(words.moneyNeedsYou);
  await sql`update payment.payouts set state = 'HELD', why = 'ACCOUNT_CHANGED', next_at = '2099-12-01T08:41:00Z'
    where person_id = ${participant.userId}`.execute(app.engine.owner);
  const delayed = words.moneyHeld(formatShortly('2099-12-01T08:41:00.000Z'));
  expect((await dial(number, '2')).text).toContain(screenText(delayed));
  await sql`update payment.payouts set state = 'CREATED', why = null where person_id = ${participant.userId}`.execute(
    app.engine.owner,
  );
  await sql`insert into payment.account_checks (person_id, state) values (${participant.userId}, 'DIFFERS')`.execute(
    app.engine.owner,
  );
  expect((await dial(number, '2')).text).toContain(screenText(words.moneyAsks));
  await sql`update payment.payouts set state = 'CANCELLED' where person_id = ${participant.userId}`.execute(
    app.engine.owner,
  );
  expect((await dial(number, '2')).text).toBe(screenText(words.money(cedis(0), cedis(0))));
});

describe('a code to log in', () => {
  test('is sent by text message to the number, once for one yes, and logs in on any browser', async () => {
    const { participant, number } = await person();
    const { session, text } = await dial(number, '38');
    expect(text).toBe(words.codeSent);
    const [again, other] = await Promise.all([session.again(), session.again()]);
    expect([again?.text, other?.text]).toEqual([text, text]);
    await waitForJobs(app);
    expect(phones.textsTo(number)).toHaveLength(1);
    const code = phones.codeTo(number);
    expect(text).not.toContain(code);
    const body = { phoneNumber: number, code };
    expect((await app.call(logInByCode, { body })).content).toMatchObject({ userId: participant.userId });
    expect((await app.call(logInByCode, { body })).json).toMatchObject({ code: 'CODE_WRONG' });
  });

  test('requires the usual wait, and says how long', async () => {
    const { number } = await person();
    await dial(number, '38');
    expect((await dial(number, '38')).text).toBe(words.codeLater(1));
    await waitForJobs(app);
    expect(phones.textsTo(number)).toHaveLength(1);
  });

  test('arrives and works, despite requests and guesses of strangers for its number', async () => {
    const { participant, number } = await person();
    for (let sends = 0; sends < 5; sends += 1) {
      expect((await phones.askToLogIn(number)).answer.status).toBe(200);
      await sql`update identity.phone_codes set next_at = now()`.execute(app.engine.owner);
    }
    const { answer, cookie } = await phones.askToLogIn(number);
    expect(answer.status).toBe(429);
    expect((await dial(number, '38')).text).toBe(words.codeSent);
    await waitForJobs(app);
    const body = { phoneNumber: number, code: phones.codeTo(number) };
    expect(body.code).toHaveLength(DIALLED_CODE_LENGTH);
    const guesses = Array.from({ length: 40 }, (_, at) => String(at).padStart(at % 2 ? 6 : 10, '0'));
    for (const code of guesses)
      expect((await phones.give(cookie, { phoneNumber: number, code })).json).toMatchObject({
        code: 'CODE_WRONG',
      });
    expect((await app.call(logInByCode, { body })).content).toMatchObject({ userId: participant.userId });
  });

  test('is not promised if the hourly limit of codes is reached', async () => {
    const few = await startTestApp({
      ...texts.settings,
      ...ussdSettings('hubtel'),
      UNUSED_CODES_PER_INSTALLATION_PER_HOUR: '1',
    });
    try {
      const of = { url: ussdPath(few, 'hubtel'), gateway: 'hubtel' } as const;
      const requestCodeFor = async (number: string) => {
        await insertPhoneNumber(few, await registerParticipant(few), number);
        const session = openSession(injectInto(few), { ...of, number });
        for (const press of ['', '3']) await (press === '' ? session.dial() : session.press(press));
        return (await session.press('8')).text;
      };
      expect(await requestCodeFor(phones.freshNumber())).toBe(words.codeSent);
      expect(await requestCodeFor(phones.freshNumber())).toMatch(/^We cannot send a code yet/);
    } finally {
      await few.close();
    }
  });
});

test('notifications by text message are turned off and on', async () => {
  const { participant, number } = await person();
  const notifications = async () =>
    (await app.call(readOwnAccount, { as: participant })).content.texts?.notifications;
  const off = await dial(number, '4');
  expect(off.text).toBe([words.notifications.on, words.keys['9'].off, words.keys['0']].join('\n'));
  expect((await off.session.press('9')).text).toBe(words.turned.off);
  expect((await off.session.again()).text).toBe(words.turned.off);
  expect(await notifications()).toBe(false);
  expect((await dial(number, '49')).text).toBe(words.turned.on);
  expect(await notifications()).toBe(true);
});

test('a session belongs to the current owner of its number', async () => {
  const [one, other] = [await person(), await person()];
  await makeBooked(app, { researcher, participant: one.participant });
  const id = crypto.randomUUID();
  await openUssdSession(one.number, id).dial();
  // One session id with another number is another session.
  const others = openUssdSession(other.number, id);
  await others.dial();
  expect((await others.press('1')).text).toBe(words.noMeeting);
  const { session } = await dial(one.number, '16');
  await insertPhoneNumber(app, other.participant, one.number);
  expect((await session.press('7')).text).toBe(words.again);
  expect(await readOwnBookings(one.participant)).toMatchObject([{ state: 'BOOKED' }]);
});

test('keys dialled together with the code open the menu, and have no other effect', async () => {
  const { participant, number } = await person();
  await makeBooked(app, { researcher, participant });
  const session = openUssdSession(number);
  expect(await session.press('7')).toEqual({ text: (await dial(number)).text, isLast: false });
  expect((await session.press('6')).text).toBe((await dial(number)).text);
  expect(await readOwnBookings(participant)).toMatchObject([{ state: 'BOOKED' }]);
  expect((await session.press('2')).isLast).toBe(true);
});

test('a number has an hourly limit of sessions, and so do all numbers together', async () => {
  const few = await startTestApp({
    ...texts.settings,
    ...ussdSettings('hubtel'),
    USSD_SESSIONS_PER_PERSON_PER_HOUR: 1,
    USSD_SESSIONS_PER_INSTALLATION_PER_HOUR: 2,
  });
  try {
    const of = { url: ussdPath(few, 'hubtel'), gateway: 'hubtel' } as const;
    const dialBy = (number: string) => openSession(injectInto(few), { ...of, number }).dial();
    const number = phones.freshNumber();
    expect((await dialBy(number)).text).not.toBe(words.tooOften);
    expect(await dialBy(number)).toEqual({ text: words.tooOften, isLast: true });
    expect((await dialBy(phones.freshNumber())).text).not.toBe(words.tooOften);
    expect((await dialBy(phones.freshNumber())).text).toBe(words.tooOften);
  } finally {
    await few.close();
  }
});

describe('the address', () => {
  test('cannot be guessed, and does not exist without a gateway', async () => {
    const url = ussdPath(app, 'africastalking');
    const form = {
      type: 'application/x-www-form-urlencoded',
      body: 'sessionId=a&phoneNumber=%2B233241234567&text=',
    };
    expect((await inject({ url: `${url}x`, ...form })).status).toBe(404);
    expect((await inject({ url: ussdPath(app, 'hubtel'), ...form })).status).toBe(404);
    const without = await startTestApp(texts.settings);
    try {
      for (const gateway of GATEWAYS)
        expect((await injectInto(without)({ url: ussdPath(without, gateway), ...form })).status).toBe(404);
    } finally {
      await without.close();
    }
  });

  test.each(['sessionId=a', 'phoneNumber=%2B233241234567', 'sessionId=a&phoneNumber=x'])(
    'refuses a request that is not of its gateway: %j',
    async (body) => {
      const before = await countUssdSessions();
      const url = ussdPath(app, 'africastalking');
      expect((await inject({ url, type: 'application/x-www-form-urlencoded', body })).status).toBe(400);
      expect(await countUssdSessions()).toBe(before);
    },
  );
});

test('rows are deleted after a day, and neither they nor the log contain a number', async () => {
  const { participant, number } = await person();
  await dial(number, '4');
  const { db, seal } = openDb(app.engine, readIdentityConfig(app.settings).IDENTITY_DATA_KEYS);
  const { rows } = await sql<{ row: string }>`select row_to_json(session)::text as row
    from identity.ussd_sessions as session where user_id = ${participant.userId}`.execute(app.engine.owner);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain(number.slice(4));
  expect(lines.join('\n')).not.toContain(number.slice(4));
  await sql`update identity.ussd_sessions set started_at = now() - interval '25 hours' where user_id = ${participant.userId}`.execute(
    app.engine.owner,
  );
  await runRetentionJob({ db, seal, config: readIdentityConfig(app.settings) });
  const left = await sql`select 1 from identity.ussd_sessions where user_id = ${participant.userId}`.execute(
    app.engine.owner,
  );
  expect(left.rows).toHaveLength(0);
});
