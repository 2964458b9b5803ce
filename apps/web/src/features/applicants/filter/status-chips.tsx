import { applicantWords as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import { APPLICATION_STATUSES } from '@app/contracts/project/application-choices.ts';
import type { View } from './view.ts';

const ID = 'applicant-filters';

/** Moves the focus to the filters, for when the button that clears them disappears. */
export const focusOnFilters = () => document.querySelector<HTMLElement>(`#${ID} input`)?.focus();

export const counted = (label: string, count: number | undefined) =>
  count === undefined ? label : words.counted(label, count);

interface StatusChipsProps {
  counts: ApplicantCounts | undefined;
  status: View['filter']['status'];
  onChange: (status: View['filter']['status']) => void;
}

/** Each status with how many there are of it among all applicants; one stop of the Tab key, a line that scrolls on phones. */
export function StatusChips({ counts, status, onChange }: StatusChipsProps) {
  const chips = [
    [undefined, words.all, counts?.all],
    ...APPLICATION_STATUSES.map(
      (one) => [one, choiceWords.applicationStatus[one], counts?.byStatus[one]] as const,
    ),
  ] as const;
  return (
    <fieldset id={ID} role="radiogroup" className="min-w-0 max-sm:w-full">
      <legend className="sr-only">{words.statusFilter}</legend>
      {/* Room for the mark of the focus, which a box that scrolls would cut off. */}
      <div className="-m-1.5 flex gap-1.5 overflow-x-auto p-1.5 max-sm:-mx-4 max-sm:px-4">
        {chips.map(([one, label, count]) => (
          <label
            key={label}
            className="figures relative inline-flex min-h-11 shrink-0 items-center rounded-control border border-line-strong bg-surface px-2.5 text-sm font-semibold transition-colors not-has-checked:hover:border-cocoa not-has-checked:hover:bg-sunken has-checked:border-green has-checked:bg-green-tint has-checked:text-green has-focus-visible:marked forced-colors:has-checked:outline-2"
          >
            <input
              type="radio"
              name="status"
              checked={status === one}
              onChange={() => onChange(one)}
              className="sr-only"
            />
            {counted(label, count)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
