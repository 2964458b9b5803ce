import { MAX_PAGE_SIZE } from '@app/contracts/paging.ts';
import type { DeletedProject } from '@app/contracts/project/deleted-projects.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import type { Db } from '../schema.ts';
import { restorableSince } from './hold-project.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What a researcher can take back, the last deletion first: the way to it once its page is left. */
export async function listDeletedOf(db: Db, userId: string): Promise<DeletedProject[]> {
  const rows = await db
    .selectFrom('project.projects')
    .select(['project_id as id', 'project_name as projectName'])
    .select((eb) => eb.ref('deleted_at').$notNull().as('deletedAt'))
    .where('creator_id', '=', userId)
    .where('deleted_at', '>', restorableSince)
    .where('project_name', '<>', '')
    .orderBy('deleted_at', 'desc')
    .limit(MAX_PAGE_SIZE)
    .execute();
  return rows.map(({ deletedAt, ...project }) => ({
    ...project,
    deletedAt: deletedAt.toISOString(),
    restorableUntil: new Date(deletedAt.getTime() + RETENTION.deletedProjects.days * DAY_MS).toISOString(),
  }));
}
