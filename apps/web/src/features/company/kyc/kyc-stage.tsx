import { COMPANY_STAGES } from '@app/contracts/enumerations.ts';
import { Stage, submitCompanyInformation } from '@app/contracts/identity/company.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { kycMessages as words } from '@app/words/kyc.ts';
import { useNavigate } from 'react-router';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { clearDrafts } from '../../../forms/drafts.ts';
import { useDraftForm } from '../../../forms/use-draft-form.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { raiseNotice, readUser, storeUser } from '../../../session/session.ts';
import { RadioCards } from '../../../ui/choice-group.tsx';
import { toast } from '../../../ui/toast.ts';
import { companyOf, KYC_PARTS } from './kyc-parts.ts';
import { KycStep } from './kyc-step.tsx';

const stages = COMPANY_STAGES.map((stage) => ({
  value: stage,
  label: profileChoiceWords.companyStage[stage],
}));

/** What is known of somebody who has sent it, until the server says more. */
const SENT = { hasCompanyInfo: true, firstLogin: false, adminVerificationStatus: 'PENDING' } as const;

/** The last step sends all three parts. */
export function KycStage({ userId, onStartOver }: { userId: string; onStartOver: () => void }) {
  const navigate = useNavigate();
  const draft = useDraftForm(Stage, {
    draftKey: 'stage',
    defaultValues: { stage: COMPANY_STAGES[0] },
  });
  const { submit, isPending } = useSubmit(
    draft,
    async ({ stage }, idempotencyKey) => {
      const body = companyOf(userId, stage);
      // Another tab has sent or cleared the parts meanwhile.
      if (body === undefined) return onStartOver();
      const user = await callIdentity(submitCompanyInformation, { body, idempotencyKey });
      // Before the page turns to what was sent, which ends this form and keeps what is left of its draft.
      draft.clearDraft();
      clearDrafts(KYC_PARTS);
      storeUser(user);
      raiseNotice('PENDING');
      await navigate(paths.dashboard);
    },
    (error) => {
      if (!(error instanceof CallFailed) || error.code !== 'COMPANY_ALREADY_SUBMITTED') return false;
      // It was sent from another tab or device; the page then shows what, and how it stands.
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
      action={words.submit}
      isValid={draft.isValid}
      isPending={isPending}
      onSubmit={submit}
    >
      <RadioCards label={words.stageLabel} options={stages} {...draft.field('stage')} />
    </KycStep>
  );
}
