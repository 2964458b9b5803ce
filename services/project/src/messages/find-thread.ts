import { sql } from 'kysely';
import type { Role } from '@app/contracts/enumerations.ts';
import { type ThreadState, WRITABLE_DAYS } from '@app/contracts/project/messages.ts';
import { anyOf } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';

export interface Reader {
  userId: string;
  role: Role;
}

/** The column of this side, and that of the other. */
export const columnsOf = {
  RESEARCHER: {
    person: sql.ref('thread.researcher_id'),
    unread: sql.ref<number | null>('unread.researcher_count'),
    otherRead: sql.ref('thread.participant_read'),
  },
  PARTICIPANT: {
    person: sql.ref('thread.participant_id'),
    unread: sql.ref<number | null>('unread.participant_count'),
    otherRead: sql.ref('thread.researcher_read'),
  },
} as const satisfies Record<Role, object>;

/** Of `application`, `study` and `project`: whose they are. For a researcher a deleted project is none; what they wrote stays with its applicants. */
export const isOf = ({ userId, role }: Reader) =>
  role === 'PARTICIPANT'
    ? sql<boolean>`application.applicant_id = ${userId}`
    : sql<boolean>`(project.creator_id = ${userId} and project.deleted_at is null and study.deleted_at is null)`;

const hasLeft = (column: string) =>
  sql`exists (select from project.left_people as gone where gone.user_id = ${sql.ref(column)})`;

/**
 * SQL over `application`, `study`, `project` and `thread`: what the reader may do. The first decision opens the thread.
 */
export const stateFor = ({ role }: Reader) => sql<ThreadState>`case
  when ${hasLeft(role === 'PARTICIPANT' ? 'project.creator_id' : 'application.applicant_id')} then 'LEFT'
  when study.deleted_at is not null or project.deleted_at is not null
    or least(study.closed_at, (
      select left_off.at from project.application_steps as left_off
      where left_off.application_id = application.application_id and left_off.status = 'WITHDRAWN'
    )) < now() - ${WRITABLE_DAYS}::int * interval '1 day' then 'CLOSED'
  when not exists (
    select from project.application_steps as step where step.application_id = application.application_id
      and not step.is_undone and step.status in ('ACCEPTED', 'DECLINED')) then 'NOT_YET'
  when ${sql.ref(role === 'PARTICIPANT' ? 'thread.participant_blocked_at' : 'thread.researcher_blocked_at')} is not null
    then 'BLOCKED_BY_YOU'
  when ${sql.ref(role === 'PARTICIPANT' ? 'thread.researcher_blocked_at' : 'thread.participant_blocked_at')} is not null
    then 'BLOCKED'
  else 'OPEN' end`;

/** A conversation by its application, also before its first word. */
export interface FoundThread {
  applicationId: string;
  studyId: string;
  /** By the name that the reader knows it by. */
  study: string;
  /** By the name that the other side knows it by. */
  studyToOther: string;
  companyName: string | null;
  applicantId: string;
  researcherId: string;
  state: ThreadState;
  unread: number;
}

/** Undefined where the application is not one of the reader's. */
export const findThread = async (
  db: Db,
  reader: Reader,
  applicationId: string,
): Promise<FoundThread | undefined> => (await findThreads(db, reader, [applicationId]))[0];

/** Of these applications, those that are the reader's, in the order in which many are held. */
export async function findThreads(
  db: Db,
  reader: Reader,
  applicationIds: readonly string[],
): Promise<FoundThread[]> {
  const [mine, others] =
    reader.role === 'PARTICIPANT' ? (['public_name', 'name'] as const) : (['name', 'public_name'] as const);
  const { rows } = await sql<FoundThread>`
    select application.application_id as "applicationId", study.study_id as "studyId",
      ${sql.ref(`study.${mine}`)} as study, ${sql.ref(`study.${others}`)} as "studyToOther",
      study.company_name as "companyName", application.applicant_id as "applicantId",
      project.creator_id as "researcherId", ${stateFor(reader)} as state, coalesce(${columnsOf[reader.role].unread}, 0) as unread
    from project.applications as application
    join project.studies as study using (study_id) join project.projects as project using (project_id)
    left join project.threads as thread using (application_id)
    left join project.unread_messages as unread using (application_id)
    where application.application_id = ${anyOf(applicationIds)} and ${isOf(reader)}
    order by application.application_id`.execute(db);
  return rows;
}
