import { choiceWords } from '@app/words/choices.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { DEVICE_REQUIREMENTS } from '@app/contracts/enumerations.ts';
import { type Study, StudyDetails, MAX_QUESTIONS, ScreenerSurvey } from '@app/contracts/project/studies.ts';
import { INPUT_MAX_LENGTH, TEXTAREA_MAX_LENGTH } from '@app/contracts/text.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Copy, CircleDot } from 'lucide-react';
import { useState, useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { writeDraft } from '../../forms/drafts.ts';
import { SubmitButton, type DraftForm } from '../../forms/form.tsx';
import { useSteps } from '../../forms/use-step.ts';
import { type WizardScope, DRAFT_KEYS } from '../../product/study-drafts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckboxGroup } from '../../ui/choice-group.tsx';
import { FieldError } from '../../ui/field.tsx';
import { lazyPart, Skeleton } from '../../ui/states.tsx';
import { toOptions } from '../../ui/options.ts';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { WizardHead } from '../../ui/wizard-head.tsx';
import { DialogButton } from './dialog-button.tsx';
import { keepDeviceVersion, openDraftsAndFindConflict, replaceByServerVersion } from './drafts/own-drafts.ts';
import { furthestStage, STAGE_COUNT } from './drafts/stages.ts';
import { useStudySending } from './drafts/use-submit-study.ts';
import { QuestionCard } from './screener/question-card.tsx';
import { hintedQuestions, screenerProblem } from './screener/screener.ts';
import { storedScreener, useScreener } from './screener/use-screener.ts';
import { StageDemographics } from './stages/stage-demographics.tsx';
import { type Keeper, StageFrame, useStageForm, Fold } from './stages/stage-frame.tsx';
import { StagePublish } from './stages/stage-publish.tsx';

const ChangedModal = lazyPart(async () => (await import('./drafts/changed-modal.tsx')).ChangedModal);

const EthicsAndConsent = lazyPart(
  async () => (await import('./stages/ethics-and-consent.tsx')).EthicsAndConsent,
  <Skeleton className="h-96 w-full" />,
);

interface WizardProps {
  scope: WizardScope;
  projectName: string;
  saved: Study | null;
}

const loadCopyFrom = async () => (await import('./copy/copy-from.tsx')).CopyFrom;

const devices = toOptions(DEVICE_REQUIREMENTS, choiceWords.deviceRequirements);

function EthicsFold({ form, field }: Pick<DraftForm<typeof StudyDetails>, 'form' | 'field'>) {
  const [ethics, consentText] = useWatch({ control: form.control, name: ['ethics', 'consentText'] });
  const { shape } = StudyDetails;
  return (
    <Fold
      label={words.ethicsAndConsent}
      isOpenAtFirst={() => Boolean(ethics ?? consentText)}
      hasError={!shape.ethics.safeParse(ethics).success || !shape.consentText.safeParse(consentText).success}
    >
      <EthicsAndConsent {...{ form, field }} />
    </Fold>
  );
}

function StageDetails({ scope, onDone, keeper }: { scope: WizardScope; onDone: () => void; keeper: Keeper }) {
  const { form, field, isValid, saveDraftThen } = useStageForm(StudyDetails, {
    draftKey: DRAFT_KEYS.details,
    defaultValues: {
      name: '',
      publicName: '',
      description: '',
      deviceRequirements: [],
      ethics: null,
      consentText: null,
    },
  });
  return (
    <StageFrame
      heading={words.detailsHeading}
      text={words.detailsText}
      aside={
        scope.studyId === null && (
          <DialogButton
            Icon={Copy}
            label={words.copyFrom}
            hint={words.copyFromHint}
            title={words.copyFrom}
            load={loadCopyFrom}
            props={{ scope }}
            className="flex flex-col items-start gap-2"
          />
        )
      }
      onSubmit={(event) => {
        event.preventDefault();
        saveDraftThen(onDone);
      }}
      keeper={keeper}
      onKeep={() => saveDraftThen(keeper.keep)}
      mayKeep={isValid}
      action={
        <SubmitButton isValid={isValid} isPending={false}>
          {words.continue}
        </SubmitButton>
      }
    >
      <Card className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <TextInput
          label={words.nameLabel}
          hint={words.nameHint}
          autoComplete="off"
          maxCharacters={INPUT_MAX_LENGTH}
          {...field('name')}
        />
        <TextInput
          label={words.publicNameLabel}
          hint={words.publicNameHint}
          autoComplete="off"
          maxCharacters={INPUT_MAX_LENGTH}
          {...field('publicName')}
        />
        <TextArea
          label={words.descriptionLabel}
          hint={words.descriptionHint}
          maxCharacters={TEXTAREA_MAX_LENGTH}
          {...field('description')}
        />
        <CheckboxGroup
          label={words.devicesLabel}
          hint={words.devicesHint}
          options={devices}
          {...field('deviceRequirements')}
        />
        <div style={{ gridColumn: '1 / -1' }}>
          <EthicsFold {...{ form, field }} />
        </div>
      </Card>
    </StageFrame>
  );
}

function StageScreener({ onDone, keeper }: { onDone: () => void; keeper: Keeper }) {
  const { screener, change, place } = useScreener();
  const [known] = useState(() => new Set(screener.map(({ id }) => id)));
  const list = useRef<HTMLOListElement>(null);

  useEffect(() => {
    const element = place && list.current?.querySelector<HTMLElement>(`[data-place="${place.id}"]`);
    if (!element) return;
    // On touch screens, a focused field would open the keyboard over the list.
    const isField = !place.isBesideGone || !matchMedia('(pointer: coarse)').matches;
    (isField ? (element.querySelector<HTMLElement>('textarea, input') ?? element) : element).focus();
  }, [place]);

  function saveDraftThen(goOn: () => void) {
    writeDraft(DRAFT_KEYS.screener, screener);
    goOn();
  }
  const isValid = ScreenerSurvey.safeParse(screener).success;
  const isFull = screener.length >= MAX_QUESTIONS;

  return (
    <StageFrame
      heading={words.screenerHeading}
      text={words.screenerText}
      onSubmit={(event) => {
        event.preventDefault();
        saveDraftThen(onDone);
      }}
      keeper={keeper}
      onKeep={() => saveDraftThen(keeper.keep)}
      mayKeep={isValid}
      action={
        <SubmitButton isValid={isValid} isPending={false}>
          {words.saveSurvey}
        </SubmitButton>
      }
    >
      {screener.length > 0 && (
        <ol ref={list} className="mb-6 flex flex-col gap-4">
          {screener.map((question, at) => (
            <QuestionCard
              key={question.id}
              question={question}
              number={at + 1}
              isKnown={known.has(question.id)}
              change={change}
            />
          ))}
        </ol>
      )}
      <section className="rounded-card border border-dashed border-line-strong p-5 sm:p-6">
        <h2 className="text-lg">{words.addHeading}</h2>
        <p className="mt-1 max-w-text text-sm text-cocoa-2">
          {isFull && words.questionsFull(MAX_QUESTIONS)}
          {!isFull && (screener.length === 0 ? words.addEmpty : words.addText)}
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="secondary" onClick={() => change({ type: 'ADD_QUESTION' })}>
            <CircleDot aria-hidden="true" className="size-5 text-green" />
            {words.questionType}
          </Button>
          <p className="figures text-sm text-cocoa-3">
            {words.questionsUsed(screener.length, MAX_QUESTIONS)}
          </p>
        </div>
        <FieldError id="screener-problem" error={screenerProblem(screener)} />
      </section>
    </StageFrame>
  );
}

export function Wizard({ scope, projectName, saved }: WizardProps) {
  const navigate = useNavigate();
  const [isTorn] = useState(() => openDraftsAndFindConflict(scope, saved));
  const [changed, setChanged] = useState(isTorn ? saved : null);
  const [edition, setEdition] = useState(0);
  const furthest = furthestStage();
  const { step, next, back, toFirst, leave, isLeaving } = useSteps(furthest);
  const project = paths.project(scope.projectId);
  const sending = useStudySending(scope, {
    leave: () => leave(project),
    toBudget: (studyId) => leave(paths.studyBudget(studyId)),
    toStudy: (studyId) => leave(paths.study(studyId)),
    toFirst,
    onChanged: setChanged,
    onKept() {
      const hinted = hintedQuestions(storedScreener());
      if (hinted.length > 0) toast.info(words.screenerNotice(hinted));
    },
  });
  const before = step === 1 ? projectName : words.stages[step - 2]!;
  const keeper: Keeper = {
    isOffered: furthest === STAGE_COUNT,
    isPending: sending.isKeeping,
    keep: () => void sending.keep(),
    ...(scope.studyId === null ? {} : { note: words.draftUnsaved }),
  };
  if (isLeaving) return null;

  function choose(act: (from: Study) => void, from: Study, message: string) {
    act(from);
    setChanged(null);
    // With a new key, the fields read the stored draft again.
    setEdition(edition + 1);
    toast.info(message);
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
      {step === 2 && <StageDemographics key={edition} scope={scope} onDone={next} keeper={keeper} />}
      {step === 3 && <StageScreener key={edition} onDone={next} keeper={keeper} />}
      {step === 4 && (
        <StagePublish key={edition} toDetails={toFirst} toScreener={back} {...{ scope, sending, keeper }} />
      )}
      {changed && (
        <ChangedModal
          saved={changed}
          onKeepOwn={() => choose(keepDeviceVersion, changed, words.keptOwn)}
          onTakeSaved={() => choose(replaceByServerVersion, changed, words.tookSaved)}
          onClose={() => setChanged(null)}
        />
      )}
    </>
  );
}
