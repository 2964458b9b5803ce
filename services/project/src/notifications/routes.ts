import { notices } from '@app/contracts/messages/notices.ts';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotification,
  tellPerson,
} from '@app/contracts/project/notifications.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import * as queries from './queries.ts';

const newsOf = {
  COMPANY_ACCEPTED: { message: notices.companyAccepted, path: '/dashboard/projects' },
  COMPANY_DECLINED: { message: notices.companyDeclined, path: '/dashboard/kyc' },
} as const;

export function notificationRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(listNotifications, async ({ query, viewer }) => {
    const slice = await queries.listNotifications(db, viewer.userId, query);
    return { ...slice, size: query.size, number: query.page };
  });

  route(markNotification, async ({ params, body, viewer, fail }) => {
    const { userId } = viewer;
    return (
      (await queries.updateRead(db, { id: params.id, userId, read: body.read })) ??
      fail('NOTIFICATION_NOT_FOUND')
    );
  });

  route(markAllNotificationsRead, async ({ viewer }) => ({
    markedCount: await queries.updateAllRead(db, viewer.userId),
  }));

  route(tellPerson, async ({ params, body }) => {
    // The other service's keys are kept apart from our own.
    await queries.insertNotification(db, {
      userId: params.userId,
      key: `identity:${body.key}`,
      ...newsOf[body.event],
    });
  });
}
