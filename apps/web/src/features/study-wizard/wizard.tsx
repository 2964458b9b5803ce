import { studyWizardMessages as words } from '@app/words/study-wizard.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSteps } from '../../forms/use-step.ts';
import { paths } from '@app/contracts/web-paths.ts';
import type { WizardScope } from '../../product/study-drafts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast } from '../../ui/toast.ts';
import { WizardHead } from '../../ui/wizard-head.tsx';
import { keepOwn, openDrafts, takeSaved } from './drafts/own-drafts.ts';
import { furthestStage, STAGES } from './drafts/stages.ts';
import { useSending } from './drafts/use-sending.ts';
import { hintedQuestions } from './screener/screener.ts';
import { storedSurvey } from './screener/use-survey.ts';
import { StageDemographics } from './stages/stage-demographics.tsx';
import { StageDetails } from './stages/stage-details.tsx';
import type { Keeper } from './stages/stage-frame.tsx';
import { StagePublish } from './stages/stage-publish.tsx';
import { StageScreener } from './stages/stage-screener.tsx';

// Few ever see it.
const ChangedModal = lazyPart(async () => (await import('./drafts/changed-modal.tsx')).ChangedModal);

interface WizardProps {
  scope: WizardScope;
  projectName: string;
  /** The draft on the server that it goes on with. */
  saved: Study | null;
}

/** The four stages over the drafts of one study. */
export function Wizard({ scope, projectName, saved }: WizardProps) {
  const navigate = useNavigate();
  const [isTorn] = useState(() => openDrafts(scope, saved));
  const [changed, setChanged] = useState(isTorn ? saved : null);
  const [edition, setEdition] = useState(0);
  const furthest = furthestStage();
  const { step, next, back, toFirst, leave, isLeaving } = useSteps(furthest);
  const project = paths.project(scope.projectId);
  const sending = useSending(scope, {
    leave: () => leave(project),
    toBudget: (studyId) => leave(paths.studyBudget(studyId)),
    toFirst,
    onChanged: setChanged,
    onKept() {
      const hinted = hintedQuestions(storedSurvey());
      if (hinted.length > 0) toast.info(words.screenerNotice(hinted));
    },
  });
  const before = step === 1 ? projectName : words.stages[step - 2]!;
  const keeper: Keeper = {
    isOffered: furthest === STAGES,
    isPending: sending.isKeeping,
    keep: () => void sending.keep(),
    ...(scope.studyId === null ? {} : { note: words.draftUnsaved }),
  };
  if (isLeaving) return null;

  function choose(act: (from: Study) => void, from: Study, said: string) {
    act(from);
    setChanged(null);
    // The fields are written anew from what lies there now.
    setEdition(edition + 1);
    toast.info(said);
  }
  return (
    <>
      <WizardHead
        steps={words.stages}
        current={step}
        backTo={before}
        backLabel={words.backTo(before)}
        onBack={step === 1 ? () => void navigate(project) : back}
        leave={{ to: project, label: words.close }}
      />
      {step === 1 && <StageDetails key={edition} scope={scope} onDone={next} keeper={keeper} />}
      {step === 2 && <StageDemographics key={edition} onDone={next} keeper={keeper} />}
      {step === 3 && <StageScreener key={edition} onDone={next} keeper={keeper} />}
      {step === 4 && (
        <StagePublish key={edition} scope={scope} onBack={back} sending={sending} keeper={keeper} />
      )}
      {changed && (
        <ChangedModal
          saved={changed}
          onKeepOwn={() => choose(keepOwn, changed, words.keptOwn)}
          onTakeSaved={() => choose(takeSaved, changed, words.tookSaved)}
          onClose={() => setChanged(null)}
        />
      )}
    </>
  );
}
