import { type Kysely, sql } from 'kysely';
import { DEVICE_REQUIREMENTS } from '@app/contracts/enumerations.ts';
import type { DataPart } from '@app/contracts/data-export.ts';
import { decodeBits } from '@app/kit/bits.ts';
import { type FurtherBits, decodeFurtherCriteria } from '@app/contracts/further-bits.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import { ownDataWords as words } from '@app/words/data-export.ts';
import { translateRows } from '@app/words/say-data.ts';
import { Zip, ZipDeflate, strToU8 } from 'fflate';
import { csvFirst, csvLines } from '@app/kit/csv.ts';
import type { IdentityTables } from '../schema.ts';

/** Does not include the hashes of passwords, links and secrets. */
export async function readOwnData(db: Kysely<IdentityTables>, userId: string): Promise<DataPart[]> {
  return [
    ...(await readAccountData(db, userId)),
    ...(await readContactData(db, userId)),
    ...(await readProfileData(db, userId)),
  ];
}

async function readAccountData(db: Kysely<IdentityTables>, userId: string): Promise<DataPart[]> {
  const account = await sql<object>`
    select email,
      (select since from identity.refused_mailboxes as refused
        where refused.user_id = person.user_id and refused.email = person.email) as "refusedSince",
      first_name as "firstName", last_name as "lastName", phone_number as "phoneNumber", role,
      password_hash is not null as "hasPassword", created_at as "createdAt", email_verified_at as "verifiedAt",
      credentials_changed_at as "changedAt", last_active_on::text as "lastActiveOn",
      wants_decisions as "wantsDecisions", wants_new_studies as "wantsNewStudies",
      wants_applications as "wantsApplications", wants_meetings as "wantsMeetings",
      wants_messages as "wantsMessages",
      wants_decision_pushes as "wantsDecisionPushes", wants_application_pushes as "wantsApplicationPushes",
      wants_meeting_pushes as "wantsMeetingPushes", wants_message_pushes as "wantsMessagePushes",
      wants_texts as "wantsTexts", wants_study_texts as "wantsStudyTexts",
      suspended_at as "suspendedAt", suspend_reason as "suspendReason",
      deletion_requested_on::text as "deletionRequestedOn"
    from identity.people as person where user_id = ${userId}`.execute(db);
  const consents = await sql<object>`
    select text, version::text, agreed_at as "agreedAt"
    from identity.consents where user_id = ${userId} order by agreed_at, text`.execute(db);
  const google = await sql<object>`
    select subject, added_at as "addedAt" from identity.google_accounts
    where user_id = ${userId} order by added_at`.execute(db);
  const phone = await sql<{ number: string }>`
    select proven_number as number, proven_at as "provenAt", dead_at as "deadSince"
    from identity.phones where user_id = ${userId}`.execute(db);
  const logIns = await sql<object>`
    select device, is_by_code as "isByCode", created_at as "startedAt", expires_at as "endsAt", ended_at as "endedAt",
      (select max(created_at) from identity.refresh_tokens as token
        where token.session_id = session.session_id) as "lastUsedAt"
    from identity.sessions as session where user_id = ${userId} order by created_at`.execute(db);
  return [
    translateRows(words.account, account.rows),
    translateRows(words.consents, consents.rows),
    translateRows(words.google, google.rows),
    translateRows(
      words.phone,
      phone.rows.map((row) => ({ ...row, number: maskedPhoneNumber(row.number) })),
    ),
    translateRows(words.logIns, logIns.rows),
  ];
}

async function readContactData(db: Kysely<IdentityTables>, userId: string): Promise<DataPart[]> {
  const pushes = await sql<object>`
    select endpoint, renewed_at as "renewedAt"
    from identity.push_subscriptions where user_id = ${userId} order by renewed_at`.execute(db);
  const links = await sql<object>`
    select purpose, expires_at as "expiresAt", used_at as "usedAt"
    from identity.email_tokens where user_id = ${userId} order by expires_at`.execute(db);
  const emailChanges = await sql<object>`
    select old_email as "from", new_email as "to", asked_at as "askedAt", changed_at as "changedAt"
    from identity.email_changes where user_id = ${userId} order by asked_at`.execute(db);
  const texts = await sql<object>`
    select queued_at as "queuedAt", left_at as "leftAt", state, ended_at as "endedAt"
    from identity.texts where user_id = ${userId} order by queued_at, text_id`.execute(db);
  const invitations = await sql<object>`
    select added_at as "addedAt", invited_at as "invitedAt", reminded_at as "remindedAt", stopped_at as "stoppedAt"
    from identity.invitations where user_id = ${userId} order by added_at, invitation_id`.execute(db);
  const lists = await sql<object>`
    select count(invitation_id)::int as addresses, min(added_at) as "firstAt", max(added_at) as "lastAt", ended_at as "endedAt"
    from identity.invitation_lists join identity.invitations using (study_id)
    where researcher_id = ${userId} group by study_id, ended_at order by 2`.execute(db);
  return [
    translateRows(words.pushes, pushes.rows),
    translateRows(words.links, links.rows),
    translateRows(words.emailChanges, emailChanges.rows),
    translateRows(words.texts, texts.rows),
    translateRows(words.invitations, invitations.rows),
    translateRows(words.lists, lists.rows),
  ];
}

async function readProfileData(db: Kysely<IdentityTables>, userId: string): Promise<DataPart[]> {
  const setUp = await sql<{ number: string }>`
    select date_of_birth::text as "dateOfBirth", gender, education, annual_household_income as income, region, city, languages,
      employment_status as employment, job_role as "jobRole", industry, browsers, computer_os as computer,
      phone_os as phone, tablet_os as tablet, has_webcam as "hasWebcam", has_internet as "hasInternet",
      payment_provider as network, payment_account_name as "accountName", payment_phone_number as number,
      payment_changed_at as "changedAt", matching_withdrawn_at as "notMatchedSince", submitted_at as "submittedAt"
    from identity.participant_profiles where user_id = ${userId}`.execute(db);
  const profileHistory = await sql<{ devices: number; further: FurtherBits }>`
    select until, date_of_birth::text as "dateOfBirth", gender, education, annual_household_income as income,
      device_bits as devices, further_bits as further
    from identity.profile_history where user_id = ${userId} order by until`.execute(db);
  const company = await sql<object>`
    select company_name as "companyName", business_name as "businessName", industry, website,
      company_linked_url as "companyLinkedUrl", founders_linked_in_url as "foundersLinkedInUrl", stage,
      is_institution as "isInstitution", ethics_approval_number as "ethicsApprovalNumber",
      ethics_approval_expires_on::text as "ethicsApprovalExpiresOn", supervisor, status,
      decline_reason as "declineReason", last_declined_at as "lastDeclinedAt",
      last_decline_reason as "lastDeclineReason", submitted_at as "submittedAt", decided_at as "decidedAt",
      exports_blocked_at as "exportsBlockedAt", revoked_at as "revokedAt"
    from identity.companies where user_id = ${userId}`.execute(db);
  return [
    translateRows(
      words.setUp,
      setUp.rows.map((row) => ({ ...row, number: maskedPhoneNumber(row.number) })),
    ),
    translateRows(
      words.profileHistory,
      profileHistory.rows.map(({ further, ...row }) => ({
        ...row,
        devices: decodeBits(DEVICE_REQUIREMENTS, row.devices),
        ...decodeFurtherCriteria(further),
      })),
    ),
    translateRows(words.company, company.rows),
  ];
}

export async function* zipData(parts: AsyncIterable<DataPart>, day: string): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  const put = (name: string, text: string) => {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(strToU8(text), true);
    return ready.splice(0);
  };
  yield* put(words.readMeFile, words.readMe(day).join('\r\n'));
  const all: Record<string, object[]> = {};
  for await (const { title, headings, rows } of parts) {
    if (rows.length === 0) continue;
    yield* put(`${title}.csv`, csvFirst(headings) + csvLines(rows));
    all[title] = rows.map((row) => Object.fromEntries(headings.map((heading, at) => [heading, row[at]])));
  }
  yield* put(`${words.file}.json`, JSON.stringify(all, null, 2));
  zip.end();
  yield* ready.splice(0);
}
