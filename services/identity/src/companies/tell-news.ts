import type { Transaction } from 'kysely';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import { tellPerson } from '@app/contracts/project/notifications.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';

/** Something that happened here and belongs among a person's notifications, which the project service keeps. */
export interface News {
  userId: string;
  /** The same at every try (idempotency key): it arrives once. */
  key: string;
  event: BodyOf<typeof tellPerson>['event'];
}

export const NEWS: Queue<News> = { name: 'news' };

export async function queueNews(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  news: News,
): Promise<void> {
  await jobs.send(trx, NEWS, news);
}

export async function tellNews(deps: Deps, { userId, key, event }: News): Promise<void> {
  await deps.callProject(tellPerson, { params: { userId }, body: { key, event } });
}
