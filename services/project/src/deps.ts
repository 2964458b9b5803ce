import type { UnreadEvent } from '@app/contracts/project/notifications.ts';
import type { ApplicantCounts, ApplicantFilter } from '@app/contracts/project/applicants.ts';
import type { Authority } from '@app/kit/authority.ts';
import type { Jobs } from '@app/kit/jobs.ts';
import type { Log } from '@app/kit/log.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import type { Seal } from '@app/kit/sealed-columns.ts';
import type { SigningKeys } from '@app/kit/signing-keys.ts';
import type { ProjectConfig } from './config.ts';
import type { Db, ProfileWithHistory } from './schema.ts';

export interface Deps {
  db: Db;
  /** The data may be some seconds old. People see their own writes, except in calls of another service. */
  reader: Db;
  seal: Seal;
  keys: SigningKeys;
  authority: Authority;
  jobs: Jobs;
  log: Log;
  config: ProjectConfig;
  callIdentity: CallPeer;
  callPayment: CallPeer;
  readProfile: ReadProfile;
  syncProfile: SyncProfile;
  openStudyCounts: OpenStudyCounts;
  applicantTotals: ApplicantTotals;
  openPages: OpenPages;
  notifyOfOpenings: NotifyOfOpenings;
}

/** The participant has not been set up, or has withdrawn consent to matching. */
export type NoProfile = 'PROFILE_MISSING' | 'MATCHING_WITHDRAWN';
export type ReadProfile = (userId: string) => Promise<ProfileWithHistory | NoProfile>;
export type SyncProfile = (userId: string) => Promise<void>;

/** The counts may be some seconds old. */
export interface OpenStudyCounts {
  read(personId: string, list: string, count: () => Promise<number>): Promise<number>;
  /** Call this after a change in this process; without an id, for the open studies. */
  forget(personId?: string): void;
}

/** Totals of thousands may be some seconds old (docs/decisions/0017-totals-of-applicants.md). */
export interface ApplicantTotals {
  counts(studyId: string): Promise<Omit<ApplicantCounts, 'wanted' | 'byQuota'>>;
  total(studyId: string, filter: ApplicantFilter): Promise<number>;
  /** Researchers must see their own change in the total at once. */
  forget(studyId: string): void;
}

/**
 * Delivery is best effort; the table has the truth. Notify after the commit, never inside the transaction.
 */
export interface OpenPages {
  notify(userIds: readonly string[]): void;
  /** The pages only reload, because a changed meeting has no notification. */
  notifyChanged(userIds: readonly string[]): void;
  /** Only PENDING and ACCEPTED applicants are included. */
  notifyApplicants(studyId: string): void;
  notifyOpened(): void;
  /** A slow reader gets only the latest count. `return` ends the stream at once. */
  watch(userId: string): AsyncIterable<UnreadEvent>;
}

/** Returns the people who were notified in this call. */
export type NotifyOfOpenings = (db: Db, userIds: readonly string[]) => Promise<string[]>;
