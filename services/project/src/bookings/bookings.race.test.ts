import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import {
  cancelBooking,
  cancelSlot,
  listOwnBookings,
  rescheduleBooking,
} from '@app/contracts/project/bookings.ts';
import { changeSlotMeeting, removeSlot } from '@app/contracts/project/slots.ts';
import { changeMeeting } from '@app/contracts/project/study-calls.ts';
import { decide } from '#test/applicants.ts';
import { accept, book, freshSlot, makeAccepted, setNotified } from '#test/meetings.ts';
import { dayAhead, makeProject, makePublished } from '#test/studies.ts';
import {
  type Race,
  type RaceAnswer,
  refusalCodes,
  useRace,
  countSuccesses,
} from '@app/test/support/meeting-races.ts';
import { assertNoDeadlocks } from '#test/locks.ts';

const race = useRace({ DECISION_NOTICE_SECONDS: 0 }, true);
afterAll(() => assertNoDeadlocks(race.app));

const readTakenSeats = async (studyId: string, slotId: string) =>
  (
    await sql<{ taken: number }>`
      select taken from project.study_slots where study_id = ${studyId} and starts_at = ${slotId}`.execute(
      race.app.engine.owner,
    )
  ).rows[0]?.taken;

test('AP4 CON-3 the last seats of a slot go to exactly as many people as there are seats', async () => {
  const { study } = await race.makeFull();
  await race.rounds(async (round) => {
    const seats = 1 + (round % 3);
    const slotId = await freshSlot(race.app, study.id, seats);
    const answers = await race.callers((index, caller) =>
      book(caller, race.personAt(index), study.id, slotId),
    );
    expect(await readTakenSeats(study.id, slotId)).toBe(seats);
    expect(refusalCodes(answers)).toEqual(new Set(['SLOT_IS_FULL']));
    await race.endAll();
  });
});

test('AV7 CON-4 concurrent removals of different times of a study leave one future time', async () => {
  const { id: projectId } = await makeProject(race.app, race.researcher);
  await race.rounds(async () => {
    const study = await makePublished(
      race.app,
      race.researcher,
      { projectId },
      { availableDates: [dayAhead(3)], availableTimes: ['09:00 AM', '10:00 AM'] },
    );
    const answers = await race.callers((index, caller) =>
      caller.call(removeSlot, {
        as: race.researcher,
        params: { id: study.id, slotId: `${dayAhead(3)}T${index % 4 < 2 ? '09' : '10'}:00:00.000Z` },
      }),
    );
    expect(countSuccesses(answers)).toBe(1);
    expect(refusalCodes(answers)).toEqual(new Set(['SLOT_IS_LAST', 'SLOT_NOT_FOUND']));
  });
});

test('AV3 CON-4 concurrent bookings never give a participant or a researcher overlapping meetings', () =>
  race.rounds(async () => {
    const { app, researcher } = race;
    const participant = race.personAt(0);
    const first = await makeAccepted(app, { researcher, participant });
    const second = await makeAccepted(app, { researcher, participant });
    await accept(app, { researcher, participant: race.personAt(1), study: second.study });
    const slotId = await freshSlot(app, first.study.id);
    const half = new Date(Date.parse(slotId) + 15 * 60_000).toISOString();
    await sql`insert into project.study_slots (study_id, starts_at, seats) values (${second.study.id}, ${half}, 9)`.execute(
      app.engine.owner,
    );
    const answers = await race.callers((index, caller) =>
      index % 3 === 0
        ? book(caller, participant, first.study.id, slotId)
        : book(caller, race.personAt(index % 3 === 1 ? 0 : 1), second.study.id, half),
    );
    expect(countSuccesses(answers)).toBeGreaterThan(0);
    const { rows } = await sql<{ studies: number }>`
      select count(distinct study_id)::int as studies from project.bookings
      where study_id in (${first.study.id}, ${second.study.id})`.execute(app.engine.owner);
    expect(rows).toEqual([{ studies: 1 }]);
    await race.endAll();
  }));

test('AV7 CON-4 concurrent reschedules between two slots, and cancellations, keep the seats correct', async () => {
  const { study } = await race.makeFull();
  await race.rounds(async (round) => {
    // Only six seats leave room to pass.
    const seats = 5 + (round % 2);
    const [a, b] = [await freshSlot(race.app, study.id, seats), await freshSlot(race.app, study.id, seats)];
    const booked: string[] = [];
    for (const [index, person] of race.people.entries()) {
      const { content } = await book(race.app, person, study.id, index % 2 === 0 ? a : b);
      booked.push(content.id);
    }
    const answers = await race.callers((index, caller) => {
      const at = index % race.people.length;
      const on = { as: race.personAt(at), params: { id: booked[at] ?? '' } };
      if (index % 7 === 0 && round % 3 > 0) return caller.call(cancelBooking, { ...on, body: {} });
      const slotId = (at + Math.floor(index / race.people.length)) % 2 === 0 ? b : a;
      return caller.call(rescheduleBooking, { ...on, body: { slotId } });
    });
    const known = ['SLOT_IS_FULL', 'BOOKING_HAS_ENDED', 'TOO_MANY_MOVES', 'SLOT_IS_NOT_FREE'];
    for (const code of refusalCodes(answers)) expect(known).toContain(code);
    await race.endAll();
  });
});

test('AV7 CON-4 a time cancelled for all while people book, cancel and reschedule has no bookings afterwards', async () => {
  const { study } = await race.makeFull();
  await race.rounds(async () => {
    const [a, b] = [await freshSlot(race.app, study.id, 9), await freshSlot(race.app, study.id, 9)];
    const { content } = await book(race.app, race.personAt(0), study.id, a);
    await book(race.app, race.personAt(1), study.id, b);
    const answers = await race.callers<RaceAnswer>((index, caller) => {
      if (index % 10 === 9)
        return caller.call(cancelSlot, {
          as: race.researcher,
          params: { id: study.id, slotId: a },
          body: { reason: 'Ill' },
        });
      if (index % 10 === 0)
        return caller.call(rescheduleBooking, {
          as: race.personAt(0),
          params: { id: content.id },
          body: { slotId: index % 20 === 0 ? b : a },
        });
      return book(caller, race.personAt(2 + (index % 8)), study.id, index % 3 === 0 ? b : a);
    });
    for (const [index, { status }] of answers.entries()) if (index % 10 === 9) expect(status).toBe(200);
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::int from project.bookings where study_id = ${study.id} and starts_at = ${a}
      and state in ('BOOKED', 'CONFIRMED') group by state`.execute(race.app.engine.owner);
    expect(rows).toEqual([]);
    const slot = await sql`
      select seats, taken from project.study_slots where study_id = ${study.id} and starts_at = ${a}`.execute(
      race.app.engine.owner,
    );
    expect(slot.rows).toEqual([{ seats: 0, taken: 0 }]);
    await race.endAll();
  });
});

test('AV7 CON-4 a booking rescheduled while either side cancels it ends once, with both seats free', async () => {
  const { study } = await race.makeFull(1);
  const as = race.personAt(0);
  await race.rounds(async () => {
    const [a, b] = [await freshSlot(race.app, study.id), await freshSlot(race.app, study.id)];
    const { content } = await book(race.app, as, study.id, a);
    const params = { id: content.id };
    const answers = await race.callers<{ status: number }>((index, caller) => {
      if (index % 2 === 1)
        return caller.call(rescheduleBooking, { as, params, body: { slotId: index % 4 === 1 ? b : a } });
      return caller.call(cancelBooking, {
        as: index % 4 === 0 ? as : race.researcher,
        params,
        body: { reason: 'Ill' },
      });
    });
    expect(countSuccesses(answers as never)).toBeGreaterThan(0);
    const { rows } = await sql<{ state: string; sequence: number; moves: number; steps: number }>`
      select state, sequence, moves,
        (select count(*)::int from project.booking_steps as step where step.booking_id = booking.booking_id) as steps
      from project.bookings as booking where booking_id = ${content.id}`.execute(race.app.engine.owner);
    const [ended] = rows;
    expect(ended?.state).toMatch(/^CANCELLED/);
    const moves = ended?.moves ?? 0;
    expect(ended).toMatchObject({ sequence: moves + 1, steps: moves + 2 });
    expect([await readTakenSeats(study.id, a), await readTakenSeats(study.id, b)]).toEqual([0, 0]);
  });
});

test('AP5 CON-4 several acceptances are undone while other bookings are rescheduled between overlapping times', async () => {
  const { study, applicationIds } = await race.makeFull();
  const [first = '', third = ''] = applicationIds;
  await race.rounds(async () => {
    const early = await freshSlot(race.app, study.id, 9);
    const at = (minutes: number) => new Date(Date.parse(early) + minutes * 60_000).toISOString();
    const [middle, late] = [at(15), at(60)];
    await sql`insert into project.study_slots (study_id, starts_at, seats)
      values (${study.id}, ${middle}, 9), (${study.id}, ${late}, 9)`.execute(race.app.engine.owner);
    const booked = new Map<number, string>();
    for (const [index] of race.people.entries()) {
      const answer = await book(race.app, race.personAt(index), study.id, index === 0 ? early : late);
      booked.set(index, answer.content.id);
    }
    const body = { status: 'PENDING', cancelsMeeting: true } as const;
    const undoing = decide(race.app, race.researcher, study.id, [first, third], body);
    await race.callers((index, caller) => {
      const mover = 2 + (index % 8);
      const slotId = Math.floor(index / 8) % 2 === 0 ? middle : late;
      const params = { id: booked.get(mover) ?? '' };
      return caller.call(rescheduleBooking, { as: race.personAt(mover), params, body: { slotId } });
    });
    await undoing;
    const { rows } = await sql<{ state: string }>`select distinct state from project.bookings
      where booking_id in (${booked.get(0)}, ${booked.get(1)})`.execute(race.app.engine.owner);
    expect(rows).toEqual([{ state: 'CANCELLED_BY_RESEARCHER' }]);
    await race.endAll();
    await decide(race.app, race.researcher, study.id, [first, third], { status: 'ACCEPTED' });
    await setNotified(race.app, [first, third]);
  });
});

test('AP3 CON-4 an acceptance is undone while its applicant books: one of the two is refused', async () => {
  const { study, applicationIds } = await race.makeFull(1);
  const [applicationId = ''] = applicationIds;
  const person = race.personAt(0);
  await race.rounds(async () => {
    const slotId = await freshSlot(race.app, study.id);
    await sql`update project.application_steps set at = now() where step_id = (
      select last_step_id from project.applications where application_id = ${applicationId})`.execute(
      race.app.engine.owner,
    );
    const answers = await race.callers<RaceAnswer>((index, caller) =>
      index % 10 === 5
        ? decide(caller, race.researcher, study.id, [applicationId], { status: 'PENDING' })
        : book(caller, person, study.id, slotId),
    );
    for (const code of refusalCodes(answers)) expect(['NOT_ACCEPTED', 'ALREADY_BOOKED']).toContain(code);
    const { rows } = await sql<{ status: string; meetings: number }>`
      select status, (select count(*)::int from project.bookings as booking
        where booking.application_id = application.application_id and booking.state = 'BOOKED') as meetings
      from project.applications as application where application_id = ${applicationId}`.execute(
      race.app.engine.owner,
    );
    expect([
      { status: 'ACCEPTED', meetings: 1 },
      { status: 'PENDING', meetings: 0 },
    ]).toContainEqual(rows[0]);
    await race.endAll();
    await decide(race.app, race.researcher, study.id, [applicationId], { status: 'ACCEPTED' });
  });
});

test('AV7 CON-4 a time proposed while others book it is reserved or refused; a refusal cancels nothing', async () => {
  const { study } = await race.makeFull();
  await race.rounds(async (round) => {
    const [a, b] = [await freshSlot(race.app, study.id), await freshSlot(race.app, study.id)];
    const { content } = await book(race.app, race.personAt(0), study.id, a);
    const proposing = (caller: Pick<Race['app'], 'call'>) =>
      caller.call(cancelBooking, {
        as: race.researcher,
        params: { id: content.id },
        body: { reason: 'Ill', proposes: b },
      });
    // Rounds alternate between many early proposals and one late one.
    const isFirst = round % 2 === 1;
    const answers = await race.callers<RaceAnswer>((index, caller) =>
      (isFirst ? index % 3 === 0 : index === 20)
        ? proposing(caller)
        : book(caller, race.personAt(1 + (index % 8)), study.id, b),
    );
    const known = ['SLOT_IS_FULL', 'ALREADY_BOOKED'];
    for (const code of refusalCodes(answers)) expect(known).toContain(code);
    const { rows } = await sql<{ state: string; isAtB: boolean }>`
      select state, starts_at = ${b} as "isAtB" from project.bookings
      where study_id = ${study.id} and participant_id = ${race.personAt(0).userId} and starts_at in (${a}, ${b})
      order by starts_at`.execute(race.app.engine.owner);
    const isReserved = rows.length > 1;
    expect(rows).toEqual(
      isReserved
        ? [
            { state: 'CANCELLED_BY_RESEARCHER', isAtB: false },
            { state: 'OFFERED', isAtB: true },
          ]
        : [{ state: 'BOOKED', isAtB: false }],
    );
    for (const [index, { status }] of answers.entries())
      if (isFirst ? index % 3 === 0 : index === 20) expect(status).toBe(isReserved ? 200 : 409);
    expect(await readTakenSeats(study.id, b)).toBe(1);
    await race.endAll();
  });
});

test('AV7 CON-4 with concurrent proposals, reschedules and bookings each person has one time', async () => {
  const { study } = await race.makeFull();
  await race.rounds(async () => {
    const [a, b] = [await freshSlot(race.app, study.id, 9), await freshSlot(race.app, study.id, 9)];
    const c = await freshSlot(race.app, study.id, 9);
    const booked: string[] = [];
    for (const [index, person] of race.people.entries()) {
      const { content } = await book(race.app, person, study.id, index % 2 === 0 ? a : b);
      booked.push(content.id);
    }
    const answers = await race.callers<RaceAnswer>((index, caller) => {
      const at = index % race.people.length;
      const params = { id: booked[at] ?? '' };
      const other = at % 2 === 0 ? b : a;
      const repeat = Math.floor(index / race.people.length);
      if (repeat < 2)
        return caller.call(cancelBooking, {
          as: race.researcher,
          params,
          body: { reason: 'Ill', proposes: other, isOfferedAgain: true },
        });
      const as = race.personAt(at);
      if (repeat === 2) return caller.call(rescheduleBooking, { as, params, body: { slotId: c } });
      return book(caller, as, study.id, repeat === 3 ? other : c);
    });
    const known = [
      'BOOKING_HAS_ENDED',
      'ALREADY_BOOKED',
      'SLOT_IS_FULL',
      'TIME_NOT_FOR_THEM',
      'TOO_MANY_MOVES',
      'SLOT_IS_NOT_FREE',
    ];
    for (const code of refusalCodes(answers)) expect(known).toContain(code);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from project.bookings where study_id = ${study.id} and starts_at in (${a}, ${b}, ${c})
        and state in ('OFFERED', 'BOOKED') group by application_id`.execute(race.app.engine.owner);
    expect(rows).toHaveLength(race.people.length);
    expect(new Set(rows.map(({ count }) => count))).toEqual(new Set([1]));
    await race.endAll();
  });
});

test('people who book while the place changes all see the last place; only those who saw another leave freely', async () => {
  const place = (index: number) => ({ place: `Hall ${index}`, landmark: 'Main gate' });
  const { id: projectId } = await makeProject(race.app, race.researcher);
  const plan = { meetingWay: 'IN_PERSON', meetingDetails: place(0), seatsPerSlot: 30 } as const;
  await race.rounds(async () => {
    const study = await makePublished(race.app, race.researcher, { projectId }, plan);
    const people = race.people.slice(0, 5);
    for (const participant of people)
      await accept(race.app, { researcher: race.researcher, participant, study });
    const params = { id: study.id, slotId: await freshSlot(race.app, study.id, 30) };
    const shown = new Map<string, unknown>();
    const answers = await race.callers(async (index, caller): Promise<RaceAnswer> => {
      const participant = index % 2 === 0 ? people[index / 2] : undefined;
      const change = { as: race.researcher, params, body: place(index) };
      if (!participant) return caller.call(index % 3 === 0 ? changeMeeting : changeSlotMeeting, change);
      const answer = await book(caller, participant, study.id, params.slotId);
      shown.set(participant.userId, answer.content.details?.place);
      return answer;
    });
    expect(refusalCodes(answers)).toEqual(new Set());
    const last = new Set();
    for (const participant of people) {
      const { content } = await race.app.call(listOwnBookings, { as: participant });
      const { details, freeUntil, startsAt } = content.find(({ studyId }) => studyId === study.id)!;
      last.add(details?.place);
      expect(freeUntil === startsAt).toBe(shown.get(participant.userId) !== details?.place);
    }
    expect(last.size).toBe(1);
    await race.endAll();
  });
});
