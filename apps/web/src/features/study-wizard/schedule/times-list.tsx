import { meetingFieldWords } from '@app/words/meeting-fields.ts';
import { studyDialogWords as dialogs } from '@app/words/study-dialogs.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import type { DurationInMinutes } from '@app/contracts/enumerations.ts';
import { bookableSlots, daySlotLabels } from '@app/contracts/time-slots.ts';
import { Search } from 'lucide-react';
import { useId, useState, useEffect, useRef } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClass } from '../../../ui/field.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { AriaDisabledButton } from '../dialog-button.tsx';
import { sortTimes, matchesTime, slotsBetween, workingDay } from './times.ts';

export interface When {
  chosen: readonly string[];
  days: readonly string[];
  leadHours: number;
}

export function closedReason(label: string, { days, leadHours }: Omit<When, 'chosen'>): string | undefined {
  // If a time is still possible on some day, it is possible on the last one. Checking every day at each key
  // would be slow.
  const availableDates = days.toSorted().slice(-1);
  const canBe = (hours: number) =>
    bookableSlots({ availableDates, availableTimes: [label], leadHours: hours }, new Date(serverNow()))
      .length > 0;
  if (days.length === 0 || canBe(leadHours)) return undefined;
  return canBe(0) ? meetingFieldWords.tooSoon : meetingFieldWords.past;
}

const OPENS_AT_MINUTE = 8 * 60;

interface TimesListProps extends When {
  duration: DurationInMinutes;
  onChange: (chosen: string[]) => void;
}

interface TimeRangeProps {
  duration: DurationInMinutes;
  isChosen: ReadonlySet<string>;
  closed: ReadonlyMap<string, string | undefined>;
  onAdd: (labels: readonly string[]) => void;
}

function TimeRange({ duration, isChosen, closed, onAdd }: TimeRangeProps) {
  const [range, setRange] = useState(() => workingDay(duration));
  const between = slotsBetween(duration, range).filter((label) => !closed.get(label));
  const options = daySlotLabels(duration).map((label) => [label, label] as const);
  return (
    <fieldset className="figures mb-3 flex flex-wrap items-end gap-2">
      <legend className="sr-only">{dialogs.rangeLabel}</legend>
      <div className="flex-1 basis-28">
        <FilterSelect
          label={dialogs.rangeFrom}
          options={options}
          value={range.from}
          onChange={(from) => setRange({ ...range, from })}
        />
      </div>
      <div className="flex-1 basis-28">
        <FilterSelect
          label={dialogs.rangeTo}
          options={options}
          value={range.to}
          onChange={(to) => setRange({ ...range, to })}
        />
      </div>
      <AriaDisabledButton
        variant="secondary"
        className="max-sm:w-full"
        isDisabled={between.every((label) => isChosen.has(label))}
        onClick={() => onAdd(between)}
      >
        {dialogs.rangeAdd(between.length)}
        <span className="sr-only">{dialogs.rangeTimes}</span>
      </AriaDisabledButton>
    </fieldset>
  );
}

interface TimeChoiceProps {
  label: string;
  isChosen: boolean;
  closed: string | undefined;
  toggle: (label: string) => void;
}

function TimeChoice({ label, isChosen, closed, toggle }: TimeChoiceProps) {
  return (
    <label className="figures flex min-h-12 items-center gap-3 rounded-control px-3 whitespace-nowrap text-cocoa not-has-checked:hover:bg-sunken has-checked:bg-green-tint has-checked:font-semibold">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={() => toggle(label)}
        className="size-5 shrink-0 accent-green"
      />
      <span className="leading-tight">
        {label}
        {closed && <span className="block text-xs text-cocoa-3"> {closed}</span>}
      </span>
    </label>
  );
}

function useOpening(duration: DurationInMinutes) {
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // On touch screens, a focused field would open the keyboard over the list.
    if (!matchMedia('(pointer: coarse)').matches) search.current?.focus();
    // Few people meet at night, so the list first shows the morning.
    const morning = list.current?.querySelectorAll('label')[Math.ceil(OPENS_AT_MINUTE / duration)];
    const top = (element: HTMLElement) => element.getBoundingClientRect().top;
    if (list.current && morning) list.current.scrollTop += top(morning) - top(list.current);
  }, [duration]);
  return { search, list };
}

/** There can be 96 times (S-314). */
export function TimesList({ duration, chosen, onChange, ...when }: TimesListProps) {
  const searchId = useId();
  const { search, list } = useOpening(duration);
  const [query, setQuery] = useState('');
  const slots = daySlotLabels(duration);
  const found = slots.filter((label) => matchesTime(label, query));
  const isChosen = new Set(chosen);
  const closed = new Map(slots.map((label) => [label, closedReason(label, when)]));

  const toggle = (label: string) =>
    onChange(isChosen.has(label) ? chosen.filter((other) => other !== label) : sortTimes([...chosen, label]));

  const choose = (labels: readonly string[]) => onChange(sortTimes([...new Set([...chosen, ...labels])]));

  function chooseFound() {
    list.current?.querySelector('input')?.focus();
    choose(found);
  }

  return (
    <>
      <TimeRange duration={duration} isChosen={isChosen} closed={closed} onAdd={choose} />
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-cocoa-3"
        />
        <input
          ref={search}
          id={searchId}
          type="search"
          aria-label={dialogs.timesSearch}
          placeholder={dialogs.timesSearchHint}
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className={cx(controlClass, 'pl-11')}
        />
      </div>
      <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm text-cocoa-3">
        <p role="status">
          {found.length === 0 ? dialogs.timesNoMatch(query) : dialogs.timesFound(found.length)}
        </p>
        {query.trim() !== '' && found.some((label) => !isChosen.has(label)) && (
          <Button variant="quiet" size="small" className="-mr-4" onClick={chooseFound}>
            {dialogs.timesChooseFound(found.length)}
          </Button>
        )}
      </div>
      <fieldset
        ref={list}
        className="mt-2 h-[min(20rem,30dvh)] sm:h-[min(20rem,42dvh)] overflow-y-auto overscroll-contain rounded-control border border-line p-1"
      >
        <legend className="sr-only">{words.timesLabel}</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] gap-1">
          {found.map((label) => (
            <TimeChoice
              key={label}
              {...{ label, toggle }}
              isChosen={isChosen.has(label)}
              closed={closed.get(label)}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}
