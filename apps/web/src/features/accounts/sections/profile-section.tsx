import { accountMessages as words } from '@app/words/accounts.ts';
import type { OwnAccount } from '@app/contracts/identity/own-account.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { longDate } from '../../../format/dates.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { spacedNumber } from '../account-facts.ts';
import { Changeable, lazyForm } from '../change/changeable.tsx';
import { Loaded } from '../loaded.tsx';
import { Section } from './section.tsx';

const EmailForm = lazyForm(async () => (await import('../change/email-form.tsx')).EmailForm);
const NameForm = lazyForm(async () => (await import('../change/name-form.tsx')).NameForm);

interface ProfileSectionProps {
  role: SignedInUser['role'];
  account: UseQueryResult<OwnAccount>;
}

export function ProfileSection({ role, account }: ProfileSectionProps) {
  return (
    <Section place="profile">
      <Loaded query={account} rows={5}>
        {(own) => (
          <Card>
            <Changeable
              what={words.nameAndPhone}
              renderForm={(close) => <NameForm account={own} close={close} />}
            >
              <Facts
                facts={[
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
              renderForm={(close) => <EmailForm account={own} close={close} />}
            />
          </Card>
        )}
      </Loaded>
    </Section>
  );
}
