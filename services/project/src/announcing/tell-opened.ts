import { sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { anyOf, transaction } from '@app/kit/database.ts';
import { ago } from '@app/kit/sweep.ts';
import type { TellOpened } from '../deps.ts';
import { insertNotifications } from '../inbox/insert-notification.ts';
import { moveNewsSince } from '../facts/write-facts.ts';

/** Columns of project.facts_in_time that `eligible` needs in the row `person`. */
export const profile = sql`user_id, since, until, age, gender_bit, education_bit, income_bit, device_bits, further_bits`;
/** SQL: what a person may apply to. */
export const eligible = sql`project.eligible_studies(person.user_id, person.since, person.until, person.age, person.gender_bit,
  person.education_bit, person.income_bit, person.device_bits, person.further_bits) as study`;
/** Each person's key ends in their id. */
export const keyOfOpening = sql`'study-open:' || study.study_id || ':' || person.user_id`;

interface Row {
  userId: string;
  /** For an hour they have not been notified of a study, or looked. */
  isIdle: boolean;
  lookedAt: Date;
  news: { key: string; params: { studyId: string; study: string }; createdAt: string } | null;
}

/** The most studies that one look notifies of, the newest; browsing finds all others. */
const MOST_NEWS = 50;

/**
 * A study that opens writes no row for anybody: it may fit every participant, and few look before it has filled. They
 * are notified as they look, by their list or an open page, of what opened since, as far back as these notifications
 * are kept. Their keys keep anybody from being notified twice. Where nothing fits, a look writes nothing; but once an hour it does, or the next
 * ones would read the same studies again.
 */
export const tellOpened: TellOpened = async (db, userIds) => {
  const { rows } = await statement(userIds).execute(db);
  const [first] = rows;
  if (!first) return [];
  const opened = rows.flatMap(({ userId, news }) =>
    news ? [{ ...news, userId, kind: 'STUDY_FITS' as const, createdAt: new Date(news.createdAt) }] : [],
  );
  return transaction(db, async (trx) => {
    const notified = new Set(opened.length === 0 ? [] : await insertNotifications(trx, opened));
    const idle = rows.filter(({ isIdle }) => isIdle).map(({ userId }) => userId);
    // What opens between the look and this write is found by the next look.
    await moveNewsSince(trx, [...notified.union(new Set(idle))], first.lookedAt);
    return [...notified];
  });
};

/** Studies that opened since these people looked last, in the order of their keys so that two looks do not deadlock. */
export const statement = (userIds: readonly string[]) => sql<Row>`
  with person as materialized (
    select ${profile}, news_since from project.facts_in_time where user_id = ${anyOf(userIds)}
  )
  select person.user_id as "userId", now() as "lookedAt", news_since < now() - interval '1 hour' as "isIdle",
    case when study.key is not null then jsonb_build_object('key', study.key, 'createdAt', study.announced_at,
      'params', jsonb_build_object('studyId', study.study_id, 'study', study.public_name)) end as news
  from person left join lateral (
    select ${keyOfOpening} as key, study.study_id, study.public_name, study.announced_at
    from ${eligible}
    where study.announced_at > greatest(person.news_since, ${ago(RETENTION.openings)})
    order by study.announced_at desc limit ${MOST_NEWS}
  ) as study on true
  where study.key is not null or news_since < now() - interval '1 hour'
  order by study.key`;
