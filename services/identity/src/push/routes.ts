import { ECDH } from 'node:crypto';
import { endPushSubscription, readPush, savePushSubscription } from '@app/contracts/identity/push.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { derivePushKeys } from './send-push.ts';
import {
  deleteSessionSubscription,
  findSubscription,
  renewSubscription,
  saveSubscription,
  isPushService,
} from './subscriptions.ts';

/** Returns true if the key is a point on the curve. With any other key, encryption fails. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

export function pushRoutes(route: Route, { db, config }: Deps): void {
  const keys = derivePushKeys(config.PUSH_KEYS ?? []);

  route(readPush, async ({ viewer }) => ({
    publicKey: keys[0]?.publicKey ?? null,
    isOn: (await findSubscription(db, viewer)) !== undefined,
  }));

  route(savePushSubscription, async ({ body, viewer, fail }) => {
    const wrong = (field: string) => fail('INVALID_INPUT', [{ rule: 'notOfThisKind', field }]);
    if (!isPushService(body.endpoint, config.PUSH_SERVICES)) return wrong('endpoint');
    if (!isPoint(body.p256dh)) return wrong('p256dh');
    const isOurs = keys.some(({ publicKey }) => publicKey === body.publicKey);
    if (body.isRenewal)
      return { isOn: isOurs && (await transaction(db, (trx) => renewSubscription(trx, body, viewer))) };
    if (!isOurs) return wrong('publicKey');
    await transaction(db, (trx) => saveSubscription(trx, body, viewer));
    return { isOn: true };
  });

  route(endPushSubscription, ({ viewer }) => deleteSessionSubscription(db, viewer.sessionId));
}
