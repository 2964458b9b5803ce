import { sql } from 'kysely';
import { changeOwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { submitUserInformation } from '@app/contracts/identity/profiles.ts';
import { remarkApplicant } from '@app/contracts/project/applicants.ts';
import { cancelBooking } from '@app/contracts/project/bookings.ts';
import { saveDraftAnswers } from '@app/contracts/project/draft-answers.ts';
import { appealRejection, finishSubmission } from '@app/contracts/project/submissions.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import type { TestApp } from './app.ts';
import { makeUnsentPayout } from './payouts.ts';
import { profileBody, registerParticipant, registerResearcher, registerVerified } from './people.ts';
import { waitForJobs } from './wait-for-jobs.ts';
import { decide } from '../../services/project/test/applicants.ts';
import { makeBooked } from '../../services/project/test/meetings.ts';
import { apply, makeProject, makePublished } from '../../services/project/test/studies.ts';
import {
  decideOnSubmissions,
  makeOnline,
  makeStarted,
  makeSubmissionOlder,
  openSurveyCommands,
  rejection,
} from '../../services/project/test/submissions.ts';

/** Each value occurs nowhere else: the person's own data, and texts of others about them. */
export const MARKS = {
  email: 'zanetor.leaver@example.test',
  firstName: 'Zanetormark',
  lastName: 'Leavermark',
  phone: '+233244999001',
  city: 'Kumasimark',
  birth: '1987-03-14',
  accountName: 'Zanewalletmark',
  wallet: '+233244999002',
  hint: '+233 •• ••• 9002',
  called: '+233244999003',
  remark: 'Remarkmark on the person',
  note: 'Notemark to the person',
  reason: 'Reasonmark of the person',
  finished: 'Finishedmark without a code',
  rejected: 'Rejectedmark to the person',
  appeal: 'Appealmark of the person',
  decided: 'Decidedmark of the admin',
};

interface Marked {
  researcher: SignedInUser;
  other: SignedInUser;
  person: SignedInUser;
  booked: Awaited<ReturnType<typeof makeBooked>>;
  declinedId: string;
}

/** Simulates a payment by a network, with all stored data. */
export async function insertPaidPayout(
  { engine }: Pick<TestApp, 'engine'>,
  payoutId: string,
  { name, phone }: { name: string; phone: string },
): Promise<void> {
  const reference = crypto.randomUUID();
  await sql`
    update payment.payouts set state = 'SUCCEEDED', paid_at = now(), next_at = null, wallet_hint = ${maskedPhoneNumber(phone)}, note = ${name}
    where payout_id = ${payoutId}`.execute(engine.owner);
  await sql`
    insert into payment.attempts (attempt_id, payout_id, number, provider, reference, network, phone_number, account_name,
      pesewas, state)
    values (${crypto.randomUUID()}, ${payoutId}, 1, 'mtn', ${reference}, 'MTN', ${phone}, ${name}, 5000, 'SUCCEEDED')`.execute(
    engine.owner,
  );
  await sql`
    insert into payment.callbacks (callback_id, provider, fingerprint, body, state, reference)
    values (${crypto.randomUUID()}, 'mtn', sha256(convert_to(${reference}::text, 'UTF8')),
      convert_to(${`{"payee":"${phone} ${name}"}`}::text, 'UTF8'), 'DONE', ${reference.toUpperCase()})`.execute(
    engine.owner,
  );
}

/** Each side has written about the survey: the person twice, the researcher, and the admin. */
async function makeRejected(app: TestApp, researcher: SignedInUser, person: SignedInUser): Promise<void> {
  const study = await makeOnline(app, researcher);
  const { id } = await makeStarted(app, person, study);
  const own = { as: person, params: { id } };
  await app.call(finishSubmission, { ...own, body: { note: MARKS.finished } });
  await decideOnSubmissions(app, { researcher, study }, [id], { ...rejection, note: MARKS.rejected });
  await makeSubmissionOlder(app, id, '11 minutes');
  await app.call(appealRejection, { ...own, body: { statement: MARKS.appeal } });
  const commands = await openSurveyCommands(app);
  await commands.decide({ id, decision: 'REJECTED', reason: MARKS.decided, by: 'kofi' });
  await commands.stop();
}

/** Creates a person with each marker, another without any, and the researcher who has met and paid both. */
export async function makeMarkedParticipant(app: TestApp): Promise<Marked> {
  const researcher = await registerResearcher(app, { verified: true });
  const other = await registerParticipant(app, { withProfile: true });
  const { email, firstName, lastName } = MARKS;
  const person = await registerVerified(app, 'PARTICIPANT', { email, firstName, lastName });
  await app.call(changeOwnAccount, { as: person, body: { phoneNumber: MARKS.phone } });
  const profile = profileBody(person.userId, { city: MARKS.city, dateOfBirth: MARKS.birth });
  profile.payment = { provider: 'MTN', accountName: MARKS.accountName, phoneNumber: MARKS.wallet };
  await app.call(submitUserInformation, { as: person, body: profile });

  const booked = await makeBooked(app, { researcher, participant: person });
  await makeBooked(app, { researcher, participant: other });
  await sql`update project.bookings set phone_number = ${MARKS.called} where participant_id = ${person.userId}`.execute(
    app.engine.owner,
  );
  await app.call(remarkApplicant, {
    as: researcher,
    params: { id: booked.study.id, applicationId: booked.applicationId },
    body: { remarks: MARKS.remark, isFavourite: true },
  });
  const { id: projectId } = await makeProject(app, researcher);
  const declining = await makePublished(app, researcher, { projectId });
  const { content: declined } = await apply(app, person, declining);
  const decision = { status: 'DECLINED', reason: 'OTHER', note: MARKS.note } as const;
  await decide(app, researcher, declining.id, [declined.id], decision);
  const startedStudy = await makePublished(app, researcher, { projectId });
  await app.call(saveDraftAnswers, {
    as: person,
    params: { id: startedStudy.id },
    body: { answers: { q1aaaa: 'o1aaaa' } },
  });
  const cancelled = await makeBooked(app, { researcher, participant: person });
  await app.call(cancelBooking, {
    as: person,
    params: { id: cancelled.booking.id },
    body: { reason: MARKS.reason },
  });
  await makeRejected(app, researcher, person);
  for (const participant of [person, other]) {
    const { payoutId } = await makeUnsentPayout(app, { researcher, participant });
    const isPerson = participant === person;
    await insertPaidPayout(app, payoutId, {
      name: isPerson ? MARKS.accountName : 'Otherwallet',
      phone: isPerson ? MARKS.wallet : '+233244999008',
    });
  }
  await waitForJobs(app);
  return { researcher, other, person, booked, declinedId: declined.id };
}
