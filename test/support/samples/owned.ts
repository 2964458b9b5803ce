import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { makeDraft, makeProject, makePublished } from '../../../services/project/test/studies.ts';
import { type Sample, isSame } from './recipe.ts';
import type { World } from './world.ts';

/** Returns the researcher whose data a call uses: the caller, if they can have any. */
export function owningResearcher({ people }: World, me: SignedInUser): SignedInUser {
  return isSame(me, people.otherResearcher) ? me : people.researcher;
}
export function otherOwner({ people }: World, me: SignedInUser): SignedInUser {
  return isSame(me, people.otherResearcher) ? people.researcher : people.otherResearcher;
}

export const makeProjectId = async ({ app }: World, owner: SignedInUser) =>
  (await makeProject(app, owner)).id;
export const makeDraftId = async (world: World, owner: SignedInUser) =>
  (await makeDraft(world.app, owner, { projectId: await makeProjectId(world, owner) })).id;
export const makePublishedStudy = async (world: World, owner: SignedInUser) =>
  makePublished(world.app, owner, { projectId: await makeProjectId(world, owner) }, { isListed: true });

export const foreignDraft = (world: World, me: SignedInUser) => makeDraftId(world, otherOwner(world, me));

/** Returns a study of the caller, or one that participants see. */
export const ownStudy = async (world: World, me: SignedInUser): Promise<Sample> => ({
  params: { id: (await makePublishedStudy(world, owningResearcher(world, me))).id },
});
