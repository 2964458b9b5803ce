import { sql } from 'kysely';
import { type PublicStudy, MOST_PUBLIC_STUDIES } from '@app/contracts/project/browsing.ts';
import { GENDERS } from '@app/contracts/enumerations.ts';
import { decodeBits } from '@app/kit/bits.ts';
import { readClock } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';
import { daysLeft, isPast, toSurveyReply } from '../studies/recruitment-status.ts';

/** With an id, returns only this study, even if it is not listed. */
export async function listPublicStudies(db: Db, studyId?: string): Promise<PublicStudy[]> {
  const now = await readClock(db);
  const rows = await db
    .selectFrom('project.studies')
    .select([
      'study_id',
      'public_name',
      'company_name',
      'description',
      'minutes',
      'survey',
      sql<string | null>`closes_on::text`.as('closesOn'),
      'incentive',
      'ethics',
      'available_dates',
      'available_times',
      'meeting_way',
      'minimum_age',
      'maximum_age',
      'gender_bits',
      'is_listed',
      'is_restricted',
    ])
    // The predicate must match the index listed_studies literally.
    .where(
      studyId === undefined
        ? sql<boolean>`is_open and is_listed and not is_restricted`
        : sql<boolean>`is_open`,
    )
    .$if(studyId !== undefined, (query) => query.where('study_id', '=', studyId ?? ''))
    .orderBy('published_at', 'desc')
    .orderBy('study_id', 'desc')
    .limit(MOST_PUBLIC_STUDIES)
    .execute();
  return rows.flatMap((row) => {
    const plan = { availableDates: row.available_dates, availableTimes: row.available_times };
    if (isPast({ ...plan, closesOn: row.closesOn }, now)) return [];
    const days = daysLeft(plan, now);
    return {
      id: row.study_id,
      publicName: row.public_name,
      companyName: row.company_name,
      durationInMinutes: row.minutes ?? 0,
      ...toSurveyReply(row.survey, row.closesOn),
      incentive: row.incentive,
      meetingWay: row.meeting_way,
      isListed: row.is_listed && !row.is_restricted,
      details: row.is_restricted
        ? null
        : {
            description: row.description,
            ethics: row.ethics,
            availableDates: days,
            minimumAge: row.minimum_age,
            maximumAge: row.maximum_age,
            gender: decodeBits(GENDERS, row.gender_bits),
          },
    };
  });
}
