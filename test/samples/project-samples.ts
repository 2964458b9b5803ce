import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { projectContract } from '@app/contracts/project/contract.ts';
import { listNotifications, tellPerson } from '@app/contracts/project/notifications.ts';
import {
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

const foreignProject: Recipe['foreign'] = (world, me) => projectOf(world, otherOwner(world, me));
const foreignDraft: Recipe['foreign'] = (world, me) => draftOf(world, otherOwner(world, me));

/** A study of the caller's, or one that participants see. */
const ownStudy = async (world: World, me: SignedInUser): Promise<Sample> => ({
  params: { id: (await publishedOf(world, ownerOf(world, me))).id },
});
const ownProject = async (world: World, me: SignedInUser): Promise<Sample> => ({
  params: { id: await projectOf(world, ownerOf(world, me)) },
});

export const projectRecipes = {
  createProject: {
    by: 'researcher',
    make: (_, { userId }) => ({
      body: { creatorId: userId, projectName: 'Market payments', description: 'In four regions' },
    }),
  },
  listProjects: {
    by: 'researcher',
    make: (_, { userId }) => ({ query: { creatorId: userId, page: '0', size: '10' } }),
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
  publishStudy: {
    by: 'researcher',
    make: async (world, me) => ({
      params: { id: await draftOf(world, ownerOf(world, me)) },
      body: { ...planBody() },
    }),
    foreign: foreignDraft,
  },
  deleteStudy: { by: 'researcher', make: ownStudy, foreign: foreignDraft },
  browseStudies: { by: 'participant', make: fixed({ query: { page: '0', size: '10' } }) },
  readStudy: { by: 'participant', make: ownStudy, foreign: foreignDraft },
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
  listApplicants: { by: 'researcher', make: ownStudy, foreign: foreignDraft },
  listNotifications: {
    by: 'participant',
    make: (_, { userId }) => ({ query: { userId, page: '0', size: '10' } }),
  },
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
  followProfile: { by: 'participant', make: (_, { userId }) => ({ params: { userId } }) },
} satisfies Record<keyof typeof projectContract.endpoints, Recipe>;
