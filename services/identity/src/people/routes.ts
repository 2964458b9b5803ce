import {
  readEndedSessions,
  readMatchingProfile,
  readNames,
  readPaymentAccount,
  readSigningKeys,
  readRoleAndCompany,
} from '@app/contracts/identity/people.ts';
import type { Route } from '@app/kit/route.ts';
import { today } from '@app/contracts/calendar.ts';
import * as contract from '@app/contracts/identity/admin-people.ts';
import { ownDataWords } from '@app/words/data-export.ts';
import { findNames, findPerson, findRoleAndCompany } from '../accounts/reads.ts';
import type { Deps } from '../deps.ts';
import { findMatchingProfile, findPaymentAccount } from '../profiles/find-matching-profile.ts';
import { findEndedSessions } from '../sessions/live-sessions.ts';
import {
  deleteOnRequest,
  findDeletionRequest,
  recordDeletionRequest,
  settledFirst,
} from '../account-deletion/delete-account.ts';
import { sendLastEmail } from '../account-deletion/emails.ts';
import { findDeletionObstacles } from '../account-deletion/routes.ts';
import { isPasswordLocked, sendAccountEmail, unlockPassword } from '../accounts/sign-in.ts';
import { suspendPerson, unsuspendPerson } from '../accounts/suspend-person.ts';
import { zipPersonData } from '../data-export/routes.ts';
import { correctProfileValue } from '../profiles/change-profile.ts';
import { findPersonInDetail, listPeople } from './find-people.ts';

function serviceRoutes(route: Route, deps: Deps): void {
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

function lookRoutes(route: Route, deps: Deps): void {
  const { db, seal } = deps;

  route(contract.listPeopleAsAdmin, async ({ query: { page, size, ...filter }, body: { search = '' } }) => {
    const of = { ...filter, search: search.trim(), page, size };
    const { rows, totalElements } = await listPeople(db, of, seal);
    const content = rows.map(({ createdAt, ...row }) => ({ ...row, registeredAt: createdAt.toISOString() }));
    return { content, totalElements, size, number: page };
  });

  route(contract.readPersonAsAdmin, async ({ params: { userId }, viewer, fail }) => {
    const { profile, ...person } = (await findPersonInDetail(db, userId)) ?? fail('PERSON_NOT_FOUND');
    return {
      ...person,
      isPasswordLocked: await isPasswordLocked(deps, person.email),
      profile: viewer.adminRoles.includes('ADMIN') ? profile : null,
    };
  });

  route(contract.exportPersonAsAdmin, async ({ params: { userId }, fail }) => {
    if (!(await findPersonInDetail(db, userId))) return fail('PERSON_NOT_FOUND');
    const day = today();
    return { name: `${ownDataWords.file}-${day}.zip`, text: await zipPersonData(deps, userId, day) };
  });
}

function actRoutes(route: Route, deps: Deps): void {
  const { db } = deps;
  const findOr = async (userId: string, fail: (code: 'PERSON_NOT_FOUND') => never) =>
    (await findPersonInDetail(db, userId)) ?? fail('PERSON_NOT_FOUND');

  route(contract.suspendPersonAsAdmin, async ({ params: { userId }, body: { reason }, viewer, fail }) => {
    const isDone = await suspendPerson(deps, { userId, by: viewer.name, reason });
    const { state } = await findOr(userId, fail);
    return isDone ? { userId, state } : fail('ALREADY_DONE');
  });

  route(contract.unsuspendPersonAsAdmin, async ({ params: { userId }, viewer, fail }) => {
    const isDone = await unsuspendPerson(deps, { userId, by: viewer.name });
    const { state } = await findOr(userId, fail);
    return isDone ? { userId, state } : fail('ALREADY_DONE');
  });

  route(contract.sendAccountEmailAsAdmin, async ({ params: { userId }, fail }) => {
    const { email } = await findOr(userId, fail);
    return { kind: await sendAccountEmail(deps, { userId, email }) };
  });

  route(contract.unlockPasswordAsAdmin, async ({ params: { userId }, viewer, fail }) => {
    const { email } = await findOr(userId, fail);
    const isDone = await unlockPassword(deps, { userId, email, by: viewer.name });
    return isDone ? { isPasswordLocked: false } : fail('ALREADY_DONE');
  });

  route(contract.correctProfileAsAdmin, async ({ params: { userId }, body, viewer, fail }) => {
    const { dateOfBirth, gender, reason } = body;
    if (!(await findOr(userId, fail)).profile) return fail('PROFILE_NOT_FOUND');
    const right = dateOfBirth === undefined ? { gender: gender! } : { dateOfBirth };
    const isDone = await correctProfileValue(deps, { userId, by: viewer.name, reason, right });
    return isDone ? { userId } : fail('ALREADY_DONE');
  });
}

function deletionRoutes(route: Route, deps: Deps): void {
  const { db } = deps;
  const findObstacles = (userId: string) => findDeletionObstacles(deps, userId);

  route(contract.readDeletionAsAdmin, async ({ params: { userId }, fail }) => {
    const request = (await findDeletionRequest(db, userId)) ?? fail('PERSON_NOT_FOUND');
    return { ...request, obstacles: settledFirst(await findObstacles(userId)) };
  });

  route(contract.recordDeletionRequestAsAdmin, async ({ params: { userId }, body, viewer, fail }) => {
    if (await recordDeletionRequest(deps, { ...body, userId, by: viewer.name })) return { userId };
    // Read after the update, because another admin may have deleted the person while the update waited.
    return fail((await findPersonInDetail(db, userId)) ? 'ALREADY_DONE' : 'PERSON_NOT_FOUND');
  });

  route(contract.deletePersonAsAdmin, async ({ params: { userId }, body: { reason }, viewer, fail }) => {
    const { email } = (await findPersonInDetail(db, userId)) ?? fail('PERSON_NOT_FOUND');
    const deleting = { ...deps, openSeal: async () => deps.seal, findObstacles };
    const done = await deleteOnRequest(deleting, { userId, by: viewer.name, reason });
    if (typeof done === 'string') return fail(done);
    if (!done) return fail('PERSON_NOT_FOUND');
    // The error may contain the address, so only a fixed text is logged.
    void sendLastEmail(deps, email).catch(() =>
      deps.log.warn('the email about a deletion could not be sent'),
    );
    return { userId };
  });
}

export function peopleRoutes(route: Route, deps: Deps): void {
  serviceRoutes(route, deps);
  lookRoutes(route, deps);
  actRoutes(route, deps);
  deletionRoutes(route, deps);
}
