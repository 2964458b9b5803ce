import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ParticipantCode } from '@app/contracts/participant-code.ts';
import { listPayouts } from '@app/contracts/payment/payouts.ts';
import { erasePerson } from '@app/contracts/project/account-deletion.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useApp } from '@app/test/support/app.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { accept, book, freshSlot, makeTimePass, moveStart } from '#test/meetings.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';

const app = useApp();

test('D-77 a person has one code in all studies of a project, and another in other projects', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const participant = await registerParticipant(app, { withProfile: true });
  const [{ id: projectId }, other] = [await makeProject(app, researcher), await makeProject(app, researcher)];
  const studies = await Promise.all([1, 2, 3].map(() => makePublished(app, researcher, { projectId })));
  const elsewhere = await makePublished(app, researcher, { projectId: other.id });
  const applied = await Promise.all([...studies, elsewhere].map((study) => apply(app, participant, study)));
  expect(applied.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const readCodes = async (study: Study) =>
    (await app.call(listApplicants, { as: researcher, params: { id: study.id } })).content.map(
      ({ code }) => code,
    );
  const codes = (await Promise.all(studies.map(readCodes))).flat();
  expect(new Set(codes).size).toBe(1);
  expect(ParticipantCode.safeParse(codes[0]).success).toBe(true);
  expect(await readCodes(elsewhere)).not.toContain(codes[0]);
  const neighbour = await registerParticipant(app, { withProfile: true });
  await apply(app, neighbour, studies[0]!);
  expect(new Set(await readCodes(studies[0]!)).size).toBe(2);

  const as = { token: await serviceToken({ app }, 'identity', 'project') };
  await app.call(erasePerson, { as, params: { userId: participant.userId } });
  const { rows } = await sql`
    select from project.participant_codes where participant_id = ${participant.userId}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([]);
  // The researcher can still find the person's answers in the survey.
  expect(await readCodes(studies[1]!)).toEqual([codes[0]]);
});

test('D-77 the payment service keeps the code of the lists', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const participant = await registerParticipant(app, { withProfile: true });
  const study = await makePaidStudy(app, researcher);
  await accept(app, { researcher, participant, study });
  const { content } = await book(app, participant, study.id, await freshSlot(app, study.id));
  await moveStart(app, content.id, '1 hour');
  const params = { id: content.id };
  await app.call(markAttendance, { as: researcher, params, body: { outcome: 'ATTENDED' } });
  await makeTimePass(app, content.id, '10 minutes');
  const listed = await app.call(listApplicants, { as: researcher, params: { id: study.id } });
  const paid = async () =>
    (await app.call(listPayouts, { as: researcher, query: { studyId: study.id } })).content.map(
      ({ participantCode }) => participantCode,
    );
  await expect.poll(paid).toEqual(listed.content.map(({ code }) => code));
});
