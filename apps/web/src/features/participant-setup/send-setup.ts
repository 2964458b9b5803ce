import { submitUserInformation, type UserInformation } from '@app/contracts/identity/profile.ts';
import { guardMessages } from '@app/contracts/messages/guards.ts';
import { callIdentity } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { readUser, storeUser } from '../../app/session.ts';
import { readDraft } from '../../forms/drafts.ts';
import { errorOfPart } from '../../forms/profile/part-errors.ts';
import { toast } from '../../ui/toast.ts';
import { firstOpenStage, refusedStage, type Stage, userInformation } from './stages.ts';

/** It cannot be sent for what stands in an earlier stage. */
export class EarlierStage extends Error {
  readonly stage: Stage;
  /** What the server says of its fields; null where something is missing: drafts may be cleared in another tab. */
  readonly refusal: CallFailed | null;
  constructor(stage: Stage, refusal: CallFailed | null) {
    super();
    this.stage = stage;
    this.refusal = refusal;
  }
}

/** Sends the four parts; whoever is stored as the user afterwards is set up. */
export async function sendSetup(
  userId: string,
  payment: UserInformation['payment'],
  idempotencyKey: string,
): Promise<void> {
  const body = userInformation(userId, payment, readDraft);
  if (body === null) throw new EarlierStage(firstOpenStage(readDraft), null);
  try {
    storeUser(await callIdentity(submitUserInformation, { body, idempotencyKey }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const user = readUser();
    if (error.code === 'PROFILE_ALREADY_SUBMITTED' && user !== null) {
      // It was sent from another tab or device.
      toast.info(guardMessages.alreadySubmitted);
      return storeUser({ ...user, hasUserInfo: true, firstLogin: false });
    }
    const stage = refusedStage(error);
    if (stage !== undefined && stage !== 'payment') throw new EarlierStage(stage, error);
    throw errorOfPart(error, 'payment');
  }
}
