import type { Generated, Kysely } from 'kysely';
import type { OpenPaymentGroup } from '@app/contracts/payment/admin-payments.ts';
import type { FundingState } from '@app/contracts/payment/budgets.ts';
import type { PayoutKind, PayoutState } from '@app/contracts/payment/payouts.ts';
import type { AccountCheck } from '@app/contracts/payment/account-check.ts';
import type { AuditTable } from '@app/kit/audit.ts';
import type { ProviderName, Network } from './provider.ts';

export type AttemptState =
  | 'NEW'
  | 'SENT'
  | 'ACCEPTED'
  | 'UNKNOWN'
  | 'SUCCEEDED'
  | 'FAILED_PROVEN'
  | 'REJECTED'
  | 'REVERSED';

export interface PaymentTables {
  'payment.audit': AuditTable;
  'payment.transactions': {
    transaction_id: string;
    kind: string;
    subject: string;
    happened_at: Date;
    recorded_at: Generated<Date>;
  };
  'payment.postings': {
    transaction_id: string;
    ordinal: number;
    debit: string;
    credit: string;
    pesewas: number;
  };
  'payment.balances': { account: string; pesewas: number };
  'payment.budgets': {
    study_id: string;
    researcher_id: string;
    state: Generated<'OPEN' | 'CLOSED'>;
    incentive_in_pesewas: number;
    payout_fee_in_pesewas: number;
    collection_fee_points: number;
    places: number;
    promised_places: Generated<number>;
    created_at: Generated<Date>;
    closed_at: Date | null;
  };
  'payment.fundings': {
    funding_id: string;
    study_id: string;
    is_for_bonus: Generated<boolean>;
    provider: ProviderName;
    reference: string;
    network: Network | null;
    phone_number: string | null;
    wallet_hint: string | null;
    page_url: string | null;
    last_four: string | null;
    codes_left: number | null;
    asked_in_pesewas: number;
    state: Generated<FundingState>;
    received_in_pesewas: number | null;
    fee_in_pesewas: number | null;
    provider_id: string | null;
    reason: string | null;
    created_at: Generated<Date>;
    prompted_at: Date | null;
    next_at: Generated<Date | null>;
    polls: Generated<number>;
    reconciled_at: Date | null;
  };
  'payment.payouts': {
    payout_id: string;
    kind: PayoutKind;
    study_id: string;
    application_id: string | null;
    participant_code: string | null;
    person_id: string;
    funding_id: string | null;
    network: Network | null;
    phone_number: string | null;
    refund_of: string | null;
    pesewas: number;
    fee_in_pesewas: number;
    note: string | null;
    version: Generated<number>;
    state: PayoutState;
    why: string | null;
    attempts: Generated<number>;
    next_at: Date | null;
    leased_until: Date | null;
    wallet_hint: string | null;
    allowed_wallet_hint: string | null;
    provider_id: string | null;
    created_at: Generated<Date>;
    paid_at: Date | null;
    missing_at: Date | null;
    unanswered_since: Date | null;
  };
  'payment.attempts': {
    attempt_id: string;
    payout_id: string;
    number: number;
    provider: ProviderName;
    reference: string;
    network: Network | null;
    phone_number: string | null;
    refund_of: string | null;
    account_name: string;
    pesewas: number;
    state: Generated<AttemptState>;
    is_unsent: Generated<boolean>;
    sent_at: Date | null;
    last_sent_at: Date | null;
    polls: Generated<number>;
    polls_before_sent: Generated<number>;
    times_not_found: Generated<number>;
    provider_id: string | null;
    reason: string | null;
    created_at: Generated<Date>;
    reconciled_at: Date | null;
  };
  'payment.account_checks': {
    person_id: string;
    account_changed_at: Date | null;
    state: AccountCheck;
    asked_at: Generated<Date>;
    confirmed_at: Date | null;
  };
  'payment.callbacks': {
    callback_id: string;
    provider: ProviderName;
    fingerprint: Uint8Array;
    body: Uint8Array;
    state: 'NEW' | 'DONE' | 'ORPHAN' | 'REJECTED';
    reference: string | null;
    received_at: Generated<Date>;
  };
  'payment.differences': {
    kind: string;
    subject: string;
    provider: ProviderName | null;
    ours: string;
    theirs: string;
    found_at: Generated<Date>;
    seen_at: Generated<Date>;
  };
  'payment.floats': { provider: ProviderName; pesewas: number; needed: number; read_at: Generated<Date> };
  'payment.watched_providers': { provider: ProviderName; since: Generated<Date> };
  'payment.left_people': { user_id: string; left_at: Generated<Date> };
  'payment.opened': {
    is_only: Generated<true>;
    database: string;
    closed_cleanly: boolean;
    data_lost_at: Date | null;
  };
  'payment.open_payments': {
    id: string;
    kind: PayoutKind | 'FUNDING';
    state: PayoutState | FundingState;
    why: string | null;
    study_id: string;
    person_id: string;
    pesewas: number;
    wallet_hint: string | null;
    attempts: number;
    created_at: Date;
    next_at: Date | null;
    provider: ProviderName | null;
    group_name: OpenPaymentGroup;
  };
  'payment.pauses': { provider: ProviderName; reason: string; at: Generated<Date> };
}

export type Db = Kysely<PaymentTables>;
