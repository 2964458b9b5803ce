import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** A study has ended when it is closed and none of its slots can be booked. */
export async function isStudyEnded(db: Db, studyId: string): Promise<boolean> {
  const { rows } = await sql`select from project.ended_studies where study_id = ${studyId}`.execute(db);
  return rows.length > 0;
}
