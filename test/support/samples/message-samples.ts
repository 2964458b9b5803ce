import { sql } from 'kysely';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { projectContract } from '@app/contracts/project/contract.ts';
import { makeAccepted } from '../../../services/project/test/meetings.ts';
import { otherMeetingPair, meetingPair } from './meeting-samples.ts';
import { foreignDraft } from './owned.ts';
import type { Recipe, Sample } from './recipe.ts';
import type { World } from './world.ts';

/** Creates a conversation in which the other side wrote first. */
async function makeThread(world: World, me: SignedInUser) {
  const people = meetingPair(world, me);
  const { study, applicationId } = await makeAccepted(world.app, people);
  const author = me.role === 'PARTICIPANT' ? people.researcher : people.participant;
  const { owner } = world.app.engine;
  await sql`
    insert into project.threads (application_id, study_id, researcher_id, participant_id, last_number, last_at)
    values (${applicationId}, ${study.id}, ${people.researcher.userId}, ${people.participant.userId}, 1, now())`.execute(
    owner,
  );
  await sql`
    insert into project.messages (application_id, number, author_id, call_id, text)
    values (${applicationId}, 1, ${author.userId}, gen_random_uuid(), 'Good morning')`.execute(owner);
  return { study, applicationId };
}

const ownThread =
  (given: Omit<Sample, 'params'> = {}) =>
  async (world: World, me: SignedInUser): Promise<Sample> => ({
    params: { applicationId: (await makeThread(world, me)).applicationId },
    ...structuredClone(given),
  });
const foreign: Recipe['foreign'] = async (world, me) =>
  (await makeAccepted(world.app, otherMeetingPair(world, me))).applicationId;

export const messageRecipes = {
  listThreads: { by: 'participant', make: () => ({ query: { page: '0', size: '10' } }) },
  readThread: { by: 'researcher', make: ownThread({ query: { before: '50' } }), foreign },
  sendMessage: { by: 'participant', make: ownThread({ body: { text: 'Where do we meet?' } }), foreign },
  writeToApplicants: {
    by: 'researcher',
    make: async (world, me) => {
      const { study, applicationId } = await makeThread(world, me);
      return {
        params: { id: study.id },
        body: { applicationIds: [applicationId], text: 'We begin at nine.' },
      };
    },
    foreign: foreignDraft,
  },
  markThread: { by: 'participant', make: ownThread({ body: { upTo: 1 } }), foreign },
  blockThread: { by: 'researcher', make: ownThread({ body: { isBlocked: true } }), foreign },
  reportMessage: {
    by: 'participant',
    make: ownThread({ body: { number: 1, reason: 'ASKS_FOR_MONEY', text: 'He asked for my PIN.' } }),
    foreign,
  },
} satisfies Partial<Record<keyof typeof projectContract.endpoints, Recipe>>;
