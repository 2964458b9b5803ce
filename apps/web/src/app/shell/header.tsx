import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { shellMessages } from '@app/words/shell.ts';
import { ArrowLeft } from 'lucide-react';
import { type ComponentType, type MouseEvent, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router';
import { companyTones } from '../../product/status-tones.ts';
import { type Screen, wayUp } from '../../screens.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { greetingAt } from './greeting.ts';
import { PhoneMenu } from './phone-menu.tsx';
import { useHour } from './use-hour.ts';
import { WalletPill } from './wallet-pill.tsx';

const statusWords = {
  PENDING: shellMessages.pendingVerification,
  VERIFIED: shellMessages.accountVerified,
  DECLINED: shellMessages.accountDeclined,
};

/** Up to the page that this one lies below, else to where somebody came from. */
function BackLink({ screen }: { screen: Screen }) {
  const navigate = useNavigate();
  const up = useSyncExternalStore(wayUp.subscribe, wayUp.read, () => null);
  function goBack(event: MouseEvent) {
    if (screen.leadsUp) return;
    // The router counts its own entries; at the first one, back would leave the app.
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
      {shellMessages.back}
    </Link>
  );
}

export interface HeaderProps {
  user: SignedInUser;
  screen: Screen;
  /** Stands beside the wallet. */
  Tool: ComponentType<{ userId: string }>;
}

/** Greeting or Back on the left, verification badge, wallet, notifications and avatar on the right (S-203 to S-207). */
export function Header({ user, screen, Tool }: HeaderProps) {
  const status = user.role === 'RESEARCHER' && user.adminVerificationStatus;
  const badge = status && { tone: companyTones[status], text: statusWords[status] };
  const greeting = greetingAt(useHour());
  return (
    <header className="@container relative z-20 border-b border-line">
      <div className="flex min-h-16 flex-wrap items-center gap-x-3 px-4 py-2 sm:gap-x-4 sm:px-8">
        <PhoneMenu role={user.role} hasWallet={screen.hasTools} />
        {/* With large letters it has a line of its own below the tools. */}
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
      {badge && (
        <div className="px-4 pb-2 sm:hidden">
          <Badge tone={badge.tone}>{badge.text}</Badge>
        </div>
      )}
    </header>
  );
}
