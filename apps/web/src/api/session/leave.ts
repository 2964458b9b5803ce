import type { BodyOf } from '@app/contracts/endpoint.ts';
import { leave as leaveCall } from '@app/contracts/identity/leaving.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { forgetLeaving, mayHaveLeft, noteUnansweredLeaving } from '../../session/farewell.ts';
import { callIdentity } from '../call.ts';
import { CallFailed } from '../failure.ts';

/** After an answer that was lost, nobody is signed in any more where it was a yes. */
const isLateYes = (error: unknown) =>
  error instanceof CallFailed && error.code === 'NOT_SIGNED_IN' && mayHaveLeft();

/** Deletes the account, forgets everything kept in this browser, and leads to where that is said. */
export async function leave(body: BodyOf<typeof leaveCall>): Promise<void> {
  try {
    await callIdentity(leaveCall, { body });
  } catch (error) {
    if (!isLateYes(error)) {
      if (error instanceof CallFailed && error.kind === 'NETWORK') noteUnansweredLeaving();
      else forgetLeaving();
      throw error;
    }
  }
  localStorage.clear();
  sessionStorage.clear();
  location.replace(paths.farewell);
  // Whatever is drawn until the page goes is drawn for nobody, and would lead to the landing in its place.
  await new Promise<never>(() => {});
}
