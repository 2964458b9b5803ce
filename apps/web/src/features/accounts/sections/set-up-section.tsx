import type { SentUserInformation } from '@app/contracts/identity/profile.ts';
import { accountMessages as words } from '@app/words/accounts.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { paths } from '@app/contracts/web-paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { factsOf, PARTS } from '../account-facts.ts';
import { Changeable, lazyForm } from '../change/changeable.tsx';
import { Loaded } from '../loaded.tsx';
import { Section } from './section.tsx';

const PartForm = lazyForm(async () => (await import('../change/part-form.tsx')).PartForm);

interface SetUpSectionProps {
  isSent: boolean;
  profile: UseQueryResult<SentUserInformation>;
}

/** What a participant has said in the set-up, each part to be changed by itself. */
export function SetUpSection({ isSent, profile }: SetUpSectionProps) {
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
            {PARTS.map((part) => (
              <Card key={part}>
                <h3 className="mb-2">{words.parts[part]}</h3>
                <Changeable
                  what={words.parts[part]}
                  renderForm={(close) => <PartForm part={part} profile={sent} close={close} />}
                >
                  <Facts facts={factsOf(part, sent)} />
                </Changeable>
              </Card>
            ))}
          </div>
        )}
      </Loaded>
    </Section>
  );
}
