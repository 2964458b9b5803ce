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
   * Reads from a replica, which may be seconds behind. Callers see their own writes, except in calls from
   * another service.
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

/** Numbers of open studies, which may be some seconds old. */
export interface OpenStudyCounts {
  read(personId: string, list: string, count: () => Promise<number>): Promise<number>;
  /** Call this after a change in this process. Without an id, it drops the counts of all people. */
  invalidate(personId?: string): void;
}

/** Totals above some thousands may be seconds old (docs/decisions/0017-totals-of-applicants.md). */
export interface ApplicantTotals {
  counts(studyId: string, of: { isOnline: boolean }): Promise<Omit<ApplicantCounts, 'wanted' | 'byQuota'>>;
  total(studyId: string, filter: ApplicantFilter): Promise<number>;
  /** Call this after a researcher's change, so that the researcher sees it in the total at once. */
  invalidate(studyId: string): void;
}

/**
 * Events may be lost, so a page must read the table for the current state. Notify after the commit, never
 * inside the transaction.
 */
export interface OpenPages {
  notify(userIds: readonly string[]): void;
  /** A changed meeting creates no notification, so this makes the pages reload. */
  notifyChanged(userIds: readonly string[]): void;
  /** Notifies only applicants who are PENDING or ACCEPTED. */
  notifyApplicants(studyId: string): void;
  notifyOpened(): void;
  /** A slow reader receives only the latest count. Calling `return` ends the stream at once. */
  watch(userId: string): AsyncIterable<UnreadEvent>;
}

/** Returns the people whom this call has notified. */
export type NotifyOfOpenings = (db: Db, userIds: readonly string[]) => Promise<string[]>;
