import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { controlClass } from './control-class.ts';
import { cx } from './cx.ts';

const DEBOUNCE_MS = 300;

interface SearchFieldProps {
  id?: string;
  label: string;
  hint: string;
  longest: number;
  /** The text of the last React render. */
  drawn: string;
  /** The newest text. The last render may be older, and would undo typing. */
  readNewest: () => string;
  onSearch: (words: string) => void;
  className?: string;
}

export function SearchField(props: SearchFieldProps) {
  const { id, label, hint, longest, drawn, readNewest, onSearch, className } = props;
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Typed text is newer than what was searched for.
    if (timer.current !== undefined || field.current === null || drawn !== readNewest()) return;
    if (field.current.value.trim() !== drawn) field.current.value = drawn;
  }, [drawn, readNewest]);

  function ask() {
    clearTimeout(timer.current);
    timer.current = undefined;
    const typed = field.current?.value.trim() ?? '';
    if (typed !== readNewest()) onSearch(typed);
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
