import { sql } from 'kysely';
import type { Paging } from '@app/contracts/endpoint.ts';
import { anyOf } from '@app/kit/database.ts';
import { type Message, MESSAGES_AT_ONCE, THREADS_A_DAY } from '@app/contracts/project/messages.ts';
import { insertNotifications, markNewsRead } from '../inbox/insert-notification.ts';
import type { Db } from '../schema.ts';
import { type FoundThread, type Reader, columnsOf, isOf, stateFor } from './find-thread.ts';

/** Of the notification of the first message that somebody has not read, its number stands behind this. */
const newsKey = (applicationId: string) => `message:${applicationId}:`;

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

/** Oldest first, and whether there are earlier ones. */
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

/** How many conversations somebody may still begin. */
export async function countThreadsLeft(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select greatest(${THREADS_A_DAY}::int - count(*)::int, 0) as left from project.threads
    where started_by = ${userId} and started_at > now() - interval '24 hours'`.execute(db);
  return rows[0]?.left ?? 0;
}

/** Those with a word in them, the latest first. */
export async function listThreads(db: Db, reader: Reader, { page, size }: Paging) {
  const { rows } = await sql<
    Omit<FoundThread, 'studyToOther' | 'researcherId'> & MessageRow & { total: number }
  >`
    select application.application_id as "applicationId", study.study_id as "studyId",
      ${sql.ref(reader.role === 'PARTICIPANT' ? 'study.public_name' : 'study.name')} as study,
      study.company_name as "companyName", application.applicant_id as "applicantId",
      ${stateFor(reader)} as state, ${columnsOf[reader.role].unread} as unread,
      last.number, last.author_id as "authorId", last.text, last.sent_at as "sentAt"
    from project.threads as thread join project.unread_messages as unread using (application_id)
    join project.applications as application using (application_id)
    join project.studies as study on study.study_id = application.study_id
    join project.projects as project using (project_id)
    join project.messages as last on last.application_id = thread.application_id and last.number = thread.last_number
    where ${columnsOf[reader.role].person} = ${reader.userId} and thread.last_number > 0 and ${isOf(reader)}
    order by thread.last_at desc, thread.application_id limit ${size} offset ${page * size}`.execute(db);
  const count = await sql<{ total: number }>`
    select count(*)::int as total from project.threads as thread
    join project.applications as application using (application_id)
    join project.studies as study on study.study_id = application.study_id
    join project.projects as project using (project_id)
    where ${columnsOf[reader.role].person} = ${reader.userId} and thread.last_number > 0 and ${isOf(reader)}`.execute(
    db,
  );
  const content = rows.map(({ number, authorId, text, sentAt, ...row }) => ({
    ...row,
    last: toMessage({ number, authorId, text, sentAt }, row.applicantId),
  }));
  return { content, totalElements: count.rows[0]?.total ?? 0 };
}

/** Holds the rows (row locks, in the order given), and makes those that are not there. */
export async function holdThreads(trx: Db, threads: readonly FoundThread[]) {
  const rowOf = ({ applicationId, studyId, researcherId, applicantId }: FoundThread) =>
    sql`(${applicationId}::uuid, ${studyId}::uuid, ${researcherId}::uuid, ${applicantId}::uuid)`;
  const { rows } = await sql<{
    applicationId: string;
    lastNumber: number;
    isBlocked: boolean;
  }>`
    insert into project.threads (application_id, study_id, researcher_id, participant_id)
    values ${sql.join(threads.map(rowOf))}
    on conflict (application_id) do update set application_id = excluded.application_id
    returning application_id as "applicationId", last_number as "lastNumber",
      researcher_blocked_at is not null or participant_blocked_at is not null as "isBlocked"`.execute(trx);
  return new Map(rows.map((row) => [row.applicationId, row]));
}

/** The numbers that an earlier try of the same call has got, by application. */
export async function findSent(
  trx: Db,
  applicationIds: readonly string[],
  callId: string,
): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('project.messages')
    .select(['application_id as applicationId', 'number'])
    .where('application_id', '=', anyOf(applicationIds))
    .where('call_id', '=', callId)
    .execute();
  return new Map(rows.map(({ applicationId, number }) => [applicationId, number]));
}

export interface NewMessage {
  thread: FoundThread;
  number: number;
}

/** In threads that are held. Gives the applications that got theirs: none of an author who has left. */
export async function insertMessages(
  trx: Db,
  messages: readonly NewMessage[],
  { authorId, callId, text }: { authorId: string; callId: string; text: string },
): Promise<Set<string>> {
  const rows = await trx
    .insertInto('project.messages')
    .values(
      messages.map(({ thread, number }) => ({
        application_id: thread.applicationId,
        number,
        author_id: authorId,
        call_id: callId,
        text,
      })),
    )
    .returning('application_id as applicationId')
    .execute();
  const inserted = rows.map(({ applicationId }) => applicationId);
  await sql`
    update project.threads set last_number = last_number + 1, last_at = now(),
      started_by = coalesce(started_by, ${authorId}), started_at = coalesce(started_at, now())
    where application_id = ${anyOf(inserted)}`.execute(trx);
  return new Set(inserted);
}

/** Of these threads, those in which the other side has messages of this author that they have not read. */
export async function findUnread(
  trx: Db,
  applicationIds: readonly string[],
  { userId: authorId, role }: Reader,
): Promise<Set<string>> {
  const { rows } = await sql<{ applicationId: string }>`
    select application_id as "applicationId" from project.threads as thread
    where application_id = ${anyOf(applicationIds)} and exists (
      select from project.messages as message where message.application_id = thread.application_id
        and message.author_id = ${authorId} and message.number > ${columnsOf[role].otherRead})`.execute(trx);
  return new Set(rows.map(({ applicationId }) => applicationId));
}

/** Tells the other side of each. */
export async function tellOfMessages(
  trx: Db,
  messages: readonly (NewMessage & { to: string })[],
): Promise<void> {
  await insertNotifications(
    trx,
    messages.map(({ thread: { applicationId, studyId, studyToOther }, number, to }) => ({
      userId: to,
      key: `${newsKey(applicationId)}${number}`,
      kind: 'NEW_MESSAGE',
      params: { studyId, study: studyToOther, applicationId },
    })),
  );
}

/** Of a thread that is held. The notification of it is read with the other side's last word, so that none is unread without one. */
export async function updateReadUpTo(
  trx: Db,
  { applicationId }: FoundThread,
  { role, userId, upTo }: Reader & { upTo: number },
): Promise<void> {
  const column = sql.ref(role === 'PARTICIPANT' ? 'participant_read' : 'researcher_read');
  const { rows } = await sql<{ isAll: boolean }>`
    update project.threads set ${column} = greatest(${column}, least(${upTo}::int, last_number))
    where application_id = ${applicationId} returning not exists (
      select from project.messages where messages.application_id = threads.application_id and author_id <> ${userId}
        and number > ${column}) as "isAll"`.execute(trx);
  if (rows[0]?.isAll) await markNewsRead(trx, userId, newsKey(applicationId));
}

export async function updateBlocked(
  trx: Db,
  { applicationId }: FoundThread,
  { role, isBlocked }: Pick<Reader, 'role'> & { isBlocked: boolean },
): Promise<void> {
  const column = sql.ref(role === 'PARTICIPANT' ? 'participant_blocked_at' : 'researcher_blocked_at');
  await sql`
    update project.threads set ${column} = case when ${isBlocked}::boolean then coalesce(${column}, now()) end
    where application_id = ${applicationId}`.execute(trx);
}
