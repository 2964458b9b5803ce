import { askEmailChange, changeEmail, sendEmailChangeCode } from '@app/contracts/identity/email-change.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../../deps.ts';
import { queueEmail } from '../../emails/queue-email.ts';
import { findSentLink } from '../../links/use-link.ts';
import { confirmEmailChange, requestEmailChange } from './change-email.ts';
import { EMAIL_CHANGE_CODE } from './emails.ts';

export function emailChangeRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(sendEmailChangeCode, async ({ viewer: { userId } }) =>
    transaction(db, (trx) => queueEmail(deps, trx, EMAIL_CHANGE_CODE, { userId })),
  );

  route(askEmailChange, async ({ body, viewer, fail }) => requestEmailChange(deps, viewer, body, fail));

  route(
    changeEmail,
    async ({ body: { token }, viewer: { userId }, reply, fail }) =>
      confirmEmailChange(deps, { userId, token }, reply, fail),
    ({ body: { token }, viewer: { userId } }) => findSentLink(db, 'CHANGE_EMAIL', token, userId),
  );
}
