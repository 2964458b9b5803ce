import { applicantWords as words } from '@app/words/applicants.ts';
import type { Selection } from './use-selection.ts';

export const SELECT_ALL_ID = 'select-all-applicants';

/** Above the table, and over its head where that is drawn. */
export function SelectAll({ selection }: { selection: Selection }) {
  const { selectableCount, isAll, isSome, selectAll } = selection;
  return (
    <label htmlFor={SELECT_ALL_ID} className="inline-flex min-h-11 items-center gap-3 px-5 text-sm sm:px-7">
      <input
        id={SELECT_ALL_ID}
        ref={(box) => {
          if (box) box.indeterminate = isSome;
        }}
        type="checkbox"
        checked={isAll}
        onChange={(event) => selectAll(event.target.checked)}
        className="size-5 accent-green"
      />
      <span className="figures">{words.selectShown(selectableCount)}</span>
    </label>
  );
}
