import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import { MOST_WRONG_ENTRIES } from '@app/contracts/project/meeting-choices.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { type Race, useRace } from '@app/test/support/meeting-races.ts';
import { assertNoDeadlocks } from '#test/locks.ts';
import { book, freshSlot, moveStart, runMeetingSchedule } from '#test/meetings.ts';

const race = useRace({}, true);
let study: Study;
beforeAll(async () => {
  ({ study } = await race.makeFull(1));
});
afterAll(() => assertNoDeadlocks(race.app));

async function makeStarted(ago: string): Promise<{ id: string; word: string }> {
  await race.endAll();
  const slotId = await freshSlot(race.app, study.id);
  const { content } = await book(race.app, race.personAt(0), study.id, slotId);
  await moveStart(race.app, content.id, ago);
  return { id: content.id, word: content.proofWords!.second };
}
const mark = (caller: Pick<Race['app'], 'call'>, id: string, body: BodyOf<typeof markAttendance>) =>
  caller.call(markAttendance, { as: race.researcher, params: { id }, body });
async function readOutcome(id: string) {
  const { rows } = await sql<{ state: string; isProven: boolean; came: number }>`
    select state, proven_at is not null as "isProven", (select count(*)::int from project.booking_steps as step
      where step.booking_id = booking.booking_id and step.state = 'ATTENDED') as came
    from project.bookings as booking where booking_id = ${id}`.execute(race.app.engine.owner);
  return rows[0]!;
}

test('an entry that is sent several times at once marks once', () =>
  race.rounds(async () => {
    const { id, word } = await makeStarted('20 minutes');
    const answers = await race.callers<{ status: number }>((_, caller) =>
      mark(caller, id, { outcome: 'ATTENDED', word }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await readOutcome(id)).toEqual({ state: 'ATTENDED', isProven: true, came: 1 });
  }));

test('an entry and an absence at once: the meeting counts as attended, with proof', () =>
  race.rounds(async () => {
    const { id, word } = await makeStarted('20 minutes');
    await race.callers<{ status: number }>((index, caller) =>
      mark(caller, id, index % 2 === 0 ? { outcome: 'ATTENDED', word } : { outcome: 'NO_SHOW' }),
    );
    expect(await readOutcome(id)).toMatchObject({ state: 'ATTENDED', isProven: true });
  }));

test('an entry and the scheduled end at once mark once, and the proof is stored', () =>
  race.rounds(async () => {
    const { id, word } = await makeStarted('73 hours');
    await Promise.all([
      runMeetingSchedule(race.app),
      race.callers<{ status: number }>((_, caller) => mark(caller, id, { outcome: 'ATTENDED', word })),
    ]);
    expect(await readOutcome(id)).toEqual({ state: 'ATTENDED', isProven: true, came: 1 });
  }));

test('of many wrong entries at once, five are counted and the rest are refused', () =>
  race.rounds(async () => {
    const { id } = await makeStarted('20 minutes');
    const answers = await race.callers<{ status: number; json: Record<string, unknown> }>((index, caller) =>
      mark(caller, id, { outcome: 'ATTENDED', word: `wrong ${index}` }),
    );
    const wrong = answers.filter(({ json }) => json['code'] === 'PROOF_WORD_WRONG');
    expect(wrong).toHaveLength(MOST_WRONG_ENTRIES);
    const ended = answers.filter(({ json }) => json['code'] === 'PROOF_WORDS_ENDED');
    expect(ended).toHaveLength(answers.length - MOST_WRONG_ENTRIES);
  }));
