import { sql } from 'kysely';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
  REGIONS,
} from '@app/contracts/enumerations.ts';
import { UNMET_REQUIREMENTS } from '@app/contracts/project/browsing.ts';
import type { DataPart } from '@app/contracts/data-export.ts';
import { decodeBit, decodeBits } from '@app/kit/bits.ts';
import { decodeFurtherCriteria } from '@app/contracts/further-bits.ts';
import { ownDataWords as words } from '@app/words/data-export.ts';
import { translateRows } from '@app/words/say-data.ts';
import { findHistories } from '../applications/application-steps.ts';
import type { Db } from '../schema.ts';

/** A mark is included only after its notification. Decisions that were undone are not included. */
export async function readAsParticipant(db: Db, userId: string): Promise<DataPart[]> {
  return [
    await readProfilePart(db, userId),
    ...(await readApplications(db, userId)),
    await readDraftAnswers(db, userId),
    await readViews(db, userId),
    await readInvited(db, userId),
    ...(await readMeetings(db, userId)),
  ];
}

async function readProfilePart(db: Db, userId: string): Promise<DataPart> {
  const rows = await db
    .selectFrom('project.matching_profiles')
    .select([
      sql<string>`birth_date::text`.as('birthDate'),
      'gender_bit as genderBit',
      'education_bit as educationBit',
      'income_bit as incomeBit',
      'device_bits as deviceBits',
      'further_bits as furtherBits',
      'former',
    ])
    .where('user_id', '=', userId)
    .execute();
  return translateRows(
    words.matchingProfile,
    rows.flatMap(({ former, ...now }) =>
      [...former, { ...now, until: null }].map(({ birthDate, until, furtherBits, ...bits }) => ({
        birthDate,
        ...describeProfile(bits),
        ...decodeFurtherCriteria(furtherBits),
        until: until && new Date(until),
      })),
    ),
  );
}

const describeProfile = (bits: {
  genderBit: number;
  educationBit: number;
  incomeBit: number;
  deviceBits: number;
}) => ({
  gender: decodeBit(GENDERS, bits.genderBit),
  education: decodeBit(EDUCATION_LEVELS, bits.educationBit),
  income: decodeBit(INCOME_RANGES, bits.incomeBit),
  devices: decodeBits(DEVICE_REQUIREMENTS, bits.deviceBits),
});

async function readApplications(db: Db, userId: string): Promise<DataPart[]> {
  const rows = await db
    .selectFrom('project.applications as application')
    .innerJoin('project.studies as study', 'study.study_id', 'application.study_id')
    .select([
      'application.application_id as id',
      'study.public_name as study',
      'study.company_name as company',
      'application.participant_code as code',
      'application.status',
      'application.applied_at as appliedAt',
      'application.consent_withdrawn_at as consentWithdrawnAt',
      'application.age',
      'application.gender_bit as genderBit',
      'application.region_bit as regionBit',
      'application.education_bit as educationBit',
      'application.income_bit as incomeBit',
      'application.device_bits as deviceBits',
      'application.changed_bits as changedBits',
      'application.asked_bits as askedBits',
      'application.responses',
    ])
    .where('application.applicant_id', '=', userId)
    .orderBy('application.applied_at')
    .execute();
  const ids = rows.map(({ id }) => id);
  const histories = await findHistories(db, ids, 'APPLICANT');
  const answers = rows.flatMap(({ study, responses }) =>
    responses.map((response) => ({ study, ...response })),
  );
  const steps = rows.flatMap(({ id, study }) =>
    (histories.get(id) ?? []).map((step) => ({ study, ...step, at: new Date(step.at) })),
  );
  return [
    translateRows(
      words.applications,
      rows.map((row) => ({
        ...row,
        ...describeProfile(row),
        region: decodeBits(REGIONS, row.regionBit)[0],
        ...decodeFurtherCriteria(row.askedBits),
        // A study cannot require people without internet. So false means that the study did not ask about it.
        hasInternet: decodeFurtherCriteria(row.askedBits).hasInternet || null,
        changedSince: decodeBits(UNMET_REQUIREMENTS, row.changedBits),
      })),
    ),
    translateRows(words.answers, answers),
    await readAgreements(db, userId),
    translateRows(words.decisions, steps),
  ];
}

async function readAgreements(db: Db, userId: string): Promise<DataPart> {
  const rows = await db
    .selectFrom('project.consent_agreements as given')
    .innerJoin('project.applications as application', 'application.application_id', 'given.application_id')
    .innerJoin('project.studies as study', 'study.study_id', 'application.study_id')
    .leftJoin('project.study_consents as consent', (join) =>
      join
        .onRef('consent.study_id', '=', 'application.study_id')
        .onRef('consent.version', '=', 'given.version'),
    )
    .select(['study.public_name as study', 'given.version', 'consent.text', 'given.agreed_at as agreedAt'])
    .where('application.applicant_id', '=', userId)
    .orderBy('given.agreed_at')
    .execute();
  return translateRows(words.agreements, rows);
}

async function readDraftAnswers(db: Db, userId: string): Promise<DataPart> {
  const rows = await db
    .selectFrom('project.draft_answers as draft')
    .innerJoin('project.studies as study', 'study.study_id', 'draft.study_id')
    .select(['study.public_name as study', 'study.screeners', 'draft.answers', 'draft.kept_at as keptAt'])
    .where('draft.participant_id', '=', userId)
    .execute();
  return translateRows(
    words.draftAnswers,
    rows.flatMap(({ study, screeners, answers, keptAt }) =>
      screeners.flatMap(({ id, question, options }) => {
        const chosen = options.find((option) => option.id === answers[id]);
        return chosen ? [{ study, question, answer: chosen.answer, keptAt }] : [];
      }),
    ),
  );
}

async function readViews(db: Db, userId: string): Promise<DataPart> {
  const rows = await db
    .selectFrom('project.study_views as view')
    .innerJoin('project.studies as study', 'study.study_id', 'view.study_id')
    .select([
      'study.public_name as study',
      sql<string>`view.seen_on::text`.as('seenOn'),
      'view.source',
      sql<string>`view.began_on::text`.as('beganOn'),
    ])
    .where('view.participant_id', '=', userId)
    .orderBy('view.seen_on')
    .execute();
  return translateRows(words.views, rows);
}

async function readInvited(db: Db, userId: string): Promise<DataPart> {
  const rows = await db
    .selectFrom('project.invited_people as invited')
    .innerJoin('project.studies as study', 'study.study_id', 'invited.study_id')
    .select(['study.public_name as study', 'invited.owns_address as ownsAddress'])
    .where('invited.participant_id', '=', userId)
    .orderBy('study.public_name')
    .execute();
  return translateRows(words.invited, rows);
}

async function readMeetings(db: Db, userId: string): Promise<DataPart[]> {
  const meetings = await sql<object>`
    select study.public_name as study, booking.starts_at as "startsAt", booking.ends_at as "endsAt",
      case when booking.state in ('BOOKED', 'CONFIRMED', 'ATTENDED', 'NO_SHOW', 'TURNED_AWAY', 'NOBODY_CAME') then replace(
        coalesce(slot.meeting_details, study.meeting_details)::text, '{{MEETING}}', slot.room)::jsonb end as details,
      booking.state,
      booking.phone_number as "phoneNumber", booking.is_on_whatsapp as "isOnWhatsApp",
      booking.number_shown_at as "numberShownAt", booking.calls, booking.proven_at as "provenAt", booking.confirmed_at as "confirmedAt",
      booking.is_late as "isLate", booking.cancel_reason as "cancelReason",
      booking.reported_at as "reportedAt", booking.report_kind as "reportKind", booking.report_text as report,
      booking.decided_at as "decidedAt", booking.decision, booking.decision_reason as "decisionReason"
    from project.bookings as booking join project.studies as study using (study_id)
    left join project.study_slots as slot on slot.study_id = booking.study_id and slot.starts_at = booking.starts_at
    where booking.participant_id = ${userId} order by booking.created_at`.execute(db);
  const waiting = await sql<object>`
    select study.public_name as study, waiting.days, waiting.joined_at as "joinedAt"
    from project.waiting as waiting join project.studies as study using (study_id)
    where waiting.participant_id = ${userId} order by waiting.joined_at`.execute(db);
  const submissions = await sql<object>`
    select study.public_name as study, submission.status, submission.outcome, submission.session_key as "sessionKey",
      submission.started_at as "startedAt", submission.expires_at as "expiresAt",
      submission.extended_at as "extendedAt", submission.submitted_at as "submittedAt", submission.note,
      submission.decided_at as "decidedAt", submission.rejection_reason as "rejectionReason",
      submission.rejection_note as "rejectionNote", submission.appealed_at as "appealedAt",
      submission.appeal_text as "appealText", submission.admin_decided_at as "adminDecidedAt",
      submission.admin_reason as "adminReason"
    from project.submissions as submission join project.studies as study using (study_id)
    where submission.participant_id = ${userId} order by submission.started_at`.execute(db);
  const payables = await sql<object>`
    select study.public_name as study, trim(to_char(payable.pesewas / 100.0, '999999999990.00')) as amount,
      payable.changed_at as "changedAt"
    from project.payables as payable join project.studies as study using (study_id)
    where payable.participant_id = ${userId} order by payable.changed_at`.execute(db);
  const reports = await sql<object>`
    select study_name as study, reported_on::text as "reportedOn", reason, text
    from project.reports where reporter_id = ${userId} order by reported_on`.execute(db);
  return [
    translateRows(words.meetings, meetings.rows),
    translateRows(words.reports, reports.rows),
    translateRows(words.waiting, waiting.rows),
    translateRows(words.submissions, submissions.rows),
    translateRows(words.payables, payables.rows),
  ];
}
