import { submitUserInformation, type UserInformation } from '@app/contracts/identity/profile.ts';
import { callIdentity } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { readUser, storeUser } from '../../app/session.ts';
import { readDraft } from '../../forms/drafts.ts';
import { errorOfPart } from '../../forms/profile/part-errors.ts';
import { firstOpenStage, type Stage, userInformation } from './stages.ts';

/** Drafts may be cleared in another tab. */
export class EarlierStageMissing extends Error {
  readonly stage: Stage;
  constructor(stage: Stage) {
    super();
    this.stage = stage;
  }
}

/** Sends the four parts and keeps the answered user; false if they had been sent before. */
export async function sendSetup(
  userId: string,
  payment: UserInformation['payment'],
  idempotencyKey: string,
): Promise<boolean> {
  const body = userInformation(userId, payment, readDraft);
  if (body === null) throw new EarlierStageMissing(firstOpenStage(readDraft));
  try {
    storeUser(await callIdentity(submitUserInformation, { body, idempotencyKey }));
    return true;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.code === 'PROFILE_ALREADY_SUBMITTED') {
      const user = readUser();
      if (user !== null) storeUser({ ...user, hasUserInfo: true, firstLogin: false });
      return false;
    }
    throw errorOfPart(error, 'payment');
  }
}
