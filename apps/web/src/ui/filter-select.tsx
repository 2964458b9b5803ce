import { ChevronDown } from 'lucide-react';
import { controlClass } from './control-class.ts';
import { cx } from './cx.ts';

interface FilterSelectProps {
  id?: string;
  label: string;
  isLabelHidden?: boolean;
  /** Without this label, there is no empty choice. */
  any?: string;
  options: readonly (readonly [value: string, label: string])[];
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
}

export function FilterSelect(props: FilterSelectProps) {
  const { id, label, isLabelHidden, any, options, value, onChange, disabled } = props;
  return (
    <label>
      <span className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold'}>{label}</span>
      <span className="relative block">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          disabled={disabled}
          className={cx(controlClass, 'appearance-none truncate pr-9 pl-3')}
          style={isLabelHidden ? { minHeight: '2.75rem', paddingBlock: '0.5rem' } : undefined}
        >
          {any !== undefined && <option value="">{any}</option>}
          {options.map(([stored, words]) => (
            <option key={stored} value={stored}>
              {words}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-cocoa-2"
        />
      </span>
    </label>
  );
}
