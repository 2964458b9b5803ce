import { sql } from 'kysely';
import type { Consented } from '@app/contracts/project/ethics.ts';

/**
 * Of `application` and `study`: its text is another than the one that they agreed to, and they are to agree before they meet.
 * Whose meeting has begun was met by the text of that time, if they had agreed to it; an absence is no meeting.
 */
export const asksConsent = sql<boolean>`(
  application.consent_version < study.consent_version and application.consent_taken_back_at is null
  and application.status in ('PENDING', 'ACCEPTED') and not exists (
    select from project.bookings as met where met.application_id = application.application_id
      and met.starts_at <= now() and (met.state = 'ATTENDED'
        or met.state in ('BOOKED', 'CONFIRMED')
          and not exists (select from project.study_consents as consent where consent.study_id = application.study_id
            and consent.version > application.consent_version and consent.written_at <= met.starts_at))))`;

/** The agreements of `application`, oldest first; null where its own columns tell it all, as of a first version. */
export const agreementsIfMany = sql<{ version: number; agreedAt: string }[] | null>`
  case when application.consent_version > 1 then (
    select json_agg(json_build_object('version', given.version, 'agreedAt', given.agreed_at) order by given.version)
    from project.consent_agreements as given where given.application_id = application.application_id) end`;

interface ConsentRow {
  consentVersion: number;
  consentedAt: Date | null;
  consentTakenBackAt: Date | null;
  agreements: { version: number; agreedAt: string }[] | null;
}

export function consentedOf(row: ConsentRow): Consented {
  const { consentVersion: version, consentTakenBackAt, agreements } = row;
  const agreedAt = row.consentedAt?.toISOString() ?? null;
  const only = agreedAt === null ? [] : [{ version, agreedAt }];
  return {
    version,
    agreedAt,
    agreements:
      agreements?.map((given) => ({ ...given, agreedAt: new Date(given.agreedAt).toISOString() })) ?? only,
    takenBackAt: consentTakenBackAt?.toISOString() ?? null,
  };
}

export const askedOf = (asked: { askedVersion: number | null; askedText: string | null }) =>
  asked.askedVersion === null || asked.askedText === null
    ? null
    : { version: asked.askedVersion, text: asked.askedText };
