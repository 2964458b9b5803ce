import { guardWords } from '@app/words/guards.ts';
import { participantSetupWords as words } from '@app/words/participant-setup.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ClientLoaderFunctionArgs, redirect, replace, useNavigate } from 'react-router';
import { studyKeys } from '../../api/keys.ts';
import { clearDrafts, readDraft, switchDraftScope, writeDraft } from '../../forms/drafts.ts';
import { SETUP_KEYS, STAGE_KEY, STUDY_KEY } from '../../forms/profile/set-up-drafts.ts';
import { useSteps } from '../../forms/use-step.ts';
import { pageMeta } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { onOtherPage } from '../../session/guards.ts';
import { readUser, storeUser, useUser } from '../../session/session.ts';
import { toast } from '../../ui/toast.ts';
import { WizardHead } from '../../ui/wizard-head.tsx';
import { firstOpenStage, SETUP_STAGES, readSavedStage, stageNumber, EarlierStage } from './stages.ts';
import { pageAfterSetup, DoneModal } from './done-modal.tsx';
import { EmploymentStage, DemographicsStage, TechnicalStage, PaymentStage } from './setup-stages.tsx';

export const meta = () => pageMeta(words.heading);
export const handle = screens.participantSetup;
export const shouldRevalidate = onOtherPage;

/**
 * Drafts get this person as their owner before anything reads them. `?study=` names the study to return to.
 */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const user = readUser();
  if (user === null) return null;
  switchDraftScope(SETUP_KEYS, user.userId);
  const { pathname, searchParams: asked } = new URL(request.url);
  const study = asked.get('study');
  if (study) writeDraft(STUDY_KEY, study);
  if (asked.has('step')) return null;
  asked.set('step', String(stageNumber(readSavedStage(readDraft))));
  // The Back key of a phone must not open an address that leads here again.
  const left = location.pathname + location.search.replace(/^\?from=\w+$/, '');
  const leadsHere = location.pathname === pathname || left === paths.studyApply(study ?? '');
  return (leadsHere ? replace : redirect)(`${pathname}?${asked}`);
}

const stepNames = SETUP_STAGES.map((stage) => words.stages[stage].name);

export default function ParticipantSetup() {
  const user = useUser();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [studyId] = useState(() => {
    const storedStudyId = readDraft(STUDY_KEY);
    return typeof storedStudyId === 'string' ? storedStudyId : null;
  });
  const [wasSentBefore, setWasSentBefore] = useState(false);
  const [earlier, setEarlier] = useState<EarlierStage | null>(null);
  // The guard does not let people with a set-up in. So this person has just sent it.
  const isDone = user?.hasUserInfo === true;
  const open = earlier?.stage ?? firstOpenStage(readDraft);
  const { step, next, back, leave } = useSteps(isDone ? SETUP_STAGES.length : stageNumber(open));
  const stage = SETUP_STAGES[step - 1]!;

  useEffect(() => {
    if (!isDone) return writeDraft(STAGE_KEY, stage);
    clearDrafts(SETUP_KEYS);
    // Before the set-up, no study matched.
    void client.invalidateQueries({ queryKey: studyKeys.all() });
    return undefined;
  }, [isDone, stage, client]);

  if (user === null) return null;
  const before = stepNames[step - 2];
  const form = {
    refusal: earlier?.stage === stage ? earlier.refusal : null,
    onComplete() {
      if (earlier?.stage === stage) setEarlier(null);
      next();
    },
  };
  function sentBefore() {
    setWasSentBefore(true);
    toast.info(`${guardWords.alreadySubmitted}. ${words.firstIsKept}`);
    if (user !== null) storeUser({ ...user, hasUserInfo: true, firstLogin: false });
    leave(pageAfterSetup(studyId));
  }
  function goBackTo(found: EarlierStage) {
    if (found.refusal === null) toast.error(words.earlierStageMissing);
    setEarlier(found);
  }
  return (
    <>
      <WizardHead
        steps={stepNames}
        current={step}
        backTo={before ?? words.toBrowse}
        backLabel={words.backTo(before ?? words.toBrowse)}
        onBack={before === undefined ? () => void navigate(paths.browseStudies) : back}
      />
      {stage === 'demographics' && <DemographicsStage {...form} />}
      {stage === 'employment' && <EmploymentStage {...form} />}
      {stage === 'technical-details' && <TechnicalStage {...form} />}
      {stage === 'payment' && (
        <PaymentStage userId={user.userId} onEarlierStage={goBackTo} onSentBefore={sentBefore} />
      )}
      {isDone && !wasSentBefore && <DoneModal userId={user.userId} studyId={studyId} leave={leave} />}
    </>
  );
}
