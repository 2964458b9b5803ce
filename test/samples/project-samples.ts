import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { projectContract } from '@app/contracts/project/contract.ts';
import { reportMeeting } from '@app/contracts/project/bookings.ts';
import { renewCalendarFeed } from '@app/contracts/project/meetings.ts';
import { listNotifications, tellPerson } from '@app/contracts/project/notifications.ts';
import { deleteStudy, pauseStudy } from '@app/contracts/project/study-calls.ts';
import { disputeSecret } from '../../services/project/src/bookings/attendance/dispute-secret.ts';
import { readProjectConfig } from '../../services/project/src/config.ts';
import {
  PHONE,
  freshSlot,
  makeAccepted,
  makeBooked,
  startAgo,
} from '../../services/project/test/meetings.ts';
import {
  apply,
  dayAhead,
  makeDraft,
  makeProject,
  makePublished,
  planBody,
  responsesTo,
  studyBody,
} from '../../services/project/test/studies.ts';
import { reachBody } from './identity-samples.ts';
import type { Recipe, Sample } from './recipe.ts';
import { fixed, isSame } from './recipe.ts';
import type { World } from './world.ts';
import { serviceToken } from './world.ts';

/** Whose researcher's things a call is about: the caller's own, where they can have any. */
function ownerOf({ people }: World, me: SignedInUser): SignedInUser {
  return isSame(me, people.otherResearcher) ? me : people.researcher;
}
function otherOwner({ people }: World, me: SignedInUser): SignedInUser {
  return isSame(me, people.otherResearcher) ? people.researcher : people.otherResearcher;
}

const projectOf = async ({ app }: World, owner: SignedInUser) => (await makeProject(app, owner)).id;
const draftOf = async (world: World, owner: SignedInUser) =>
  (await makeDraft(world.app, owner, { projectId: await projectOf(world, owner) })).id;
const publishedOf = async (world: World, owner: SignedInUser) =>
  makePublished(world.app, owner, { projectId: await projectOf(world, owner) });

async function notificationOf(world: World, { userId, token }: SignedInUser): Promise<string> {
  const as = { token: await serviceToken(world, 'identity', 'project') };
  const body = { key: crypto.randomUUID(), event: 'COMPANY_ACCEPTED' };
  await world.app.call(tellPerson, { as, params: { userId }, body });
  const { content } = await world.app.call(listNotifications, { as: { token } });
  return content[0]?.id ?? crypto.randomUUID();
}

/** An application to a study, by somebody who can have one. */
async function applicationOf(world: World, applicant: SignedInUser, owner: SignedInUser) {
  const study = await publishedOf(world, owner);
  const { content } = await apply(world.app, applicant, study);
  return { studyId: study.id, id: content.id };
}

const applicantFilter = {
  status: 'PENDING',
  screening: 'QUALIFIED',
  gender: 'FEMALE',
  favourites: 'true',
  question: '1',
  answer: 'Every day',
  name: 'esi person',
};

const foreignProject: Recipe['foreign'] = (world, me) => projectOf(world, otherOwner(world, me));
const foreignDraft: Recipe['foreign'] = (world, me) => draftOf(world, otherOwner(world, me));

/** A study of the caller's, or one that participants see. */
const ownStudy = async (world: World, me: SignedInUser): Promise<Sample> => ({
  params: { id: (await publishedOf(world, ownerOf(world, me))).id },
});
const ownPausedStudy = async (world: World, me: SignedInUser): Promise<Sample> => {
  const sample = await ownStudy(world, me);
  await world.app.call(pauseStudy, { as: ownerOf(world, me), ...sample });
  return sample;
};
const ownDeletedStudy = async (world: World, me: SignedInUser): Promise<Sample> => {
  const sample = await ownStudy(world, me);
  await world.app.call(deleteStudy, { as: ownerOf(world, me), ...sample });
  return sample;
};
const ownProject = async (world: World, me: SignedInUser): Promise<Sample> => ({
  params: { id: await projectOf(world, ownerOf(world, me)) },
});

/** Whoever calls, it is the participant who has bookings, with the researcher who can have them. */
const pairOf = (world: World, me: SignedInUser) => ({
  researcher: ownerOf(world, me),
  participant: world.people.participant,
});
const otherPairOf = ({ people }: World, me: SignedInUser) =>
  me.role === 'PARTICIPANT'
    ? {
        researcher: people.researcher,
        participant: isSame(me, people.otherParticipant) ? people.participant : people.otherParticipant,
      }
    : {
        researcher: isSame(me, people.otherResearcher) ? people.researcher : people.otherResearcher,
        participant: people.participant,
      };

/** A booking whose meeting began so long ago. */
const bookedOf = async (world: World, me: SignedInUser, ago?: string) => {
  const meeting = await makeBooked(world.app, pairOf(world, me));
  if (ago !== undefined) await startAgo(world.app, meeting.booking.id, ago);
  return meeting;
};
const ownBooking =
  (body?: Record<string, unknown>, ago?: string) =>
  async (world: World, me: SignedInUser): Promise<Sample> => ({
    params: { id: (await bookedOf(world, me, ago)).booking.id },
    ...(body ? { body: { ...body } } : {}),
  });
const foreignBooking: Recipe['foreign'] = async (world, me) =>
  (await makeBooked(world.app, otherPairOf(world, me))).booking.id;

/** A booking whose participant says that nobody came, and the secret of the admin's letter about it. */
async function disputed(world: World): Promise<{ id: string; token: string }> {
  const { researcher, participant } = world.people;
  const { booking } = await makeBooked(world.app, { researcher, participant });
  await startAgo(world.app, booking.id, '1 hour');
  await world.app.call(reportMeeting, {
    as: participant,
    params: { id: booking.id },
    body: { kind: 'NOBODY_CAME', text: 'Nobody called' },
  });
  return { id: booking.id, token: disputeSecret(readProjectConfig(world.app.settings), booking.id) };
}

export const recipes = {
  createProject: {
    by: 'researcher',
    make: (_, { userId }) => ({
      body: { creatorId: userId, projectName: 'Market payments', description: 'In four regions' },
    }),
  },
  listProjects: {
    by: 'researcher',
    make: (_, { userId }) => ({ query: { creatorId: userId, name: 'Market', page: '0', size: '10' } }),
  },
  readProject: { by: 'researcher', make: ownProject, foreign: foreignProject },
  editProject: {
    by: 'researcher',
    make: async (world, me) => ({
      ...(await ownProject(world, me)),
      body: { projectName: 'Market payments 2', description: 'In five regions' },
    }),
    foreign: foreignProject,
  },
  deleteProject: { by: 'researcher', make: ownProject, foreign: foreignProject },
  listProjectStudies: {
    by: 'researcher',
    make: async (world, me) => ({ ...(await ownProject(world, me)), query: { page: '0', size: '10' } }),
    foreign: foreignProject,
  },
  readStudyReach: { by: 'researcher', make: fixed({ body: reachBody }) },
  createStudy: {
    by: 'researcher',
    make: async (world, me) => ({ body: { ...studyBody(await projectOf(world, ownerOf(world, me))) } }),
    foreign: foreignProject,
  },
  editStudy: {
    by: 'researcher',
    make: async (world, me) => ({
      params: { id: await draftOf(world, ownerOf(world, me)) },
      body: { name: 'Wallet habits, round 2', minimumAge: 21 },
    }),
    foreign: foreignDraft,
  },
  publishStudy: {
    by: 'researcher',
    make: async (world, me) => ({
      params: { id: await draftOf(world, ownerOf(world, me)) },
      body: { ...planBody() },
    }),
    foreign: foreignDraft,
  },
  addPlaces: {
    by: 'researcher',
    make: async (world, me) => ({
      ...(await ownStudy(world, me)),
      body: { desiredNumberOfParticipants: 20 },
    }),
    foreign: foreignDraft,
  },
  pauseStudy: { by: 'researcher', make: ownStudy, foreign: foreignDraft },
  resumeStudy: { by: 'researcher', make: ownPausedStudy, foreign: foreignDraft },
  closeStudy: { by: 'researcher', make: ownStudy, foreign: foreignDraft },
  deleteStudy: { by: 'researcher', make: ownStudy, foreign: foreignDraft },
  restoreStudy: { by: 'researcher', make: ownDeletedStudy, foreign: foreignDraft },
  browseStudies: { by: 'participant', make: fixed({ query: { page: '0', size: '10' } }) },
  readStudy: { by: 'participant', make: ownStudy, foreign: foreignDraft },
  keepAnswers: {
    by: 'participant',
    make: async (world, me) => ({
      ...(await ownStudy(world, me)),
      body: { answers: { q1aaaa: 'o1aaaa', q2aaaa: 'o4aaaa' } },
    }),
    foreign: foreignDraft,
  },
  applyToStudy: {
    by: 'participant',
    make: async (world, me) => {
      const study = await publishedOf(world, world.people.researcher);
      return { params: { id: study.id }, body: { applicantId: me.userId, responses: responsesTo(study) } };
    },
    foreign: foreignDraft,
  },
  listOwnApplications: {
    by: 'participant',
    make: (_, { userId }) => ({ query: { applicantId: userId, page: '0', size: '10' } }),
  },
  withdrawApplication: {
    by: 'participant',
    make: async (world, me) => {
      const { newcomer, otherParticipant, researcher } = world.people;
      const applicant = isSame(me, newcomer) ? otherParticipant : me;
      return { params: { id: (await applicationOf(world, applicant, researcher)).id } };
    },
    foreign: async (world, me) => {
      const { participant, otherParticipant, researcher } = world.people;
      const another = isSame(me, participant) ? otherParticipant : participant;
      return (await applicationOf(world, another, researcher)).id;
    },
  },
  listApplicants: {
    by: 'researcher',
    make: async (world, me) => ({
      ...(await ownStudy(world, me)),
      query: { ...applicantFilter, sort: 'YOUNGEST', page: '0', size: '10' },
    }),
    foreign: foreignDraft,
  },
  listWaiting: { by: 'researcher', make: fixed({ query: { page: '0', size: '10' } }) },
  countApplicants: { by: 'researcher', make: ownStudy, foreign: foreignDraft },
  remarkApplicant: {
    by: 'researcher',
    make: async (world, me) => {
      const { studyId, id } = await applicationOf(world, world.people.participant, ownerOf(world, me));
      const body = { remarks: 'Call her first', isFavourite: true };
      return { params: { id: studyId, applicationId: id }, body };
    },
    foreign: async (world, me) =>
      (await applicationOf(world, world.people.participant, otherOwner(world, me))).id,
  },
  exportApplicants: {
    by: 'researcher',
    make: async (world, me) => ({ ...(await ownStudy(world, me)), query: { ...applicantFilter } }),
    foreign: foreignDraft,
  },
  decideApplicants: {
    by: 'researcher',
    make: async (world, me) => {
      const { studyId, id } = await applicationOf(world, world.people.participant, ownerOf(world, me));
      const body = { applicationIds: [id], status: 'DECLINED', reason: 'OTHER', note: 'We are full.' };
      return { params: { id: studyId }, body };
    },
    foreign: foreignDraft,
  },
  listSlots: {
    by: 'participant',
    make: async (world, me) => ({
      params: { id: (await makeAccepted(world.app, pairOf(world, me))).study.id },
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
      const { id } = await publishedOf(world, ownerOf(world, me));
      return { params: { id, slotId: await freshSlot(world.app, id) } };
    },
    foreign: foreignDraft,
  },
  joinWaiting: {
    by: 'participant',
    make: async (world, me) => ({
      params: { id: (await makeAccepted(world.app, pairOf(world, me))).study.id },
      body: { days: [dayAhead(3)] },
    }),
    foreign: foreignDraft,
  },
  leaveWaiting: {
    by: 'participant',
    make: async (world, me) => ({
      params: { id: (await makeAccepted(world.app, pairOf(world, me))).study.id },
    }),
    foreign: foreignDraft,
  },
  bookSlot: {
    by: 'participant',
    make: async (world, me) => {
      const { study } = await makeAccepted(world.app, pairOf(world, me));
      const slotId = await freshSlot(world.app, study.id);
      return { params: { id: study.id }, body: { slotId, phoneNumber: PHONE, isOnWhatsApp: true } };
    },
    foreign: foreignDraft,
  },
  listOwnBookings: {
    by: 'participant',
    make: (_, { userId }) => ({ query: { participantId: userId, page: '0', size: '10' } }),
  },
  moveBooking: {
    by: 'participant',
    make: async (world, me) => {
      const { booking, study } = await bookedOf(world, me);
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
  markAttendance: {
    by: 'researcher',
    make: ownBooking({ outcome: 'ATTENDED' }, '1 hour'),
    foreign: foreignBooking,
  },
  reportMeeting: {
    by: 'participant',
    make: ownBooking({ kind: 'NOBODY_CAME', text: 'Nobody called' }, '1 hour'),
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
  listNotifications: {
    by: 'participant',
    make: (_, { userId }) => ({ query: { userId, page: '0', size: '10' } }),
  },
  watchNotifications: { by: 'participant', make: fixed() },
  markNotification: {
    by: 'participant',
    make: async (world, me) => ({
      params: { id: await notificationOf(world, me) },
      body: { read: true },
    }),
    foreign: (world, me) =>
      notificationOf(
        world,
        isSame(me, world.people.participant) ? world.people.researcher : world.people.participant,
      ),
  },
  markAllNotificationsRead: { by: 'participant', make: fixed() },
  tellPerson: {
    by: 'researcher',
    make: (_, { userId }) => ({
      params: { userId },
      body: { key: crypto.randomUUID(), event: 'COMPANY_ACCEPTED' },
    }),
  },
  readLetter: {
    by: 'participant',
    make: (_, { userId }) => ({ params: { userId, kind: 'MEETING_BOOKED', about: crypto.randomUUID() } }),
  },
  followProfile: { by: 'participant', make: (_, { userId }) => ({ params: { userId } }) },
  readSigningKeys: { by: 'spare', make: fixed() },
} satisfies Record<keyof typeof projectContract.endpoints, Recipe>;
