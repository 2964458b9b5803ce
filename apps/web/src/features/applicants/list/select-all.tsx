import { applicantMessages as words } from '@app/words/applicants.ts';

interface SelectAllProps {
  id: string;
  count: number;
  isAll: boolean;
  isSome: boolean;
  onChange: (isSelected: boolean) => void;
}

/** Above the table and not in its head, which phones do not show. */
export function SelectAll({ id, count, isAll, isSome, onChange }: SelectAllProps) {
  return (
    <label htmlFor={id} className="mb-2 inline-flex min-h-11 items-center gap-3 px-3 text-sm sm:px-7">
      <input
        id={id}
        ref={(box) => {
          if (box) box.indeterminate = isSome;
        }}
        type="checkbox"
        checked={isAll}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-green"
      />
      <span className="figures">{words.selectShown(count)}</span>
    </label>
  );
}
