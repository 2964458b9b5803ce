import { type Transaction, type Kysely, sql } from 'kysely';
import type { Queue } from '@app/kit/jobs.ts';
import { readClock } from '@app/kit/database.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/retention-job.ts';
import type { ServiceGauge } from '@app/kit/database-metrics.ts';
import { gaugeWords as words } from '@app/words/gauges.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';

/** Codes are made when the text is sent, so the queue contains none. */
export interface TextJob {
  id: string;
  kind: string;
  /** Null if the number belongs to no account. */
  userId: string | null;
  at?: string;
}

export interface TextKind<Details extends object = object> {
  name: string;
  /** Texts about the security of an account are sent at any hour and before all others. */
  isUrgent?: true;
  /**
   * Returns undefined if the text is no longer needed. `to` must be a Ghanaian mobile number in E.164 form,
   * and the text must fit in one part of GSM-7. A text with `notBefore` is written again at that time.
   */
  write(
    deps: Deps,
    job: TextJob & Details,
  ): Promise<{ to: string; text: string; notBefore?: Date } | undefined>;
}

/** Long enough for the longest pause, a trial and one request to the gateway. */
const LONGEST_TRY_SECONDS = 120;

export const TEXTS: Queue<TextJob> = { name: 'texts', expireInSeconds: LONGEST_TRY_SECONDS };

/** A separate queue, so that slow notifications do not delay codes after an outage. */
export const URGENT_TEXTS: Queue<TextJob> = { ...TEXTS, name: 'urgent-texts', longestRetrySeconds: 1 };

/** Stores a text in the outbox, in the transaction of its event; a job sends it after the commit. */
export async function queueText<Details extends object>(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  kind: TextKind<Details>,
  text: { userId: string | null } & Details,
): Promise<void> {
  const [id, at] = [crypto.randomUUID(), (await readClock(trx)).toISOString()];
  // Operators search by this kind. For a notification, it is the field `asked`. For other texts, it is the
  // text's kind.
  const shown = 'asked' in text && typeof text.asked === 'string' ? text.asked : kind.name;
  const row = { text_id: id, user_id: text.userId, kind: shown };
  await trx.insertInto('identity.texts').values(row).execute();
  await jobs.send(trx, kind.isUrgent ? URGENT_TEXTS : TEXTS, { id, at, kind: kind.name, ...text });
}

export function deleteOldTexts(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`queued_at < ${ago(RETENTION.texts)}`;
  return deleteSome(db, most, { table: 'identity.texts', key: 'text_id', where });
}

export const gauges: readonly ServiceGauge[] = [
  {
    name: 'identity_texts',
    help: words.identity_texts,
    labels: ['state'],
    rows: sql`
      select state, count(*)::int as value from identity.texts
      where queued_at > now() - interval '1 day' group by state`,
  },
];
