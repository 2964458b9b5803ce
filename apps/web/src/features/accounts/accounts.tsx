import type { Role } from '@app/contracts/enumerations.ts';
import { accountMessages as words } from '@app/words/accounts.ts';
import type { ReactNode } from 'react';
import { titled } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { useAccount, useProfile } from './account-queries.ts';
import { AgreementsSection } from './sections/agreements-section.tsx';
import { CompanySection } from './sections/company-section.tsx';
import { DevicesSection } from './sections/devices-section.tsx';
import { LeaveSection } from './sections/leave-section.tsx';
import { LettersSection } from './sections/letters-section.tsx';
import { MoneySection } from './sections/money-section.tsx';
import { ProfileSection } from './sections/profile-section.tsx';
import { type Place, SectionLinks } from './sections/section.tsx';
import { SecuritySection } from './sections/security-section.tsx';
import { SetUpSection } from './sections/set-up-section.tsx';

export const meta = () => titled(words.heading);
export const handle = screens.accounts;

const placesOf = (own: readonly Place[]): readonly Place[] => [
  'profile',
  'security',
  'devices',
  ...own,
  'money',
  'agreements',
  'leave',
];

/** Everything a person may see and change of their own account. */
export default function Accounts() {
  const user = useUser();
  const account = useAccount();
  const profile = useProfile();
  if (user === null) return null;
  const ofRole: Record<Role, { places: readonly Place[]; section: ReactNode }> = {
    RESEARCHER: { places: ['company'], section: <CompanySection user={user} /> },
    PARTICIPANT: {
      places: ['set-up', 'letters'],
      section: (
        <>
          <SetUpSection isSent={user.hasUserInfo} profile={profile} />
          <LettersSection account={account} />
        </>
      ),
    },
  };
  const own = ofRole[user.role];
  return (
    <>
      <h1 className="mb-4">{words.heading}</h1>
      <div className="lg:flex lg:items-start lg:justify-between lg:gap-10">
        <SectionLinks places={placesOf(own.places)} />
        <div className="flex min-w-0 max-w-stage grow flex-col gap-10">
          <ProfileSection role={user.role} account={account} />
          <SecuritySection account={account} />
          <DevicesSection />
          {own.section}
          <MoneySection user={user} profile={profile} />
          <AgreementsSection user={user} account={account} />
          <LeaveSection role={user.role} account={account} />
        </div>
      </div>
    </>
  );
}
