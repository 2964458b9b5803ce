import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import { changeSlotMeeting } from '@app/contracts/project/slots.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { changeMeeting } from '@app/contracts/project/study-calls.ts';
import { projectEmailWords as emails } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { BOOKING_SEQUENCES } from '@app/test/support/sizes.ts';
import { notifyOfChanges } from '#test/applicants.ts';
import { runJobsNow, untilSent } from '#test/jobs.ts';
import { accept, book, freshSlot } from '#test/meetings.ts';
import { makeProject, makePublished } from '#test/studies.ts';

const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });
let researcher: SignedInUser;
let people: SignedInUser[];
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  people = await Promise.all([0, 1].map(() => registerParticipant(app, { withProfile: true })));
  ({ id: projectId } = await makeProject(app, researcher));
});

const HALLS = ['Hall A', 'Hall B', 'Hall C'] as const;
const details = (hall: string) => ({ place: hall, landmark: 'Main gate' });
const plan = { meetingWay: 'IN_PERSON', meetingDetails: details(HALLS[0]), seatsPerSlot: 2 } as const;
const MEETING_SUBJECTS: ReadonlySet<string> = new Set([
  emails.MEETING_BOOKED.subject,
  emails.MEETING_MOVED.subject,
  emails.PLACE_CHANGED.subject,
  emails.MEETING_CANCELLED.subject,
]);

const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom('book', 'move', 'cancel', 'cancelByResearcher'),
      who: fc.nat(1),
      at: fc.nat(1),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constantFrom('study', 'slot', 'back'),
      who: fc.nat(2),
      at: fc.nat(1),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('send'), who: fc.nat(0), at: fc.nat(1) }) },
);

/** The time and place of a person's meeting ahead; undefined without one. */
async function findMeeting(participant: SignedInUser, study: Study) {
  const { content } = await app.call(calls.listOwnBookings, { as: participant });
  const own = content.find(
    ({ studyId, state }) => studyId === study.id && (state === 'BOOKED' || state === 'CONFIRMED'),
  );
  return own && { id: own.id, known: `${own.startsAt} ${own.details?.place}` };
}
const readEmails = async ({ email }: SignedInUser, study: Study) =>
  (await app.mailbox.read(email)).filter(
    ({ subject, text }) => MEETING_SUBJECTS.has(subject) && text.includes(study.publicName),
  );

test('whatever happens, everyone with a meeting ahead is notified of its last place once, and no one else is', async () => {
  let count = 0;
  const sequence = fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 14 }), async (acts) => {
    count += 1;
    const name = `Halls ${count} of many`;
    const study = await makePublished(app, researcher, { projectId, publicName: name }, plan);
    for (const participant of people) await accept(app, { researcher, participant, study });
    const slots = [await freshSlot(app, study.id, 2), await freshSlot(app, study.id, 2)];
    const notified: (string | undefined)[] = [undefined, undefined];
    const params = (at: number) => ({ id: study.id, slotId: slots[at] ?? '' });

    async function send(arePlacesFirst = false) {
      const before = await Promise.all(people.map(async (one) => (await readEmails(one, study)).length));
      if (arePlacesFirst) await runJobsNow(app, 'place-changes');
      await notifyOfChanges(app);
      await runJobsNow(app, 'place-changes');
      await untilSent(app);
      for (const [at, person] of people.entries()) {
        const known = (await findMeeting(person, study))?.known;
        const all = await readEmails(person, study);
        const fresh = all.slice(0, all.length - (before[at] ?? 0));
        expect(fresh).toHaveLength(known === notified[at] ? 0 : 1);
        if (known !== notified[at] && known !== undefined) expect(fresh[0]?.text).toContain(known.slice(-6));
        notified[at] = known;
      }
    }
    for (const participant of people) await book(app, participant, study.id, slots[0] ?? '');
    await send();
    for (const { act: what, who, at } of acts) {
      const participant = people[who % 2]!;
      const meeting = await findMeeting(participant, study);
      const body = details(HALLS[who] ?? '');
      if (what === 'study') await app.call(changeMeeting, { as: researcher, params: params(at), body });
      if (what === 'slot') await app.call(changeSlotMeeting, { as: researcher, params: params(at), body });
      if (what === 'back')
        await app.call(changeSlotMeeting, { as: researcher, params: params(at), body: {} });
      if (what === 'book') await book(app, participant, study.id, slots[at] ?? '');
      if (what === 'send') await send(at === 1);
      if (!meeting) continue;
      const own = { as: participant, params: { id: meeting.id } };
      if (what === 'move') await app.call(calls.rescheduleBooking, { ...own, body: { slotId: slots[at] } });
      if (what === 'cancel') await app.call(calls.cancelBooking, { ...own, body: {} });
      if (what === 'cancelByResearcher') {
        // The participant gets an email at once, which names no place.
        await send();
        const cancelling = { reason: 'I am ill', isOfferedAgain: true };
        await app.call(calls.cancelBooking, { ...own, as: researcher, body: cancelling });
        await untilSent(app);
        notified[who % 2] = undefined;
      }
    }
    await send();
  });
  await fc.assert(sequence, { numRuns: 2 * BOOKING_SEQUENCES });
});
