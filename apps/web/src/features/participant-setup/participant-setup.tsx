import { guardMessages } from '@app/words/guards.ts';
import { participantSetupMessages as words } from '@app/words/participant-setup.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ClientLoaderFunctionArgs, redirect, replace, useNavigate } from 'react-router';
import { studyKeys } from '../../api/keys.ts';
import { clearDrafts, readDraft, scopeDrafts, writeDraft } from '../../forms/drafts.ts';
import { SETUP_KEYS, STAGE_KEY, STUDY_KEY } from '../../forms/profile/set-up-drafts.ts';
import { useSteps } from '../../forms/use-step.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { titled } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { onOtherPage } from '../../session/guards.ts';
import { readUser, storeUser, useUser } from '../../session/session.ts';
import { toast } from '../../ui/toast.ts';
import { WizardHead } from '../../ui/wizard-head.tsx';
import { DemographicsStage } from './demographics-stage.tsx';
import { DoneModal, goalOf } from './done-modal.tsx';
import { EmploymentStage } from './employment-stage.tsx';
import { PaymentStage } from './payment-stage.tsx';
import type { EarlierStage } from './send-setup.ts';
import { firstOpenStage, STAGES, stageLeft, stepOf } from './stages.ts';
import { TechnicalStage } from './technical-stage.tsx';

export const meta = () => titled(words.heading);
export const handle = screens.participantSetup;
export const shouldRevalidate = onOtherPage;

/**
 * Before anything reads a draft: it must be this person's. `?study=` names the study to go back to (BR3); without a
 * step in the address it goes on at the one that was left.
 */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const user = readUser();
  if (user === null) return null;
  scopeDrafts(SETUP_KEYS, user.userId);
  const { pathname, searchParams: asked } = new URL(request.url);
  const study = asked.get('study');
  if (study) writeDraft(STUDY_KEY, study);
  if (asked.has('step')) return null;
  asked.set('step', String(stepOf(stageLeft(readDraft))));
  // What stands in the address already, this page or the study, would lead here again by the phone's back key.
  const leadsHere =
    location.pathname === pathname || location.pathname + location.search === paths.studyApply(study ?? '');
  return (leadsHere ? replace : redirect)(`${pathname}?${asked}`);
}

const stepNames = STAGES.map((stage) => words.stages[stage].name);

export default function ParticipantSetup() {
  const user = useUser();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [studyId] = useState(() => {
    const kept = readDraft(STUDY_KEY);
    return typeof kept === 'string' ? kept : null;
  });
  const [wasSentBefore, setWasSentBefore] = useState(false);
  const [earlier, setEarlier] = useState<EarlierStage | null>(null);
  // Nobody who is set up comes in: it was sent just now, from here, another tab or another device.
  const isDone = user?.hasUserInfo === true;
  const open = earlier?.stage ?? firstOpenStage(readDraft);
  const { step, next, back, leave } = useSteps(isDone ? STAGES.length : stepOf(open));
  const stage = STAGES[step - 1]!;

  useEffect(() => {
    if (!isDone) return writeDraft(STAGE_KEY, stage);
    clearDrafts(SETUP_KEYS);
    // What was fetched before the set-up is stale: no study fitted then.
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
    // Not by what was typed here, so there is no good news of it.
    setWasSentBefore(true);
    toast.info(guardMessages.alreadySubmitted);
    toast.info(words.firstStands);
    if (user !== null) storeUser({ ...user, hasUserInfo: true, firstLogin: false });
    leave(goalOf(studyId));
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
      <DoneModal isOpen={isDone && !wasSentBefore} studyId={studyId} leave={leave} />
    </>
  );
}
