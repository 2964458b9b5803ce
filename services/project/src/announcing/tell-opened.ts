import { sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { anyOf } from '@app/kit/database.ts';
import { ago } from '@app/kit/sweep.ts';
import { insertEachNews } from '../inbox/insert-notification.ts';
import type { TellOpened } from '../deps.ts';
import { moveNewsSince } from '../facts/write-facts.ts';
import { facts, fitsPerson, mayApply, keyOfOpening } from './queries.ts';

/** The most studies that one look notifies of, the newest; browsing finds all others. */
const MOST_NEWS = 50;

/**
 * A study that opens writes no row for anybody: it may fit every participant, and few look before it has filled. They
 * are notified as they look, by their list or an open page, of what opened since, as far back as these notifications
 * are kept. Their keys keep anybody from being notified twice. Where nothing fits, a look writes nothing; but once an hour it does, or the next
 * ones would read the same studies again.
 */
export const tellOpened: TellOpened = async (db, userIds) =>
  (await statement(userIds).execute(db)).rows.map(({ userId }) => userId);

export const statement = (userIds: readonly string[]) => sql<{ userId: string }>`
  with person as materialized (
    select ${facts()}, news_since from project.facts_in_time where user_id = ${anyOf(userIds)}
  ), opened as (
    select person.user_id, ${keyOfOpening} as key, study.announced_at as created_at,
      jsonb_build_object('studyId', study.study_id, 'study', study.public_name) as params
    from person cross join lateral (
      select study.study_id, study.public_name, study.announced_at from project.studies as study
      where study.is_open and study.announced_at > greatest(person.news_since, ${ago(RETENTION.openings)})
        and ${fitsPerson} and ${mayApply}
      order by study.announced_at desc limit ${MOST_NEWS}
    ) as study
    order by key
  ), told as ${insertEachNews('opened', 'STUDY_FITS')}
  , seen as (
    select user_id from told union select user_id from person where news_since < now() - interval '1 hour'
  ), moved as ${moveNewsSince('seen')}
  select distinct user_id as "userId" from told`;
