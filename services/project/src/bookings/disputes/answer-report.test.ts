import { beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as disputeCalls from '@app/contracts/project/disputes.ts';
import { listMeetings } from '@app/contracts/project/meetings.ts';
import { decisionWords, meetingWords } from '@app/words/meetings.ts';
import { projectEmailWords as words } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { decideAsAdmin, disputeToken } from '#test/disputes.ts';
import { emailTo, untilSent } from '#test/jobs.ts';
import { accept, book, freshSlot, moveStart } from '#test/meetings.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let bookingId: string;
beforeEach(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
  const study = await makePaidStudy(app, researcher);
  await accept(app, { researcher, participant, study });
  const { content } = await book(app, participant, study.id, await freshSlot(app, study.id));
  bookingId = content.id;
  await moveStart(app, bookingId, '1 hour');
});

const report = () =>
  app.call(disputeCalls.reportMeeting, {
    as: participant,
    params: { id: bookingId },
    body: { kind: 'NOBODY_CAME', text: 'I waited for half an hour' },
  });
const answer = (text: string, as = researcher) =>
  app.call(disputeCalls.answerReport, { as, params: { id: bookingId }, body: { text } });
const readOwnMeeting = async () => {
  const day = 24 * 60 * 60_000;
  const query = {
    from: new Date(Date.now() - day).toISOString(),
    to: new Date(Date.now() + day).toISOString(),
  };
  const { content } = await app.call(listMeetings, { as: researcher, query });
  return content.find(({ id }) => id === bookingId);
};
const code = ({ json }: { json: Record<string, unknown> }) => json['code'];

test('a researcher is emailed about a report and reads it; the admin reads their answer', async () => {
  await report();
  const email = await emailTo(app, researcher, words.MEETING_DISPUTED.subject);
  expect(email.text).toContain(meetingWords.report.NOBODY_CAME);
  // The report text stays out of mailboxes.
  expect(email.text).not.toContain('half an hour');
  expect(await readOwnMeeting()).toMatchObject({
    report: { text: 'I waited for half an hour' },
    answer: null,
  });

  expect((await answer('I called twice')).status).toBe(200);
  expect((await answer('I called three times')).content).toMatchObject({ answer: 'I called three times' });
  const token = disputeToken(app, bookingId);
  const read = await app.call(disputeCalls.readDispute, { params: { id: bookingId }, query: { token } });
  expect(read.content).toMatchObject({ answerText: 'I called three times', canDecide: true });
});

test('both sides are emailed the decision, and the participant that they are paid', async () => {
  await report();
  expect((await decideAsAdmin(app, bookingId, 'PARTICIPANT')).status).toBe(200);
  await untilSent(app);
  const { subject } = words.MEETING_DECIDED;
  const [own, theirs] = [await emailTo(app, participant, subject), await emailTo(app, researcher, subject)];
  for (const { text } of [own, theirs]) {
    expect(text).toContain(decisionWords.PARTICIPANT);
    expect(text).toContain('No call was made');
  }
  expect([own.text.includes('you are paid'), theirs.text.includes('you are paid')]).toEqual([true, false]);
});

test('no answer is accepted without a report, after the decision, or for another researcher’s meeting', async () => {
  expect(code(await answer('I called'))).toBe('NOTHING_TO_REPORT');
  await report();
  const other = await registerResearcher(app, { verified: true });
  expect(code(await answer('I called', other))).toBe('BOOKING_NOT_FOUND');
  expect((await answer(' ')).status).toBe(400);
  await decideAsAdmin(app, bookingId, 'RESEARCHER');
  expect(code(await answer('I called'))).toBe('DISPUTE_IS_DECIDED');
});
