import { accountWords as words } from '@app/words/accounts.ts';
import { accountDeletionWords } from '@app/words/account-deletion.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import type { OwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { SentUserInformation } from '@app/contracts/identity/profiles.ts';
import { paths } from '@app/contracts/web-paths.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pageMeta } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { useFirstWait } from '../../ui/use-first-wait.ts';
import { logInBy, profilePartDetails, PROFILE_PARTS, spacedNumber } from './account-details.ts';
import { useAccount, useProfile } from './account-queries.ts';
import { Changeable, lazyForm } from './change/changeable.tsx';
import { Loaded } from './loaded.tsx';
import { AgreementsSection } from './sections/agreements-section.tsx';
import { DevicesSection } from './sections/devices-section.tsx';
import { EmailsSection } from './sections/emails-section.tsx';
import { MoneySection } from './sections/payouts-section.tsx';
import { type Place, SectionLinks, Section } from './sections/section.tsx';
import { longDate } from '@app/words/days.ts';
import { PhoneCard } from './sections/phone-card.tsx';
import { CompanySection } from './sections/company-section.tsx';

export const meta = () => pageMeta(words.heading);
export const handle = screens.accounts;

const sectionOrder = (own: readonly Place[]): readonly Place[] => [
  'profile',
  'security',
  'devices',
  ...own,
  'emails',
  'money',
  'agreements',
  'leave',
];

const PasswordForm = lazyForm(async () => (await import('./change/password-form.tsx')).PasswordForm);

function SecuritySection({ account }: { account: UseQueryResult<OwnAccount> }) {
  return (
    <Section place="security">
      <Loaded query={account} rows={2}>
        {(own) => (
          <>
            <Card>
              <Changeable
                what={words.password}
                label={own.hasPassword ? words.changePassword : words.setPassword}
                renderForm={(close) => <PasswordForm account={own} close={close} />}
              >
                <DetailList details={[{ name: words.logInBy, value: logInBy(own) }]} />
              </Changeable>
            </Card>
            <PhoneCard account={own} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

const LeaveForm = lazyForm(async () => (await import('./change/delete-account-form.tsx')).LeaveForm);

function LeaveSection({ role, account }: { role: Role; account: UseQueryResult<OwnAccount> }) {
  const { goes, stays, first } = accountDeletionWords.ofRole[role];
  return (
    <Section place="leave">
      <Loaded query={account} rows={3}>
        {(own) => (
          <Card>
            <p className="mb-3 max-w-text text-cocoa-2">{accountDeletionWords.intro}</p>
            <DetailList
              details={Object.entries({ goes, stays, first }).map(([what, text]) => ({
                name: accountDeletionWords[what as 'goes'],
                value: <span className="font-normal">{text}</span>,
              }))}
            />
            <Changeable
              what={accountDeletionWords.account}
              label={accountDeletionWords.deleteOwnAccount}
              renderForm={(close) => <LeaveForm account={own} close={close} />}
            />
          </Card>
        )}
      </Loaded>
    </Section>
  );
}

const PartForm = lazyForm(async () => (await import('./change/part-form.tsx')).PartForm);

interface SetUpSectionProps {
  isSent: boolean;
  profile: UseQueryResult<SentUserInformation>;
}

function SetUpSection({ isSent, profile }: SetUpSectionProps) {
  if (!isSent) {
    return (
      <Section place="set-up">
        <Card>
          <p className="max-w-text text-cocoa-2">{words.setupMissingText}</p>
          <LinkButton to={paths.participantSetup} className="mt-4">
            {words.toSetup}
          </LinkButton>
        </Card>
      </Section>
    );
  }
  return (
    <Section place="set-up">
      <p className="mb-3 max-w-text text-cocoa-2">{words.setUpText}</p>
      <Loaded query={profile} rows={9}>
        {(sent) => (
          <div className="flex flex-col gap-4">
            {PROFILE_PARTS.map((part) => (
              <Card key={part}>
                <h3 className="mb-2">{words.parts[part]}</h3>
                <Changeable
                  what={words.parts[part]}
                  renderForm={(close) => <PartForm part={part} profile={sent} close={close} />}
                >
                  <DetailList details={profilePartDetails(part, sent)} />
                </Changeable>
              </Card>
            ))}
          </div>
        )}
      </Loaded>
    </Section>
  );
}

const EmailChangeForm = lazyForm(async () => (await import('./change/email-form.tsx')).EmailChangeForm);
const NameForm = lazyForm(async () => (await import('./change/name-form.tsx')).NameForm);

interface ProfileSectionProps {
  role: SignedInUser['role'];
  account: UseQueryResult<OwnAccount>;
}

function ProfileSection({ role, account }: ProfileSectionProps) {
  return (
    <Section place="profile">
      <Loaded query={account} rows={5}>
        {(own) => (
          <Card>
            {own.isEmailRefused && (
              <Banner className="mb-4" title={words.emailRefused}>
                {words.emailRefusedText}
              </Banner>
            )}
            <Changeable
              what={words.nameAndPhone}
              renderForm={(close) => <NameForm account={own} close={close} />}
            >
              <DetailList
                details={[
                  { name: words.name, value: `${own.firstName} ${own.lastName}` },
                  {
                    name: words.phoneNumber,
                    value: own.phoneNumber === null ? words.notSet : spacedNumber(own.phoneNumber),
                  },
                  {
                    name: words.email,
                    value: (
                      <>
                        {own.email}
                        <span className="mt-1 block text-sm font-normal text-cocoa-3">{words.emailText}</span>
                      </>
                    ),
                  },
                  { name: words.role, value: words.roles[role] },
                  { name: words.memberSince, value: longDate(own.createdAt) },
                ]}
              />
            </Changeable>
            <Changeable
              what={words.email}
              label={words.changeEmail}
              renderForm={(close) => <EmailChangeForm account={own} close={close} />}
            />
          </Card>
        )}
      </Loaded>
    </Section>
  );
}

export default function Accounts() {
  const user = useUser();
  const account = useAccount();
  const profile = useProfile();
  const isAwaited = useFirstWait(account.isLoading);
  if (user === null) return null;
  const ofRole: Record<Role, { places: readonly Place[]; section: ReactNode }> = {
    RESEARCHER: { places: ['company'], section: <CompanySection user={user} /> },
    PARTICIPANT: {
      places: ['set-up'],
      section: <SetUpSection isSent={user.hasUserInfo} profile={profile} />,
    },
  };
  const own = ofRole[user.role];
  const heading = <h1 className="mb-4">{words.heading}</h1>;
  // Without this, each section would show a message about the connection.
  if (account.isLoadingError && !navigator.onLine)
    return (
      <>
        {heading}
        <Loaded query={account} rows={5}>
          {() => null}
        </Loaded>
      </>
    );
  return (
    <>
      {heading}
      <div className="lg:flex lg:items-start lg:justify-between lg:gap-10">
        <SectionLinks places={sectionOrder(own.places)} />
        <div className="flex min-w-0 max-w-stage grow flex-col gap-10">
          <ProfileSection role={user.role} account={account} />
          {/* A link may lead to a section that is not loaded yet. So all sections are rendered at once and
              can take the focus. */}
          <div
            className="flex flex-col gap-10"
            style={isAwaited ? { opacity: 0, pointerEvents: 'none' } : {}}
          >
            <SecuritySection account={account} />
            <DevicesSection />
            {own.section}
            <EmailsSection role={user.role} account={account} />
            <MoneySection user={user} profile={profile} />
            <AgreementsSection user={user} account={account} />
            <LeaveSection role={user.role} account={account} />
          </div>
        </div>
      </div>
    </>
  );
}
