import type { Fail } from '@app/kit/problem.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import { noteEvent } from '../../audit/note-event.ts';
import type { Deps } from '../../deps.ts';
import { isSessionYoung } from '../../sessions/find-session.ts';
import type { Account } from '../find-account.ts';
import { checkPassword } from './check-password.ts';

const YOUNG_MINUTES = 15;

interface Given {
  password: string | undefined;
  field: string;
}

/**
 * Makes sure that the owner asks, before a change that a thief of an open session would make (ASVS 6.2.3). It asks for
 * the password or, where there is none, for a log-in of the last minutes, which a code of a text is not: whoever has the
 * telephone has it too.
 */
export async function confirmOwner(
  deps: Deps,
  viewer: Viewer,
  { email, passwordHash }: Account,
  given: Given,
  fail: Fail<'INVALID_INPUT' | 'WRONG_PASSWORD' | 'LOG_IN_AGAIN'>,
): Promise<void> {
  if (passwordHash !== null) return confirmPassword(deps, viewer, { email, passwordHash }, given, fail);
  return (await isSessionYoung(deps.db, viewer.sessionId, YOUNG_MINUTES)) ? undefined : fail('LOG_IN_AGAIN');
}

/** By the password alone. */
export async function confirmPassword(
  deps: Deps,
  { userId, sessionId }: Viewer,
  { email, passwordHash }: { email: string; passwordHash: string },
  { password, field }: Given,
  fail: Fail<'INVALID_INPUT' | 'WRONG_PASSWORD'>,
): Promise<void> {
  if (password === undefined) return fail('INVALID_INPUT', [{ rule: 'valueRequired', field }]);
  if (!(await checkPassword(deps, { email, userId, passwordHash, device: sessionId }, password))) {
    await noteEvent(deps.db, 'ACCESS_REFUSED', { userId, about: 'WRONG_PASSWORD' });
    return refusePassword(field, fail);
  }
}

export function refusePassword(field: string, fail: Fail<'WRONG_PASSWORD'>): never {
  return fail('WRONG_PASSWORD', [{ rule: 'currentPassword', field }]);
}
