import { unsubscribeFromEmails } from '@app/contracts/identity/account-settings.ts';
import { sendEmail } from '@app/contracts/identity/people.ts';
import type { Route } from '@app/kit/route.ts';
import { unsubscribePerson } from '../accounts/change-account.ts';
import type { Deps } from '../deps.ts';
import { isUnsubscribeSecret } from './notification-choices.ts';
import { queueRequestedNotification } from './request-email.ts';

export function projectEmailRoutes(route: Route, deps: Deps): void {
  route(sendEmail, async ({ params, body }) => queueRequestedNotification(deps, { ...params, ...body }));

  route(
    unsubscribeFromEmails,
    async ({ params, query, fail }) => {
      if (!isUnsubscribeSecret(deps.config, params, query.token)) return fail('TOKEN_NOT_VALID');
      await unsubscribePerson(deps, params);
    },
    ({ params, query: { token } }) => (isUnsubscribeSecret(deps.config, params, token) ? token : undefined),
  );
}
