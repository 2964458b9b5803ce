import type { Paging } from '@app/contracts/endpoint.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import {
  type Message,
  MESSAGES_AT_ONCE,
  THREADS_PER_DAY,
  type ThreadState,
  WRITABLE_DAYS,
} from '@app/contracts/project/messages.ts';
import { anyOfIds } from '@app/kit/database.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

interface MessageRow {
  number: number;
  authorId: string;
  text: string;
  sentAt: Date;
  isReported?: boolean;
}
const toMessage = ({ authorId, sentAt, ...message }: MessageRow, applicantId: string): Message => ({
  ...message,
  by: authorId === applicantId ? 'PARTICIPANT' : 'RESEARCHER',
  sentAt: sentAt.toISOString(),
});

export async function listMessages(
  db: Db,
  { applicationId, applicantId }: FoundThread,
  { before, userId }: { before: number | undefined; userId: string },
): Promise<{ messages: Message[]; hasEarlier: boolean; hasWritten: boolean }> {
  const rows = await db
    .selectFrom('project.messages')
    .select(['number', 'author_id as authorId', 'text', 'sent_at as sentAt'])
    .select(
      sql<boolean>`exists (select from project.message_reports as report
        where report.reporter_id = ${userId} and report.application_id = messages.application_id
          and report.number = messages.number)`.as('isReported'),
    )
    .where('application_id', '=', applicationId)
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(MESSAGES_AT_ONCE)
    .execute();
  const written = await db
    .selectFrom('project.messages')
    .select('number')
    .where('application_id', '=', applicationId)
    .where('author_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  const messages = rows.reverse().map((row) => toMessage(row, applicantId));
  return { messages, hasEarlier: (messages[0]?.number ?? 1) > 1, hasWritten: written !== undefined };
}

export async function countThreadsLeftToday(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select greatest(${THREADS_PER_DAY}::int - count(*)::int, 0) as left from project.threads
    where started_by = ${userId} and started_at > now() - interval '24 hours'`.execute(db);
  return rows[0]?.left ?? 0;
}

export async function listThreads(db: Db, reader: ThreadReader, { page, size }: Paging) {
  const { rows } = await sql<
    Omit<FoundThread, 'studyToOther' | 'researcherId'> & MessageRow & { total: number }
  >`
    select application.application_id as "applicationId", study.study_id as "studyId",
      ${sql.ref(reader.role === 'PARTICIPANT' ? 'study.public_name' : 'study.name')} as study,
      study.company_name as "companyName", application.applicant_id as "applicantId",
      ${threadStateSql(reader)} as state, ${columnsByRole[reader.role].unread} as unread,
      last.number, last.author_id as "authorId", last.text, last.sent_at as "sentAt"
    from project.threads as thread join project.unread_messages as unread using (application_id)
    join project.applications as application using (application_id)
    join project.studies as study on study.study_id = application.study_id
    join project.projects as project using (project_id)
    join project.messages as last on last.application_id = thread.application_id and last.number = thread.last_number
    where ${columnsByRole[reader.role].person} = ${reader.userId} and thread.last_number > 0 and ${isReadersThread(reader)}
    order by thread.last_at desc, thread.application_id limit ${size} offset ${page * size}`.execute(db);
  const count = await sql<{ total: number }>`
    select count(*)::int as total from project.threads as thread
    join project.applications as application using (application_id)
    join project.studies as study on study.study_id = application.study_id
    join project.projects as project using (project_id)
    where ${columnsByRole[reader.role].person} = ${reader.userId} and thread.last_number > 0 and ${isReadersThread(reader)}`.execute(
    db,
  );
  const content = rows.map(({ number, authorId, text, sentAt, ...row }) => ({
    ...row,
    last: toMessage({ number, authorId, text, sentAt }, row.applicantId),
  }));
  return { content, totalElements: count.rows[0]?.total ?? 0 };
}

export async function findSentMessages(
  trx: Db,
  applicationIds: readonly string[],
  callId: string,
): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('project.messages')
    .select(['application_id as applicationId', 'number'])
    .where('application_id', '=', anyOfIds(applicationIds))
    .where('call_id', '=', callId)
    .execute();
  return new Map(rows.map(({ applicationId, number }) => [applicationId, number]));
}

export async function findThreadsUnreadByOther(
  trx: Db,
  applicationIds: readonly string[],
  { userId: authorId, role }: ThreadReader,
): Promise<Set<string>> {
  const { rows } = await sql<{ applicationId: string }>`
    select application_id as "applicationId" from project.threads as thread
    where application_id = ${anyOfIds(applicationIds)} and exists (
      select from project.messages as message where message.application_id = thread.application_id
        and message.author_id = ${authorId} and message.number > ${columnsByRole[role].otherRead})`.execute(
    trx,
  );
  return new Set(rows.map(({ applicationId }) => applicationId));
}

export interface ThreadReader {
  userId: string;
  role: Role;
}

const columnsByRole = {
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

/** If a project is deleted, its researcher cannot read the messages any more, but its applicants can. */
const isReadersThread = ({ userId, role }: ThreadReader) =>
  role === 'PARTICIPANT'
    ? sql<boolean>`application.applicant_id = ${userId}`
    : sql<boolean>`(project.creator_id = ${userId} and project.deleted_at is null and study.deleted_at is null)`;

const hasLeft = (column: string) =>
  sql`exists (select from project.left_people as gone where gone.user_id = ${sql.ref(column)})`;

/** Messages are possible after the first decision. */
const threadStateSql = ({ role }: ThreadReader) => sql<ThreadState>`case
  when ${hasLeft(role === 'PARTICIPANT' ? 'project.creator_id' : 'application.applicant_id')} then 'LEFT'
  when study.suspended_at is not null or study.deleted_at is not null or project.deleted_at is not null
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

/** The thread may have no messages yet. */
export interface FoundThread {
  applicationId: string;
  studyId: string;
  /** The title of the study, as the reader knows it. */
  study: string;
  studyToOther: string;
  companyName: string | null;
  applicantId: string;
  researcherId: string;
  state: ThreadState;
  unread: number;
}

export const findThread = async (
  db: Db,
  reader: ThreadReader,
  applicationId: string,
): Promise<FoundThread | undefined> => (await findThreads(db, reader, [applicationId]))[0];

/** Returns the threads in the order in which they must be locked. */
export async function findThreads(
  db: Db,
  reader: ThreadReader,
  applicationIds: readonly string[],
): Promise<FoundThread[]> {
  const [mine, others] =
    reader.role === 'PARTICIPANT' ? (['public_name', 'name'] as const) : (['name', 'public_name'] as const);
  const { rows } = await sql<FoundThread>`
    select application.application_id as "applicationId", study.study_id as "studyId",
      ${sql.ref(`study.${mine}`)} as study, ${sql.ref(`study.${others}`)} as "studyToOther",
      study.company_name as "companyName", application.applicant_id as "applicantId",
      project.creator_id as "researcherId", ${threadStateSql(reader)} as state, coalesce(${columnsByRole[reader.role].unread}, 0) as unread
    from project.applications as application
    join project.studies as study using (study_id) join project.projects as project using (project_id)
    left join project.threads as thread using (application_id)
    left join project.unread_messages as unread using (application_id)
    where application.application_id = ${anyOfIds(applicationIds)} and ${isReadersThread(reader)}
    order by application.application_id`.execute(db);
  return rows;
}
