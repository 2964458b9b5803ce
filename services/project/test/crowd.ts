import { sql } from 'kysely';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { TestApp } from '@app/test/support/app.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { addOpenStudies, makeProject } from './studies.ts';

/** Adds open studies of one researcher. Each has ten applicants, one of whom waits. */
export async function addCrowd(app: TestApp, studies: number): Promise<SignedInUser> {
  const researcher = await registerResearcher(app, { verified: true });
  const { id } = await makeProject(app, researcher);
  await addOpenStudies(app, id, { count: studies, name: 'Crowd', age: '2 days' });
  await sql`
    insert into project.matching_profiles (user_id, birth_date, gender_bit, education_bit, income_bit, device_bits)
    select lpad(n::text, 32, '0')::uuid, '1990-01-01', 1, 1, 1, 7
    from generate_series(1, 10) as n`.execute(app.engine.owner);
  await sql`
    insert into project.applications (application_id, study_id, applicant_id, status, responses, is_qualified)
    select gen_random_uuid(), study_id, user_id, case when right(user_id::text, 1) = '1' then 'PENDING' else 'DECLINED' end,
      '[]', true
    from project.studies, project.matching_profiles`.execute(app.engine.owner);
  return researcher;
}
