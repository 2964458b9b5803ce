import { sql } from 'kysely';
import type { DataPart } from '@app/contracts/data-export.ts';
import { notificationText } from '@app/words/notifications.ts';
import { ownDataWords as words } from '@app/words/data-export.ts';
import { ownMessageDataWords as messageWords } from '@app/words/data-export-messages.ts';
import { translateRows } from '@app/words/say-data.ts';
import type { Db } from '../schema.ts';
import { readAsParticipant } from './read-participant-data.ts';
import { readResearcherData } from './read-researcher-data.ts';
import { readOwnData as contract } from '@app/contracts/project/data-export.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';

/** Other people are named only by their codes. */
export async function readOwnData(db: Db, userId: string): Promise<DataPart[]> {
  return [
    ...(await readAsParticipant(db, userId)),
    ...(await readResearcherData(db, userId)),
    ...(await readMessages(db, userId)),
    await readNotifications(db, userId),
  ];
}

async function readMessages(db: Db, userId: string): Promise<DataPart[]> {
  const ofOwn = sql`join project.studies as study using (study_id)
    join project.applications as application using (application_id)
    where thread.participant_id = ${userId} or thread.researcher_id = ${userId}`;
  const columns = sql`case when thread.participant_id = ${userId} then '' else application.participant_code end as participant,
    case when thread.participant_id = ${userId} then study.public_name else study.name end as study`;
  const messages = await sql<object>`
    select ${columns}, case when message.author_id = ${userId} then 'ME' else 'OTHER' end as by,
      message.text, message.sent_at as "sentAt"
    from project.messages as message join project.threads as thread using (application_id) ${ofOwn}
    order by thread.application_id, message.number`.execute(db);
  const blocked = await sql<{ blockedAt: Date | null }>`
    select ${columns}, case when thread.participant_id = ${userId} then participant_blocked_at
      else researcher_blocked_at end as "blockedAt"
    from project.threads as thread ${ofOwn} order by thread.application_id`.execute(db);
  const reports = await sql<{ copy: { text: string }[] }>`
    select study_name as study, reported_on::text as "reportedOn", reason, text, copy
    from project.message_reports where reporter_id = ${userId} order by reported_on`.execute(db);
  return [
    translateRows(messageWords.messages, messages.rows),
    translateRows(
      messageWords.threads,
      blocked.rows.filter(({ blockedAt }) => blockedAt !== null),
    ),
    translateRows(
      messageWords.messageReports,
      reports.rows.map((row) => ({ ...row, copy: row.copy.map(({ text }) => text).join('\n') })),
    ),
  ];
}

async function readNotifications(db: Db, userId: string): Promise<DataPart> {
  const rows = await db
    .selectFrom('project.notifications')
    .select(['kind', 'params', 'message', 'created_at as createdAt', 'is_read as isRead'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('notification_id')
    .execute();
  return translateRows(
    words.notifications,
    rows.map((row) => ({ ...row, message: notificationText(row) })),
  );
}

export function ownDataRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(contract, async ({ params }) => readOwnData(db, params.userId));
}
