import type { Transaction } from 'kysely';
import type { LetterKind } from '@app/contracts/letters.ts';
import type { NotificationContent } from '@app/contracts/project/notification-kinds.ts';
import type { Deps } from '../deps.ts';
import { insertNotifications } from '../inbox/insert-notification.ts';
import { queueLetters } from '../letters/queue-letter.ts';
import type { ProjectTables } from '../schema.ts';

export type Told = NotificationContent & {
  userId: string;
  /** Notifications and emails with an equal `about` are deduplicated. */
  about: string;
  letter?: LetterKind;
};

/** Call this in the event's transaction, and notify open pages afterwards. */
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
