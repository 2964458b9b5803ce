import { globSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestEngine } from '../support/app.ts';

/**
 * The columns that the data export leaves out. A new column is either exported or listed here and in its
 * readme (words/en/data-export.ts). Keys and versions need no entry there.
 */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'identity.email_changes': ['change_id'],
  'identity.google_accounts': ['issuer'],
  'identity.invitation_lists': ['checked_at'],
  'identity.invitations': ['address_hash', 'invited_address'],
  'identity.email_tokens': ['change_id', 'registration_id', 'token_hash'],
  'identity.participant_profiles': ['payment_number_hash'],
  'identity.people': ['is_phone_of_sign_up', 'phone_hash', 'suspension_version'],
  'identity.push_subscriptions': ['auth', 'endpoint_hash', 'p256dh', 'public_key'],
  'identity.phones': ['number_hash'],
  'identity.refresh_tokens': ['predecessor', 'rotated_at', 'successor', 'token_hash'],
  'identity.texts': ['gateway', 'gateway_id', 'kind', 'number_hash', 'reason'],
  'identity.ussd_sessions': ['keys', 'screen', 'session_hash', 'shown', 'started_at'],
  'payment.attempts': [
    'attempt_id',
    'is_unsent',
    'last_sent_at',
    'polls',
    'polls_before_sent',
    'provider',
    'reason',
    'reconciled_at',
    'reference',
    'refund_of',
    'sent_at',
    'times_not_found',
  ],
  'payment.budgets': ['collection_fee_points', 'payout_fee_in_pesewas', 'promised_places'],
  'payment.fundings': [
    'codes_left',
    'fee_in_pesewas',
    'funding_id',
    'is_for_bonus',
    'next_at',
    'page_url',
    'polls',
    'prompted_at',
    'provider',
    'reason',
    'reconciled_at',
    'reference',
  ],
  'payment.payouts': [
    'allowed_wallet_hint',
    'application_id',
    'fee_in_pesewas',
    'funding_id',
    'leased_until',
    'missing_at',
    'next_at',
    'refund_of',
    'unanswered_since',
    'version',
    'why',
  ],
  'project.application_steps': ['decision_id', 'step_id'],
  'project.applications': [
    'consent_version',
    'consented_at',
    'is_qualified',
    'last_step_id',
    'notified_step_id',
  ],
  'project.invited_people': ['invitation_id'],
  'project.bookings': [
    'booked_at',
    'booking_id',
    'counts_as_attended',
    'decided_by',
    'details_notices',
    'excused_at',
    'final_at',
    'has_pending_notification',
    'marked',
    'marked_at',
    'moves',
    'notified_details',
    'notified_starts_at',
    'part',
    'sequence',
    'unanswered_at',
  ],
  'project.calendar_feeds': ['key_hash'],
  'project.submissions': ['admin_name', 'decided_by', 'final_at', 'submission_id'],
  'project.payables': ['due_at', 'sent_version'],
  'project.message_reports': ['decided_by', 'report_id'],
  'project.messages': ['call_id'],
  'project.notifications': ['key', 'path', 'read_at'],
  'project.matching_profiles': ['openings_notified_until', 'set_up_at'],
  'project.reports': ['decided_by', 'report_id'],
  'project.studies': [
    'accepted_count',
    'announced_at',
    'answers_erased_at',
    'available_dates',
    'available_times',
    'buffer_minutes',
    'choosing',
    'consent_version',
    'duration_in_minutes',
    'education_bits',
    'gender_bits',
    'income_bits',
    'is_invite_only',
    'is_listed',
    'is_open',
    'is_restricted',
    'lead_hours',
    'maximum_age',
    'meeting_way',
    'minimum_age',
    'notice_hours',
    'open_quotas',
    'paid_elsewhere',
    'payout_fee_in_pesewas',
    'places_left',
    'refunded_at',
    'refunding_until',
    'resumed_at',
    'seats_per_slot',
    'suspended_by',
    'was_paid',
    'without_times',
  ],
  'project.study_slots': ['place_changed_at', 'seats', 'taken'],
  'project.threads': ['last_at', 'last_number', 'participant_read', 'researcher_read', 'started_by'],
};

const WHOLLY_LEFT_OUT = new Set(
  [
    // These belong to no one, or to people without an account.
    'identity.reach_counts identity.reach_sample identity.reach_refresh identity.registrations identity.password_tries identity.left_people',
    'payment.floats payment.watched_providers payment.opened payment.pauses payment.left_people project.left_people',
    // Admins have no account, and export nothing.
    'identity.admins identity.admin_passkeys identity.admin_challenges identity.admin_sessions',
    // These only serve to run the service.
    'identity.requested_emails identity.ended_sessions identity.idempotency_keys identity.limits identity.phone_codes identity.early_text_reports',
    // These are hashes of email addresses, which outlive accounts.
    'identity.never_invited',
    'payment.idempotency_keys payment.limits project.idempotency_keys project.limits project.reminders',
    'project.suspensions project.participant_quarter_hours project.researcher_quarter_hours project.study_quotas project.proof_words',
    // These are single steps and provider responses; the ledger repeats the payments.
    'project.booking_steps payment.callbacks payment.differences payment.transactions payment.postings payment.balances',
    // Migrations write these.
    ...['identity', 'payment', 'project'].map((schema) => `${schema}.migrations ${schema}.migration_lock`),
    // This is the audit.
    'identity.audit payment.audit project.audit',
  ].flatMap((line) => line.split(' ')),
);

/** Checks whether the export of the service reads a column of this name; a reviewer checks the table. */
function readBy(schema: string): (column: string) => boolean {
  const paths = globSync(`services/${schema}/src/data-export/read-*.ts`);
  if (schema === 'project') paths.push('services/project/src/applications/application-steps.ts');
  const text = paths.map((path) => readFileSync(path, 'utf8')).join('\n');
  return (column) => new RegExp(`\\b${column}\\b`).test(text);
}

test('every personal column is in the data export, or listed as left out', async () => {
  const { engine, drop } = await openTestEngine();
  const { rows } = await sql<{ schema: string; name: string; columns: string[] }>`
    select table_schema as schema, table_name as name, json_agg(column_name order by column_name) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('identity', 'payment', 'project') and table_type = 'BASE TABLE'
    group by table_schema, table_name`.execute(engine.owner);
  await engine.close();
  await drop();
  const missing = rows
    .map(({ schema, name, columns }) => ({
      table: `${schema}.${name}`,
      columns: columns.filter((column) => !readBy(schema)(column)).toSorted(),
    }))
    .filter(({ table, columns }) => columns.length > 0 && !WHOLLY_LEFT_OUT.has(table));
  expect(Object.fromEntries(missing.map(({ table, columns }) => [table, columns]))).toEqual(LEFT_OUT);
});
