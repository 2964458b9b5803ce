import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { projectContract } from '@app/contracts/project/contract.ts';
import { finishSubmission } from '@app/contracts/project/submissions.ts';
import {
  ADDRESS,
  findCompletionCode,
  makeOnline,
  makeStarted,
} from '../../../services/project/test/submissions.ts';
import { apply } from '../../../services/project/test/studies.ts';
import { meetingPair, otherMeetingPair } from './meeting-samples.ts';
import { foreignDraft, owningResearcher } from './owned.ts';
import { type Recipe, type Sample, fixed } from './recipe.ts';
import type { World } from './world.ts';

type Pair = ReturnType<typeof meetingPair>;

async function startIn(world: World, { researcher, participant }: Pair) {
  const study = await makeOnline(world.app, researcher);
  return { study, submission: await makeStarted(world.app, participant, study) };
}

const ownSubmission =
  (body?: Record<string, unknown>) =>
  async (world: World, me: SignedInUser): Promise<Sample> => ({
    params: { id: (await startIn(world, meetingPair(world, me))).submission.id },
    ...(body && { body: { ...body } }),
  });
const foreignSubmission: Recipe['foreign'] = async (world, me) =>
  (await startIn(world, otherMeetingPair(world, me))).submission.id;

const ownOnlineStudy =
  (body?: Record<string, unknown>) =>
  async (world: World, me: SignedInUser): Promise<Sample> => ({
    params: { id: (await makeOnline(world.app, owningResearcher(world, me))).id },
    ...(body && { body: { ...body } }),
  });

export const submissionRecipes = {
  startSubmission: {
    by: 'participant',
    make: async (world, me) => {
      const { researcher, participant } = meetingPair(world, me);
      const study = await makeOnline(world.app, researcher);
      await apply(world.app, participant, study);
      return { params: { id: study.id } };
    },
    foreign: foreignDraft,
  },
  listOwnSubmissions: { by: 'participant', make: fixed() },
  enterCompletionCode: {
    by: 'participant',
    make: async (world, me) => {
      const pair = meetingPair(world, me);
      const { study } = await startIn(world, pair);
      return { body: { code: await findCompletionCode(world.app, pair.researcher, study.id) } };
    },
  },
  finishSubmission: {
    by: 'participant',
    make: ownSubmission({ note: 'The page was empty' }),
    foreign: foreignSubmission,
  },
  extendSubmission: { by: 'participant', make: ownSubmission(), foreign: foreignSubmission },
  readSurvey: { by: 'researcher', make: ownOnlineStudy(), foreign: foreignDraft },
  correctSurvey: {
    by: 'researcher',
    make: ownOnlineStudy({ address: `${ADDRESS}&v=2` }),
    foreign: foreignDraft,
  },
  decideSubmissions: {
    by: 'researcher',
    make: async (world, me) => {
      const pair = meetingPair(world, me);
      const { study, submission } = await startIn(world, pair);
      const params = { id: submission.id };
      await world.app.call(finishSubmission, { as: pair.participant, params, body: {} });
      const note = 'Every answer of this survey is empty.';
      const body = { submissionIds: [submission.id], decision: 'REJECT', reason: 'EMPTY_ANSWERS', note };
      return { params: { id: study.id }, body };
    },
    foreign: foreignDraft,
  },
} satisfies Partial<Record<keyof typeof projectContract.endpoints, Recipe>>;
