import { acceptInvitation } from '@app/contracts/identity/invitations.ts';
import { callIdentity } from '../../api/call.ts';

/** Apart, since few come by an invitation: the others do not fetch it. What is wrong with it shows by the study, which says whom it is for. */
export const acceptByLink = (token: string): Promise<void> =>
  callIdentity(acceptInvitation, { params: { token } }).catch(() => undefined);
