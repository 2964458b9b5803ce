import type { BodyOf } from '@app/contracts/endpoint.ts';
import { leave as leaveCall } from '@app/contracts/identity/leaving.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { callIdentity } from '../call.ts';

/** Deletes the account, forgets everything kept in this browser, and leads to where that is said. */
export async function leave(body: BodyOf<typeof leaveCall>): Promise<void> {
  await callIdentity(leaveCall, { body });
  localStorage.clear();
  sessionStorage.clear();
  location.replace(paths.farewell);
}
