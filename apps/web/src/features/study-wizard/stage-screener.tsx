import { studyWizardMessages as words } from '@app/contracts/messages/study-wizard.ts';
import { ScreenerSurvey } from '@app/contracts/project/studies.ts';
import { CircleDot } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { writeDraft } from '../../forms/drafts.ts';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { Button } from '../../ui/button.tsx';
import { QuestionCard } from './question-card.tsx';
import { StageFrame } from './stage-frame.tsx';
import { DRAFT_KEYS } from './stages.ts';
import { useSurvey } from './use-survey.ts';

/** Stage 3, the screener builder (S-308 to S-310). */
export function StageScreener({ onDone }: { onDone: () => void }) {
  const { survey, change } = useSurvey();
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(survey.length);

  // A new question is begun at once; after one was deleted the keyboard goes on at the one before it.
  useEffect(() => {
    const before = shown.current;
    shown.current = survey.length;
    if (survey.length > before) list.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus();
    if (survey.length < before && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('textarea')?.focus();
  }, [survey.length]);

  function save(event: FormEvent) {
    event.preventDefault();
    writeDraft(DRAFT_KEYS.screener, survey);
    onDone();
  }

  return (
    <StageFrame
      heading={words.screenerHeading}
      text={words.screenerText}
      onSubmit={save}
      action={
        <SubmitButton isValid={ScreenerSurvey.safeParse(survey).success} isPending={false}>
          {words.saveSurvey}
        </SubmitButton>
      }
    >
      {survey.length > 0 && (
        <ol ref={list} className="mb-6 flex flex-col gap-4">
          {survey.map((question, at) => (
            <QuestionCard key={question.id} question={question} number={at + 1} change={change} />
          ))}
        </ol>
      )}
      <section className="rounded-card border border-dashed border-line-strong p-5 sm:p-6">
        <h2 className="text-lg">{words.addHeading}</h2>
        <p className="mt-1 max-w-text text-sm text-cocoa-2">
          {survey.length === 0 ? words.addEmpty : words.addText}
        </p>
        <Button variant="secondary" className="mt-4" onClick={() => change({ type: 'ADD_QUESTION' })}>
          <CircleDot aria-hidden="true" className="size-5 text-green" />
          {words.questionType}
        </Button>
      </section>
    </StageFrame>
  );
}
