import { guardMessages } from '@app/contracts/messages/guards.ts';
import { participantSetupMessages as words } from '@app/contracts/messages/participant-setup.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, useNavigate } from 'react-router';
import { paths } from '../../app/paths.ts';
import { screens } from '../../app/screens.ts';
import { readUser, useUser } from '../../app/session.ts';
import { titled } from '../../app/title.ts';
import { clearDrafts, readDraft, scopeDrafts, writeDraft } from '../../forms/drafts.ts';
import { Stepper } from '../../ui/stepper.tsx';
import { toast } from '../../ui/toast.ts';
import { DemographicsStage } from './demographics-stage.tsx';
import { DoneModal } from './done-modal.tsx';
import { EmploymentStage } from './employment-stage.tsx';
import { PaymentStage } from './payment-stage.tsx';
import { SETUP_KEYS, STAGES, STUDY_KEY, stageBeside } from './stages.ts';
import { TechnicalStage } from './technical-stage.tsx';
import { useStage } from './use-stage.ts';

export const meta = () => titled(words.heading);
export const handle = screens.participantSetup;

/** Before anything reads a draft: it must be this person's. `?study=` names the study to go back to (BR3). */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const user = readUser();
  if (user !== null) scopeDrafts(SETUP_KEYS, user.userId);
  const study = new URL(request.url).searchParams.get('study');
  if (study !== null) writeDraft(STUDY_KEY, study);
  return null;
}

const stepNames = STAGES.map((stage) => words.stages[stage].name);

export default function ParticipantSetup() {
  const user = useUser();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [studyToApplyTo] = useState(() => readDraft(STUDY_KEY));
  const [isDone, setIsDone] = useState(false);
  const { stage, goTo, addressOf } = useStage(isDone);
  if (user === null) return null;

  function finish() {
    clearDrafts(SETUP_KEYS);
    // Whatever was read before the set-up was read as somebody whom nothing fits.
    void client.invalidateQueries({ queryKey: ['studies'] });
  }
  const before = stageBeside(stage, -1);
  const after = stageBeside(stage, 1);
  const goOn = () => after && goTo(after);
  return (
    <>
      <Link
        to={before ? addressOf(before) : paths.browseStudies}
        className="-mt-2 mb-3 inline-flex min-h-11 items-center gap-2 font-semibold hover:text-green"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        {words.back}
      </Link>
      <Stepper steps={stepNames} current={STAGES.indexOf(stage) + 1} className="mb-3 sm:mb-8" />
      {stage === 'demographics' && <DemographicsStage onComplete={goOn} />}
      {stage === 'employment' && <EmploymentStage onComplete={goOn} />}
      {stage === 'technical-details' && <TechnicalStage onComplete={goOn} />}
      {stage === 'payment' && (
        <PaymentStage
          userId={user.userId}
          onSent={() => {
            setIsDone(true);
            finish();
          }}
          onSentBefore={() => {
            finish();
            toast.info(guardMessages.alreadySubmitted);
            void navigate(paths.browseStudies, { replace: true });
          }}
          onGoTo={(earlier) => {
            toast.error(words.earlierStageMissing);
            goTo(earlier);
          }}
        />
      )}
      <DoneModal isOpen={isDone} studyId={typeof studyToApplyTo === 'string' ? studyToApplyTo : null} />
    </>
  );
}
