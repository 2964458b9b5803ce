import type { Authority } from '@app/kit/authority.ts';
import type { Jobs } from '@app/kit/jobs.ts';
import type { Log } from '@app/kit/log.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import type { Seal } from '@app/kit/sealed-columns.ts';
import type { SigningKeys } from '@app/kit/signing-keys.ts';
import type { PaymentConfig } from './config.ts';
import type { Providers } from './provider.ts';
import type { Db } from './schema.ts';

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
  config: PaymentConfig;
  callIdentity: CallPeer;
  callProject: CallPeer;
  providers: Providers;
}

/** What moving payments needs: a process without people and peers can do that too. */
export type Mover = Pick<Deps, 'db' | 'jobs' | 'log' | 'providers'>;
