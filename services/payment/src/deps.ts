import type { Authority } from '@app/kit/authority.ts';
import type { Jobs } from '@app/kit/jobs.ts';
import type { Log } from '@app/kit/log.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import type { Seal } from '@app/kit/sealed-columns.ts';
import type { SigningKeys } from '@app/kit/signing-keys.ts';
import type { PaymentConfig } from './config.ts';
import type { Providers } from './provider.ts';
import type { Db } from './schema.ts';

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
  config: PaymentConfig;
  callIdentity: CallPeer;
  callProject: CallPeer;
  providers: Providers;
}

/** Operator commands run without the other services, so these dependencies contain no calls to them. */
export type TransitionDeps = Pick<Deps, 'db' | 'jobs' | 'log' | 'providers'>;
