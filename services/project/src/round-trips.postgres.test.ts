import { expect, test } from 'vitest';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { applyToStudy } from '@app/contracts/project/applications.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { bookSlot, cancelBooking, rescheduleBooking } from '@app/contracts/project/bookings.ts';
import { createStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import { type TestApp, useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { recordStatements } from '@app/test/support/record-statements.ts';
import { addApplicants } from '#test/applicants.ts';
import { PHONE, accept, freshSlot, moveStart } from '#test/meetings.ts';
import { makeProject, makePublished, planBody, responsesTo, studyBody } from '#test/studies.ts';

const app = useApp({}, undefined, { withWorkers: false });
/** The last run of the calls counts: the first one also prepares queues. */
const RUNS = 2;

/** Calls share these statements: one wakes open pages after many answers, one finds ended sessions. */
const SHARED = ['pg_notify($1, payload)', 'identity.ended_sessions'];
const isCounted = ({ text, startsRoundTrip }: { text: string; startsRoundTrip: boolean }) =>
  startsRoundTrip && !SHARED.some((part) => text.includes(part));

test('the round trips of calls that people wait for: a new one is noticed here', async () => {
  const roundTrips: Record<string, number> = {};
  const call: TestApp['call'] = (endpoint, given) =>
    app.call(endpoint, { ...given, headers: { 'idempotency-key': crypto.randomUUID() } });
  async function count<Answer extends { status: number; json: unknown }>(
    name: string,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    let answer: Answer | undefined;
    const sent = await recordStatements(async () => {
      answer = await work();
    });
    if (answer!.status >= 300) throw new Error(`${name} answered ${JSON.stringify(answer!.json)}`);
    roundTrips[name] = sent.filter(isCounted).length;
    return answer!;
  }
  const researcher = await registerResearcher(app, { verified: true });
  const { id: projectId } = await makeProject(app, researcher);
  const participants = [
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  for (let run = 0; run < RUNS; run += 1) {
    const draft = await app.call(createStudy, { as: researcher, body: studyBody(projectId) });
    const ofDraft = { as: researcher, params: { id: draft.content.id } };
    await count('publish', () => call(publishStudy, { ...ofDraft, body: planBody() }));
    const { content: published } = await count('publish again', () =>
      call(publishStudy, { ...ofDraft, body: planBody() }),
    );
    for (const [index, participant] of participants.entries()) {
      await count(index === 0 ? 'apply first' : 'apply', () =>
        call(applyToStudy, {
          as: participant,
          params: { id: published.id },
          body: { applicantId: participant.userId, responses: responsesTo(published) },
        }),
      );
    }
    const [participant] = participants;
    if (!participant) throw new Error('There are participants');
    const study = await makePublished(app, researcher, { projectId }, { desiredNumberOfParticipants: 60 });
    await accept(app, { researcher, participant, study });
    const [first, second] = [await freshSlot(app, study.id, 5), await freshSlot(app, study.id, 5)];
    const bookAt = (slotId: string) => () =>
      call(bookSlot, { as: participant, params: { id: study.id }, body: { slotId, phoneNumber: PHONE } });
    const { id } = (await count('book', bookAt(first))).content;
    const ofBooking = { as: participant, params: { id } };
    await count('move a booking', () => call(rescheduleBooking, { ...ofBooking, body: { slotId: second } }));
    await count('cancel a booking', () => call(cancelBooking, { ...ofBooking, body: {} }));
    await count('book again', bookAt(first));
    await moveStart(app, id, '1 hour');
    await count('mark attendance', () =>
      call(markAttendance, { as: researcher, params: { id }, body: { outcome: 'ATTENDED' } }),
    );
    const applicationIds = await addApplicants(app, study.id, 50);
    await count('decide 50 applicants', () =>
      call(decideApplicants, {
        as: researcher,
        params: { id: study.id },
        body: { applicationIds, status: 'ACCEPTED' },
      }),
    );
  }
  expect(roundTrips).toEqual({
    'apply first': 5,
    apply: 5,
    book: 5,
    'book again': 5,
    'move a booking': 5,
    'cancel a booking': 5,
    'mark attendance': 8,
    'decide 50 applicants': 6,
    publish: 13,
    'publish again': 11,
  });
});
