import { sql } from 'kysely';
import { paths } from '@app/contracts/web-paths.ts';
import { transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import { furtherStudies } from '@app/words/project-emails.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../schema.ts';
import { queueEmails, type WriteEmail } from '../emails/queue-email.ts';
import { FIRST_WINDOW_START } from './queue-notifications.ts';
import { type RecipientWindow, WINDOW_SIZE } from './notify-applicants.ts';
import { eligibleStudiesSql, openingKey, matchingProfileColumns } from './notify-of-open-studies.ts';

/** The first job of a day has no data, and starts with the first people. */
export const OPEN_STUDIES_DIGESTS: Queue<{ day?: string; after?: string }> = { name: 'digests' };

const MAX_STUDY_NAMES = 5;

export async function queueDigests(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  {
    day = new Date().toISOString().slice(0, 10),
    after = FIRST_WINDOW_START,
  }: { day?: string; after?: string },
): Promise<void> {
  await transaction(db, async (trx) => {
    const { last, scanned, people } = await findPeopleWithNewStudies(trx, { day, after, size: WINDOW_SIZE });
    const emails = people.map((userId) => ({ userId, kind: 'STUDIES_FIT', about: day }) as const);
    await queueEmails({ jobs }, trx, emails);
    if (last !== null && scanned === WINDOW_SIZE)
      await jobs.send(trx, OPEN_STUDIES_DIGESTS, { day, after: last });
  });
}

export const writeDigest: WriteEmail = async ({ db }, { userId, about: day }) => {
  const names = await findNewStudies(db, { userId, day });
  if (names.length === 0) return undefined;
  const more = names.length - MAX_STUDY_NAMES;
  const studies = [...names.slice(0, MAX_STUDY_NAMES), ...(more > 0 ? [furtherStudies(more)] : [])].join(
    '\n',
  );
  return { params: { count: String(names.length), studies }, path: paths.browseStudies, event: null };
};

/** The digest is sent at 06:30. It lists studies that were published in the 24 hours before. */
const isInDigest = (day: string) => sql`
  study.is_open and study.published_at > ${day}::date - interval '1 day' + interval '6 hours 30 minutes'
  and study.published_at <= ${day}::date + interval '1 day'`;
const hasNotRead = sql`not exists (
  select from project.notifications where key = ${openingKey} and is_read)`;
const MAX_STUDIES_PER_DIGEST = 500;

async function findPeopleWithNewStudies(
  trx: Db,
  { day, after, size }: RecipientWindow & { day: string },
): Promise<{ last: string | null; scanned: number; people: string[] }> {
  const { rows } = await sql<{ last: string | null; scanned: number; people: string[] }>`
    with newest as materialized (
      select min(study.published_at) as since from (
        select study.published_at from project.studies as study where ${isInDigest(day)}
        order by study.published_at desc limit ${MAX_STUDIES_PER_DIGEST}) as study
    ), scanned as materialized (
      select user_id from project.matching_profiles where user_id > ${after} order by user_id limit ${size}
    ), person as materialized (
      select ${matchingProfileColumns} from scanned join project.matching_profile_versions using (user_id)
    )
    select (select user_id from scanned order by user_id desc limit 1) as last,
      (select count(*) from scanned) as scanned,
      array(select distinct user_id from newest cross join person cross join lateral (
        select from ${eligibleStudiesSql} where ${isInDigest(day)} and study.published_at >= newest.since and ${hasNotRead}
        limit 1) as found order by user_id) as people`.execute(trx);
  return rows[0] ?? { last: null, scanned: 0, people: [] };
}

async function findNewStudies(db: Db, { userId, day }: { userId: string; day: string }): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with person as materialized (select ${matchingProfileColumns} from project.matching_profile_versions where user_id = ${userId})
    select study.public_name as name from person cross join lateral ${eligibleStudiesSql}
    where ${isInDigest(day)} and ${hasNotRead}
    order by study.published_at desc`.execute(db);
  return rows.map(({ name }) => name);
}
