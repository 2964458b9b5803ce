import { sql } from 'kysely';
import { type PublicStudy, MOST_PUBLIC_STUDIES } from '@app/contracts/project/browsing.ts';
import { GENDERS } from '@app/contracts/enumerations.ts';
import { valuesOf } from '@app/kit/bits.ts';
import { readClock } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';
import { daysLeft } from '../studies/standing.ts';

/** Open studies that anybody may read of, newest first; of one id only where it is given. */
export async function listPublic(db: Db, studyId?: string): Promise<PublicStudy[]> {
  const now = await readClock(db);
  const rows = await db
    .selectFrom('project.studies')
    .select([
      'study_id',
      'public_name',
      'description',
      'duration_in_minutes',
      'incentive',
      'ethics',
      'available_dates',
      'available_times',
      'meeting_way',
      'minimum_age',
      'maximum_age',
      'gender_bits',
    ])
    // As in the index listed_studies.
    .where(sql<boolean>`is_open and is_listed and not is_by_invitation`)
    .$if(studyId !== undefined, (query) => query.where('study_id', '=', studyId ?? ''))
    .orderBy('published_at', 'desc')
    .orderBy('study_id', 'desc')
    .limit(MOST_PUBLIC_STUDIES)
    .execute();
  return rows.flatMap((row) => {
    const plan = { availableDates: row.available_dates, availableTimes: row.available_times };
    const days = daysLeft(plan, now);
    if (days.length === 0) return [];
    return {
      id: row.study_id,
      publicName: row.public_name,
      description: row.description,
      durationInMinutes: row.duration_in_minutes ?? 0,
      incentive: row.incentive,
      ethics: row.ethics,
      availableDates: days,
      meetingWay: row.meeting_way,
      minimumAge: row.minimum_age,
      maximumAge: row.maximum_age,
      gender: valuesOf(GENDERS, row.gender_bits),
    };
  });
}
