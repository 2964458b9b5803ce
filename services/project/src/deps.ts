import type { UnreadEvent } from '@app/contracts/project/notifications.ts';
import type { ApplicantCounts, ApplicantFilter } from '@app/contracts/project/applicants.ts';
import type { Authority } from '@app/kit/authority.ts';
import type { Jobs } from '@app/kit/jobs.ts';
import type { Log } from '@app/kit/log.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import type { Seal } from '@app/kit/sealed-columns.ts';
import type { SigningKeys } from '@app/kit/signing-keys.ts';
import type { ProjectConfig } from './config.ts';
import type { Db, KnownFacts } from './schema.ts';

/** What the features of this service work with. */
export interface Deps {
  db: Db;
  /** For what may be some seconds old: a replica, or `db`. What somebody has written is in it, but not in another service’s call. */
  reader: Db;
  seal: Seal;
  keys: SigningKeys;
  authority: Authority;
  jobs: Jobs;
  log: Log;
  config: ProjectConfig;
  callIdentity: CallPeer;
  callPayment: CallPeer;
  readFacts: ReadFacts;
  followProfile: FollowProfile;
  openStudyCounts: OpenStudyCounts;
  applicantTotals: ApplicantTotals;
  openPages: OpenPages;
  tellOpened: TellOpened;
}

/** Why a participant has no facts: they have not been set up, or withdrew their consent to matching. */
export type NoFacts = 'PROFILE_MISSING' | 'MATCHING_WITHDRAWN';
/** The facts that a participant is matched by. */
export type ReadFacts = (userId: string) => Promise<KnownFacts | NoFacts>;
/** Makes the facts what the profile says now. */
export type FollowProfile = (userId: string) => Promise<void>;

/** How many open studies each person may apply to, some seconds old at most. */
export interface OpenStudyCounts {
  /** The kept total of this list of a person, or what `count` gives. */
  read(personId: string, list: string, count: () => Promise<number>): Promise<number>;
  /** After a change in this process: of one person's applications, or of the open studies. */
  forget(personId?: string): void;
}

/** How many applied to a study; where they are thousands, some seconds old (docs/decisions/0017-totals-of-applicants.md). */
export interface ApplicantTotals {
  counts(studyId: string): Promise<Omit<ApplicantCounts, 'wanted' | 'byCell'>>;
  total(studyId: string, filter: ApplicantFilter): Promise<number>;
  /** After a researcher's own change, so that they see it counted at once. */
  forget(studyId: string): void;
}

/** Notifies open pages over server-sent events, on this node and the others. Best effort: the table has the truth. */
export interface OpenPages {
  /** To the open pages of these people. Call it after the commit, never in the transaction. */
  notify(userIds: readonly string[]): void;
  /** The same without a notification: a meeting of theirs has changed. Their pages read again what they show. */
  notifyMoved(userIds: readonly string[]): void;
  /** To the applicants of a study whose application is PENDING or ACCEPTED. Also after the commit. */
  notifyApplicants(studyId: string): void;
  /** A study has opened: to all whom it fits, who are notified by this. Also after the commit. */
  notifyOpened(): void;
  /** Yields the unread count at once, then on every change; a slow reader gets only the latest. `return` ends it at once. */
  watch(userId: string): AsyncIterable<UnreadEvent>;
}

/** Notifies these people of studies that fit and opened since they last looked; gives who was notified now. */
export type TellOpened = (db: Db, userIds: readonly string[]) => Promise<string[]>;
