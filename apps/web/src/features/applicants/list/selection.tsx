import { applicantWords as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { useCallback, useMemo, useState, useTransition } from 'react';
import { canBeDecided } from '../decide/decision-rules.ts';

const none: ReadonlySet<string> = new Set();

export type Selection = ReturnType<typeof useSelection>;

/** If the view changes, the selection ends. So decisions are only about people on the screen. */
export function useSelection(rows: readonly Applicant[], version: string) {
  const [selection, setSelection] = useState({ of: version, ids: none });
  const [isChanging, startChange] = useTransition();
  const ids = selection.of === version ? selection.ids : none;
  const selectable = useMemo(() => rows.filter(canBeDecided), [rows]);
  const selected = useMemo(() => selectable.filter(({ id }) => ids.has(id)), [selectable, ids]);
  const isAll = selected.length > 0 && selected.length === selectable.length;

  const select = useCallback(
    (id: string, isSelected: boolean) =>
      setSelection((before) => {
        const next = new Set(before.of === version ? before.ids : none);
        if (isSelected) next.add(id);
        else next.delete(id);
        return { of: version, ids: next };
      }),
    [version],
  );
  const selectOnly = (some: readonly string[]) =>
    startChange(() => setSelection({ of: version, ids: new Set(some) }));

  return {
    ids,
    selected,
    selectableCount: selectable.length,
    isAll: isChanging ? !isAll : isAll,
    isSome: selected.length > 0 && !isAll,
    select,
    selectAll: (isSelected: boolean) => selectOnly(isSelected ? selectable.map(({ id }) => id) : []),
    selectOnly,
  };
}

export const SELECT_ALL_ID = 'select-all-applicants';

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
