// @module-tag both-engines
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createLog } from '@app/kit/log.ts';
import { Failure } from '@app/kit/problem.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { addApplicants } from '#test/applicants.ts';
import { makeProject, makePublished } from '#test/studies.ts';
import { SERVICE_ROLE } from '../open-db.ts';
import type { ProjectTables } from '../schema.ts';
import { listUnsentPayables } from './reads.ts';
import { sendLatePayables } from './send-payables.ts';

const app = useApp({}, undefined, { withWorkers: false });

async function insertPayable(studyId: string, ago: string, sentVersion = 0) {
  const [applicationId] = await addApplicants(app, studyId, 1);
  const payable = { application_id: applicationId, study_id: studyId };
  await sql`
    insert into project.payables (application_id, study_id, participant_id, pesewas, sent_version, due_at)
    values (${payable.application_id}, ${payable.study_id}, gen_random_uuid(), 5000, ${sentVersion}, now() - ${ago}::interval)`.execute(
    app.engine.owner,
  );
  return payable;
}

test('a payable that the payment service refuses is logged as an error, and listed after an hour', async () => {
  const db = app.engine.connect<ProjectTables>(SERVICE_ROLE);
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => lines.push(line) });
  const callPayment = vi.fn(() => Promise.reject(new Failure('BUDGET_SHORT')));
  const researcher = await registerResearcher(app, { verified: true });
  const { id: projectId } = await makeProject(app, researcher);
  const { id } = await makePublished(app, researcher, { projectId });
  const [refused] = [
    await insertPayable(id, '2 hours'),
    await insertPayable(id, '3 hours', 1),
    await insertPayable(id, '20 minutes'),
  ];
  await sendLatePayables({ db, log, callPayment });
  expect(callPayment).toHaveBeenCalledTimes(2);
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries).toHaveLength(2);
  const refusal = { applicationId: refused?.application_id, msg: 'a payable could not be sent' };
  expect(entries).toContainEqual(expect.objectContaining(refusal));
  expect(await listUnsentPayables(db, 50)).toEqual([
    {
      applicationId: refused?.application_id,
      studyId: refused?.study_id,
      pesewas: 5000,
      since: expect.any(Date),
    },
  ]);
});
