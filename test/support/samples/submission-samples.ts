import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { projectContract } from '@app/contracts/project/contract.ts';
import { decideSubmissions, finishSubmission } from '@app/contracts/project/submissions.ts';
import {
  ADDRESS,
  findCompletionCode,
  makeOnline,
  makeStarted,
  makeSubmissionOlder,
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

const rejection = {
  decision: 'REJECT',
  reason: 'EMPTY_ANSWERS',
  note: 'Every answer of this survey is empty.',
};

async function submittedIn(world: World, { researcher, participant }: Pair) {
  const started = await startIn(world, { researcher, participant });
  const params = { id: started.submission.id };
  await world.app.call(finishSubmission, { as: participant, params, body: {} });
  return { ...started, researcher };
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
  appealRejection: {
    by: 'participant',
    make: async (world, me) => {
      const { study, submission, researcher } = await submittedIn(world, meetingPair(world, me));
      const body = { submissionIds: [submission.id], ...rejection };
      await world.app.call(decideSubmissions, { as: researcher, params: { id: study.id }, body });
      await makeSubmissionOlder(world.app, submission.id, '11 minutes');
      return { params: { id: submission.id }, body: { statement: 'I answered every question' } };
    },
    foreign: foreignSubmission,
  },
  readSurvey: { by: 'researcher', make: ownOnlineStudy(), foreign: foreignDraft },
  correctSurvey: {
    by: 'researcher',
    make: ownOnlineStudy({ address: `${ADDRESS}&v=2` }),
    foreign: foreignDraft,
  },
  listSubmissions: { by: 'researcher', make: ownOnlineStudy(), foreign: foreignDraft },
  decideSubmissions: {
    by: 'researcher',
    make: async (world, me) => {
      const { study, submission } = await submittedIn(world, meetingPair(world, me));
      return { params: { id: study.id }, body: { submissionIds: [submission.id], ...rejection } };
    },
    foreign: foreignDraft,
  },
} satisfies Partial<Record<keyof typeof projectContract.endpoints, Recipe>>;
