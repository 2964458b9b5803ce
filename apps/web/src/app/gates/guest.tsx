import { type LoaderFunctionArgs, Outlet, redirect } from 'react-router';
import { restoreUser } from '../../api/session/restore-user.ts';
import { decide } from '../../session/guards.ts';
import { pageAsked } from '../../session/page-asked.ts';
import { isUserBroken, readUser } from '../../session/session.ts';

// Runs at build only, and keeps the pages in the HTML although the client has a loader of its own.
export const loader = () => null;

// Middleware does not run when prerendered HTML comes alive; a loader that asks for hydration does.
export const clientLoader = async ({ request }: LoaderFunctionArgs) => {
  const user = isUserBroken() ? await restoreUser() : readUser();
  const elsewhere = decide('GUEST', user);
  return elsewhere === null ? null : redirect(pageAsked(request.url) ?? elsewhere.to);
};
clientLoader.hydrate = true as const;

export default Outlet;
