import type { SentCompany } from '@app/contracts/identity/company.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { shellWords } from '@app/words/shell.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { companyFacts } from '../../../product/company-facts.ts';
import { DeclineNotice } from '../../../product/decline-notice.tsx';
import { companyTones } from '../../../product/status-tones.ts';
import { useSentCompany } from '../../../product/use-sent-company.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Loaded } from '../loaded.tsx';
import { Section } from './section.tsx';

const states = {
  PENDING: shellWords.pendingVerification,
  VERIFIED: shellWords.accountVerified,
  DECLINED: shellWords.accountDeclined,
} as const;

function Sent({ company }: { company: SentCompany }) {
  const { status } = company;
  const state = <Badge tone={companyTones[status]}>{states[status]}</Badge>;
  return (
    <>
      {status === 'DECLINED' && (
        <DeclineNotice
          className="mb-4"
          reason={company.declineReason}
          action={
            <LinkButton to={paths.kyc} size="small">
              {words.tryAgain}
            </LinkButton>
          }
        />
      )}
      <Card>
        {status === 'PENDING' && <p className="mb-3 max-w-text text-cocoa-2">{words.pendingText}</p>}
        <Facts facts={[{ name: words.verification, value: state }, ...companyFacts(company)]} />
      </Card>
    </>
  );
}

function SentInformation({ user }: { user: SignedInUser }) {
  const company = useSentCompany(user);
  return (
    <Loaded query={company} rows={8}>
      {(sent) => <Sent company={sent} />}
    </Loaded>
  );
}

/** What a researcher has sent about the company, and what became of it (S-505). */
export function CompanySection({ user }: { user: SignedInUser }) {
  return (
    <Section place="company">
      {user.hasCompanyInfo ? (
        <SentInformation user={user} />
      ) : (
        <Card>
          <p className="max-w-text text-cocoa-2">{words.notSentText}</p>
          <LinkButton to={paths.kyc} className="mt-4">
            {words.toKyc}
          </LinkButton>
        </Card>
      )}
    </Section>
  );
}
