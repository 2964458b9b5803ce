// @module-tag both-engines
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createLog } from '@app/kit/log.ts';
import { Failure } from '@app/kit/problem.ts';
import { useApp } from '@app/test/support/app.ts';
import { SERVICE_ROLE } from '../open-db.ts';
import type { ProjectTables } from '../schema.ts';
import { listUnsentPayables, sendLatePayables } from './payables.ts';

const app = useApp({}, undefined, { withWorkers: false });

async function insertPayable(ago: string, sentVersion = 0) {
  const payable = { application_id: crypto.randomUUID(), study_id: crypto.randomUUID() };
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
  const callPayment = async () => {
    throw new Failure('BUDGET_SHORT');
  };
  const [refused] = [
    await insertPayable('2 hours'),
    await insertPayable('3 hours', 1),
    await insertPayable('20 minutes'),
  ];
  await sendLatePayables({ db, log, callPayment });
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries).toHaveLength(2);
  expect(entries[0]).toMatchObject({
    applicationId: refused?.application_id,
    msg: 'a payable could not be sent',
  });
  expect(await listUnsentPayables(db, 50)).toEqual([
    {
      applicationId: refused?.application_id,
      studyId: refused?.study_id,
      pesewas: 5000,
      since: expect.any(Date),
    },
  ]);
});
