import { sql } from 'kysely';

/** Of a study, as `study`: its budget may have been paid for. The condition of the index `studies_with_money`. */
export const mayHaveBudget = sql<boolean>`(study.incentive > 0 or study.was_paid)`;
