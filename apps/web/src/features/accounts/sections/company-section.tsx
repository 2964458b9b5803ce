import { accountWords as words } from '@app/words/accounts.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Card } from '../../../ui/card.tsx';
import { DetailList } from '../../../ui/detail-list.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Loaded } from '../loaded.tsx';
import { Section } from './section.tsx';
import type { SentCompany } from '@app/contracts/identity/company.ts';
import { shellWords } from '@app/words/shell.ts';
import { companyDetails } from '../../../product/company-details.ts';
import { DeclineNotice } from '../../../product/decline-notice.tsx';
import { companyTones } from '../../../product/status-tones.ts';
import { useSentCompany } from '../../../product/use-sent-company.ts';
import { Badge } from '../../../ui/badge.tsx';

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
        <DetailList details={[{ name: words.verification, value: state }, ...companyDetails(company)]} />
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
