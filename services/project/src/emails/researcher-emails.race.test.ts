import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { projectEmailWords as words } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { RACE_ROUNDS } from '@app/test/support/sizes.ts';
import { wakeWorkerSql } from '../../../../kit/test/start-job.ts';
import { addApplicants } from '#test/applicants.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';
import { untilSent } from '#test/jobs.ts';

const app = useApp();
let researcher: SignedInUser;
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
  await app.startNode({ withWorkers: true });
});

/** Waits until all jobs are done, and returns how many of the emails were sent. */
async function countSent(kind: 'APPLICANT_FIRST' | 'APPLICANTS_NEW'): Promise<number> {
  await untilSent(app, 'applicant-digests');
  const emails = await app.mailbox.read(researcher.email);
  return emails.filter(({ subject }) => subject === words[kind].subject).length;
}

test('CON-6 two nodes that process the digests of one morning send one email', async () => {
  const { id } = await makePublished(app, researcher, { projectId });
  for (let round = 1; round <= RACE_ROUNDS; round += 1) {
    const day = new Date(Date.UTC(2025, 0, round)).toISOString().slice(0, 10);
    const ids = await addApplicants(app, id, 2);
    await sql`update project.applications set applied_at = ${`${day}T05:00:00Z`} where application_id = any(${ids}::uuid[])`.execute(
      app.engine.owner,
    );
    await sql`
      with job as (
        insert into project_jobs.job (name, data, singleton_key, policy)
        select name, jsonb_build_object('day', ${day}::text), gen_random_uuid()::text, policy
        from project_jobs.queue, generate_series(1, 6) where name = 'applicant-digests')
      ${sql.raw(wakeWorkerSql('project', 'applicant-digests'))}`.execute(app.engine.owner);
    expect(await countSent('APPLICANTS_NEW')).toBe(round);
  }
});

test('CON-6 concurrent first applications send one email', async () => {
  const people = await Promise.all(
    Array.from({ length: 5 }, () => registerParticipant(app, { withProfile: true })),
  );
  for (let round = 1; round <= RACE_ROUNDS; round += 1) {
    const study = await makePublished(app, researcher, { projectId });
    const { owner } = app.engine;
    let applied: Promise<{ status: number }[]> | undefined;
    // While the study is locked, all of them have read that no one has applied.
    await owner.transaction().execute(async (trx) => {
      await sql`select from project.studies where study_id = ${study.id} for update`.execute(trx);
      applied = Promise.all(people.map((person) => apply(app, person, study)));
      const waiting = sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting.execute(owner)).rows.length).toBe(people.length);
    });
    const answers = (await applied) ?? [];
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
    expect(await countSent('APPLICANT_FIRST')).toBe(round);
  }
});
