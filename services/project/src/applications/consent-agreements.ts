import { sql } from 'kysely';
import type { Consented } from '@app/contracts/project/ethics.ts';

/**
 * Null if the applicant agreed only to the first version. Columns of the application then have this
 * agreement.
 */
export const agreementsIfMany = sql<{ version: number; agreedAt: string }[] | null>`
  case when application.consent_version > 1 then (
    select json_agg(json_build_object('version', given.version, 'agreedAt', given.agreed_at) order by given.version)
    from project.consent_agreements as given where given.application_id = application.application_id) end`;

interface ConsentRow {
  consentVersion: number;
  consentedAt: Date | null;
  consentWithdrawnAt: Date | null;
  agreements: { version: number; agreedAt: string }[] | null;
}

export function toConsented(row: ConsentRow): Consented {
  const { consentVersion: version, consentWithdrawnAt, agreements } = row;
  const agreedAt = row.consentedAt?.toISOString() ?? null;
  const only = agreedAt === null ? [] : [{ version, agreedAt }];
  return {
    version,
    agreedAt,
    agreements:
      agreements?.map((given) => ({ ...given, agreedAt: new Date(given.agreedAt).toISOString() })) ?? only,
    withdrawnAt: consentWithdrawnAt?.toISOString() ?? null,
  };
}
