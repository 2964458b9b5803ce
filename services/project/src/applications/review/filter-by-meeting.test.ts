import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportApplicants, listApplicants } from '@app/contracts/project/applicants.ts';
import { cancelBooking, markAttendance } from '@app/contracts/project/bookings.ts';
import { MEETING_STAGES, type MeetingStage } from '@app/contracts/project/meeting-choices.ts';
import { startTestApp, type TestApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { accept, book, freshSlot, startAgo } from '#test/meetings.ts';
import { readCsv } from '#test/read-csv.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('AP7 applicants are filtered by how their meeting stands, in the list and in the file', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const study = await makePublished(app, researcher, { projectId: (await makeProject(app, researcher)).id });
  const [pending, chooses, gaveBack, ahead, begun, came, absent] = await Promise.all(
    Array.from({ length: 7 }, () => registerParticipant(app, { withProfile: true })),
  );
  await apply(app, pending!, study);
  const ids = new Map<string, string>();
  for (const participant of [chooses!, gaveBack!, ahead!, begun!, came!, absent!]) {
    await accept(app, { researcher, participant, study });
    if (participant === chooses) continue;
    const booked = await book(app, participant, study.id, await freshSlot(app, study.id));
    ids.set(participant.userId, booked.content.id);
  }
  const id = (person: typeof ahead) => ids.get(person!.userId)!;
  await app.call(cancelBooking, { as: gaveBack!, params: { id: id(gaveBack) }, body: {} });
  for (const [at, person] of [begun, came, absent].entries())
    await startAgo(app, id(person), `${at + 1} hours`);
  const mark = (person: typeof ahead, outcome: 'ATTENDED' | 'NO_SHOW') =>
    app.call(markAttendance, { as: researcher, params: { id: id(person) }, body: { outcome } });
  await mark(came, 'ATTENDED');
  await mark(absent, 'NO_SHOW');

  const expected = {
    CHOOSING: [chooses, gaveBack],
    AHEAD: [ahead],
    UNMARKED: [begun],
    ATTENDED: [came],
    NO_SHOW: [absent],
  } satisfies Record<MeetingStage, unknown>;
  const asked = { as: researcher, params: { id: study.id } };
  for (const meeting of MEETING_STAGES) {
    const those = expected[meeting].map((person) => person!.userId).toSorted();
    const all = (await app.call(listApplicants, { ...asked, query: { meeting } })).content;
    expect([meeting, all.map(({ applicantId }) => applicantId).toSorted()]).toEqual([meeting, those]);
    const [, ...lines] = readCsv((await app.call(exportApplicants, { ...asked, query: { meeting } })).text);
    expect(lines).toHaveLength(those.length);
  }
  const paged = await app.call(listApplicants, { ...asked, query: { meeting: 'CHOOSING', size: 1 } });
  expect(paged.json).toMatchObject({ totalElements: 2 });
  const unknown = await app.call(listApplicants, { ...asked, query: { meeting: 'SOON' } });
  expect(unknown.json).toMatchObject({ code: 'INVALID_INPUT', content: [{ field: 'meeting' }] });
});
