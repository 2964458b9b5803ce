import type { Kysely } from 'kysely';
import { createLimiter } from '@app/kit/limits.ts';
import { createLog } from '@app/kit/log.ts';
import type { TestApp } from './app.ts';
import { readIdentityConfig } from '../../services/identity/src/config.ts';
import type { Deps } from '../../services/identity/src/deps.ts';
import { openDb } from '../../services/identity/src/open-db.ts';
import type { TextSendOutcome, LeavingText, TextGateway } from '../../services/identity/src/text-gateway.ts';

/** A gateway of the test: it keeps the messages, and reports the states that the test sets. */
export interface FakeGateway extends TextGateway {
  sent: LeavingText[];
  says: TextSendOutcome | (() => Promise<TextSendOutcome>);
}

export function createFakeGateway(): FakeGateway {
  const fake: FakeGateway = {
    name: 'FAKE',
    sent: [],
    says: { kind: 'accepted', gatewayId: undefined },
    async send(text) {
      fake.sent.push(text);
      return typeof fake.says === 'function' ? fake.says() : fake.says;
    },
  };
  return fake;
}

/**
 * Provides the dependencies of text message delivery, with the test's database; `sentJobs` has its delayed
 * jobs.
 */
export function textDeps(
  { engine, settings }: Pick<TestApp, 'engine' | 'settings'>,
  gateway: TextGateway,
): Deps & { sentJobs: { data: object; afterSeconds?: number }[] } {
  const config = readIdentityConfig(settings);
  const sentJobs: { data: object; afterSeconds?: number }[] = [];
  const { db, seal } = openDb(engine, config.IDENTITY_DATA_KEYS);
  return {
    db,
    seal,
    config,
    gateway,
    limiter: createLimiter(db as Kysely<unknown>, 'identity', config),
    log: createLog('silent'),
    sentJobs,
    jobs: {
      send: async (_trx: unknown, _queue: unknown, data: object, options: { afterSeconds?: number } = {}) =>
        void sentJobs.push({ data, ...options }),
    },
  } as unknown as Deps & { sentJobs: { data: object; afterSeconds?: number }[] };
}
