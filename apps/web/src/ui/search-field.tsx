import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { controlClass } from './control-class.ts';
import { cx } from './cx.ts';

const DEBOUNCE_MS = 300;

/** Reads the address itself. The last render is older and would undo what was typed. */
const inAddress = (parameter: string) => new URLSearchParams(location.search).get(parameter)?.trim() ?? '';

interface SearchFieldProps {
  id?: string;
  label: string;
  hint: string;
  longest: number;
  parameter: string;
  onSearch: (words: string) => void;
  className?: string;
}

export function SearchField({ id, label, hint, longest, parameter, onSearch, className }: SearchFieldProps) {
  const drawn = useSearchParams()[0].get(parameter)?.trim() ?? '';
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // The typed text is newer than the address. The address is newer than the last render.
    if (timer.current !== undefined || field.current === null || drawn !== inAddress(parameter)) return;
    if (field.current.value.trim() !== drawn) field.current.value = drawn;
  }, [drawn, parameter]);

  function ask() {
    clearTimeout(timer.current);
    timer.current = undefined;
    const typed = field.current?.value.trim() ?? '';
    if (typed !== inAddress(parameter)) onSearch(typed);
  }
  return (
    <div className={cx('relative', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-cocoa-2"
      />
      <input
        ref={field}
        id={id}
        type="search"
        defaultValue={drawn}
        aria-label={label}
        placeholder={hint}
        autoComplete="off"
        maxLength={longest}
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(ask, DEBOUNCE_MS);
        }}
        onKeyDown={({ key }) => key === 'Enter' && ask()}
        className={cx(controlClass, 'pr-2 pl-10')}
      />
    </div>
  );
}
