import { type MiddlewareFunction, redirect } from 'react-router';
import { freshUser } from '../api/session/fresh-user.ts';
import { restoreUser } from '../api/session/restore-user.ts';
import { decide, mayBeStale, type Guard } from '../session/guards.ts';
import { noteWish, placeOfNobody } from '../session/interruption.ts';
import { readUser } from '../session/session.ts';
import { toast } from '../ui/toast.ts';

async function check(guard: Guard, wanted: URL): Promise<Response | null> {
  let user = readUser() ?? (await restoreUser());
  if (user !== null && mayBeStale(guard, user)) user = await freshUser();
  const elsewhere = decide(guard, user);
  if (elsewhere === null) return null;
  if (elsewhere.message !== undefined) toast.info(elsewhere.message);
  if (user !== null) return redirect(elsewhere.to);
  noteWish(wanted.pathname + wanted.search);
  return redirect(placeOfNobody());
}

/** A guard for a layout route. The route also needs a clientLoader: without one its middleware does not run. */
export function guardedBy(guard: Guard): MiddlewareFunction {
  return async ({ request }) => {
    const refusal = await check(guard, new URL(request.url));
    if (refusal) throw refusal;
  };
}
