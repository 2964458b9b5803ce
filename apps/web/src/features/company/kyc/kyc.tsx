import type { SentCompany } from '@app/contracts/identity/company.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { kycMessages as words } from '@app/words/kyc.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { wordsOf } from '../../../api/failure.ts';
import { useSteps } from '../../../forms/use-step.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { DeclineNotice } from '../../../product/decline-notice.tsx';
import { titled } from '../../../product/title.ts';
import { useSentCompany } from '../../../product/use-sent-company.ts';
import { screens } from '../../../screens.ts';
import { useUser } from '../../../session/session.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { useLostFocus } from '../../../ui/use-heading-focus.ts';
import { WizardHead } from '../../../ui/wizard-head.tsx';
import { KycOrganization } from './kyc-organization.tsx';
import { beginParts, furthestStep } from './kyc-parts.ts';
import { KycSent } from './kyc-sent.tsx';
import { KycSocial } from './kyc-social.tsx';
import { KycStage } from './kyc-stage.tsx';

export const meta = () => titled(words.heading);
export const handle = screens.kyc;

function KycForm({ userId, declined }: { userId: string; declined: SentCompany | null }) {
  const navigate = useNavigate();
  useState(() => beginParts(userId, declined));
  const { step, next, back } = useSteps(furthestStep());
  useLostFocus();
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
      {declined !== null && <DeclineNotice className="mb-8" reason={declined.declineReason} />}
      {step === 1 && <KycOrganization onDone={next} />}
      {step === 2 && <KycSocial onDone={next} />}
      {step === 3 && (
        <KycStage userId={userId} onStartOver={() => void navigate({ search: '' }, { replace: true })} />
      )}
    </>
  );
}

/** Once, and again after a decline (S-505): whoever has sent it sees what, and how it stands. */
function KycAfterSending({ user }: { user: SignedInUser }) {
  const { data: company, isError, error, isFetching, refetch } = useSentCompany(user);
  if (company?.status === 'DECLINED') {
    return <KycForm key={company.submittedAt} userId={user.userId} declined={company} />;
  }
  if (company !== undefined) return <KycSent company={company} />;
  if (isError) {
    return <FailedState text={wordsOf(error)} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  return (
    <Loading>
      <Skeleton className="h-96 w-full" />
    </Loading>
  );
}

/** The guard has sent everybody else elsewhere. */
export default function Kyc() {
  const user = useUser();
  if (user === null) return null;
  if (user.hasCompanyInfo) return <KycAfterSending user={user} />;
  return <KycForm userId={user.userId} declined={null} />;
}
