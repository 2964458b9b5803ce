import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { moveBooking } from '@app/contracts/project/bookings.ts';
import { useApp } from '@app/test/support/app.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { decide, tellDecisions } from '#test/applicants.ts';
import { accept, book, freshSlot, startAgo } from '#test/meetings.ts';
import { apply } from '#test/studies.ts';

const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(async () => {
  participant = await registerParticipant(app, { withProfile: true });
});

/** A paid study of one place, whose holder meets in some hours, and somebody else who waits for it. */
async function booked(inHours: number) {
  const study = await makePaidStudy(app, researcher);
  const applicationId = await accept(app, { researcher, participant, study });
  const { content } = await book(app, participant, study.id, await freshSlot(app, study.id));
  await startAgo(app, content.id, `${-inHours} hours`);
  const other = await registerParticipant(app, { withProfile: true });
  const { id: otherId } = (await apply(app, other, study)).content;
  await sql`update project.studies set desired_number_of_participants = 1 where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  const decideOn = async (id: string, status: 'PENDING' | 'ACCEPTED') =>
    (await decide(app, researcher, study.id, [id], { status })).content.decided;
  return { study, applicationId, otherId, bookingId: content.id, decideOn };
}

const slotIn = async (studyId: string, hours: number) => {
  const startsAt = new Date(Math.ceil(Date.now() / 900_000) * 900_000 + hours * 3_600_000).toISOString();
  // The study may have that very time.
  await sql`insert into project.study_slots (study_id, starts_at, seats) values (${studyId}, ${startsAt}, 1) on conflict do nothing`.execute(
    app.engine.owner,
  );
  return startsAt;
};
const countsAfterTelling = async (bookingId: string) => {
  await tellDecisions(app);
  const { rows } = await sql<{ state: string; counts: boolean }>`
    select state, counts_as_attended as counts from project.bookings where booking_id = ${bookingId}`.execute(
    app.engine.owner,
  );
  return rows;
};

test('whose place is given on moves to no time at which taking it back counts, and nothing says why', async () => {
  const { study, applicationId, otherId, bookingId, decideOn } = await booked(72);
  const move = async (slotId: string) => {
    const moved = await app.call(moveBooking, {
      as: participant,
      params: { id: bookingId },
      body: { slotId },
    });
    return [moved.status, moved.json['code']];
  };
  // Before the only place is given on nothing is refused.
  expect(await move(await slotIn(study.id, 20))).toEqual([200, undefined]);
  expect(await move(await slotIn(study.id, 60))).toEqual([200, undefined]);
  expect(await decideOn(applicationId, 'PENDING')).toEqual([applicationId]);
  expect(await decideOn(otherId, 'ACCEPTED')).toEqual([otherId]);
  expect(await move(await slotIn(study.id, 21))).toEqual([409, 'SLOT_IS_TOO_SOON']);
  expect(await move(await slotIn(study.id, 30))).toEqual([200, undefined]);
  expect(await countsAfterTelling(bookingId)).toEqual([{ state: 'CANCELLED_BY_RESEARCHER', counts: false }]);
});

test('an acceptance that is taken back in time counts for nobody, however late that is told', async () => {
  const { applicationId, otherId, bookingId, decideOn } = await booked(26);
  expect(await decideOn(applicationId, 'PENDING')).toEqual([applicationId]);
  expect(await decideOn(otherId, 'ACCEPTED')).toEqual([otherId]);
  // No worker ran for three hours.
  await startAgo(app, bookingId, '-23 hours');
  await sql`update project.application_steps set at = at - interval '3 hours' where application_id = ${applicationId}`.execute(
    app.engine.owner,
  );
  expect(await countsAfterTelling(bookingId)).toEqual([{ state: 'CANCELLED_BY_RESEARCHER', counts: false }]);
});
