import { submitUserInformation } from '@app/contracts/identity/profile.ts';
import type { Route } from '@app/kit/route.ts';
import { Failure } from '@app/kit/problem.ts';
import { findPerson } from '../accounts/queries.ts';
import type { Deps } from '../deps.ts';
import { normalPhoneNumber } from '../phone-number.ts';
import { signedInUser } from '../sessions/start-session.ts';
import { insertProfile } from './queries.ts';

export function profileRoutes(route: Route, deps: Deps): void {
  route(submitUserInformation, async ({ body, viewer, fail }) => {
    const phoneNumber = normalPhoneNumber(body.payment.phoneNumber, 'payment.phoneNumber', fail);
    // A token outlives its person by some minutes.
    if (!(await findPerson(deps.db, viewer.userId))) throw new Failure('NOT_SIGNED_IN');
    const isFirst = await insertProfile(deps.db, { ...body, payment: { ...body.payment, phoneNumber } });
    if (!isFirst) return fail('PROFILE_ALREADY_SUBMITTED');
    return signedInUser(deps, viewer.userId, viewer.sessionId);
  });
}
