import type { Db } from '../schema.ts';

export async function deleteNotificationsOf(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('project.notifications').where('user_id', '=', userId).execute();
}
