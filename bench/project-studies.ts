import { sql } from 'kysely';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { type Engine, transaction } from '@app/kit/database.ts';
import { below, signCallers } from './callers.ts';
import type { Ground } from './test-bed.ts';
import { load } from './load.ts';
import { SECONDS, measure } from './measure.ts';
import { type Sample, takeSample } from './sample.ts';
import { MOST_STUDIES, idIn, idOf, responses, screeners } from './seed.ts';

const RESEARCHERS = 50;
const STUDIES_EACH = 21;
const APPLICANTS_EACH = 40;

const numbers = Array.from({ length: RESEARCHERS }, (_, index) => index + 1);
export const researchers = numbers.map((number) => idOf('8d00', number));
/** Returns a random researcher with a project and one of its studies. */
export function anyProject() {
  const number = 1 + below(RESEARCHERS);
  return {
    researcherId: idOf('8d00', number),
    projectId: idOf('ad00', number),
    studyId: idOf('9d00', (number - 1) * STUDIES_EACH + 1),
  };
}

/**
 * Adds researchers with a project of some studies each, and applicants. The studies are paused, so browsing
 * ignores them.
 */
export async function seedProjects(engine: Engine): Promise<void> {
  await transaction(engine.owner, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into identity.people (user_id, email, role, first_name, last_name, password_hash)
      select ${idIn('8d00', sql`n`)}, 'r' || n || '@example.test', 'RESEARCHER', 'Esi', 'Researcher ' || n, repeat('x', 97)
      from generate_series(1, ${RESEARCHERS}::int) as n on conflict do nothing`.execute(trx);
    await sql`
      insert into identity.companies (user_id, company_name, business_name, industry, website, company_linked_url,
        founders_linked_in_url, stage, status, decided_at)
      select ${idIn('8d00', sql`n`)}, 'Company ' || n, 'Company ' || n, 'CONSULTING', 'https://market.example',
        'https://market.example/company', 'https://market.example/founders', 'Concept Design', 'VERIFIED', now()
      from generate_series(1, ${RESEARCHERS}::int) as n on conflict do nothing`.execute(trx);
    await sql`
      insert into project.projects (project_id, creator_id, project_name, description)
      select ${idIn('ad00', sql`n`)}, ${idIn('8d00', sql`n`)}, 'Project ' || n, ''
      from generate_series(1, ${RESEARCHERS}::int) as n on conflict do nothing`.execute(trx);
    await sql`
      insert into project.studies (study_id, project_id, state, name, public_name, description, device_bits, minimum_age, maximum_age,
        gender_bits, education_bits, income_bits, screeners, duration_in_minutes, desired_number_of_participants, published_at, announced_at)
      select ${idIn('9d00', sql`n`)}, ${idIn('ad00', sql`(1 + (n - 1) / ${STUDIES_EACH}::int)`)}, 'PAUSED', 'Study ' || n,
        'How do you pay, part ' || n, 'An hour with you.', 7, 18, 100, 7, 255, 31, ${screeners}::jsonb, 15, 100, now(), now()
      from generate_series(1, ${RESEARCHERS * STUDIES_EACH}::int) as n on conflict do nothing`.execute(trx);
    await sql`
      insert into project.applications (application_id, study_id, applicant_id, is_qualified, responses, applied_at, age,
        gender_bit, education_bit, income_bit, device_bits, participant_code)
      select ${idIn('bd00', sql`(n * 1000 + person)`)}, ${idIn('9d00', sql`n`)}, user_id, person % 3 > 0, ${responses}::jsonb,
        now() - person * interval '1 hour', extract(year from age(birth_date)), gender_bit, education_bit, income_bit, device_bits,
        'P' || lpad(person::text, 12, '0')
      from generate_series(1, ${RESEARCHERS * STUDIES_EACH}::int) as n, generate_series(1, ${APPLICANTS_EACH}::int) as person
      join project.matching_profiles on user_id = ${idIn('8000', sql`person`)} on conflict do nothing`.execute(
      trx,
    );
  });
  for (const table of ['identity.people', 'project.projects', 'project.studies', 'project.applications']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(engine.owner);
  }
}

const path = (project: string) => `${PROJECT_BASE}/projects/${project}/studies`;

/** Measures the first page of a project's studies with their counts, for a random researcher. */
export async function measureProjectStudies(ground: Ground): Promise<void> {
  const bench = await ground.withStudies(MOST_STUDIES);
  const callers = await signCallers(bench, [], researchers);
  let samples: Record<string, Sample> = {};
  await bench.inProcess(async (running, engine) => {
    await seedProjects(engine);
    const { researcherId, projectId } = anyProject();
    const asked = { method: 'GET' as const, url: path(projectId), headers: callers.anybody(researcherId) };
    for (let time = 0; time < 2; time += 1) await running.app.inject(asked);
    const ids = { personId: researcherId, studyId: projectId };
    samples = { studies: await takeSample(running, 'a project’s studies', asked, ids) };
  });
  const limits = await bench.startLimits(samples);
  const product = await bench.startProduct();
  await measure(`The first ten of a project’s ${STUDIES_EACH} studies`, [
    {
      name: 'studies of a project',
      limit: () =>
        load(limits, SECONDS, () => {
          const { researcherId, projectId } = anyProject();
          return { method: 'GET', path: `/sql/studies/${researcherId}/${projectId}` };
        }),
      product: () =>
        load(product, SECONDS, () => {
          const { researcherId, projectId } = anyProject();
          return { method: 'GET', path: path(projectId), headers: callers.anybody(researcherId) };
        }),
    },
  ]);
  await bench.stopProcesses();
}
