import { choiceWords } from '@app/words/choices.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { validation } from '@app/words/validation.ts';
import { ELIGIBILITIES } from '@app/contracts/enumerations.ts';
import {
  MAX_OPTIONS,
  QUESTION_MAX_LENGTH,
  type ScreenerQuestion,
  ANSWER_MAX_LENGTH,
} from '@app/contracts/project/studies.ts';
import { Lightbulb, Plus, Trash2, ChevronDown } from 'lucide-react';
import { type ClipboardEvent, memo, useId, useState } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClass } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import {
  questionHints,
  isBlank,
  isTooLongQuestion,
  isTooLongAnswer,
  splitLines,
  pasteChoices,
} from './screener.ts';
import type { ChangeScreener } from './use-screener.ts';

interface QuestionCardProps {
  question: ScreenerQuestion;
  number: number;
  isKnown: boolean;
  change: ChangeScreener;
}

const PRESS_MS = 500;

/** A new hint must not move a button during a click, so this waits until the click ends. */
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

interface ChoiceRowProps {
  questionId: string;
  options: ScreenerQuestion['options'];
  option: ScreenerQuestion['options'][number];
  number: number;
  change: ChangeScreener;
}

interface EligibilitySelectProps {
  number: number;
  eligibility: ChoiceRowProps['option']['eligibility'];
  onChange: (eligibility: ChoiceRowProps['option']['eligibility']) => void;
}

function EligibilitySelect({ number, eligibility, onChange }: EligibilitySelectProps) {
  return (
    <div className="relative">
      <select
        aria-label={words.eligibilityLabel(number)}
        value={eligibility}
        onChange={(event) => onChange(event.target.value as typeof eligibility)}
        className={cx(
          controlClass,
          'appearance-none pr-9',
          eligibility === 'QUALIFY' && 'text-green',
          eligibility === 'DISQUALIFY' && 'text-laterite',
          eligibility === '' && 'text-cocoa-3',
        )}
      >
        <option value="">{words.eligibilityNone}</option>
        {ELIGIBILITIES.map((each) => (
          <option key={each} value={each}>
            {choiceWords.eligibility[each]}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-3.5 right-3 size-5 text-cocoa-2"
      />
    </div>
  );
}

function ChoiceRow({ questionId, options, option, number, change }: ChoiceRowProps) {
  const [surplus, setSurplus] = useState<readonly string[]>([]);
  const errorId = useId();
  const isTooLong = isTooLongAnswer(option.answer);
  const set = (to: Partial<Pick<typeof option, 'answer' | 'eligibility'>>) =>
    change({ type: 'CHANGE_OPTION', questionId, optionId: option.id, to });
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const [first, ...others] = splitLines(event.clipboardData.getData('text'));
    if (first === undefined) return;
    event.preventDefault();
    const whole = value.slice(0, selectionStart ?? 0) + first + value.slice(selectionEnd ?? value.length);
    const list = { questionId, optionId: option.id, lines: [whole, ...others] };
    setSurplus(pasteChoices(options, list).surplus);
    change({ type: 'PASTE_OPTIONS', ...list });
  }
  return (
    <li
      data-place={option.id}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[minmax(0,1fr)_10.5rem_auto]"
    >
      <div className="max-sm:col-span-2">
        <input
          type="text"
          aria-label={words.choiceLabel(number)}
          placeholder={words.choiceLabel(number)}
          autoComplete="off"
          value={option.answer}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? errorId : undefined}
          onChange={(event) => set({ answer: event.target.value })}
          onPaste={paste}
          className={controlClass}
        />
        {isTooLong && (
          <p id={errorId} className="mt-1.5 text-sm text-laterite">
            {validation.maxLength(ANSWER_MAX_LENGTH)}
          </p>
        )}
        <div role="status">
          {surplus.length > 0 && (
            <TextArea
              className="mt-2"
              label={words.surplusLines(MAX_OPTIONS, surplus.length)}
              rows={Math.min(surplus.length, 4)}
              readOnly
              value={surplus.join('\n')}
            />
          )}
        </div>
      </div>
      <EligibilitySelect
        number={number}
        eligibility={option.eligibility}
        onChange={(eligibility) => set({ eligibility })}
      />
      <button
        type="button"
        aria-label={words.deleteChoice(number)}
        onClick={({ detail }) =>
          change({ type: 'REMOVE_OPTION', questionId, optionId: option.id }, detail === 0)
        }
        className={buttonClass({ variant: 'plain', size: 'icon', className: 'mt-0.5 text-cocoa-2' })}
      >
        <Trash2 aria-hidden="true" className="size-5" />
      </button>
    </li>
  );
}

export const QuestionCard = memo(function QuestionCard({
  question,
  number,
  isKnown,
  change,
}: QuestionCardProps) {
  const titleId = useId();
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
        <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
          <TextArea
            label={words.questionLabel}
            rows={2}
            value={text}
            maxCharacters={QUESTION_MAX_LENGTH}
            error={isTooLongQuestion(text) ? validation.maxLength(QUESTION_MAX_LENGTH) : undefined}
            onChange={(event) => change({ type: 'WRITE_QUESTION', questionId: id, text: event.target.value })}
          />
          <div>
            <p className="text-sm font-semibold">{words.choicesLabel}</p>
            <p className="mb-2 text-sm text-cocoa-3">{words.choicesHint}</p>
            <ul className="flex flex-col gap-4 sm:gap-2">
              {options.map((option, at) => (
                <ChoiceRow
                  key={option.id}
                  questionId={id}
                  options={options}
                  option={option}
                  number={at + 1}
                  change={change}
                />
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
        </div>
        <Hints hints={isSeen ? questionHints(question) : []} />
      </Card>
    </li>
  );
});
