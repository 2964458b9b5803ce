// @module-tag both-engines
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, inject as given, onTestFinished, test } from 'vitest';
import { readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import { bookSlot } from '@app/contracts/project/bookings.ts';
import { GATEWAYS } from '@app/simulators/world.ts';
import { ussdWords as words } from '@app/words/ussd.ts';
import { toGsm7 } from '../../../services/identity/src/gsm7.ts';
import { formatShortly } from '../../../services/identity/src/texts/sending-hours.ts';
import { PHONE, accept, book, freshSlot } from '../../../services/project/test/meetings.ts';
import { makeProject, makePublished } from '../../../services/project/test/studies.ts';
import { startTestApp } from '../../support/app.ts';
import { registerParticipant, registerResearcher } from '../../support/people.ts';
import { insertPhoneNumber } from '../../support/phones.ts';
import { USSD_SEQUENCES, sequencesOn } from '../../support/sizes.ts';
import { ussdPath, injectInto, openSession, ussdSettings } from './dialled.ts';

const SMS = { SMS_GATEWAY: 'arkesel', SMS_URL: 'http://127.0.0.1:1', SMS_KEY: 'key', SMS_SENDER: 'Nkomo' };
const NUMBERS = ['+233240000001', '+233240000002'];
/** The key for yes on the screen that explains each change. */
const YES = { CONFIRMED: '5', CANCELLED: '7', CODE_SENT: '8', TURNED: '9' } as const;
const CLEARED = [
  'project.notifications',
  'project.participant_quarter_hours',
  'project.researcher_quarter_hours',
  'project.proof_words',
  'project.booking_steps',
  'project.bookings',
  'project.study_slots',
  'identity.texts',
  'identity.phone_codes',
  'identity.ussd_sessions',
];

const act = fc.record({
  who: fc.nat(1),
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constant('dial' as const) },
    { weight: 12, arbitrary: fc.constant('press' as const) },
    { weight: 3, arbitrary: fc.constant('twice' as const) },
    { weight: 3, arbitrary: fc.constant('again' as const) },
    { weight: 2, arbitrary: fc.constant('late' as const) },
    { weight: 2, arbitrary: fc.constant('withLate' as const) },
    { weight: 1, arbitrary: fc.constant('takeAgain' as const) },
  ),
  /** Usually this is a key that the screen offers. */
  choice: fc.nat(9),
  isAny: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  many: fc.nat(5),
});

test.each(GATEWAYS)(
  'random input, hang-ups, duplicates and delays at %s: at most six screens, one change per yes, no other person’s data',
  async (gateway) => {
    const app = await startTestApp({ ...SMS, ...ussdSettings(gateway) }, undefined, { withWorkers: false });
    onTestFinished(() => app.close());
    const { owner } = app.engine;
    const researcher = await registerResearcher(app, { verified: true });
    const people = await Promise.all(NUMBERS.map(() => registerParticipant(app, { withProfile: true })));
    const { id: projectId } = await makeProject(app, researcher);
    const study = await makePublished(app, researcher, { projectId });
    for (const [at, participant] of people.entries()) {
      await accept(app, { researcher, participant, study });
      await insertPhoneNumber(app, participant, NUMBERS[at]!);
    }
    const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
      (await query.execute(owner)).rows[0]?.count ?? 0;
    const wantsNotifications = async (as: (typeof people)[number]) =>
      (await app.call(readOwnAccount, { as })).content.texts?.notifications;

    const sequence = fc.asyncProperty(
      fc.array(act, { minLength: 8, maxLength: 40, size: 'max' }),
      async (acts) => {
        const phones = [];
        for (const [at, participant] of people.entries()) {
          const slotId = await freshSlot(app, study.id);
          expect((await book(app, participant, study.id, slotId)).status).toBe(201);
          phones.push({
            participant,
            slotId,
            number: NUMBERS[at]!,
            when: toGsm7(formatShortly(slotId))!,
            notifications: await wantsNotifications(participant),
            session: undefined as ReturnType<typeof openSession> | undefined,
            text: '',
            isLast: true,
            typed: 0,
            /** How often the screen of each change was shown and its yes was pressed. */
            yes: { CONFIRMED: 0, CANCELLED: 0, CODE_SENT: 0, TURNED: 0 },
          });
        }
        const open = (number: string) =>
          openSession(injectInto(app), { url: ussdPath(app, gateway), gateway, number });
        for (const { who, what, choice, isAny, many } of acts) {
          const phone = phones[who]!;
          const others = phones[1 - who]!;
          const offered = [...phone.text.matchAll(/^(\d) /gm)].map(([, key = '']) => key);
          const key = isAny || offered.length === 0 ? String(choice) : offered[choice % offered.length]!;
          const isPress = what === 'press' || what === 'twice' || what === 'withLate';
          if (what === 'takeAgain') {
            const body = { slotId: phone.slotId, phoneNumber: PHONE };
            const on = { as: phone.participant, params: { id: study.id } };
            expect((await app.call(bookSlot, { ...on, body })).status).toBeLessThan(500);
            continue;
          }
          // A new session follows a hang-up.
          if (what === 'dial' || !phone.session) {
            phone.session = open(phone.number);
            phone.typed = 0;
            Object.assign(phone, await phone.session.dial());
          } else if (isPress && !phone.isLast) {
            for (const change of Object.keys(YES) as (keyof typeof YES)[])
              if (YES[change] === key && offered.includes(key)) phone.yes[change] += 1;
            phone.typed += 1;
            const pressed = phone.session.press(key);
            const repeated =
              what === 'twice'
                ? phone.session.again()
                : what === 'withLate'
                  ? phone.session.again(Math.min(many, phone.typed - 1))
                  : pressed;
            const [shown, double] = await Promise.all([pressed, repeated]);
            if (what === 'twice') expect(double).toEqual(shown);
            Object.assign(phone, shown);
          } else if (what === 'again') {
            // A late duplicate of input that came too early has ended it.
            expect([phone.text, words.again]).toContain((await phone.session.again()).text);
          } else if (what === 'late') {
            // The phone does not show the response.
            await phone.session.again(Math.min(many, phone.typed));
          }
          expect(phone.text).not.toContain(others.when);
        }
        expect(
          await count(sql`select max(length(keys))::int + 1 as count from identity.ussd_sessions`),
        ).toBeLessThanOrEqual(6);
        for (const { participant, yes, notifications } of phones) {
          const { userId } = participant;
          const steps = (state: string) =>
            count(sql`select count(*)::int from project.booking_steps as step join project.bookings using (booking_id)
              where participant_id = ${userId} and step.state = ${state}`);
          const codes = await count(
            sql`select count(*)::int from identity.texts where user_id = ${userId} and kind = 'PHONE_CODE'`,
          );
          const ended = (screen: string) =>
            count(
              sql`select count(*)::int from identity.ussd_sessions where user_id = ${userId} and screen = ${screen}`,
            );
          expect(await steps('CONFIRMED')).toBeLessThanOrEqual(yes.CONFIRMED);
          expect(await steps('CANCELLED_BY_PARTICIPANT')).toBe(await ended('CANCELLED'));
          expect(await ended('CANCELLED')).toBeLessThanOrEqual(yes.CANCELLED);
          expect(codes).toBe(await ended('CODE_SENT'));
          expect(codes).toBeLessThanOrEqual(yes.CODE_SENT);
          expect(await ended('TURNED')).toBeLessThanOrEqual(yes.TURNED);
          if (yes.TURNED === 0) expect(await wantsNotifications(participant)).toBe(notifications);
        }
        for (const table of CLEARED) await sql`delete from ${sql.table(table)}`.execute(owner);
      },
    );
    await fc.assert(sequence, { numRuns: sequencesOn(given('engine'), USSD_SEQUENCES) });
  },
);
