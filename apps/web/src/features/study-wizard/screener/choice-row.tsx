import { choiceWords } from '@app/words/choices.ts';
import { studyWizardMessages as words } from '@app/words/study-wizard.ts';
import { validation } from '@app/words/validation.ts';
import { ELIGIBILITIES } from '@app/contracts/enumerations.ts';
import { ANSWER_MAX_LENGTH, type ScreenerQuestion } from '@app/contracts/project/studies.ts';
import { ChevronDown, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { buttonClass } from '../../../ui/button-look.ts';
import { cx } from '../../../ui/cx.ts';
import { controlClass } from '../../../ui/field.tsx';
import { isTooLongAnswer } from './screener.ts';
import type { ChangeSurvey } from './use-survey.ts';

interface ChoiceRowProps {
  questionId: string;
  option: ScreenerQuestion['options'][number];
  /** Counted from 1. */
  number: number;
  change: ChangeSurvey;
}

/** One choice: its words, what choosing it means, and its end. On a phone the words take a line of their own. */
export function ChoiceRow({ questionId, option, number, change }: ChoiceRowProps) {
  const errorId = useId();
  const isTooLong = isTooLongAnswer(option.answer);
  const set = (to: Partial<Pick<typeof option, 'answer' | 'eligibility'>>) =>
    change({ type: 'CHANGE_OPTION', questionId, optionId: option.id, to });
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
          className={controlClass}
        />
        {isTooLong && (
          <p id={errorId} className="mt-1.5 text-sm text-laterite">
            {validation.maxLength(ANSWER_MAX_LENGTH)}
          </p>
        )}
      </div>
      <div className="relative">
        <select
          aria-label={words.eligibilityLabel(number)}
          value={option.eligibility}
          onChange={(event) => set({ eligibility: event.target.value as typeof option.eligibility })}
          className={cx(
            controlClass,
            'appearance-none pr-9',
            option.eligibility === 'QUALIFY' && 'text-green',
            option.eligibility === 'DISQUALIFY' && 'text-laterite',
            option.eligibility === '' && 'text-cocoa-3',
          )}
        >
          <option value="">{words.eligibilityNone}</option>
          {ELIGIBILITIES.map((eligibility) => (
            <option key={eligibility} value={eligibility}>
              {choiceWords.eligibility[eligibility]}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-3.5 right-3 size-5 text-cocoa-2"
        />
      </div>
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
