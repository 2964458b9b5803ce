import type { Transaction } from 'kysely';
import type { EmailKind } from '@app/contracts/emails.ts';
import type { NotificationContent } from '@app/contracts/project/notification-kinds.ts';
import type { Deps } from '../deps.ts';
import { insertNotifications } from './write-notifications.ts';
import { queueEmails } from '../emails/queue-email.ts';
import type { ProjectTables } from '../schema.ts';

export type PersonNotification = NotificationContent & {
  userId: string;
  /** If several notifications or emails have the same `about`, only one is sent. */
  about: string;
  emailKind?: EmailKind;
};

/** Must be called in the transaction of the event. The caller updates open pages afterwards. */
export async function notify(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  notifications: readonly PersonNotification[],
): Promise<void> {
  if (notifications.length === 0) return;
  await insertNotifications(
    trx,
    notifications.map((notification) => ({
      ...notification,
      key: `${notification.kind}:${notification.about}:${notification.userId}`,
    })),
  );
  await queueEmails(
    deps,
    trx,
    notifications.flatMap(({ emailKind: kind, userId, about }) => (kind ? [{ userId, kind, about }] : [])),
  );
}
