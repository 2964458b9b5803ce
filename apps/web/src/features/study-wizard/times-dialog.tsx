import { studyWizardMessages as words } from '@app/contracts/messages/study-wizard.ts';
import type { DurationInMinutes } from '@app/contracts/enumerations.ts';
import { slotsOfDay } from '@app/contracts/time-slots.ts';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { controlClass } from '../../ui/field.tsx';
import { cx } from '../../ui/cx.ts';
import { Modal } from '../../ui/modal.tsx';
import { inDayOrder, matchesTime } from './times.ts';

interface TimesDialogProps {
  isOpen: boolean;
  onClose: () => void;
  duration: DurationInMinutes;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

type ListProps = Pick<TimesDialogProps, 'duration' | 'chosen' | 'onChange'>;

function TimesList({ duration, chosen, onChange }: ListProps) {
  const searchId = useId();
  const search = useRef<HTMLInputElement>(null);
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
          onKeyDown={(event) => {
            // Enter would send the form around the dialog.
            if (event.key === 'Enter') event.preventDefault();
          }}
          className={cx(controlClass, 'pl-11')}
        />
      </div>
      <p role="status" className="mt-2 text-sm text-cocoa-3">
        {found.length === 0 ? words.timesNoMatch(query) : words.timesFound(found.length)}
      </p>
      <fieldset className="mt-2 h-[min(22rem,45dvh)] overflow-y-auto overscroll-contain rounded-control border border-line p-1">
        <legend className="sr-only">{words.timesLabel}</legend>
        <div className="grid grid-cols-2 gap-1">
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

/** Up to 96 times, to be searched and ticked; a sheet from below on phones (S-314). */
export function TimesDialog({ isOpen, onClose, ...list }: TimesDialogProps) {
  const { chosen, onChange } = list;
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={words.timesLabel}
      actions={
        <>
          <Button onClick={onClose}>
            {words.timesDone}
            {chosen.length > 0 && <span className="figures font-normal">({chosen.length})</span>}
          </Button>
          <Button variant="secondary" disabled={chosen.length === 0} onClick={() => onChange([])}>
            {words.timesClear}
          </Button>
        </>
      }
    >
      <TimesList {...list} />
    </Modal>
  );
}
