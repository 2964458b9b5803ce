import { studyWizardMessages as words } from '@app/words/study-wizard.ts';
import { MAX_QUESTIONS, ScreenerSurvey } from '@app/contracts/project/studies.ts';
import { CircleDot } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { writeDraft } from '../../../forms/drafts.ts';
import { SubmitButton } from '../../../forms/submit-button.tsx';
import { DRAFT_KEYS } from '../../../product/study-drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { QuestionCard } from '../screener/question-card.tsx';
import { wholeProblemOf } from '../screener/screener.ts';
import { useSurvey } from '../screener/use-survey.ts';
import { type Keeper, StageFrame } from './stage-frame.tsx';

/** Stage 3, the screener builder (S-308 to S-310). */
export function StageScreener({ onDone, keeper }: { onDone: () => void; keeper: Keeper }) {
  const { survey, change, place } = useSurvey();
  const [known] = useState(() => new Set(survey.map(({ id }) => id)));
  const list = useRef<HTMLOListElement>(null);

  // What was added is begun at once; after a deletion the keyboard goes on beside it.
  useEffect(() => {
    const element = place && list.current?.querySelector<HTMLElement>(`[data-place="${place.id}"]`);
    if (!element) return;
    // With a finger, a field would throw the keyboard over what is left.
    const isField = !place.isBesideGone || !matchMedia('(pointer: coarse)').matches;
    (isField ? (element.querySelector<HTMLElement>('textarea, input') ?? element) : element).focus();
  }, [place]);

  function keepThen(goOn: () => void) {
    writeDraft(DRAFT_KEYS.screener, survey);
    goOn();
  }
  const isValid = ScreenerSurvey.safeParse(survey).success;
  const isFull = survey.length >= MAX_QUESTIONS;

  return (
    <StageFrame
      heading={words.screenerHeading}
      text={words.screenerText}
      onSubmit={(event) => {
        event.preventDefault();
        keepThen(onDone);
      }}
      keeper={keeper}
      onKeep={() => keepThen(keeper.keep)}
      mayKeep={isValid}
      action={
        <SubmitButton isValid={isValid} isPending={false}>
          {words.saveSurvey}
        </SubmitButton>
      }
    >
      {survey.length > 0 && (
        <ol ref={list} className="mb-6 flex flex-col gap-4">
          {survey.map((question, at) => (
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
          {!isFull && (survey.length === 0 ? words.addEmpty : words.addText)}
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="secondary" onClick={() => change({ type: 'ADD_QUESTION' })}>
            <CircleDot aria-hidden="true" className="size-5 text-green" />
            {words.questionType}
          </Button>
          <p className="figures text-sm text-cocoa-3">{words.questionsUsed(survey.length, MAX_QUESTIONS)}</p>
        </div>
        <FieldError id="screener-problem" error={wholeProblemOf(survey)} />
      </section>
    </StageFrame>
  );
}
