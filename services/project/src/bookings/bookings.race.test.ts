import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { cancelBooking, moveBooking } from '@app/contracts/project/bookings.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { registerParticipant, registerResearcher } from '../../../../test/people.ts';
import { CALLERS, RACE_ROUNDS } from '../../../../test/sizes.ts';
import { accept, book, flawsOf, freshSlot, makeAccepted, tellNow } from '../../test/meetings.ts';
import { makeProject, makePublished } from '../../test/studies.ts';

let app: TestApp;
let other: TestApp['call'];
let researcher: SignedInUser;
let people: SignedInUser[];
beforeAll(async () => {
  app = await startTestApp({}, undefined, { withWorkers: false });
  other = await app.startNode();
  researcher = await registerResearcher(app, { verified: true });
  people = await Promise.all(
    Array.from({ length: 10 }, () => registerParticipant(app, { withProfile: true })),
  );
});
afterAll(() => app.close());

const rounds = async (round: (number: number) => Promise<void>) => {
  for (let number = 0; number < RACE_ROUNDS; number += 1) {
    await round(number);
    expect(await flawsOf(app)).toEqual([]);
  }
};
/** All at once, over two nodes. */
const callers = <T>(ask: (index: number, caller: { call: TestApp['call'] }) => Promise<T>) =>
  Promise.all(
    Array.from({ length: CALLERS }, (_, index) => ask(index, index % 2 === 0 ? app : { call: other })),
  );
const personAt = (index: number) => {
  const person = people[index % people.length];
  if (!person) throw new Error('There are some');
  return person;
};
const codesOf = (answers: { status: number; json: Record<string, unknown> }[]) =>
  new Set(answers.filter(({ status }) => status >= 300).map(({ json }) => json['code']));
const wonBy = (answers: { status: number }[]) => answers.filter(({ status }) => status < 300).length;

/** A study in which all ten are accepted. */
async function makeFull() {
  const project = await makeProject(app, researcher);
  const study = await makePublished(app, researcher, { projectId: project.id });
  const ids = [];
  for (const participant of people) ids.push(await accept(app, { researcher, participant, study }));
  await tellNow(app, ids);
  return study;
}

test('AP4 CON-3 the last seats of a slot: as many have one as there are', async () => {
  const study = await makeFull();
  await rounds(async (round) => {
    const seats = 1 + (round % 3);
    const slotId = await freshSlot(app, study.id, seats);
    const answers = await callers((index, caller) => book(caller, personAt(index), study.id, slotId));
    const { rows } = await sql<{ taken: number }>`
      select taken from project.study_slots where study_id = ${study.id} and starts_at = ${slotId}`.execute(
      app.engine.owner,
    );
    expect(rows).toEqual([{ taken: seats }]);
    expect(codesOf(answers)).toEqual(new Set(['SLOT_IS_FULL']));
    await sql`update project.bookings set state = 'ATTENDED' where study_id = ${study.id} and state = 'BOOKED'`.execute(
      app.engine.owner,
    );
  });
});

test('AV3 CON-4 one person into overlapping slots of two studies, and one researcher’s two studies at the same hour', () =>
  rounds(async () => {
    const participant = personAt(0);
    const first = await makeAccepted(app, { researcher, participant });
    const second = await makeAccepted(app, { researcher, participant });
    await accept(app, { researcher, participant: personAt(1), study: second.study });
    const slotId = await freshSlot(app, first.study.id);
    const half = new Date(Date.parse(slotId) + 15 * 60_000).toISOString();
    await sql`insert into project.study_slots (study_id, starts_at, seats) values (${second.study.id}, ${half}, 9)`.execute(
      app.engine.owner,
    );
    const answers = await callers((index, caller) =>
      index % 3 === 0
        ? book(caller, participant, first.study.id, slotId)
        : book(caller, personAt(index % 3 === 1 ? 0 : 1), second.study.id, half),
    );
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect(wonBy(answers)).toBeGreaterThan(0);
    const { rows } = await sql<{ studies: number }>`
      select count(distinct study_id)::int as studies from project.bookings
      where study_id in (${first.study.id}, ${second.study.id})`.execute(app.engine.owner);
    expect(rows).toEqual([{ studies: 1 }]);
  }));

test('AV7 CON-4 moves from one slot to the other and back, with cancellations among them', () =>
  rounds(async () => {
    const study = await makeFull();
    const [a, b] = [await freshSlot(app, study.id, 6), await freshSlot(app, study.id, 6)];
    const booked: string[] = [];
    for (const [index, person] of people.entries()) {
      const { content } = await book(app, person, study.id, index % 2 === 0 ? a : b);
      booked.push(content.id);
    }
    const answers = await callers((index, caller) => {
      const at = index % people.length;
      const id = booked[at] ?? '';
      if (index % 7 === 0) {
        return caller.call(cancelBooking, { as: personAt(at), params: { id }, body: {} });
      }
      const slotId = (at + Math.floor(index / people.length)) % 2 === 0 ? b : a;
      return caller.call(moveBooking, { as: personAt(at), params: { id }, body: { slotId } });
    });
    const known = ['SLOT_IS_FULL', 'BOOKING_IS_OVER', 'TOO_MANY_MOVES', 'SLOT_IS_NOT_FREE'];
    for (const code of codesOf(answers)) expect(known).toContain(code);
  }));
