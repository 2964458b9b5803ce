import { type LoaderFunctionArgs, Outlet, redirect } from 'react-router';
import { restoreUser } from '../../api/session/restore-user.ts';
import { findRedirect } from '../../session/guards.ts';
import { requestedPage } from '../../session/requested-page.ts';
import { isUserBroken, readUser } from '../../session/session.ts';

// Without a loader, the build would not put these pages into the HTML.
export const loader = () => null;

// Middleware does not run at hydration, so this loader makes the check.
export const clientLoader = async ({ request }: LoaderFunctionArgs) => {
  const user = isUserBroken() ? await restoreUser() : readUser();
  const elsewhere = findRedirect('GUEST', user);
  return elsewhere === null ? null : redirect(requestedPage(request.url) ?? elsewhere.to);
};
clientLoader.hydrate = true as const;

export default Outlet;
