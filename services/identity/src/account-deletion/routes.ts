import {
  deleteOwnAccount as deleteOwnAccountContract,
  sendAccountDeletionCode,
} from '@app/contracts/identity/account-deletion.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { Deps } from '../deps.ts';
import { clearRefreshCookie } from '../sessions/start-session.ts';
import { ACCOUNT_DELETION_CODE, sendLastEmail } from './emails.ts';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import { findObstacles as findPaymentObstacles } from '@app/contracts/payment/people.ts';
import { findObstacles as findProjectObstacles } from '@app/contracts/project/account-deletion.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import { findAccount } from '../accounts/reads.ts';
import { confirmPassword, refusePassword } from '../accounts/passwords/check-password.ts';
import { emailCodeSecret } from '../links/make-link.ts';
import { consumeLink } from '../links/use-link.ts';
import { deleteAccount } from './delete-account.ts';

type LeaveFail = Fail<(typeof deleteOwnAccountContract)['errors'][number]>;

async function deleteOwnAccount(
  deps: Deps,
  viewer: Viewer,
  { password, code = '' }: BodyOf<typeof deleteOwnAccountContract>,
  fail: LeaveFail,
): Promise<void> {
  const { userId } = viewer;
  const account = await findAccount(deps.db, userId);
  if (!account) throw new Failure('NOT_SIGNED_IN');
  const { email, passwordHash } = account;
  if (passwordHash !== null) {
    await confirmPassword(deps, viewer, { email, passwordHash }, { password, field: 'password' }, fail);
  } else if (code === '') return fail('INVALID_INPUT', [{ rule: 'valueRequired', field: 'code' }]);
  for (const obstacle of await findDeletionObstacles(deps, userId)) return fail(obstacle);
  await transaction(deps.db, async (trx) => {
    const isOwner =
      passwordHash !== null || (await consumeLink(trx, 'LEAVE', emailCodeSecret(userId, code), userId));
    if (!isOwner) return fail('CODE_NOT_VALID', [{ field: 'code' }]);
    if (!(await deleteAccount(deps, trx, userId, { email, passwordHash })))
      return refusePassword('password', fail);
  });
  // The error may contain the address, so only a fixed text is logged.
  void sendLastEmail(deps, email).catch(() => deps.log.warn('the email about a deletion could not be sent'));
}

export async function findDeletionObstacles(
  { callPayment, callProject }: Pick<Deps, 'callPayment' | 'callProject'>,
  userId: string,
) {
  const params = { userId };
  return [
    ...(await callProject(findProjectObstacles, { params })),
    ...(await callPayment(findPaymentObstacles, { params })),
  ];
}

export function accountDeletionRoutes(route: Route, deps: Deps): void {
  route(sendAccountDeletionCode, async ({ viewer: { userId } }) =>
    transaction(deps.db, (trx) => queueEmail(deps, trx, ACCOUNT_DELETION_CODE, { userId })),
  );

  route(deleteOwnAccountContract, async ({ body, viewer, reply, fail }) => {
    await deleteOwnAccount(deps, viewer, body, fail);
    clearRefreshCookie(reply);
  });
}
