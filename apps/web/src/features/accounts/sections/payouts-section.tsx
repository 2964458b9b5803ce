import type { Role } from '@app/contracts/enumerations.ts';
import type { OwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SentUserInformation } from '@app/contracts/identity/profiles.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { shellWords } from '@app/words/shell.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { DetailList } from '../../../ui/detail-list.tsx';
import { lazyPart } from '../../../ui/states.tsx';
import { lastDigits } from '../account-details.ts';
import { useAccount } from '../account-queries.ts';
import { Changeable, lazyForm } from '../change/changeable.tsx';
import { Loaded } from '../loaded.tsx';
import { Section } from './section.tsx';

const OwnPayments = lazyPart(async () => (await import('../payouts/own-payments.tsx')).OwnPayments);
const YearTotals = lazyPart(async () => (await import('../payouts/year-totals.tsx')).YearTotals);
const PaymentForm = lazyForm(async () => (await import('../change/payment-form.tsx')).PaymentForm);

type Payment = SentUserInformation['payment'];

const paymentAccountDetails = ({ provider, phoneNumber, accountName }: Payment) => [
  { name: words.network, value: profileChoiceWords.provider[provider] },
  {
    name: words.number,
    value: (
      <>
        <span aria-hidden="true" className="figures">
          {phoneNumber}
        </span>
        <span className="sr-only">{words.numberMasked(lastDigits(phoneNumber))}</span>
      </>
    ),
  },
  { name: words.accountName, value: accountName },
];

function MobileMoney({ profile, account }: { profile: SentUserInformation; account: OwnAccount }) {
  return (
    <Card className="mt-4">
      <h3 className="mb-2">{words.paymentHeading}</h3>
      <Changeable
        what={words.payment}
        renderForm={(close) => <PaymentForm profile={profile} account={account} close={close} />}
      >
        <DetailList details={paymentAccountDetails(profile.payment)} />
      </Changeable>
    </Card>
  );
}

interface MoneySectionProps {
  user: SignedInUser;
  profile: UseQueryResult<SentUserInformation>;
}

export function MoneySection({ user, profile }: MoneySectionProps) {
  const account = useAccount();
  const moneyOf: Record<Role, string> = {
    RESEARCHER: words.moneyResearcher,
    PARTICIPANT: user.hasUserInfo ? words.moneyParticipant : words.moneyParticipantMissing,
  };
  return (
    <Section place="money">
      <Card>
        <h3 className="text-sm text-cocoa-3">{words.balance}</h3>
        <p className="figures mt-1 font-display text-3xl font-heavy">{shellWords.wallet}</p>
        <p className="mt-2 max-w-text text-cocoa-2">{words.moneyText}</p>
        <p className="mt-2 max-w-text text-cocoa-2">{moneyOf[user.role]}</p>
      </Card>
      {user.role === 'RESEARCHER' && account.data && (
        <YearTotals userId={user.userId} memberSince={account.data.createdAt} />
      )}
      {user.hasUserInfo && (
        <Loaded query={profile} rows={3}>
          {(sent) => (
            <Loaded query={account} rows={3}>
              {(own) => (
                <>
                  <OwnPayments
                    userId={user.userId}
                    account={sent.payment}
                    memberSince={own.createdAt}
                    renderForm={(close) => <PaymentForm profile={sent} account={own} close={close} />}
                  />
                  <MobileMoney profile={sent} account={own} />
                </>
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Section>
  );
}
