import { studyWizardMessages as words } from '@app/words/study-wizard.ts';
import type { DurationInMinutes } from '@app/contracts/enumerations.ts';
import { slotsOfDay } from '@app/contracts/time-slots.ts';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClass } from '../../../ui/field.tsx';
import { inDayOrder, matchesTime } from './times.ts';

interface TimesListProps {
  duration: DurationInMinutes;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Up to 96 times, to be searched and ticked (S-314). */
export function TimesList({ duration, chosen, onChange }: TimesListProps) {
  const searchId = useId();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLFieldSetElement>(null);
  const [query, setQuery] = useState('');
  const found = slotsOfDay(duration).filter((label) => matchesTime(label, query));
  const isChosen = new Set(chosen);

  useEffect(() => {
    // With a finger it would throw the keyboard over the list.
    if (!matchMedia('(pointer: coarse)').matches) search.current?.focus();
  }, []);

  const toggle = (label: string) =>
    onChange(
      isChosen.has(label) ? chosen.filter((other) => other !== label) : inDayOrder([...chosen, label]),
    );

  function chooseFound() {
    // The button goes with what it chose, and the focus would go with it.
    list.current?.querySelector('input')?.focus();
    onChange(inDayOrder([...new Set([...chosen, ...found])]));
  }

  return (
    <>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-cocoa-3"
        />
        <input
          ref={search}
          id={searchId}
          type="search"
          aria-label={words.timesSearch}
          placeholder={words.timesSearchHint}
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className={cx(controlClass, 'pl-11')}
        />
      </div>
      <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm text-cocoa-3">
        <p role="status">{found.length === 0 ? words.timesNoMatch(query) : words.timesFound(found.length)}</p>
        {query.trim() !== '' && found.some((label) => !isChosen.has(label)) && (
          <Button variant="quiet" size="small" className="-mr-4" onClick={chooseFound}>
            {words.timesChooseFound(found.length)}
          </Button>
        )}
      </div>
      <fieldset
        ref={list}
        className="mt-2 h-[min(22rem,45dvh)] overflow-y-auto overscroll-contain rounded-control border border-line p-1"
      >
        <legend className="sr-only">{words.timesLabel}</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] gap-1">
          {found.map((label) => (
            <label
              key={label}
              className="figures flex min-h-12 items-center gap-3 rounded-control px-3 whitespace-nowrap text-cocoa not-has-checked:hover:bg-sunken has-checked:bg-green-tint has-checked:font-semibold"
            >
              <input
                type="checkbox"
                checked={isChosen.has(label)}
                onChange={() => toggle(label)}
                className="size-5 shrink-0 accent-green"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}
