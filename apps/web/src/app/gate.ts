import { useEffect } from 'react';
import { type MiddlewareFunction, redirect, useLocation } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { guardWords } from '@app/words/guards.ts';
import { freshUser } from '../api/session/fresh-user.ts';
import { restoreUser } from '../api/session/restore-user.ts';
import { findRedirect, needsFreshUser, type Guard } from '../session/guards.ts';
import { saveRequestedPage, pageForLogIn } from '../session/interrupted-page.ts';
import { readUser } from '../session/session.ts';
import { toast } from '../ui/toast.ts';

/** A reload may follow a log-out. The next person must then not return to the page of the person before. */
let isGuest =
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type !== 'reload';

async function check(guard: Guard, wanted: URL): Promise<Response | null> {
  let user = readUser() ?? (await restoreUser());
  if (user !== null && needsFreshUser(guard, user)) user = await freshUser();
  isGuest &&= user === null;
  const elsewhere = findRedirect(guard, user);
  if (elsewhere === null) return null;
  if (elsewhere.message !== undefined) toast.info(elsewhere.message);
  else if (user?.role === 'RESEARCHER' && wanted.pathname.startsWith(paths.studyApply('')))
    toast.info(guardWords.participantsApply);
  if (user !== null) return redirect(elsewhere.to);
  saveRequestedPage(wanted.pathname + wanted.search, isGuest);
  return redirect(pageForLogIn());
}

let shownPath: string | null = null;

/** Must be called below the guards, because guards check only when another page opens. */
export function useRecordedPath(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    shownPath = pathname;
    return () => void (shownPath = null);
  }, [pathname]);
}

export function guardMiddleware(guard: Guard): MiddlewareFunction {
  return async ({ request }) => {
    const wanted = new URL(request.url);
    if (wanted.pathname === shownPath) return;
    const refusal = await check(guard, wanted);
    if (refusal) throw refusal;
  };
}
