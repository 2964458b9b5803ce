import { sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { anyOfIds, transaction } from '@app/kit/database.ts';
import { ago } from '@app/kit/retention-job.ts';
import type { NotifyOfOpenings } from '../deps.ts';
import { insertNotifications } from './write-notifications.ts';
import { advanceOpeningsNotifiedUntil } from '../matching-profiles/write-profile.ts';

export const matchingProfileColumns = sql`user_id, since, until, age, gender_bit, education_bit, income_bit, device_bits, further_bits`;
export const eligibleStudiesSql = sql`project.eligible_studies(person.user_id, person.since, person.until, person.age, person.gender_bit,
  person.education_bit, person.income_bit, person.device_bits, person.further_bits) as study`;
export const openingKey = sql`'study-open:' || study.study_id || ':' || person.user_id`;

interface Row {
  userId: string;
  isIdle: boolean;
  checkedAt: Date;
  notification: { key: string; params: { studyId: string; study: string }; createdAt: string } | null;
}

const MOST_OPENINGS = 50;

/**
 * A new study may fit everyone, so publishing writes no notifications. People are notified when they next
 * look. If a look finds nothing, its time is stored once an hour, so that later ones read fewer studies.
 */
export const notifyOfOpenings: NotifyOfOpenings = async (db, userIds) => {
  const { rows } = await notifyOpenedSql(userIds).execute(db);
  const [first] = rows;
  if (!first) return [];
  const opened = rows.flatMap(({ userId, notification }) =>
    notification
      ? [
          {
            ...notification,
            userId,
            kind: 'STUDY_FITS' as const,
            createdAt: new Date(notification.createdAt),
          },
        ]
      : [],
  );
  return transaction(db, async (trx) => {
    const notified = new Set(opened.length === 0 ? [] : await insertNotifications(trx, opened));
    const idle = rows.filter(({ isIdle }) => isIdle).map(({ userId }) => userId);
    // If a study opens between the read and this write, the next look finds it.
    await advanceOpeningsNotifiedUntil(trx, [...notified.union(new Set(idle))], first.checkedAt);
    return [...notified];
  });
};

/** Inserting in the order of the keys prevents deadlocks. */
export const notifyOpenedSql = (userIds: readonly string[]) => sql<Row>`
  with person as materialized (
    select ${matchingProfileColumns}, openings_notified_until from project.matching_profile_versions where user_id = ${anyOfIds(userIds)}
  )
  select person.user_id as "userId", now() as "checkedAt", openings_notified_until < now() - interval '1 hour' as "isIdle",
    case when study.key is not null then jsonb_build_object('key', study.key, 'createdAt', study.announced_at,
      'params', jsonb_build_object('studyId', study.study_id, 'study', study.public_name)) end as notification
  from person left join lateral (
    select ${openingKey} as key, study.study_id, study.public_name, study.announced_at
    from ${eligibleStudiesSql}
    where study.announced_at > greatest(person.openings_notified_until, ${ago(RETENTION.openings)})
    order by study.announced_at desc limit ${MOST_OPENINGS}
  ) as study on true
  where study.key is not null or openings_notified_until < now() - interval '1 hour'
  order by study.key`;
