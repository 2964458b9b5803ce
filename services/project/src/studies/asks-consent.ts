import { sql } from 'kysely';

/**
 * Of `application` and `study`: its text is another than the one that they agreed to, and they are to agree before they meet.
 * Whose meeting has begun was met by the text of that time, if they had agreed to it; how it was marked shows once they are told.
 */
export const asksConsent = sql<boolean>`(
  application.consent_version < study.consent_version and application.consent_taken_back_at is null
  and application.told_status in ('PENDING', 'ACCEPTED') and not exists (
    select from project.bookings as met where met.application_id = application.application_id
      and met.starts_at <= now() and (met.state = 'ATTENDED'
        or (met.state in ('BOOKED', 'CONFIRMED') or met.marked_at is not null and met.told_at is null)
          and not exists (select from project.study_consents as consent where consent.study_id = application.study_id
            and consent.version > application.consent_version and consent.written_at <= met.starts_at))))`;

export const consentedOf = ({
  consentVersion,
  consentedAt,
  consentTakenBackAt,
}: {
  consentVersion: number;
  consentedAt: Date | null;
  consentTakenBackAt: Date | null;
}) => ({
  version: consentVersion,
  agreedAt: consentedAt?.toISOString() ?? null,
  takenBackAt: consentTakenBackAt?.toISOString() ?? null,
});

export const askedOf = (asked: { askedVersion: number | null; askedText: string | null }) =>
  asked.askedVersion === null || asked.askedText === null
    ? null
    : { version: asked.askedVersion, text: asked.askedText };
