import { type Transaction, type Kysely, sql } from 'kysely';
import type { Queue } from '@app/kit/jobs.ts';
import { readClock } from '@app/kit/database.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/sweep.ts';
import type { ServiceGauge } from '@app/kit/metrics.ts';
import { gaugeWords as words } from '@app/words/gauges.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';

/** A job of the outbox: which text, for whom. Codes are made when it leaves, so the queue holds none. */
export interface TextJob {
  id: string;
  kind: string;
  /** Null where somebody asked for a text to a number of nobody. */
  userId: string | null;
  /** When the event of the text happened. */
  at?: string;
}

/** A kind of text: its name in the outbox, and how the feature that it belongs to writes one when it leaves. */
export interface TextKind<Details extends object = object> {
  name: string;
  /** Security: at once, at any hour, past all others. */
  isUrgent?: true;
  /**
   * Undefined if the text is of no use any more. `to` is a mobile number of Ghana in E.164; the text is one part of GSM-7. Before
   * `notBefore` it does not leave, and is written anew then.
   */
  write(
    deps: Deps,
    job: TextJob & Details,
  ): Promise<{ to: string; text: string; notBefore?: Date } | undefined>;
}

/** Longer than the longest pause after a fault, a trial of the gateway, and a request to it. */
const LONGEST_TRY_SECONDS = 120;

export const TEXTS: Queue<TextJob> = { name: 'texts', expireInSeconds: LONGEST_TRY_SECONDS };

/**
 * With workers of its own: else news that hang at a slow gateway would hold up a code. What was tried while the gateway was away
 * does not wait out a pause beside news that leave.
 */
export const URGENT_TEXTS: Queue<TextJob> = { ...TEXTS, name: 'urgent-texts', longestRetrySeconds: 1 };

/** Puts a text into the outbox, in the transaction of the change that it is about. */
export async function queueText<Details extends object>(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  kind: TextKind<Details>,
  text: { userId: string | null } & Details,
): Promise<void> {
  const [id, at] = [crypto.randomUUID(), (await readClock(trx)).toISOString()];
  // What somebody looks for among deliveries: the news itself, where a kind carries many.
  const shown = 'asked' in text && typeof text.asked === 'string' ? text.asked : kind.name;
  const row = { text_id: id, user_id: text.userId, kind: shown };
  await trx.insertInto('identity.texts').values(row).execute();
  await jobs.send(trx, kind.isUrgent ? URGENT_TEXTS : TEXTS, { id, at, kind: kind.name, ...text });
}

/** What became of texts, when nobody asks any more. */
export function deleteOldTexts(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`queued_at < ${ago(RETENTION.texts)}`;
  return deleteSome(db, most, { table: 'identity.texts', key: 'text_id', where });
}

/** What becomes of texts. */
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
