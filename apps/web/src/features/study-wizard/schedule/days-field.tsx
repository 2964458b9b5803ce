import { dayWords, longDay } from '@app/words/days.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { lastPlannableDay } from '@app/contracts/calendar.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useRef, type KeyboardEvent, useEffect, useState } from 'react';
import { monthAndYear } from '../../../format/days.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { FieldError } from '../../../ui/field.tsx';
import { AriaDisabledButton } from '../dialog-button.tsx';
import {
  addMonths,
  dayByKey,
  type DayBounds,
  dayMonth,
  toggleDay,
  monthWeeks,
  clampDay,
} from './month-grid.ts';
import { useToday } from '../../../product/meetings/use-now.ts';

interface DaysFieldProps {
  days: readonly string[];
  approvedUntil: string | undefined;
  error: string | undefined;
  note: string | null;
  onChange: (days: string[]) => void;
  onLeave: () => void;
}

const weekdays = [1, 2, 3, 4, 5, 6, 0].map((at) => ({
  long: dayWords.weekdays[at]!,
  short: dayWords.shortWeekdays[at]!,
}));

/** The ARIA practices use these roles for a grid of dates. */
const asGrid = { role: 'grid', 'aria-multiselectable': true } as const;

interface MonthButtonProps {
  label: string;
  Icon: typeof ChevronLeft;
  isAtEnd: boolean;
  onPress: () => void;
}

function MonthButton({ label, Icon, isAtEnd, onPress }: MonthButtonProps) {
  return (
    <AriaDisabledButton variant="plain" size="icon" aria-label={label} isDisabled={isAtEnd} onClick={onPress}>
      <Icon aria-hidden="true" className="size-5" />
    </AriaDisabledButton>
  );
}

interface DayCellProps {
  day: string;
  bounds: DayBounds;
  isChosen: boolean;
  /** The Tab key goes only to this day. Arrow keys go to the others. */
  isStop: boolean;
  onToggle: (day: string) => void;
  onMove: (event: KeyboardEvent) => void;
}

function DayCell({ day, bounds: { first, last }, isChosen, isStop, onToggle, onMove }: DayCellProps) {
  const isFree = day >= first && day <= last;
  const isToday = day === first;
  const label = isToday ? words.todayIs(longDay(day)) : longDay(day);
  const toggle = () => onToggle(day);
  return (
    <td
      tabIndex={isStop ? 0 : -1}
      data-day={day}
      aria-label={label}
      aria-current={isToday ? 'date' : undefined}
      aria-selected={isChosen}
      aria-disabled={!isFree || undefined}
      onClick={isFree ? toggle : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return onMove(event);
        // Otherwise Enter would submit the form, and Space would scroll the page.
        event.preventDefault();
        if (isFree) toggle();
        return undefined;
      }}
      className={cx(
        'rounded-control p-0 select-none',
        isFree ? 'group cursor-pointer' : 'aria-disabled:text-line-strong',
      )}
    >
      <span
        className={cx(
          'figures relative mx-auto flex aspect-square w-full max-w-12 items-center lg:max-w-11 justify-center rounded-control',
          isChosen ? 'bg-green font-bold text-on-green forced-colors:outline-2' : 'group-hover:bg-sunken',
          isToday &&
            'font-bold after:absolute after:inset-x-2 after:bottom-1 after:h-0.5 after:rounded-pill after:bg-gold after:content-[""]',
        )}
      >
        {day.slice(8)}
      </span>
    </td>
  );
}

interface DaysCalendarProps {
  days: readonly string[];
  lastDay: string | undefined;
  onChange: (days: string[]) => void;
  labelledBy: string;
  describedBy: string;
}

interface MonthHeadProps {
  id: string;
  stop: string;
  bounds: DayBounds;
  onGo: (day: string) => void;
}

function MonthHead({ id, stop, bounds, onGo }: MonthHeadProps) {
  const month = dayMonth(stop);
  const shiftMonths = (months: number) => onGo(clampDay(bounds, addMonths(stop, months)));
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between">
      <MonthButton
        label={words.previousMonth}
        Icon={ChevronLeft}
        isAtEnd={month === dayMonth(bounds.first)}
        onPress={() => shiftMonths(-1)}
      />
      <h2 id={id} aria-live="polite" className="text-lg @max-[14rem]:order-first @max-[14rem]:basis-full">
        {monthAndYear(stop)}
      </h2>
      <MonthButton
        label={words.nextMonth}
        Icon={ChevronRight}
        isAtEnd={month === dayMonth(bounds.last)}
        onPress={() => shiftMonths(1)}
      />
    </div>
  );
}

function WeekdayHead() {
  return (
    <thead>
      <tr>
        {weekdays.map(({ long, short }) => (
          <th key={long} scope="col" className="pb-1 text-xs font-semibold text-cocoa-3">
            <span aria-hidden="true">{short}</span>
            <span className="sr-only">{long}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A day that is past in Ghana cannot be chosen (S-313). */
function DaysCalendar({ days, lastDay, onChange, labelledBy, describedBy }: DaysCalendarProps) {
  const first = useToday();
  const horizon = { first, last: lastPlannableDay(first) };
  const bounds = { first, last: clampDay(horizon, lastDay ?? horizon.last) };
  const monthId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const isMovedByKey = useRef(false);
  const [asked, setAsked] = useState(() => days[0] ?? first);
  // The day may be past, if the page was opened on an earlier day.
  const stop = clampDay(bounds, asked);
  const month = dayMonth(stop);

  useEffect(() => {
    if (isMovedByKey.current) grid.current?.querySelector<HTMLElement>(`[data-day="${stop}"]`)?.focus();
    isMovedByKey.current = false;
  }, [stop]);

  function move(event: KeyboardEvent) {
    const to = dayByKey(event.key, event.shiftKey, stop);
    if (to === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = clampDay(bounds, to);
    isMovedByKey.current = next !== stop;
    setAsked(next);
  }
  function toggle(day: string) {
    setAsked(day);
    onChange(toggleDay(days, day));
  }

  return (
    <>
      <MonthHead id={monthId} stop={stop} bounds={bounds} onGo={setAsked} />
      <table
        ref={grid}
        {...asGrid}
        aria-labelledby={`${labelledBy} ${monthId}`}
        aria-describedby={describedBy}
        className="w-full table-fixed border-separate border-spacing-0 sm:border-spacing-0.5"
      >
        <WeekdayHead />
        <tbody>
          {monthWeeks(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, at) =>
                day === null ? (
                  <td key={weekdays[at]!.long} aria-hidden="true" />
                ) : (
                  <DayCell
                    key={day}
                    day={day}
                    bounds={bounds}
                    isChosen={days.includes(day)}
                    isStop={day === stop}
                    onToggle={toggle}
                    onMove={move}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export function DaysField({ days, approvedUntil, error, note, onChange, onLeave }: DaysFieldProps) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const labelId = `${id}label`;
  const errorId = `${id}error`;
  const countId = `${id}count`;
  function clear() {
    field.current?.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus();
    onChange([]);
  }
  return (
    <div
      ref={field}
      className="@container"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
      }}
    >
      <p id={labelId} className="mb-2 text-sm font-semibold max-sm:px-3">
        {words.daysLabel}
      </p>
      <DaysCalendar
        days={days}
        lastDay={approvedUntil}
        onChange={onChange}
        labelledBy={labelId}
        describedBy={`${errorId} ${countId}`}
      />
      <div className="max-sm:px-3">
        <FieldError id={errorId} error={error} />
        <p role="status" className="text-sm text-gold-ink">
          {note}
        </p>
        {approvedUntil !== undefined && (
          <p className="text-sm text-cocoa-2">{words.approvedUntil(longDay(approvedUntil))}</p>
        )}
      </div>
      <div className="flex min-h-11 items-center justify-between gap-4 text-sm text-cocoa-3 max-sm:px-3">
        <p id={countId} role="status" className="figures">
          {days.length === 0 ? words.daysHint : words.daysChosen(days.length)}
        </p>
        {days.length > 0 && (
          <Button variant="quiet" size="small" className="-mr-4" onClick={clear}>
            {words.clearDays}
          </Button>
        )}
      </div>
    </div>
  );
}
