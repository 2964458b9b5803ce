import type { DataPart } from '@app/contracts/own-data.ts';
import { sayNotification } from '@app/words/notices.ts';
import { ownDataWords as words } from '@app/words/own-data.ts';
import { sayRows } from '@app/words/say-data.ts';
import type { Db } from '../schema.ts';
import { readAsParticipant } from './read-as-participant.ts';
import { readAsResearcher } from './read-as-researcher.ts';

/** All that this service holds of somebody; of others nothing but their codes. */
export async function readOwnData(db: Db, userId: string): Promise<DataPart[]> {
  return [
    ...(await readAsParticipant(db, userId)),
    ...(await readAsResearcher(db, userId)),
    await readNews(db, userId),
  ];
}

async function readNews(db: Db, userId: string): Promise<DataPart> {
  const rows = await db
    .selectFrom('project.notifications')
    .select(['kind', 'params', 'message', 'created_at as createdAt', 'is_read as isRead'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('notification_id')
    .execute();
  return sayRows(
    words.notifications,
    rows.map((row) => ({ ...row, message: sayNotification(row) })),
  );
}
