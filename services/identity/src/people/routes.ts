import {
  readEndedSessions,
  readMatchingProfile,
  readNames,
  readPaymentAccount,
  readSigningKeys,
  readRoleAndCompany,
} from '@app/contracts/identity/people.ts';
import type { Route } from '@app/kit/route.ts';
import { findNames, findPerson, findRoleAndCompany } from '../accounts/reads.ts';
import type { Deps } from '../deps.ts';
import { findMatchingProfile, findPaymentAccount } from '../profiles/find-matching-profile.ts';
import { findEndedSessions } from '../sessions/live-sessions.ts';

export function peopleRoutes(route: Route, deps: Deps): void {
  const { db, keys } = deps;

  route(
    readRoleAndCompany,
    async ({ params, fail }) => (await findRoleAndCompany(db, params.userId)) ?? fail('PERSON_NOT_FOUND'),
  );

  route(readMatchingProfile, async ({ params, fail }) => {
    const profile = await findMatchingProfile(db, params.userId);
    if (profile) return profile === 'MATCHING_WITHDRAWN' ? fail(profile) : profile;
    return fail((await findPerson(db, params.userId)) ? 'PROFILE_MISSING' : 'PERSON_NOT_FOUND');
  });

  route(readPaymentAccount, async ({ params, fail }) => {
    const account = await findPaymentAccount(db, params.userId);
    if (account) return account;
    return fail((await findPerson(db, params.userId)) ? 'PROFILE_MISSING' : 'PERSON_NOT_FOUND');
  });

  route(readNames, async ({ body }) => findNames(db, body.userIds));

  route(readEndedSessions, async ({ body }) =>
    findEndedSessions(db, body.since === null ? null : new Date(body.since)),
  );

  route(readSigningKeys, async () => keys.published);
}
