import type { Backups } from './backups.ts';
import type { Part } from './part.ts';

export const NUMBERS = ['one', 'two', 'three'] as const;

/** A server of PostgreSQL with the Patroni that runs it. */
export interface Member {
  name: (typeof NUMBERS)[number];
  patroni: Part;
  /** Its processes, those of its PostgreSQL too. */
  pids(): Promise<number[]>;
  postmaster(): number | undefined;
  state(): Promise<string>;
}

export interface Cluster {
  folder: string;
  url: string;
  /** How people of the machine reach what they look at. */
  addresses: Record<string, string>;
  members: readonly Member[];
  etcd: readonly Part[];
  haproxy: Part;
  pgbouncer: Part;
  nodes: readonly (Part & { isReady(): Promise<boolean> })[];
  leader(): Promise<Member>;
  /** Those that stream from it; the synchronous one first. */
  replicas(): Promise<Member[]>;
  etcdLeader(): Promise<Part>;
  /** Hands the lead to the synchronous standby, as `patronictl switchover` asks Patroni to, once it has started. */
  switchover(): Promise<void>;
  pooler(command: 'PAUSE' | 'RESUME'): Promise<void>;
  /** Cuts a server off, or connects it again; undefined where we may not. */
  network: ((server: Member['name'], link: 'up' | 'down') => void) | undefined;
  /** Where nodes run that are started from now on. */
  release(folder: string): void;
  /** Where the release before stands, if it was named. */
  before: string | undefined;
  /** So that its end has little to write. */
  checkpoint(): Promise<void>;
  /** What the owner of the database is told, as `said`. */
  ask(statement: string): Promise<string>;
  /** Waits until the port of the primary leads to one that answers. */
  primaryAnswers(): Promise<void>;
  /** All of it runs: a leader, a synchronous standby, a replica, ready nodes. */
  whole(): Promise<void>;
  backups: Backups;
  /** Copies the logs of all parts to a folder that stays, and gives its name. */
  keepLogs(): string;
  stop(): Promise<void>;
}
