import {
  acceptInvitation,
  countInvited,
  inviteToStudy,
  neverInvite,
} from '@app/contracts/identity/invitations.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { invite } from './invite.ts';
import { letIn } from './let-in.ts';
import { countListed, insertNever } from './queries.ts';
import { invitationOf } from './token.ts';

export function invitationRoutes(route: Route, deps: Deps): void {
  route(inviteToStudy, async ({ params, body, viewer, fail }) => ({
    answers: await invite(deps, { studyId: params.id, researcherId: viewer.userId }, body.addresses, fail),
  }));

  route(countInvited, async ({ params, viewer }) => ({
    listed: await countListed(deps.db, { studyId: params.id, researcherId: viewer.userId }),
  }));

  route(acceptInvitation, async ({ params, viewer, fail }) => {
    const { invitationId } = invitationOf(deps.config, params.token) ?? fail('TOKEN_NOT_VALID');
    if (!(await letIn(deps, invitationId, viewer.userId))) fail('TOKEN_NOT_VALID');
  });

  route(neverInvite, async ({ params, fail }) => {
    const { invitationId, hash } = invitationOf(deps.config, params.token) ?? fail('TOKEN_NOT_VALID');
    // By a key that is gone, it would find nobody.
    const isFound = deps.seal.hashPrefixes.some((prefix) => hash.startsWith(prefix));
    if (!(await insertNever(deps.db, invitationId, isFound ? hash : null))) fail('TOKEN_NOT_VALID');
  });
}
