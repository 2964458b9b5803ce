import type { Transaction } from 'kysely';
import type { LetterKind } from '@app/contracts/letters.ts';
import type { NotificationContent } from '@app/contracts/project/notification-kinds.ts';
import type { Deps } from '../deps.ts';
import { insertNotifications } from '../inbox/insert-notification.ts';
import { queueLetters } from '../letters/queue-letter.ts';
import type { ProjectTables } from '../schema.ts';

/** One event for one person: in their inbox, and in a letter where there is one. */
export type Told = NotificationContent & {
  userId: string;
  /** What happened, once: the key of the notification, and what the letter is about. */
  about: string;
  letter?: LetterKind;
};

/** In the transaction of the event. After it, give the notified people to openPages.notify, or notifyMoved. */
export async function tell(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  told: readonly Told[],
): Promise<void> {
  if (told.length === 0) return;
  await insertNotifications(
    trx,
    told.map((news) => ({ ...news, key: `${news.kind}:${news.about}:${news.userId}` })),
  );
  await queueLetters(
    deps,
    trx,
    told.flatMap(({ letter: kind, userId, about }) => (kind ? [{ userId, kind, about }] : [])),
  );
}
