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
  /**
   * Reads from a replica, which may be some seconds behind. People still see what they wrote themselves,
   * except in calls from another service.
   */
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

export type NoProfile = 'PROFILE_MISSING' | 'MATCHING_WITHDRAWN';
export type ReadProfile = (userId: string) => Promise<ProfileWithHistory | NoProfile>;
export type SyncProfile = (userId: string) => Promise<void>;

/** Counts of open studies, which may be some seconds old. */
export interface OpenStudyCounts {
  read(personId: string, list: string, count: () => Promise<number>): Promise<number>;
  /**
   * Must be called after a change in this process. If there is no id, the counts of all people are dropped.
   */
  invalidate(personId?: string): void;
}

/**
 * Totals above some thousands, which may be some seconds old (docs/decisions/0017-totals-of-applicants.md).
 */
export interface ApplicantTotals {
  counts(studyId: string, of: { isOnline: boolean }): Promise<Omit<ApplicantCounts, 'wanted' | 'byQuota'>>;
  total(studyId: string, filter: ApplicantFilter): Promise<number>;
  /** Called after a change by a researcher, who then sees the right total at once. */
  invalidate(studyId: string): void;
}

/**
 * Events may be lost, so a page must read the current state from the table. Must be called after the commit,
 * never in the transaction.
 */
export interface OpenPages {
  notify(userIds: readonly string[]): void;
  /** Makes pages load again after a change that creates no notification, such as a changed meeting. */
  notifyChanged(userIds: readonly string[]): void;
  /** Only applicants with the status PENDING or ACCEPTED are notified. */
  notifyApplicants(studyId: string): void;
  notifyOpened(): void;
  /** A slow reader gets only the newest count. The stream ends when `return` is called. */
  watch(userId: string): AsyncIterable<UnreadEvent>;
}

/** Returns the people who were notified by this call. */
export type NotifyOfOpenings = (db: Db, userIds: readonly string[]) => Promise<string[]>;
