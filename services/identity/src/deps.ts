import type { Kysely } from 'kysely';
import type { Authority } from '@app/kit/authority.ts';
import type { Jobs } from '@app/kit/jobs.ts';
import type { Limiter } from '@app/kit/limits.ts';
import type { Log } from '@app/kit/log.ts';
import type { SendMail } from '@app/kit/mail.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import type { Seal } from '@app/kit/sealed-columns.ts';
import type { SigningKeys } from '@app/kit/signing-keys.ts';
import type { IdentityConfig } from './config.ts';
import type { IdentityTables } from './schema.ts';
import type { TextGateway } from './text-gateway.ts';
import type { TokenSigner } from './tokens.ts';

export interface Deps {
  db: Kysely<IdentityTables>;
  /**
   * Reads from a replica, which may be some seconds behind. People still see what they wrote themselves,
   * except in calls from other services.
   */
  reader: Kysely<IdentityTables>;
  seal: Seal;
  config: IdentityConfig;
  keys: SigningKeys;
  signer: TokenSigner;
  authority: Authority;
  limiter: Limiter;
  jobs: Jobs;
  sendMail: SendMail;
  gateway: TextGateway | undefined;
  callPayment: CallPeer;
  callProject: CallPeer;
  log: Log;
}
