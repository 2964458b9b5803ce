import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { kycMessages as words } from '@app/contracts/messages/kyc.ts';
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../app/paths.ts';
import { screens } from '../../app/screens.ts';
import { useUser } from '../../app/session.ts';
import { titled } from '../../app/title.ts';
import { scopeDrafts } from '../../forms/drafts.ts';
import { useSteps } from '../../forms/use-step.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { WizardHead } from '../../ui/wizard-head.tsx';
import { KycOrganization } from './kyc-organization.tsx';
import { furthestStep, KYC_PARTS } from './kyc-parts.ts';
import { KycSocial } from './kyc-social.tsx';
import { KycStage } from './kyc-stage.tsx';

export const meta = () => titled(words.heading);
export const handle = screens.kyc;

/** What was sent is being read: its state in place of the form. */
function KycPending() {
  return (
    <Card className="flex flex-col items-start gap-4">
      <Hourglass aria-hidden="true" className="size-10 rounded-control bg-volta-tint p-2 text-volta" />
      <h1>{words.pendingHeading}</h1>
      <p className="max-w-text text-cocoa-2">{words.pendingText}</p>
      <LinkButton to={paths.projects}>{words.pendingAction}</LinkButton>
    </Card>
  );
}

function KycForm({ user }: { user: SignedInUser }) {
  const navigate = useNavigate();
  useState(() => scopeDrafts(KYC_PARTS, user.userId));
  const { step, next, back } = useSteps(furthestStep());
  const before = step === 1 ? words.dashboard : words.steps[step - 2]!;
  return (
    <>
      <WizardHead
        steps={words.steps}
        current={step}
        backTo={before}
        backLabel={words.backTo(before)}
        onBack={step === 1 ? () => void navigate(paths.projects) : back}
      />
      {user.adminVerificationStatus === 'DECLINED' && step === 1 && (
        <Banner tone="bad" title={words.declinedTitle} className="mb-8">
          {words.declinedText}
        </Banner>
      )}
      {step === 1 && <KycOrganization onDone={next} />}
      {step === 2 && <KycSocial onDone={next} />}
      {step === 3 && (
        <KycStage
          userId={user.userId}
          onIncomplete={() => void navigate({ search: '' }, { replace: true })}
        />
      )}
    </>
  );
}

/** Once, and again after a decline (S-505); the guard has sent everybody else elsewhere. */
export default function Kyc() {
  const user = useUser();
  if (user === null) return null;
  const isToFill = !user.hasCompanyInfo || user.adminVerificationStatus === 'DECLINED';
  return isToFill ? <KycForm user={user} /> : <KycPending />;
}
