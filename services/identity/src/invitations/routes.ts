import {
  acceptInvitation,
  countInvited,
  inviteToStudy,
  neverInvite,
} from '@app/contracts/identity/invitations.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { invitePeople } from './invite-people.ts';
import { admitInvited, ownsInvitedAddress, verifyInvitationToken } from './accept-invitation.ts';
import { countInvitations, findInvitationHolder, insertUnsubscribed } from './queries.ts';

export function invitationRoutes(route: Route, deps: Deps): void {
  route(inviteToStudy, async ({ params, body, viewer, fail }) => ({
    answers: await invitePeople(
      deps,
      { studyId: params.id, researcherId: viewer.userId },
      body.addresses,
      fail,
    ),
  }));

  route(countInvited, async ({ params, viewer }) => ({
    listed: await countInvitations(deps.db, { studyId: params.id, researcherId: viewer.userId }),
  }));

  const sentInvitation = ({ params: { token } }: { params: { token: string } }) =>
    verifyInvitationToken(deps.config, token)?.invitationId;

  route(
    acceptInvitation,
    async ({ params, body, viewer, fail }) => {
      const { userId } = viewer;
      const { invitationId, hash } =
        verifyInvitationToken(deps.config, params.token) ?? fail('TOKEN_NOT_VALID');
      const holder = (await findInvitationHolder(deps.db, invitationId)) ?? fail('TOKEN_NOT_VALID');
      const ownsAddress = await ownsInvitedAddress(deps, userId, hash);
      if (!ownsAddress && holder.userId !== userId) {
        if (holder.userId !== null) fail('INVITATION_USED');
        if (!body.takesOtherAddress) fail('INVITATION_OF_OTHER_ADDRESS');
      }
      const outcome = await admitInvited(deps, {
        invitationId,
        studyId: holder.studyId,
        userId,
        ownsAddress,
      });
      if (outcome === 'USED') fail('INVITATION_USED');
    },
    sentInvitation,
  );

  route(
    neverInvite,
    async ({ params, fail }) => {
      const { invitationId, hash } =
        verifyInvitationToken(deps.config, params.token) ?? fail('TOKEN_NOT_VALID');
      // If the hash was made with a key that is removed, no address could match. So the answer is that it is
      // unknown.
      const isFound = deps.seal.hashPrefixes.some((prefix) => hash.startsWith(prefix));
      if (!(await insertUnsubscribed(deps.db, invitationId, isFound ? hash : null))) fail('TOKEN_NOT_VALID');
    },
    sentInvitation,
  );
}
