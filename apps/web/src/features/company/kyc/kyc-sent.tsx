import type { SentCompany } from '@app/contracts/identity/company.ts';
import { kycMessages as words } from '@app/words/kyc.ts';
import { BadgeCheck, Hourglass } from 'lucide-react';
import { useEffect } from 'react';
import { clearDrafts } from '../../../forms/drafts.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { companyFacts } from '../../../product/company-facts.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { useLostFocus } from '../../../ui/use-heading-focus.ts';
import { KYC_PARTS } from './kyc-parts.ts';

/** What was sent, and that it is being read or was accepted, in place of the form. */
export function KycSent({ company }: { company: SentCompany }) {
  useLostFocus();
  useEffect(() => {
    // The answer to the submit may have been lost, and the parts left behind.
    clearDrafts(KYC_PARTS);
  }, []);
  const isVerified = company.status === 'VERIFIED';
  const Icon = isVerified ? BadgeCheck : Hourglass;
  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-col items-start gap-4">
        <Icon aria-hidden="true" className="size-10 rounded-control bg-volta-tint p-2 text-volta" />
        <h1>{isVerified ? words.verifiedHeading : words.pendingHeading}</h1>
        <p className="max-w-text text-cocoa-2">{isVerified ? words.verifiedText : words.pendingText}</p>
        <LinkButton to={paths.projects}>{words.pendingAction}</LinkButton>
      </Card>
      <Card>
        <h2 className="mb-2">{words.sentHeading}</h2>
        <Facts facts={companyFacts(company)} />
      </Card>
    </div>
  );
}
