import { failureWords } from '@app/words/failures.ts';
import { shellWords } from '@app/words/shell.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link, Outlet, useMatches, useNavigation, useLocation, useNavigate } from 'react-router';
import { freshUser } from '../../api/session/fresh-user.ts';
import { Logo } from '../../product/logo.tsx';
import { currentScreen } from '../../screens.ts';
import { savePageIfSessionEnded, pageForLogIn } from '../../session/interrupted-page.ts';
import { isLeftBehind, useUser, shellNotice } from '../../session/session.ts';
import { tourStop } from '../../tour.ts';
import { Banner } from '../../ui/banner.tsx';
import { cx } from '../../ui/cx.ts';
import { LinkButton } from '../../ui/button.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { toast } from '../../ui/toast.ts';
import { useLaterPart, usePart } from '../../ui/use-lazy-part.ts';
import { useRecordedPath } from '../gate.ts';
import { MenuList } from './menu-list.tsx';
import { type HeaderProps, Header, PhoneMenu } from './header.tsx';

/** When another person signs in, the change is stored in two steps, and between them no one is signed in. */
const SETTLE_MS = 50;

const loadAgreeAgain = () => import('./accept-new-terms.tsx');
const loadOffline = () => import('../offline/connection-notice.tsx');

function Offline({ user }: { user: SignedInUser }) {
  const part = useLaterPart(loadOffline, true);
  return part && <part.ConnectionNotice role={user.role} userId={user.userId} />;
}

interface SetUp {
  isDone: (user: SignedInUser) => boolean;
  title: string;
  text: string;
  action: string;
  to: string;
}

const setUps: Readonly<Record<Role, SetUp>> = {
  RESEARCHER: {
    isDone: (user) => user.hasCompanyInfo,
    title: shellWords.completeVerification,
    text: shellWords.completeVerificationText,
    action: shellWords.letsGo,
    to: paths.kyc,
  },
  PARTICIPANT: {
    isDone: (user) => user.hasUserInfo,
    title: shellWords.completeSetup,
    text: shellWords.completeSetupText,
    action: shellWords.getStarted,
    to: paths.participantSetup,
  },
};

/** The banner stays until the set-up is complete (S-208, S-209). */
function SetupBanner({ user }: { user: SignedInUser }) {
  const { isDone, title, text, action, to } = setUps[user.role];
  if (isDone(user)) return null;
  return (
    <Banner className="mb-8" title={title} action={<LinkButton to={to}>{action}</LinkButton>}>
      {text}
    </Banner>
  );
}

const loadModals = () => import('./modals.tsx');
const loadTour = () => import('../tour/tour.tsx');

function TourPlace() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const stop = tourStop(state);
  const { part, isFailed } = usePart(loadTour, stop !== null);
  useEffect(() => {
    if (!isFailed) return;
    toast.error(failureWords.network);
    void navigate({ pathname, search }, { replace: true, state: null });
  }, [isFailed, navigate, pathname, search]);
  return part && stop !== null && <part.Tour stop={stop} />;
}

function OnDemand() {
  const notice = useSyncExternalStore(shellNotice.subscribe, shellNotice.read, () => null);
  const { part } = usePart(loadModals, notice !== null);
  return (
    <>
      {part && <part.ShellModals notice={notice} />}
      <TourPlace />
    </>
  );
}

export function Shell({ HeaderTool }: { HeaderTool: HeaderProps['Tool'] }) {
  const user = useUser();
  const screen = currentScreen(useMatches().map((match) => match.handle));
  const isGoing = useNavigation().state !== 'idle';
  useRecordedPath();

  useEffect(() => {
    void freshUser();
  }, []);

  // If another tab logs out or the session ends, this tab must be cleared.
  const isSignedIn = user !== null;
  useEffect(() => {
    if (isSignedIn) return undefined;
    const timer = setTimeout(() => {
      savePageIfSessionEnded();
      location.replace(pageForLogIn());
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  // The person who opened this tab. In another tab, someone else may have signed in.
  const [shownTo] = useState(user?.userId);
  const isAnother = isSignedIn && (user.userId !== shownTo || isLeftBehind());
  useEffect(() => {
    if (isAnother) location.replace(paths.dashboard);
  }, [isAnother]);
  const isAsked = user !== null && user.mustAgreeTo.length > 0 && !screen.asksNothing;
  const { part, isFailed } = usePart(loadAgreeAgain, isAsked);
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
            part && <part.AcceptNewTerms texts={user.mustAgreeTo} />
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
