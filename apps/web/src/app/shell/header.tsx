import { shellWords } from '@app/words/shell.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { ArrowLeft, Menu } from 'lucide-react';
import { useSyncExternalStore, type ComponentType, type MouseEvent, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { serverNow } from '../../api/server-clock.ts';
import { companyTones } from '../../product/status-tones.ts';
import { type Screen, wayUp } from '../../screens.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { WalletPill } from './wallet-pill.tsx';
import { Logo } from '../../product/logo.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { MenuList } from './menu-list.tsx';
import { Modal } from '../../ui/modal.tsx';

const MORNING = 5;
const NOON = 12;
const EVENING = 17;

/** The hour is the viewer's local hour (S-204). */
export function greetingAt(hour: number): string {
  if (hour >= MORNING && hour < NOON) return shellWords.goodMorning;
  return hour >= NOON && hour < EVENING ? shellWords.goodAfternoon : shellWords.goodEvening;
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
    // On the first entry of the router's history, going back would leave the app.
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

export interface HeaderProps {
  user: SignedInUser;
  screen: Screen;
  Tool: ComponentType<{ userId: string }>;
}

const LOOK_EVERY_MS = 60_000;

function follow(changed: () => void): () => void {
  const timer = setInterval(changed, LOOK_EVERY_MS);
  // Timers do not run in a background tab.
  document.addEventListener('visibilitychange', changed);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', changed);
  };
}

function useHour(): number {
  return useSyncExternalStore(follow, () => new Date(serverNow()).getHours());
}

export function Header({ user, screen, Tool }: HeaderProps) {
  const status = user.role === 'RESEARCHER' && user.adminVerificationStatus;
  const badge = status && { tone: companyTones[status], text: statusWords[status] };
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
        {/* If the text is large, the greeting moves below the tools. */}
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

interface PhoneMenuProps {
  role: SignedInUser['role'];
  hasWallet: boolean;
  badge?: ReactNode;
}

export function PhoneMenu({ role, hasWallet, badge }: PhoneMenuProps) {
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
        {/* The narrowest header has no space for the wallet, so it is in the menu. */}
        {hasWallet && <WalletPill className="mb-4 @min-[26rem]:hidden" onChosen={() => setIsOpen(false)} />}
        <MenuList role={role} isPhone onChosen={() => setIsOpen(false)} />
      </Modal>
    </>
  );
}
