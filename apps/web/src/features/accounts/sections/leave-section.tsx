import type { Role } from '@app/contracts/enumerations.ts';
import type { OwnAccount } from '@app/contracts/identity/own-account.ts';
import { leavingMessages as words } from '@app/words/leaving.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Changeable, lazyForm } from '../change/changeable.tsx';
import { Loaded } from '../loaded.tsx';
import { Section } from './section.tsx';

const LeaveForm = lazyForm(async () => (await import('../change/leave-form.tsx')).LeaveForm);

/** What goes with an account, what stays and why; and how to delete it. */
export function LeaveSection({ role, account }: { role: Role; account: UseQueryResult<OwnAccount> }) {
  const { goes, stays, first } = words.ofRole[role];
  return (
    <Section place="leave">
      <Loaded query={account} rows={3}>
        {(own) => (
          <Card>
            <p className="mb-3 max-w-text text-cocoa-2">{words.intro}</p>
            <Facts
              facts={Object.entries({ goes, stays, first }).map(([what, text]) => ({
                name: words[what as 'goes'],
                // Sentences, and no figures.
                value: <span className="font-normal">{text}</span>,
              }))}
            />
            <Changeable
              what={words.account}
              label={words.leave}
              renderForm={(close) => <LeaveForm account={own} close={close} />}
            />
          </Card>
        )}
      </Loaded>
    </Section>
  );
}
