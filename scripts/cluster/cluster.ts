import type { NUMBERS } from './networks.ts';
import type { Part } from './part.ts';

export interface Member {
  name: (typeof NUMBERS)[number];
  patroni: Part;
  pids(): Promise<number[]>;
  postmaster(): number | undefined;
  state(): Promise<string>;
}

export interface Backups {
  begin(): Promise<void>;
  /** Restores the databases as they were at that moment. The nodes must be stopped. */
  backTo(moment: string): Promise<void>;
}

export interface Cluster {
  folder: string;
  url: string;
  addresses: Record<string, string>;
  members: readonly Member[];
  etcd: readonly Part[];
  haproxy: Part;
  pgbouncer: Part;
  nodes: readonly (Part & { isReady(): Promise<boolean> })[];
  leader(): Promise<Member>;
  /** The first one is the synchronous standby. */
  replicas(): Promise<Member[]>;
  etcdLeader(): Promise<Part>;
  switchover(): Promise<void>;
  pooler(command: 'PAUSE' | 'RESUME'): Promise<void>;
  /** Cuts or restores the network of a server. Undefined if the account that runs this may not do so. */
  network: ((server: Member['name'], link: 'up' | 'down') => void) | undefined;
  release(folder: string): void;
  before: string | undefined;
  checkpoint(): Promise<void>;
  ask(statement: string): Promise<string>;
  primaryAnswers(): Promise<void>;
  whole(): Promise<void>;
  backups: Backups;
  keepLogs(): string;
  stop(): Promise<void>;
}
