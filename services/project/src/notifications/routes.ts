import * as contract from '@app/contracts/project/notifications.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { updateAllRead, updateRead } from './mark-read.ts';
import { listNotifications } from './reads.ts';
import { insertNotification } from './write-notifications.ts';

export function notificationRoutes(
  route: Route,
  { db, openPages, notifyOfOpenings }: Pick<Deps, 'db' | 'openPages' | 'notifyOfOpenings'>,
): void {
  route(contract.listNotifications, async ({ query, viewer }) => {
    // Other open pages of this person still show the old count, so they are updated.
    if (query.page === 0) openPages.notify(await notifyOfOpenings(db, [viewer.userId]));
    const slice = await listNotifications(db, viewer, query);
    return { ...slice, size: query.size, number: query.page };
  });

  route(contract.watchNotifications, async ({ viewer }) => openPages.watch(viewer.userId));

  route(contract.markNotification, async ({ params, body, viewer, fail }) => {
    const marked = await updateRead(db, viewer, { id: params.id, ...body });
    if (!marked) return fail('NOTIFICATION_NOT_FOUND');
    openPages.notify([viewer.userId]);
    return marked;
  });

  route(contract.markAllNotificationsRead, async ({ viewer }) => {
    const markedCount = await updateAllRead(db, viewer.userId);
    if (markedCount > 0) openPages.notify([viewer.userId]);
    return { markedCount };
  });

  route(contract.notifyPerson, async ({ params, body }) => {
    // The prefix makes keys of other services different from our own.
    await insertNotification(db, {
      userId: params.userId,
      key: `identity:${body.key}`,
      kind: body.event,
      params: {},
    });
    openPages.notify([params.userId]);
  });
}
