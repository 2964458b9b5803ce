import { sql } from 'kysely';
import type { projectContract } from '@app/contracts/project/contract.ts';
import { disputed } from './meeting-samples.ts';
import { makePublishedStudy } from './owned.ts';
import { type Recipe, type Sample, fixed } from './recipe.ts';
import type { World } from './world.ts';

const reason = 'It asks participants for money';

async function disputeSample(world: World): Promise<Sample> {
  return { params: { id: (await disputed(world)).id } };
}
async function reportSample({ app, people: { participant, researcher } }: World): Promise<Sample> {
  const { rows } = await sql<{ id: string }>`
    insert into project.reports (report_id, study_id, study_name, researcher_id, reporter_id, reason, text)
    values (gen_random_uuid(), gen_random_uuid(), 'U1', ${researcher.userId}, ${participant.userId},
      'ASKS_FOR_MONEY', 'They asked me for my PIN.')
    returning report_id as id`.execute(app.engine.owner);
  return { params: { id: rows[0]?.id ?? '' } };
}
const studySample = async (world: World): Promise<Sample> => ({
  params: { id: (await makePublishedStudy(world, world.people.researcher)).id },
});

export const adminRecipes = {
  listDisputesAsAdmin: { by: 'spare', make: fixed({ query: { state: 'DECIDED' } }) },
  readDisputeAsAdmin: { by: 'spare', make: disputeSample },
  decideDisputeAsAdmin: {
    by: 'spare',
    make: async (world) => ({ ...(await disputeSample(world)), body: { decision: 'RESEARCHER', reason } }),
  },
  listReportsAsAdmin: { by: 'spare', make: fixed({ query: { state: 'OPEN' } }) },
  readReportAsAdmin: { by: 'spare', make: reportSample },
  decideReportAsAdmin: {
    by: 'spare',
    make: async (world) => ({
      ...(await reportSample(world)),
      body: { state: 'DISMISSED', note: 'No fault' },
    }),
  },
  listStudiesAsAdmin: { by: 'spare', make: fixed({ query: { state: 'SUSPENDED' }, body: { search: 'u' } }) },
  readStudyAsAdmin: { by: 'spare', make: studySample },
  suspendStudyAsAdmin: {
    by: 'spare',
    make: async (world) => ({ ...(await studySample(world)), body: { reason } }),
  },
  restoreStudyAsAdmin: {
    by: 'spare',
    make: async (world) => {
      const sample = await studySample(world);
      await sql`
        update project.studies set suspended_at = now(), suspend_reason = ${reason}, suspended_by = 'Adwoa'
        where study_id = ${sample.params?.['id']}`.execute(world.app.engine.owner);
      return sample;
    },
  },
} satisfies Partial<Record<keyof typeof projectContract.endpoints, Recipe>>;
