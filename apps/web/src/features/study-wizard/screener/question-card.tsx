import { studyWizardMessages as words } from '@app/words/study-wizard.ts';
import { validation } from '@app/words/validation.ts';
import { MAX_OPTIONS, QUESTION_MAX_LENGTH, type ScreenerQuestion } from '@app/contracts/project/studies.ts';
import { Lightbulb, Plus, Trash2 } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { buttonClass } from '../../../ui/button-look.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import { ChoiceRow } from './choice-row.tsx';
import { hintsOf, isBlank, isTooLongQuestion } from './screener.ts';
import type { ChangeSurvey } from './use-survey.ts';

interface QuestionCardProps {
  question: ScreenerQuestion;
  /** Counted from 1. */
  number: number;
  /** It was there when the stage was opened. */
  isKnown: boolean;
  change: ChangeSurvey;
}

const PRESS_MS = 500;

/** Hints come between presses: what is being pressed below must not move away under it. */
function betweenPresses(then: () => void): void {
  setTimeout(() => (document.querySelector(':active') ? betweenPresses(then) : then()), PRESS_MS);
}

function Hints({ hints }: { hints: readonly string[] }) {
  return (
    <ul aria-live="polite" className="flex flex-col gap-1.5">
      {hints.map((hint) => (
        <li key={hint} className="flex items-start gap-2 text-sm text-gold-ink">
          <Lightbulb aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {hint}
        </li>
      ))}
    </ul>
  );
}

/** One question with its choices (S-308). Drawn again only when it has changed: a survey may hold a thousand fields. */
export const QuestionCard = memo(function QuestionCard({
  question,
  number,
  isKnown,
  change,
}: QuestionCardProps) {
  const titleId = useId();
  // A question is not criticised while it is being begun.
  const [isSeen, setIsSeen] = useState(() => isKnown || !isBlank(question));
  const { id, question: text, options } = question;
  return (
    <li data-place={id} tabIndex={-1}>
      <Card
        role="group"
        aria-labelledby={titleId}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) betweenPresses(() => setIsSeen(true));
        }}
        className="flex flex-col gap-5"
      >
        <div className="flex items-center justify-between gap-4">
          <h2 id={titleId} className="figures text-lg">
            {words.questionTitle(number)}
          </h2>
          <button
            type="button"
            aria-label={words.deleteQuestion(number)}
            onClick={({ detail }) => change({ type: 'REMOVE_QUESTION', questionId: id }, detail === 0)}
            className={buttonClass({
              variant: 'plain',
              size: 'icon',
              className: '-my-2 -mr-2.5 text-cocoa-2',
            })}
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </button>
        </div>
        <TextArea
          label={words.questionLabel}
          rows={2}
          value={text}
          maxCharacters={QUESTION_MAX_LENGTH}
          error={isTooLongQuestion(text) ? validation.maxLength(QUESTION_MAX_LENGTH) : undefined}
          onChange={(event) => change({ type: 'WRITE_QUESTION', questionId: id, text: event.target.value })}
        />
        <div>
          <p className="mb-2 text-sm font-semibold">{words.choicesLabel}</p>
          <ul className="flex flex-col gap-4 sm:gap-2">
            {options.map((option, at) => (
              <ChoiceRow key={option.id} questionId={id} option={option} number={at + 1} change={change} />
            ))}
          </ul>
          {options.length < MAX_OPTIONS ? (
            <Button
              variant="quiet"
              size="small"
              className="mt-2 -ml-4"
              onClick={() => change({ type: 'ADD_OPTION', questionId: id })}
            >
              <Plus aria-hidden="true" className="size-4.5" />
              {words.addChoice}
            </Button>
          ) : (
            <p className="mt-3 text-sm text-cocoa-3">{words.choicesUsed(MAX_OPTIONS)}</p>
          )}
        </div>
        <Hints hints={isSeen ? hintsOf(question) : []} />
      </Card>
    </li>
  );
});
