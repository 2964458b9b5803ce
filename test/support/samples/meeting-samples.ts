import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { projectContract } from '@app/contracts/project/contract.ts';
import { showNumber } from '@app/contracts/project/bookings.ts';
import { reportMeeting } from '@app/contracts/project/disputes.ts';
import { renewCalendarFeed } from '@app/contracts/project/calendar.ts';
import { disputeSecret } from '../../../services/project/src/bookings/disputes/disputes.ts';
import { readProjectConfig } from '../../../services/project/src/config.ts';
import {
  PHONE,
  freshSlot,
  makeAccepted,
  makeBooked,
  moveStart,
} from '../../../services/project/test/meetings.ts';
import { dayAhead } from '../../../services/project/test/studies.ts';
import { foreignDraft, ownStudy, owningResearcher, makePublishedStudy } from './owned.ts';
import { type Recipe, type Sample, fixed, isSame } from './recipe.ts';
import type { World } from './world.ts';

/** For any caller, pairs a participant who can have bookings with a researcher who can have them. */
export const meetingPair = (world: World, me: SignedInUser) => ({
  researcher: owningResearcher(world, me),
  participant: world.people.participant,
});
export const otherMeetingPair = ({ people }: World, me: SignedInUser) =>
  me.role === 'PARTICIPANT'
    ? {
        researcher: people.researcher,
        participant: isSame(me, people.otherParticipant) ? people.participant : people.otherParticipant,
      }
    : {
        researcher: isSame(me, people.otherResearcher) ? people.researcher : people.otherResearcher,
        participant: people.participant,
      };

/** Creates a booking whose meeting began this long ago. */
const makeBookedMeeting = async (world: World, me: SignedInUser, ago?: string) => {
  const meeting = await makeBooked(world.app, meetingPair(world, me));
  if (ago !== undefined) await moveStart(world.app, meeting.booking.id, ago);
  return meeting;
};
const ownBooking =
  (body?: Record<string, unknown>, ago?: string) =>
  async (world: World, me: SignedInUser): Promise<Sample> => ({
    params: { id: (await makeBookedMeeting(world, me, ago)).booking.id },
    ...(body ? { body: { ...body } } : {}),
  });
const foreignBooking: Recipe['foreign'] = async (world, me) =>
  (await makeBooked(world.app, otherMeetingPair(world, me))).booking.id;

/** Returns a booking that the participant disputes, and the secret of the admin's email about it. */
export async function disputed(world: World): Promise<{ id: string; token: string }> {
  const { researcher, participant } = world.people;
  const { booking } = await makeBooked(world.app, { researcher, participant });
  await moveStart(world.app, booking.id, '1 hour');
  await world.app.call(reportMeeting, {
    as: participant,
    params: { id: booking.id },
    body: { kind: 'NOBODY_CAME', text: 'Nobody called' },
  });
  return { id: booking.id, token: disputeSecret(readProjectConfig(world.app.settings), booking.id) };
}

export const meetingRecipes = {
  listSlots: {
    by: 'participant',
    make: async (world, me) => ({
      params: { id: (await makeAccepted(world.app, meetingPair(world, me))).study.id },
      query: { from: new Date(0).toISOString() },
    }),
    foreign: foreignDraft,
  },
  addSlots: {
    by: 'researcher',
    make: async (world, me) => ({
      ...(await ownStudy(world, me)),
      body: { startsAt: [`${dayAhead(6)}T10:15:00Z`] },
    }),
    foreign: foreignDraft,
  },
  removeSlot: {
    by: 'researcher',
    make: async (world, me) => {
      const { id } = await makePublishedStudy(world, owningResearcher(world, me));
      return { params: { id, slotId: await freshSlot(world.app, id) } };
    },
    foreign: foreignDraft,
  },
  changeMeeting: {
    by: 'researcher',
    make: async (world, me) => ({ ...(await ownStudy(world, me)), body: { bring: 'A pen' } }),
    foreign: foreignDraft,
  },
  changeSlotMeeting: {
    by: 'researcher',
    make: async (world, me) => {
      const { id } = await makePublishedStudy(world, owningResearcher(world, me));
      return { params: { id, slotId: await freshSlot(world.app, id) }, body: { bring: 'A pen' } };
    },
    foreign: foreignDraft,
  },
  joinWaitingList: {
    by: 'participant',
    make: async (world, me) => ({
      params: { id: (await makeAccepted(world.app, meetingPair(world, me))).study.id },
      body: { days: [dayAhead(3)] },
    }),
    foreign: foreignDraft,
  },
  leaveWaitingList: {
    by: 'participant',
    make: async (world, me) => ({
      params: { id: (await makeAccepted(world.app, meetingPair(world, me))).study.id },
    }),
    foreign: foreignDraft,
  },
  bookSlot: {
    by: 'participant',
    make: async (world, me) => {
      const { study } = await makeAccepted(world.app, meetingPair(world, me));
      const slotId = await freshSlot(world.app, study.id);
      return { params: { id: study.id }, body: { slotId, phoneNumber: PHONE, isOnWhatsApp: true } };
    },
    foreign: foreignDraft,
  },
  listOwnBookings: {
    by: 'participant',
    make: (_, { userId }) => ({ query: { participantId: userId, page: '0', size: '10' } }),
  },
  rescheduleBooking: {
    by: 'participant',
    make: async (world, me) => {
      const { booking, study } = await makeBookedMeeting(world, me);
      return { params: { id: booking.id }, body: { slotId: await freshSlot(world.app, study.id) } };
    },
    foreign: foreignBooking,
  },
  confirmBooking: { by: 'participant', make: ownBooking(), foreign: foreignBooking },
  cancelBooking: {
    by: 'participant',
    make: ownBooking({ reason: 'I have to travel' }),
    foreign: foreignBooking,
  },
  answerMeeting: {
    by: 'participant',
    make: async (world, me) => ({
      params: { userId: me.userId, id: (await makeBookedMeeting(world, me)).booking.id },
      body: { sequence: 0, answer: 'CANCEL' },
    }),
    foreign: foreignBooking,
  },
  cancelSlot: {
    by: 'researcher',
    make: async (world, me) => {
      const { study, slotId } = await makeBookedMeeting(world, me);
      return { params: { id: study.id, slotId }, body: { reason: 'I am ill' } };
    },
    foreign: async (world, me) => (await makeBooked(world.app, otherMeetingPair(world, me))).study.id,
  },
  markAttendance: {
    by: 'researcher',
    make: async (world, me) => {
      const { booking } = await makeBookedMeeting(world, me, '1 hour');
      const word = Object.values(booking.proofWords ?? {}).join(' ');
      return { params: { id: booking.id }, body: { outcome: 'ATTENDED', word } };
    },
    foreign: foreignBooking,
  },
  reportMeeting: {
    by: 'participant',
    make: ownBooking({ kind: 'NOBODY_CAME', text: 'Nobody called' }, '1 hour'),
    foreign: foreignBooking,
  },
  answerReport: {
    by: 'researcher',
    make: async (world, me) => {
      const { booking } = await makeBookedMeeting(world, me, '1 hour');
      await world.app.call(reportMeeting, {
        as: meetingPair(world, me).participant,
        params: { id: booking.id },
        body: { kind: 'NOBODY_CAME', text: 'Nobody called' },
      });
      return { params: { id: booking.id }, body: { text: 'I called three times' } };
    },
    foreign: foreignBooking,
  },
  changeNumber: { by: 'participant', make: ownBooking({ phoneNumber: PHONE }), foreign: foreignBooking },
  recordCall: {
    by: 'researcher',
    make: async (world, me) => {
      const sample = await ownBooking({ outcome: 'CALLED' }, '5 minutes')(world, me);
      await world.app.call(showNumber, { as: owningResearcher(world, me), params: sample.params ?? {} });
      return sample;
    },
    foreign: foreignBooking,
  },
  showNumber: { by: 'researcher', make: ownBooking(undefined, '1 hour'), foreign: foreignBooking },
  readDispute: {
    by: 'spare',
    make: async (world) => {
      const { id, token } = await disputed(world);
      return { params: { id }, query: { token } };
    },
  },
  decideDispute: {
    by: 'spare',
    make: async (world) => {
      const { id, token } = await disputed(world);
      return {
        params: { id },
        body: { token, decision: 'PARTICIPANT', reason: 'The number was never shown' },
      };
    },
  },
  listMeetings: {
    by: 'researcher',
    make: fixed({ query: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } }),
  },
  renewCalendarFeed: { by: 'researcher', make: fixed() },
  readCalendarFeed: {
    by: 'researcher',
    make: async ({ app, people }) => {
      const { content } = await app.call(renewCalendarFeed, { as: people.researcher });
      return { params: { file: content.path.split('/').at(-1) ?? '' } };
    },
  },
  downloadMeeting: { by: 'participant', make: ownBooking(), foreign: foreignBooking },
} satisfies Partial<Record<keyof typeof projectContract.endpoints, Recipe>>;
