import { submitUserInformation, type UserInformation } from '@app/contracts/identity/profile.ts';
import { callIdentity } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { readDraft } from '../../forms/drafts.ts';
import { errorOfPart } from '../../forms/profile/part-errors.ts';
import { storeUser } from '../../session/session.ts';
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

/**
 * Sends the four parts and stores the user who is set up by them, once `ready` is through; false where others had been sent
 * before.
 */
export async function sendSetup(
  userId: string,
  payment: UserInformation['payment'],
  idempotencyKey: string,
  ready: () => Promise<unknown>,
): Promise<boolean> {
  const body = userInformation(userId, payment, readDraft);
  if (body === null) throw new EarlierStage(firstOpenStage(readDraft), null);
  try {
    const user = await callIdentity(submitUserInformation, { body, idempotencyKey });
    await ready();
    storeUser(user);
    return true;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.code === 'PROFILE_ALREADY_SUBMITTED') return false;
    const stage = refusedStage(error);
    if (stage !== undefined && stage !== 'payment') throw new EarlierStage(stage, error);
    throw errorOfPart(error, 'payment');
  }
}
