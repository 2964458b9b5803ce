import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markAttendance } from '@app/contracts/project/bookings.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { putInState } from '@app/test/support/payouts.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { accept, assertSound, book, freshSlot, startAgo } from '#test/meetings.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('what left before its mark was taken back is owed all the same, and its place is used up', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const participant = await registerParticipant(app, { withProfile: true });
  const study = await makePaidStudy(app, researcher);
  const applicationId = await accept(app, { researcher, participant, study });
  const { content: booking } = await book(app, participant, study.id, await freshSlot(app, study.id));
  await startAgo(app, booking.id, '1 hour');
  const mark = (outcome: string) =>
    app.call(markAttendance, { as: researcher, params: { id: booking.id }, body: { outcome } });
  const read = async () => {
    const { rows } = await sql`
      select due.pesewas, due.version = due.told_version as "isTold", study.paid_elsewhere::int as used
      from project.dues as due join project.studies as study using (study_id)
      where application_id = ${applicationId}`.execute(app.engine.owner);
    return rows[0];
  };
  await mark('ATTENDED');
  await expect.poll(read).toEqual({ pesewas: 5000, isTold: true, used: 0 });
  await app.call(withdrawApplication, { as: participant, params: { id: applicationId } });
  expect(await read()).toEqual({ pesewas: 5000, isTold: true, used: 1 });
  const { rows } = await sql<{ id: string }>`
    select payout_id as id from payment.payouts where application_id = ${applicationId}`.execute(
    app.engine.owner,
  );
  await putInState(app, rows[0]?.id ?? '', 'REVIEW');
  for (const outcome of ['UNMARKED', 'NO_SHOW']) {
    expect((await mark(outcome)).status).toBe(200);
    await expect.poll(read).toEqual({ pesewas: 5000, isTold: true, used: 1 });
  }
  await assertSound(app);
});
