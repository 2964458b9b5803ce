import { endAdminSession } from '@app/contracts/identity/admin-sign-in.ts';
import { adminWords as words } from '@app/words/admin.ts';
import { useEffect, useState } from 'react';
import { NavLink, Outlet, useLocation, useMatches } from 'react-router';
import { failureMessage } from '../api/failure.ts';
import { Logo } from '../product/logo.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { MoreMenu } from '../ui/more-menu.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { FailedState } from '../ui/states.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { useHeadingFocus } from '../ui/use-heading-focus.ts';
import { AdminPage } from './admin-page.tsx';
import { adminQueries, callAsAdmin, resumeAdminSession } from './call-admin.ts';
import { type AdminScreen, adminScreens } from './screens.ts';
import { type AdminSession, storeAdminSession, useAdminSession } from './session.ts';
import { SignIn } from './sign-in.tsx';

const isFor = ({ roles }: AdminScreen, session: AdminSession) =>
  roles.some((role) => session.roles.includes(role));

function Menu({ session, onGo }: { session: AdminSession; onGo?: () => void }) {
  return (
    <nav aria-label={words.menu} className="w-full">
      <ul>
        {adminScreens
          .filter((screen) => !screen.isRecord && isFor(screen, session))
          .map(({ path, label }) => (
            <li key={path}>
              <NavLink
                to={path}
                end={path === '/'}
                onClick={onGo}
                className={({ isActive }) =>
                  cx(
                    'flex min-h-11 items-center rounded-control px-3 font-semibold hover:bg-sunken lg:pointer-fine:min-h-9',
                    isActive && 'bg-green-tint text-green',
                  )
                }
              >
                {label}
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  );
}

/** If there is no connection, the token is still removed here. The session then ends after some time. */
async function signOut(): Promise<void> {
  await callAsAdmin.identity(endAdminSession).catch(() => undefined);
  adminQueries.clear();
  storeAdminSession(null);
}

function WhoIsSignedIn({ session }: { session: AdminSession }) {
  return (
    <div className="mt-3 px-3 text-sm">
      <p className="font-semibold wrap-anywhere">{session.name}</p>
      <p className="text-cocoa-2 wrap-anywhere">
        {session.roles.map((role) => words.roles[role]).join(', ')}
      </p>
      <Button variant="quiet" size="small" className="mt-1 -ml-4" onClick={() => void signOut()}>
        {words.signOut}
      </Button>
    </div>
  );
}

function useScreen(): AdminScreen | undefined {
  return useMatches().at(-1)?.handle as AdminScreen | undefined;
}

function Frame({ session }: { session: AdminSession }) {
  const screen = useScreen();
  const mayOpen = (path: string) => adminScreens.some((one) => one.path === path && isFor(one, session));
  useHeadingFocus(useLocation().pathname);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <SkipLink />
      <header className="border-line bg-surface max-lg:flex max-lg:items-center max-lg:justify-between max-lg:border-b max-lg:px-4 max-lg:py-2 lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:gap-6 lg:overflow-y-auto lg:border-r lg:p-4">
        <Logo />
        <MoreMenu label={words.menu} isNamed className="lg:hidden">
          {(close) => (
            <>
              <Menu session={session} onGo={close} />
              <WhoIsSignedIn session={session} />
            </>
          )}
        </MoreMenu>
        <div className="flex flex-1 flex-col justify-between gap-6 max-lg:hidden">
          <Menu session={session} />
          <WhoIsSignedIn session={session} />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-page min-w-0 px-4 py-6 lg:px-8">
        {screen && !isFor(screen, session) ? (
          <AdminPage title={words.notForYou}>
            <p>{words.notForYouText}</p>
          </AdminPage>
        ) : (
          <Outlet context={mayOpen} />
        )}
      </main>
    </div>
  );
}

/** Without a session, the sign-in is shown under the same address. */
export function AdminShell() {
  const session = useAdminSession();
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    resumeAdminSession().catch(setFailure);
  }, []);
  const retry = () => {
    setFailure(null);
    resumeAdminSession().catch(setFailure);
  };
  return (
    <>
      {session && <Frame session={session} />}
      {session === null && <SignIn />}
      {session === undefined && failure !== null && (
        <main className="p-6">
          <FailedState text={failureMessage(failure)} onRetry={retry} />
        </main>
      )}
      <Toaster />
    </>
  );
}

export function NotFoundScreen() {
  return (
    <AdminPage title={words.notFound}>
      <p>{words.notFoundText}</p>
    </AdminPage>
  );
}
