import * as contract from '@app/contracts/identity/profiles.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import { Failure } from '@app/kit/problem.ts';
import { findPerson } from '../accounts/reads.ts';
import { readUserWithToken } from '../accounts/sign-in.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { normalMobileNumber } from '@app/kit/phone-number.ts';
import { queueReachRefresh } from '../reach/refresh-reach.ts';
import { changeProfile, changeMatching, queueProfileChange } from './change-profile.ts';
import { findProfile, insertProfile } from './queries.ts';

export function profileRoutes(route: Route, deps: Deps): void {
  route(contract.submitUserInformation, async ({ body, viewer, fail }) => {
    const phoneNumber = normalMobileNumber(body.payment.phoneNumber, 'payment.phoneNumber', fail);
    // The person may have been deleted some minutes ago, because access tokens stay valid for this long.
    if (!(await findPerson(deps.db, viewer.userId))) throw new Failure('NOT_SIGNED_IN');
    await transaction(deps.db, async (trx) => {
      const payment = { ...body.payment, phoneNumber };
      const isFirst = await insertProfile(trx, { ...body, payment }, deps.seal);
      if (!isFirst) return fail('PROFILE_ALREADY_SUBMITTED');
      await recordEvent(trx, 'PROFILE_SUBMITTED', { userId: viewer.userId });
      await queueProfileChange(deps, trx, { userId: viewer.userId });
      await queueReachRefresh(deps, trx);
    });
    return readUserWithToken(deps, viewer);
  });

  route(
    contract.readUserInformation,
    async ({ viewer, fail }) => (await findProfile(deps.db, viewer.userId)) ?? fail('PROFILE_NOT_FOUND'),
  );

  route(contract.changeUserInformation, async ({ body, viewer, fail }) =>
    changeProfile(deps, viewer, body, fail),
  );

  route(contract.changeMatching, async ({ body: { isMatched }, viewer, fail }) => {
    await changeMatching(deps, { userId: viewer.userId, isMatched }, fail);
    return readUserWithToken(deps, viewer);
  });
}
