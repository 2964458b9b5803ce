import { kycWords as words } from '@app/words/kyc.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { COMPANY_STAGES } from '@app/contracts/enumerations.ts';
import {
  type SentCompany,
  isLinkedIn,
  Social,
  Stage,
  submitCompanyInformation,
} from '@app/contracts/identity/company.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { BadgeCheck, Hourglass } from 'lucide-react';
import { useState, useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { callIdentity } from '../../../api/call.ts';
import { failureMessage, CallFailed } from '../../../api/failure.ts';
import { clearDrafts, writeDraft } from '../../../forms/drafts.ts';
import { KYC_PARTS } from '../../../forms/profile/set-up-drafts.ts';
import { useSteps } from '../../../forms/use-step.ts';
import { useSubmit, useDraftForm } from '../../../forms/form.tsx';
import { companyDetails } from '../../../product/company-details.ts';
import { DeclineNotice } from '../../../product/decline-notice.tsx';
import { pageMeta } from '../../../product/title.ts';
import { useSentCompany } from '../../../product/use-sent-company.ts';
import { screens } from '../../../screens.ts';
import { useUser, showShellNotice, readUser, storeUser } from '../../../session/session.ts';
import { Card } from '../../../ui/card.tsx';
import { RadioCards } from '../../../ui/choice-group.tsx';
import { DetailList } from '../../../ui/detail-list.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Loading, Skeleton, FailedState } from '../../../ui/states.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useLostFocus } from '../../../ui/use-heading-focus.ts';
import { WizardHead } from '../../../ui/wizard-head.tsx';
import { KycStep } from './kyc-step.tsx';
import { KycOrganization } from './kyc-organization.tsx';
import { furthestStep, companyFromDrafts, startDrafts } from './company-drafts.ts';

export const meta = () => pageMeta(words.heading);
export const handle = screens.kyc;

/** Not type="url", because that requires the scheme, which the contract adds. */
const address = { inputMode: 'url', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

function linkedInHint(typed: string, hint: string): string {
  const { data, success } = Social.shape.companyLinkedUrl.safeParse(typed);
  return success && !isLinkedIn(data) ? words.notOnLinkedIn : hint;
}

function KycSocial({ onDone }: { onDone: () => void }) {
  const { form, field, isValid } = useDraftForm(Social, {
    draftKey: 'social',
    defaultValues: { website: '', companyLinkedUrl: '', foundersLinkedInUrl: '' },
  });
  const [companyPage, foundersPage] = useWatch({
    control: form.control,
    name: ['companyLinkedUrl', 'foundersLinkedInUrl'],
  });
  const save = form.handleSubmit((values) => {
    writeDraft('social', values);
    onDone();
  });
  return (
    <KycStep
      heading={words.socialHeading}
      action={words.continue}
      isValid={isValid}
      onSubmit={(event) => void save(event)}
    >
      <TextInput
        label={words.websiteLabel}
        hint={words.websiteHint}
        autoComplete="url"
        {...address}
        {...field('website')}
      />
      <TextInput
        label={words.companyLinkedUrlLabel}
        hint={linkedInHint(companyPage, words.companyLinkedInHint)}
        {...address}
        {...field('companyLinkedUrl')}
      />
      <TextInput
        label={words.foundersLinkedInUrlLabel}
        hint={linkedInHint(foundersPage, words.foundersLinkedInHint)}
        {...address}
        {...field('foundersLinkedInUrl')}
      />
    </KycStep>
  );
}

const stages = COMPANY_STAGES.map((stage) => ({
  value: stage,
  label: profileChoiceWords.companyStage[stage],
}));

const SENT = { hasCompanyInfo: true, firstLogin: false, adminVerificationStatus: 'PENDING' } as const;

function KycStage({ userId, onStartOver }: { userId: string; onStartOver: () => void }) {
  const navigate = useNavigate();
  const draft = useDraftForm(Stage, {
    draftKey: 'stage',
    defaultValues: { stage: COMPANY_STAGES[0] },
  });
  const { submit, isPending } = useSubmit(
    draft,
    async ({ stage }, idempotencyKey) => {
      const body = companyFromDrafts(userId, stage);
      // The parts of this form were sent or cleared in another tab.
      if (body === undefined) return onStartOver();
      const user = await callIdentity(submitCompanyInformation, { body, idempotencyKey });
      // The next change unmounts the form, which would store the draft again.
      draft.clearDraft();
      clearDrafts(KYC_PARTS);
      storeUser(user);
      showShellNotice('PENDING');
      await navigate(paths.dashboard);
    },
    (error) => {
      if (!(error instanceof CallFailed) || error.code !== 'COMPANY_ALREADY_SUBMITTED') return false;
      // The company was already submitted in another tab or on another device.
      toast.info(error.message);
      draft.clearDraft();
      onStartOver();
      const user = readUser();
      if (user !== null) storeUser({ ...user, ...SENT });
      return true;
    },
  );
  return (
    <KycStep
      heading={words.stageHeading}
      intro={words.stageText}
      action={words.submit}
      isValid={draft.isValid}
      isPending={isPending}
      onSubmit={submit}
    >
      <RadioCards label={words.stageLabel} options={stages} {...draft.field('stage')} />
    </KycStep>
  );
}

function KycForm({ userId, declined }: { userId: string; declined: SentCompany | null }) {
  const navigate = useNavigate();
  useState(() => startDrafts(userId, declined));
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

function KycSent({ company }: { company: SentCompany }) {
  useLostFocus();
  useEffect(() => {
    // The response to an earlier submit may be lost. Then its drafts are still here.
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
        <DetailList details={companyDetails(company)} />
      </Card>
    </div>
  );
}

/** The form is shown once, and again after a decline (S-505). */
function KycAfterSending({ user }: { user: SignedInUser }) {
  const { data: company, isError, error, isFetching, refetch } = useSentCompany(user);
  if (company?.status === 'DECLINED') {
    return <KycForm key={company.submittedAt} userId={user.userId} declined={company} />;
  }
  if (company !== undefined) return <KycSent company={company} />;
  if (isError) {
    return (
      <FailedState text={failureMessage(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  }
  return (
    <Loading>
      <Skeleton className="h-96 w-full" />
    </Loading>
  );
}

export default function Kyc() {
  const user = useUser();
  if (user === null) return null;
  if (user.hasCompanyInfo) return <KycAfterSending user={user} />;
  return <KycForm userId={user.userId} declined={null} />;
}
