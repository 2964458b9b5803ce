import type { OwnAccount } from '@app/contracts/identity/own-account.ts';
import { accountMessages as words } from '@app/words/accounts.ts';
import { paths } from '@app/contracts/web-paths.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { logInBy } from '../account-facts.ts';
import { Changeable, lazyForm } from '../change/changeable.tsx';
import { Loaded } from '../loaded.tsx';
import { Section } from './section.tsx';

const PasswordForm = lazyForm(async () => (await import('../change/password-form.tsx')).PasswordForm);

export function SecuritySection({ account }: { account: UseQueryResult<OwnAccount> }) {
  const { pathname, search } = useLocation();
  const isAskedFor = pathname + search === paths.firstPassword;
  return (
    <Section place="security">
      <Loaded query={account} rows={2}>
        {(own) => (
          <Card>
            <Changeable
              what={words.password}
              isOpenAtFirst={isAskedFor && !own.hasPassword}
              label={own.hasPassword ? words.changePassword : words.setPassword}
              renderForm={(close) => <PasswordForm account={own} close={close} />}
            >
              <Facts facts={[{ name: words.logInBy, value: logInBy(own) }]} />
            </Changeable>
          </Card>
        )}
      </Loaded>
    </Section>
  );
}
