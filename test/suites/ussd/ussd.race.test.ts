import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '@app/kit/log.ts';
import { ussdWords as words } from '@app/words/ussd.ts';
import { GATEWAYS } from '@app/simulators/world.ts';
import { makeBooked } from '../../../services/project/test/meetings.ts';
import { startTestApp } from '../../support/app.ts';
import { registerParticipant, registerResearcher } from '../../support/people.ts';
import { insertPhoneNumber } from '../../support/phones.ts';
import { CALLERS, RACE_ROUNDS } from '../../support/sizes.ts';
import { ussdPath, injectInto, openSession, ussdSettings } from './dialled.ts';

const SMS = { SMS_GATEWAY: 'arkesel', SMS_URL: 'http://127.0.0.1:1', SMS_KEY: 'key', SMS_SENDER: 'Nkomo' };
const NUMBER = '+233240000001';

test.each(GATEWAYS)(
  'concurrent duplicates of every request of a session make one change, at %s',
  async (gateway) => {
    const app = await startTestApp({ ...SMS, ...ussdSettings(gateway) }, undefined, { withWorkers: false });
    onTestFinished(() => app.close());
    const researcher = await registerResearcher(app, { verified: true });
    const participant = await registerParticipant(app, { withProfile: true });
    await insertPhoneNumber(app, participant, NUMBER);
    const countRows = async (query: ReturnType<typeof sql>) =>
      (await query.execute(app.engine.owner)).rows.length;
    for (let round = 0; round < RACE_ROUNDS; round += 1) {
      const { booking } = await makeBooked(app, { researcher, participant });
      for (const keys of ['167', '38']) {
        const session = openSession(injectInto(app), {
          url: ussdPath(app, gateway),
          gateway,
          number: NUMBER,
        });
        const dialled = await Promise.all(Array.from({ length: CALLERS }, () => session.dial()));
        expect(new Set(dialled.map(({ text }) => text)).size).toBe(1);
        for (const key of keys) {
          const first = session.press(key);
          const others = Array.from({ length: CALLERS }, () => session.again());
          const texts = (await Promise.all([first, ...others])).map(({ text }) => text);
          expect(new Set(texts).size).toBe(1);
        }
      }
      expect(
        await countRows(sql`select 1 from project.booking_steps where booking_id = ${booking.id}
        and state = 'CANCELLED_BY_PARTICIPANT'`),
      ).toBe(1);
      expect(await countRows(sql`select 1 from identity.texts where user_id = ${participant.userId}`)).toBe(
        1,
      );
      await sql`delete from identity.texts`.execute(app.engine.owner);
      await sql`delete from identity.phone_codes`.execute(app.engine.owner);
    }
  },
);

test('a caller who cannot be answered in time reads so, before the network gives up', async () => {
  const settings = { ...SMS, ...ussdSettings('arkesel'), USSD_ANSWER_MILLISECONDS: 100 };
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => lines.push(line) });
  const app = await startTestApp(settings, log, { withWorkers: false });
  onTestFinished(() => app.close());
  await app.engine.owner.transaction().execute(async (trx) => {
    await sql`lock table identity.ussd_sessions in access exclusive mode`.execute(trx);
    const of = { url: ussdPath(app, 'arkesel'), gateway: 'arkesel', number: NUMBER } as const;
    expect(await openSession(injectInto(app), of).dial()).toEqual({ text: words.failed, isLast: true });
    // The request still waits for the lock.
    expect(lines.join('')).not.toContain('could not be answered');
  });
});
