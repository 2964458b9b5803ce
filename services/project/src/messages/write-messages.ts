import { anyOfIds } from '@app/kit/database.ts';
import { sql } from 'kysely';
import { insertNotifications, markNotificationsRead } from '../notifications/write-notifications.ts';
import type { FoundThread, ThreadReader } from './reads.ts';
import type { Db } from '../schema.ts';

/** The key ends with the number of the first message that is unread. */
const notificationKey = (applicationId: string) => `message:${applicationId}:`;

export async function lockThreads(trx: Db, threads: readonly FoundThread[]) {
  const threadValues = ({ applicationId, studyId, researcherId, applicantId }: FoundThread) =>
    sql`(${applicationId}::uuid, ${studyId}::uuid, ${researcherId}::uuid, ${applicantId}::uuid)`;
  const { rows } = await sql<{
    applicationId: string;
    lastNumber: number;
    isBlocked: boolean;
  }>`
    insert into project.threads (application_id, study_id, researcher_id, participant_id)
    values ${sql.join(threads.map(threadValues))}
    on conflict (application_id) do update set application_id = excluded.application_id
    returning application_id as "applicationId", last_number as "lastNumber",
      researcher_blocked_at is not null or participant_blocked_at is not null as "isBlocked"`.execute(trx);
  return new Map(rows.map((row) => [row.applicationId, row]));
}

export interface NewMessage {
  thread: FoundThread;
  number: number;
}

/**
 * The caller must lock the threads. Returns the applications that got a message. There are none if the author
 * was deleted.
 */
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
    where application_id = ${anyOfIds(inserted)}`.execute(trx);
  return new Set(inserted);
}

export async function notifyOfMessages(
  trx: Db,
  messages: readonly (NewMessage & { to: string })[],
): Promise<void> {
  await insertNotifications(
    trx,
    messages.map(({ thread: { applicationId, studyId, studyToOther }, number, to }) => ({
      userId: to,
      key: `${notificationKey(applicationId)}${number}`,
      kind: 'NEW_MESSAGE',
      params: { studyId, study: studyToOther, applicationId },
    })),
  );
}

/**
 * The caller must lock the thread. The notification is marked as read when its last message is read, not
 * before.
 */
export async function updateReadUpTo(
  trx: Db,
  { applicationId }: FoundThread,
  { role, userId, upTo }: ThreadReader & { upTo: number },
): Promise<void> {
  const column = sql.ref(role === 'PARTICIPANT' ? 'participant_read' : 'researcher_read');
  const { rows } = await sql<{ isAll: boolean }>`
    update project.threads set ${column} = greatest(${column}, least(${upTo}::int, last_number))
    where application_id = ${applicationId} returning not exists (
      select from project.messages where messages.application_id = threads.application_id and author_id <> ${userId}
        and number > ${column}) as "isAll"`.execute(trx);
  if (rows[0]?.isAll) await markNotificationsRead(trx, userId, notificationKey(applicationId));
}

export async function updateBlocked(
  trx: Db,
  { applicationId }: FoundThread,
  { role, isBlocked }: Pick<ThreadReader, 'role'> & { isBlocked: boolean },
): Promise<void> {
  const column = sql.ref(role === 'PARTICIPANT' ? 'participant_blocked_at' : 'researcher_blocked_at');
  await sql`
    update project.threads set ${column} = case when ${isBlocked}::boolean then coalesce(${column}, now()) end
    where application_id = ${applicationId}`.execute(trx);
}
