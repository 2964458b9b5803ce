import { endPushSubscription, readPushKey, savePushSubscription } from '@app/contracts/identity/push.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { pushKeysOf } from './keys.ts';
import { isPushService } from './push-services.ts';
import { deleteSubscriptionOf, saveSubscription } from './subscriptions.ts';

export function pushRoutes(route: Route, { db, config }: Deps): void {
  const keys = pushKeysOf(config.PUSH_KEYS ?? []);

  route(readPushKey, async () => ({ publicKey: keys[0]?.publicKey ?? null }));

  route(savePushSubscription, async ({ body, viewer, fail }) => {
    const wrong = (field: string) => fail('INVALID_INPUT', [{ rule: 'notOfThisKind', field }]);
    if (!isPushService(body.endpoint, config.PUSH_SERVICES)) return wrong('endpoint');
    if (!keys.some(({ publicKey }) => publicKey === body.publicKey)) return wrong('publicKey');
    await transaction(db, (trx) => saveSubscription(trx, body, viewer));
  });

  route(endPushSubscription, ({ viewer }) => deleteSubscriptionOf(db, viewer.sessionId));
}
