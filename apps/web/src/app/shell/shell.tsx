import { failureWords } from '@app/words/failures.ts';
import { shellWords } from '@app/words/shell.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { ArrowLeft, Menu } from 'lucide-react';
import {
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { Link, Outlet, useMatches, useNavigation, useLocation, useNavigate } from 'react-router';
import { serverNow } from '../../api/server-clock.ts';
import { freshUser } from '../../api/session/fresh-user.ts';
import { Logo } from '../../product/logo.tsx';
import { companyTones } from '../../product/status-tones.ts';
import { currentScreen, type Screen, wayUp } from '../../screens.ts';
import { savePageIfSessionEnded, pageWithoutSession } from '../../session/interrupted-page.ts';
import { isLeftBehind, useUser, shellNotice } from '../../session/session.ts';
import { tourStop } from '../../tour.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { cx } from '../../ui/cx.ts';
import { LinkButton, buttonClass } from '../../ui/button.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { toast } from '../../ui/toast.ts';
import { usePart } from '../../ui/use-lazy-part.ts';
import { useShownPath } from '../gate.ts';
import { MenuList } from './menu-list.tsx';
import { WalletPill } from './wallet-pill.tsx';
import { Modal } from '../../ui/modal.tsx';

const MORNING = 5;
const NOON = 12;
const EVENING = 17;

/** The hour is local (S-204). */
export function greetingAt(hour: number): string {
  if (hour >= MORNING && hour < NOON) return shellWords.goodMorning;
  return hour >= NOON && hour < EVENING ? shellWords.goodAfternoon : shellWords.goodEvening;
}

/** A change of person is stored in two steps, and nobody is signed in between them. */
const SETTLE_MS = 50;
const SETTLED_MS = 2_000;
const TRY_AGAIN_MS = 30_000;

const loadAgreeAgain = () => import('./accept-new-terms.tsx');
const loadOffline = () => import('../offline/connection-notice.tsx');

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

/** Most visits need neither, so they load on demand. */
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

const statusWords = {
  PENDING: shellWords.pendingVerification,
  VERIFIED: shellWords.accountVerified,
  DECLINED: shellWords.accountDeclined,
};

function BackLink({ screen }: { screen: Screen }) {
  const navigate = useNavigate();
  const up = useSyncExternalStore(wayUp.subscribe, wayUp.read, () => null);
  function goBack(event: MouseEvent) {
    if (screen.leadsUp) return;
    // At the router's first entry, back would leave the app.
    const { idx } = (history.state ?? {}) as { idx?: number };
    if (!idx || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  }
  return (
    <Link
      to={up ?? screen.backTo}
      onClick={goBack}
      className="inline-flex min-h-11 items-center gap-2 font-semibold hover:text-green"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      {shellWords.back}
    </Link>
  );
}

interface HeaderProps {
  user: SignedInUser;
  screen: Screen;
  Tool: ComponentType<{ userId: string }>;
}

const LOOK_EVERY_MS = 60_000;

function follow(changed: () => void): () => void {
  const timer = setInterval(changed, LOOK_EVERY_MS);
  // Background timers sleep.
  document.addEventListener('visibilitychange', changed);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', changed);
  };
}

function useHour(): number {
  return useSyncExternalStore(follow, () => new Date(serverNow()).getHours());
}

function Header({ user, screen, Tool }: HeaderProps) {
  const status = user.role === 'RESEARCHER' && user.adminVerificationStatus;
  const badge = status && { tone: companyTones[status], text: statusWords[status] };
  // Phones hide a settled status.
  const isSettled = status === 'VERIFIED';
  const greeting = greetingAt(useHour());
  return (
    <header className="@container relative z-20 border-b border-line">
      <div className="flex min-h-16 flex-wrap items-center gap-x-3 px-4 py-2 sm:gap-x-4 sm:px-8">
        <PhoneMenu
          role={user.role}
          hasWallet={screen.hasTools}
          badge={badge && isSettled && <Badge tone={badge.tone}>{badge.text}</Badge>}
        />
        {/* Large text moves it below the tools. */}
        <div className="min-w-0 flex-1 @max-[18rem]:order-last @max-[18rem]:basis-full @max-[18rem]:pt-2">
          {screen.header === 'greeting' ? (
            <p className="font-display leading-tight line-clamp-2 font-heavy wrap-anywhere sm:text-xl">
              {greeting}, {user.firstName}
            </p>
          ) : (
            <BackLink screen={screen} />
          )}
        </div>
        <div className="ml-auto flex items-center gap-x-3 sm:gap-x-4">
          {badge && (
            <Badge tone={badge.tone} className="max-sm:hidden">
              {badge.text}
            </Badge>
          )}
          {screen.hasTools && (
            <>
              <WalletPill className="@max-[26rem]:hidden" />
              <Tool userId={user.userId} />
            </>
          )}
          <Avatar id={user.userId} firstName={user.firstName} lastName={user.lastName} />
        </div>
      </div>
      {badge && !isSettled && (
        <div className="px-4 pb-2 sm:hidden">
          <Badge tone={badge.tone}>{badge.text}</Badge>
        </div>
      )}
    </header>
  );
}

export function Shell({ HeaderTool }: { HeaderTool: HeaderProps['Tool'] }) {
  const user = useUser();
  const screen = currentScreen(useMatches().map((match) => match.handle));
  const isGoing = useNavigation().state !== 'idle';
  useShownPath();

  useEffect(() => {
    void freshUser();
  }, []);

  // A log-out in another tab or the end of the session must clear this tab.
  const isSignedIn = user !== null;
  useEffect(() => {
    if (isSignedIn) return undefined;
    const timer = setTimeout(() => {
      savePageIfSessionEnded();
      location.replace(pageWithoutSession());
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  // Another person has signed in in another tab.
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
            part && <part.AgreeAgain texts={user.mustAgreeTo} />
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

interface PhoneMenuProps {
  role: SignedInUser['role'];
  hasWallet: boolean;
  badge?: ReactNode;
}

function PhoneMenu({ role, hasWallet, badge }: PhoneMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={shellWords.openMenu}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={buttonClass({ variant: 'plain', size: 'icon', className: '-ml-2.5 md:hidden' })}
      >
        <Menu aria-hidden="true" className="size-6" />
      </button>
      <Modal isOpen={isOpen} onClose={() => setIsOpen(false)} title={<Logo />} shape="menu">
        {badge && <p className="mb-4 sm:hidden">{badge}</p>}
        {/* The narrowest header has no room for it. */}
        {hasWallet && <WalletPill className="mb-4 @min-[26rem]:hidden" onChosen={() => setIsOpen(false)} />}
        <MenuList role={role} isPhone onChosen={() => setIsOpen(false)} />
      </Modal>
    </>
  );
}
