import { useEffect, useState } from 'react';
import { Link, Outlet, useMatches, useNavigation } from 'react-router';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { freshUser } from '../../api/session/fresh-user.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Logo } from '../../product/logo.tsx';
import { screenOf } from '../../screens.ts';
import { noteIfEnded, placeOfNobody } from '../../session/interruption.ts';
import { isLeftBehind, useUser } from '../../session/session.ts';
import { cx } from '../../ui/cx.ts';
import { SkipLink } from '../../ui/skip-link.tsx';
import { usePart } from '../../ui/use-part.ts';
import { useShownPath } from '../gate.ts';
import { Header, type HeaderProps } from './header.tsx';
import { MenuList } from './menu-list.tsx';
import { OnDemand } from './on-demand.tsx';
import { PhoneMenu } from './phone-menu.tsx';
import { SetupBanner } from './setup-banner.tsx';

/** Another person is stored in two steps, and between them nobody is there. */
const SETTLE_MS = 50;
/** A slow phone has drawn its first page by then. */
const SETTLED_MS = 2_000;
const TRY_AGAIN_MS = 30_000;

const loadAgreeAnew = () => import('./agree-anew.tsx');
const loadOffline = () => import('../offline/connection-notice.tsx');

/** What the app does without a connection: fetched once the page itself is there. */
function Offline({ user }: { user: SignedInUser }) {
  const [isSettled, setIsSettled] = useState(!navigator.onLine);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  const { part, isFailed, retry } = usePart(loadOffline, isSettled);
  useEffect(() => {
    if (!isFailed) return undefined;
    const timer = setTimeout(retry, TRY_AGAIN_MS);
    return () => clearTimeout(timer);
  });
  return part && <part.ConnectionNotice role={user.role} userId={user.userId} />;
}

/** Side menu, header and the nested screen. */
export function Shell({ HeaderTool }: { HeaderTool: HeaderProps['Tool'] }) {
  const user = useUser();
  const screen = screenOf(useMatches().map((match) => match.handle));
  const isGoing = useNavigation().state !== 'idle';
  useShownPath();

  useEffect(() => {
    void freshUser();
  }, []);

  // After a log-out in another tab, or the end of the session, this tab must neither show nor keep its data.
  const isSignedIn = user !== null;
  useEffect(() => {
    if (isSignedIn) return undefined;
    const timer = setTimeout(() => {
      noteIfEnded();
      location.replace(placeOfNobody());
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  // Somebody else signed in in another tab: what this one shows belongs to the person before.
  const [shownTo] = useState(user?.userId);
  const isAnother = isSignedIn && (user.userId !== shownTo || isLeftBehind());
  useEffect(() => {
    if (isAnother) location.replace(paths.dashboard);
  }, [isAnother]);
  const isAsked = user !== null && user.mustAgreeTo.length > 0 && !screen.asksNothing;
  const { part, isFailed } = usePart(loadAgreeAnew, isAsked);
  if (user === null || isAnother) return null;

  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      {screen.hasMenu && (
        <aside className="sticky top-0 flex h-dvh w-60 shrink-0 flex-col gap-6 overflow-y-auto border-r border-line bg-sunken p-4 max-md:hidden">
          <Link to={paths.dashboard} className="flex min-h-11 items-center px-1">
            <Logo />
          </Link>
          <MenuList role={user.role} />
        </aside>
      )}
      <div className="flex min-w-0 grow flex-col">
        {screen.header !== 'none' && <Header user={user} screen={screen} Tool={HeaderTool} />}
        {screen.header === 'none' && screen.hasMenu && (
          <header className="flex min-h-14 items-center gap-2 px-4 md:hidden">
            <PhoneMenu role={user.role} hasWallet={screen.hasTools} />
            <Logo />
          </header>
        )}
        <div aria-hidden="true" className={cx('h-0.5', isGoing && 'animate-breathe bg-gold')} />
        <main
          id="content"
          tabIndex={-1}
          className={cx(
            'mx-auto w-full grow px-4 pt-6 pb-12 sm:px-8 sm:pt-8',
            screen.width === 'form' ? 'max-w-stage' : 'max-w-page',
          )}
        >
          <Offline user={user} />
          {isAsked && !isFailed ? (
            part && <part.AgreeAnew texts={user.mustAgreeTo} />
          ) : (
            <>
              {!screen.hidesBanner && <SetupBanner user={user} />}
              <Outlet />
            </>
          )}
        </main>
      </div>
      <OnDemand />
    </div>
  );
}
