import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { paymentContract } from '@app/contracts/payment/contract.ts';
import { INCENTIVE, PLACES, SOURCE, fundBody, makeFunded, raiseTotal } from '../budgets.ts';
import { makeDraft, makeProject } from '../../services/project/test/studies.ts';
import type { Recipe } from './recipe.ts';
import { fixed, isSame } from './recipe.ts';
import type { World } from './world.ts';

const ownerOf = ({ people }: World, me: SignedInUser) =>
  isSame(me, people.otherResearcher) ? me : people.researcher;
const otherOwner = ({ people }: World, me: SignedInUser) =>
  isSame(me, people.otherResearcher) ? people.researcher : people.otherResearcher;

const draftOf = async ({ app }: World, owner: SignedInUser) => {
  const { id: projectId } = await makeProject(app, owner);
  return (await makeDraft(app, owner, { projectId })).id;
};
const foreignDraft: Recipe['foreign'] = (world, me) => draftOf(world, otherOwner(world, me));
const foreignBudget: Recipe['foreign'] = async (world, me) =>
  (await makeFunded(world.app, otherOwner(world, me))).studyId;

const ownBudget = async (world: World, me: SignedInUser) => ({
  params: { studyId: (await makeFunded(world.app, ownerOf(world, me))).studyId },
});
/** To another service all budgets are alike. */
const noBudget: Recipe['foreign'] = async () => crypto.randomUUID();

export const recipes = {
  quoteBudget: {
    by: 'researcher',
    make: async (world, me) => {
      const { source: _, totalInPesewas: __, ...body } = fundBody(await draftOf(world, ownerOf(world, me)));
      return { body };
    },
    foreign: foreignDraft,
  },
  fundBudget: {
    by: 'researcher',
    make: async (world, me) => ({ body: fundBody(await draftOf(world, ownerOf(world, me))) }),
    foreign: foreignDraft,
  },
  readBudget: { by: 'researcher', make: ownBudget, foreign: foreignBudget },
  raiseBudget: {
    by: 'researcher',
    make: async (world, me) => ({
      ...(await ownBudget(world, me)),
      body: { places: PLACES * 2, totalInPesewas: raiseTotal(PLACES * 2, 51_001), source: { ...SOURCE } },
    }),
    foreign: foreignBudget,
  },
  closeBudget: { by: 'researcher', make: ownBudget, foreign: foreignBudget },
  readCover: { by: 'researcher', make: ownBudget, foreign: noBudget },
  promisePlaces: {
    by: 'researcher',
    make: async (world, me) => ({
      ...(await ownBudget(world, me)),
      body: { incentiveInPesewas: INCENTIVE, places: PLACES },
    }),
    foreign: noBudget,
  },
  readSigningKeys: { by: 'participant', make: fixed() },
} satisfies Record<keyof typeof paymentContract.endpoints, Recipe>;
