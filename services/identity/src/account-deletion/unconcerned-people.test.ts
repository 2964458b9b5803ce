import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { remarkApplicant } from '@app/contracts/project/applicants.ts';
import { renewCalendarFeed } from '@app/contracts/project/calendar.ts';
import { answerReport, reportMeeting } from '@app/contracts/project/disputes.ts';
import { reportMessage, sendMessage } from '@app/contracts/project/messages.ts';
import { reportStudy } from '@app/contracts/project/reports.ts';
import { joinWaitingList } from '@app/contracts/project/slots.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { deleteAccount } from '@app/test/support/account-deletion.ts';
import { useApp } from '@app/test/support/app.ts';
import { everyRowAsStored } from '@app/test/support/every-row.ts';
import { makeMarkedParticipant } from '@app/test/support/marked-participant.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { waitForJobs } from '@app/test/support/wait-for-jobs.ts';
import { decide } from '../../../project/test/applicants.ts';
import { makeAccepted, makeBooked, moveStart } from '../../../project/test/meetings.ts';
import { apply, dayAhead, makeDraft, makeProject, makePublished } from '../../../project/test/studies.ts';

// Notifications of decisions and of new times wait, so that no job changes a row meanwhile.
const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });

const OF_SERVICES = /^(identity|payment|project)\./;
/** Scheduled jobs set these columns at any time. */
const SET_BY_JOBS = /"(ends_at|openings_notified_until)": "[^"]*"/g;
const serviceRows = async () =>
  (await everyRowAsStored(app))
    .filter(({ table }) => OF_SERVICES.test(table))
    .map(({ table, row }) => `${table} ${row.replaceAll(SET_BY_JOBS, '')}`);
const among = (rows: readonly string[], all: readonly string[]) => {
  const known = new Set(all);
  return rows.filter((row) => known.has(row));
};

/** Adds a dispute, messages, reports, a draft, a calendar and a place on a waiting list. */
async function addFurtherData(researcher: SignedInUser, participant: SignedInUser): Promise<void> {
  const { booking, study, applicationId } = await makeBooked(app, { researcher, participant });
  await moveStart(app, booking.id, '1 hour');
  const params = { id: booking.id };
  const report = { kind: 'NOBODY_CAME', text: 'I waited for half an hour' };
  await app.call(reportMeeting, { as: participant, params, body: report });
  await app.call(answerReport, { as: researcher, params, body: { text: 'I called twice' } });
  const thread = { applicationId };
  await app.call(sendMessage, { as: researcher, params: thread, body: { text: 'Where are you?' } });
  const body = { number: 1, reason: 'OTHER', text: 'They are rude' };
  await app.call(reportMessage, { as: participant, params: thread, body });
  const reason = { reason: 'OTHER', text: 'Nobody answers' };
  await app.call(reportStudy, { as: participant, params: { id: study.id }, body: reason });
  const { id: projectId } = await makeProject(app, researcher);
  await makeDraft(app, researcher, { projectId, consentText: 'What you agree to' });
  await makeProject(app, researcher, 'Without studies');
  await app.call(renewCalendarFeed, { as: researcher });
  const full = await makeAccepted(app, { researcher, participant });
  await app.call(joinWaitingList, {
    as: participant,
    params: { id: full.study.id },
    body: { days: [dayAhead(60)] },
  });
}

test('a deletion changes no row of people who have nothing to do with the person', async () => {
  const { researcher, person } = await makeMarkedParticipant(app);
  await addFurtherData(researcher, person);
  await waitForJobs(app);
  const ofOthers = await serviceRows();

  const leaving = {
    researcher: await registerResearcher(app, { verified: true }),
    participant: await registerParticipant(app, { withProfile: true }),
  };
  const { id: projectId } = await makeProject(app, leaving.researcher);
  const study = await makePublished(app, leaving.researcher, { projectId });
  const { content: application } = await apply(app, leaving.participant, study);
  await app.call(remarkApplicant, {
    as: leaving.researcher,
    params: { id: study.id, applicationId: application.id },
    body: { remarks: 'Lives far away' },
  });
  const decision = { status: 'DECLINED', reason: 'OTHER', note: 'Thank you' } as const;
  await decide(app, leaving.researcher, study.id, [application.id], decision);
  await app.call(closeStudy, { as: leaving.researcher, params: { id: study.id } });
  await sql`
    insert into payment.budgets (study_id, researcher_id, incentive_in_pesewas, payout_fee_in_pesewas, collection_fee_points, places,
      state, closed_at)
    values (${study.id}, ${leaving.researcher.userId}, 5000, 100, 195, 1, 'CLOSED', now())`.execute(
    app.engine.owner,
  );
  await waitForJobs(app);
  const before = among(ofOthers, await serviceRows());
  const tables = new Set(before.map((row) => row.split(' ', 1)[0]));
  expect([...tables]).toEqual(
    expect.arrayContaining([
      'identity.companies',
      'identity.participant_profiles',
      'identity.sessions',
      'payment.attempts',
      'payment.budgets',
      'payment.fundings',
      'payment.payouts',
      'project.application_steps',
      'project.applications',
      'project.bookings',
      'project.calendar_feeds',
      'project.draft_answers',
      'project.message_reports',
      'project.messages',
      'project.notifications',
      'project.participant_quarter_hours',
      'project.proof_words',
      'project.reports',
      'project.researcher_quarter_hours',
      'project.studies',
      'project.study_consents',
      'project.study_slots',
      'project.threads',
      'project.waiting',
    ]),
  );

  await deleteAccount(app, leaving.participant);
  await deleteAccount(app, leaving.researcher);
  const { rows } = await sql`
    select note from project.application_steps where application_id = ${application.id}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ note: null }]);
  const after = new Set(await serviceRows());
  expect(before.filter((row) => !after.has(row))).toEqual([]);
});
