import { projectMessages as words } from '@app/words/projects.ts';
import { PROJECT_SEARCH_MAX_LENGTH } from '@app/contracts/project/projects.ts';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { controlClass } from '../../../ui/control-class.ts';
import { cx } from '../../../ui/cx.ts';

const PARAMETER = 'name';
const SETTLE_MS = 300;
const FIELD = 'project-search';

/** The name that is searched for, as it stands in the address; empty where none is. */
export function useSearchedName(): string {
  const [search] = useSearchParams();
  return [...(search.get(PARAMETER) ?? '')].slice(0, PROJECT_SEARCH_MAX_LENGTH).join('').trim();
}

/** For whoever takes the search away with a press that goes with it. */
export const focusOnSearch = () => document.getElementById(FIELD)?.focus();

/** Asks once the typing has come to rest, or at once by Enter, from the first page on. */
export function ProjectSearch({ name }: { name: string }) {
  const [, setSearch] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address may change by a link; what is being typed is newer than it.
  useEffect(() => {
    if (timer.current !== undefined || field.current === null) return;
    if (field.current.value.trim() !== name) field.current.value = name;
  }, [name]);

  function ask() {
    clearTimeout(timer.current);
    timer.current = undefined;
    const typed = field.current?.value.trim() ?? '';
    if (typed !== name) setSearch(typed === '' ? {} : { [PARAMETER]: typed }, { replace: true });
  }
  return (
    <form
      role="search"
      className="relative mb-6 sm:max-w-form"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-cocoa-3"
      />
      <input
        ref={field}
        id={FIELD}
        type="search"
        defaultValue={name}
        aria-label={words.searchLabel}
        placeholder={words.searchHint}
        autoComplete="off"
        maxLength={PROJECT_SEARCH_MAX_LENGTH}
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(ask, SETTLE_MS);
        }}
        className={cx(controlClass, 'pl-11')}
      />
    </form>
  );
}
