import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { projectContract } from '@app/contracts/project/contract.ts';
import { listNotifications, notifyPerson } from '@app/contracts/project/notifications.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { deleteStudy, pauseStudy } from '@app/contracts/project/study-calls.ts';
import { apply, planBody, responsesTo, studyBody } from '../../../services/project/test/studies.ts';
import { adminRecipes } from './admin-samples.ts';
import { reachBody } from './identity-samples.ts';
import { operationRecipes } from './admin-operations.ts';
import { type Recipe, type Sample, fixed, isSame } from './recipe.ts';
import { meetingRecipes } from './meeting-samples.ts';
import { submissionRecipes } from './submission-samples.ts';
import { messageRecipes } from './message-samples.ts';
import {
  makeDraftId,
  foreignDraft,
  otherOwner,
  ownStudy,
  owningResearcher,
  makeProjectId,
  makePublishedStudy,
} from './owned.ts';
import { type World, serviceToken } from './world.ts';

async function makeNotification(world: World, { userId, token }: SignedInUser): Promise<string> {
  const as = { token: await serviceToken(world, 'identity', 'project') };
  const body = { key: crypto.randomUUID(), event: 'COMPANY_ACCEPTED' };
  await world.app.call(notifyPerson, { as, params: { userId }, body });
  const { content } = await world.app.call(listNotifications, { as: { token } });
  return content[0]?.id ?? crypto.randomUUID();
}

/** Creates an application by a person who can have one. */
async function makeApplication(world: World, applicant: SignedInUser, owner: SignedInUser) {
  const study = await makePublishedStudy(world, owner);
  const { content } = await apply(world.app, applicant, study);
  return { studyId: study.id, id: content.id };
}

const ownApplication = async (world: World, me: SignedInUser): Promise<Sample> => {
  const { newcomer, otherParticipant, researcher } = world.people;
  const applicant = isSame(me, newcomer) ? otherParticipant : me;
  return { params: { id: (await makeApplication(world, applicant, researcher)).id } };
};
const foreignApplication: Recipe['foreign'] = async (world, me) => {
  const { participant, otherParticipant, researcher } = world.people;
  const another = isSame(me, participant) ? otherParticipant : participant;
  return (await makeApplication(world, another, researcher)).id;
};

const applicantFilter = {
  status: 'PENDING',
  screening: 'QUALIFIED',
  gender: 'FEMALE',
  favourites: 'true',
  question: '1',
  answer: 'Every day',
  name: 'esi person',
};

const foreignProject: Recipe['foreign'] = (world, me) => makeProjectId(world, otherOwner(world, me));

const ownPausedStudy = async (world: World, me: SignedInUser): Promise<Sample> => {
  const sample = await ownStudy(world, me);
  await world.app.call(pauseStudy, { as: owningResearcher(world, me), ...sample });
  return sample;
};
const ownDeletedStudy = async (world: World, me: SignedInUser): Promise<Sample> => {
  const sample = await ownStudy(world, me);
  await world.app.call(deleteStudy, { as: owningResearcher(world, me), ...sample });
  return sample;
};
const ownProject = async (world: World, me: SignedInUser): Promise<Sample> => ({
  params: { id: await makeProjectId(world, owningResearcher(world, me)) },
});

const exporting: Recipe = {
  by: 'researcher',
  make: async (world, me) => ({ ...(await ownStudy(world, me)), query: { ...applicantFilter } }),
  foreign: foreignDraft,
};

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
  listDeletedProjects: { by: 'researcher', make: fixed() },
  restoreProject: { by: 'researcher', make: ownProject, foreign: foreignProject },
  listProjectStudies: {
    by: 'researcher',
    make: async (world, me) => ({ ...(await ownProject(world, me)), query: { page: '0', size: '10' } }),
    foreign: foreignProject,
  },
  listEarlierStudies: { by: 'researcher', make: fixed() },
  readStudyReach: { by: 'researcher', make: fixed({ body: reachBody }) },
  createStudy: {
    by: 'researcher',
    make: async (world, me) => ({
      body: { ...studyBody(await makeProjectId(world, owningResearcher(world, me))) },
    }),
    foreign: foreignProject,
  },
  editStudy: {
    by: 'researcher',
    make: async (world, me) => ({
      params: { id: await makeDraftId(world, owningResearcher(world, me)) },
      body: { name: 'Wallet habits, round 2', minimumAge: 21 },
    }),
    foreign: foreignDraft,
  },
  publishStudy: {
    by: 'researcher',
    make: async (world, me) => ({
      params: { id: await makeDraftId(world, owningResearcher(world, me)) },
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
  changeQuotas: {
    by: 'researcher',
    // A study without quotas stays unchanged.
    make: async (world, me) => ({ ...(await ownStudy(world, me)), body: { quotas: [] } }),
    foreign: foreignDraft,
  },
  pauseStudy: { by: 'researcher', make: ownStudy, foreign: foreignDraft },
  resumeStudy: { by: 'researcher', make: ownPausedStudy, foreign: foreignDraft },
  closeStudy: { by: 'researcher', make: ownStudy, foreign: foreignDraft },
  deleteStudy: { by: 'researcher', make: ownStudy, foreign: foreignDraft },
  restoreStudy: { by: 'researcher', make: ownDeletedStudy, foreign: foreignDraft },
  browseStudies: { by: 'participant', make: fixed({ query: { page: '0', size: '10' } }) },
  readStudy: { by: 'participant', make: ownStudy, foreign: foreignDraft },
  changeListing: {
    by: 'researcher',
    make: async (world, me) => ({ ...(await ownStudy(world, me)), body: { isListed: false } }),
    foreign: foreignDraft,
  },
  changeConsent: {
    by: 'researcher',
    make: async (world, me) => ({
      ...(await ownStudy(world, me)),
      body: { text: 'We talk for half an hour. You may stop at any time.' },
    }),
    foreign: foreignDraft,
  },
  changeEthics: {
    by: 'researcher',
    make: async (world, me) => ({
      ...(await ownStudy(world, me)),
      body: {
        ethics: { approval: 'APPROVED', committee: 'CHRPE', number: 'AP/1/27', validUntil: '2030-01-01' },
      },
    }),
    foreign: foreignDraft,
  },
  listPublicStudies: { by: 'spare', make: fixed() },
  readPublicStudy: { by: 'spare', make: ownStudy, foreign: foreignDraft },
  saveDraftAnswers: {
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
      const study = await makePublishedStudy(world, world.people.researcher);
      // A changed profile is copied by whichever call reads it first.
      await world.app.call(readStudy, { as: me, params: { id: study.id } });
      return { params: { id: study.id }, body: { applicantId: me.userId, responses: responsesTo(study) } };
    },
    foreign: foreignDraft,
  },
  listOwnApplications: {
    by: 'participant',
    make: (_, { userId }) => ({ query: { applicantId: userId, page: '0', size: '10' } }),
  },
  withdrawApplication: { by: 'participant', make: ownApplication, foreign: foreignApplication },
  agreeToConsent: {
    by: 'participant',
    make: async (world, me) => ({ ...(await ownApplication(world, me)), body: { version: 0 } }),
    foreign: foreignApplication,
  },
  withdrawConsent: { by: 'participant', make: ownApplication, foreign: foreignApplication },
  listApplicants: {
    by: 'researcher',
    make: async (world, me) => ({
      ...(await ownStudy(world, me)),
      query: { ...applicantFilter, sort: 'YOUNGEST', page: '0', size: '10' },
    }),
    foreign: foreignDraft,
  },
  listUndecidedApplicants: { by: 'researcher', make: fixed({ query: { page: '0', size: '10' } }) },
  countApplicants: { by: 'researcher', make: ownStudy, foreign: foreignDraft },
  readFunnel: { by: 'researcher', make: ownStudy, foreign: foreignDraft },
  exportFunnel: { by: 'researcher', make: ownStudy, foreign: foreignDraft },
  readReachWithoutCriteria: { by: 'researcher', make: ownStudy, foreign: foreignDraft },
  listApplicantMeetings: { by: 'researcher', make: ownStudy, foreign: foreignDraft },
  remarkApplicant: {
    by: 'researcher',
    make: async (world, me) => {
      const { studyId, id } = await makeApplication(
        world,
        world.people.participant,
        owningResearcher(world, me),
      );
      const body = { remarks: 'Call her first', isFavourite: true };
      return { params: { id: studyId, applicationId: id }, body };
    },
    foreign: async (world, me) =>
      (await makeApplication(world, world.people.participant, otherOwner(world, me))).id,
  },
  exportApplicants: exporting,
  exportApplicantsWorkbook: exporting,
  decideApplicants: {
    by: 'researcher',
    make: async (world, me) => {
      const { studyId, id } = await makeApplication(
        world,
        world.people.participant,
        owningResearcher(world, me),
      );
      const body = { applicationIds: [id], status: 'DECLINED', reason: 'OTHER', note: 'We are full.' };
      return { params: { id: studyId }, body };
    },
    foreign: foreignDraft,
  },
  ...meetingRecipes,
  ...submissionRecipes,
  ...messageRecipes,
  listNotifications: {
    by: 'participant',
    make: (_, { userId }) => ({ query: { userId, page: '0', size: '10' } }),
  },
  watchNotifications: { by: 'participant', make: fixed() },
  markNotification: {
    by: 'participant',
    make: async (world, me) => ({
      params: { id: await makeNotification(world, me) },
      body: { read: true },
    }),
    foreign: (world, me) =>
      makeNotification(
        world,
        isSame(me, world.people.participant) ? world.people.researcher : world.people.participant,
      ),
  },
  markAllNotificationsRead: { by: 'participant', make: fixed() },
  notifyPerson: {
    by: 'researcher',
    make: (_, { userId }) => ({
      params: { userId },
      body: { key: crypto.randomUUID(), event: 'COMPANY_ACCEPTED' },
    }),
  },
  readEmail: {
    by: 'participant',
    make: (_, { userId }) => ({ params: { userId, kind: 'MEETING_BOOKED', about: crypto.randomUUID() } }),
  },
  reportStudy: {
    by: 'participant',
    make: async (world, me) => ({
      ...(await ownStudy(world, me)),
      body: { reason: 'ASKS_FOR_MONEY', text: 'They asked me for my PIN.' },
    }),
    foreign: foreignDraft,
  },
  updateSuspension: {
    by: 'participant',
    make: (_, { userId }) => ({ params: { userId }, body: { version: 1, isSuspended: false } }),
  },
  readInvitedStudy: {
    by: 'participant',
    make: async (world, { userId }) => ({
      ...(await ownStudy(world, world.people.researcher)),
      body: { userId },
    }),
    foreign: foreignDraft,
  },
  letIntoStudy: {
    by: 'participant',
    make: async (world, { userId }) => ({
      params: { id: (await makePublishedStudy(world, world.people.researcher)).id, userId },
      body: { invitationId: crypto.randomUUID(), ownsAddress: true },
    }),
    foreign: foreignDraft,
  },
  readHasApplied: { by: 'participant', make: (_, { userId }) => ({ params: { userId } }) },
  syncProfile: { by: 'participant', make: (_, { userId }) => ({ params: { userId } }) },
  readStudyMoney: { by: 'researcher', make: ownStudy, foreign: async () => crypto.randomUUID() },
  endStudyMoney: { by: 'researcher', make: ownStudy, foreign: async () => crypto.randomUUID() },
  addPaidPlaces: {
    by: 'researcher',
    make: async (world, me) => ({
      ...(await ownStudy(world, me)),
      body: { places: 20 },
    }),
    foreign: async () => crypto.randomUUID(),
  },
  readStudyNames: {
    by: 'researcher',
    make: async (world, me) => ({ body: { studyIds: [(await ownStudy(world, me)).params?.['id']] } }),
  },
  readNextMeeting: { by: 'participant', make: (_, { userId }) => ({ params: { userId } }) },
  findObstacles: { by: 'participant', make: (_, { userId }) => ({ params: { userId } }) },
  readOwnData: { by: 'participant', make: (_, { userId }) => ({ params: { userId } }) },
  // This person does not exist: later tests need the others.
  erasePerson: {
    by: 'participant',
    make: fixed({ params: { userId: crypto.randomUUID() } }),
    foreign: async () => crypto.randomUUID(),
  },
  readSigningKeys: { by: 'spare', make: fixed() },
  readPersonInProjectAsAdmin: { by: 'participant', make: (_, { userId }) => ({ params: { userId } }) },
  ...operationRecipes('project'),
  readProjectWorkAsAdmin: { by: 'spare', make: fixed() },
  ...adminRecipes,
  countStudiesAsAdmin: { by: 'researcher', make: (_, { userId }) => ({ params: { userId } }) },
} satisfies Record<keyof typeof projectContract.endpoints, Recipe>;
