import { type RawBuilder, sql } from 'kysely';
import type { DataPart } from '@app/contracts/data-export.ts';
import { EXCLUDED_PARTICIPATION } from '@app/contracts/project/exclusions.ts';
import { decodeBits } from '@app/kit/bits.ts';
import { ownDataWords as words } from '@app/words/data-export.ts';
import { translateRows } from '@app/words/say-data.ts';
import type { Db } from '../schema.ts';

/** Participants are named only by their codes. */
export async function readResearcherData(db: Db, userId: string): Promise<DataPart[]> {
  const projects = await sql<object>`
    select project_name as name, description, created_at as "createdAt", deleted_at as "deletedAt"
    from project.projects where creator_id = ${userId} order by created_at`.execute(db);
  const calendar = await sql<object>`
    select created_at as "createdAt" from project.calendar_feeds where researcher_id = ${userId}`.execute(db);
  return [
    translateRows(words.projects, projects.rows),
    ...(await readStudies(db, userId)),
    ...(await readWritten(db, userId)),
    translateRows(words.calendar, calendar.rows),
  ];
}

async function readStudies(db: Db, userId: string): Promise<DataPart[]> {
  const studies = await db
    .selectFrom('project.studies as study')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .select([
      'study.study_id as id',
      'project.project_name as project',
      'study.name',
      'study.public_name as publicName',
      'study.description',
      'study.company_name as company',
      'study.state',
      'study.incentive',
      'study.ethics',
      'study.desired_number_of_participants as places',
      'study.meeting_details as details',
      sql<string | null>`study.survey ->> 'address'`.as('survey'),
      'study.minutes',
      sql<string | null>`study.closes_on::text`.as('closesOn'),
      'study.screeners',
      'study.created_at as createdAt',
      'study.published_at as publishedAt',
      'study.closed_at as closedAt',
      'study.deleted_at as deletedAt',
      'study.suspended_at as suspendedAt',
      'study.suspend_reason as suspendReason',
    ])
    .where('project.creator_id', '=', userId)
    .orderBy('study.created_at')
    .execute();
  const questions = studies.flatMap(({ name: study, screeners }) =>
    screeners.map(({ question, options }) => ({
      study,
      question,
      choices: options.map(({ answer }) => answer),
    })),
  );
  const consents = await sql<object>`
    select study.name as study, consent.version, consent.text, consent.written_at as "writtenAt"
    from project.study_consents as consent join project.studies as study using (study_id)
    join project.projects as project using (project_id)
    where project.creator_id = ${userId} order by study.created_at, consent.version`.execute(db);
  const codes = await sql<object>`
    select study.name as study, completion.meaning, completion.code
    from project.completion_codes as completion join project.studies as study using (study_id)
    join project.projects as project using (project_id)
    where project.creator_id = ${userId} order by study.created_at, completion.meaning`.execute(db);
  const excludedStudies = await readNamed(db, userId, sql`project.excluded_studies`);
  const requiredStudies = await readNamed(
    db,
    userId,
    sql`(select study_id, earlier_id, who_bits, null as weeks from project.required_studies)`,
  );
  return [
    translateRows(words.studies, studies),
    translateRows(words.questions, questions),
    translateRows(words.codes, codes.rows),
    translateRows(words.excludedStudies, excludedStudies),
    translateRows(words.requiredStudies, requiredStudies),
    translateRows(words.consentTexts, consents.rows),
  ];
}

async function readNamed(db: Db, userId: string, rules: RawBuilder<unknown>) {
  const { rows } = await sql<{ whoBits: number }>`
    select study.name as study, earlier.name as earlier, named.who_bits as "whoBits", named.weeks
    from ${rules} as named join project.studies as study using (study_id)
    join project.projects as project using (project_id)
    join project.studies as earlier on earlier.study_id = named.earlier_id
    where project.creator_id = ${userId} order by study.created_at, earlier.created_at`.execute(db);
  return rows.map(({ whoBits, ...row }) => ({ ...row, who: decodeBits(EXCLUDED_PARTICIPATION, whoBits) }));
}

async function readWritten(db: Db, userId: string): Promise<DataPart[]> {
  const ofOwn = sql`
    join project.studies as study on study.study_id = application.study_id
    join project.projects as project on project.project_id = study.project_id
    where project.creator_id = ${userId}`;
  const notes = await sql<object>`
    select application.participant_code as participant, study.name as study, application.remarks,
      application.is_favourite as "isFavourite"
    from project.applications as application ${ofOwn} and (application.remarks <> '' or application.is_favourite)
    order by application.applied_at`.execute(db);
  const decisions = await sql<object>`
    select application.participant_code as participant, study.name as study, step.status, step.at, step.reason, step.note
    from project.application_steps as step join project.applications as application using (application_id)
    ${ofOwn} and step.by_user_id = ${userId} order by step.at`.execute(db);
  const meetings = await sql<object>`
    select application.participant_code as participant, study.name as study, booking.state,
      booking.starts_at as "startsAt", booking.ends_at as "endsAt",
      replace(coalesce(slot.meeting_details, study.meeting_details)::text, '{{MEETING}}', slot.room)::jsonb as details,
      case when booking.state = 'CANCELLED_BY_RESEARCHER' then booking.cancel_reason end as "cancelReason",
      booking.number_shown_at as "numberShownAt", booking.answer_text as answer, booking.decision, booking.decision_reason as "decisionReason"
    from project.bookings as booking join project.studies as study using (study_id)
    left join project.study_slots as slot on slot.study_id = booking.study_id and slot.starts_at = booking.starts_at
    join project.applications as application using (application_id)
    where booking.researcher_id = ${userId} order by booking.created_at`.execute(db);
  return [
    translateRows(words.notes, notes.rows),
    translateRows(words.ownDecisions, decisions.rows),
    translateRows(words.ownMeetings, meetings.rows),
  ];
}
