import { today, yearsFrom } from '@app/contracts/calendar.ts';
import { type CalendarDate, parseDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components/Calendar';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { buttonClass } from '../../ui/button-look.ts';
import { cx } from '../../ui/cx.ts';

const YEARS_AHEAD = 2;
const navClass = buttonClass({ variant: 'plain', size: 'icon', className: 'data-disabled:text-line-strong' });

const cellClass = (isToday: boolean) =>
  cx(
    'figures relative mx-auto flex aspect-square w-full max-w-12 items-center justify-center rounded-control',
    // What the library would say in a style element, which the content policy does not let in.
    '[touch-action:pan-x_pan-y_pinch-zoom]',
    'data-outside-month:invisible data-disabled:text-line-strong',
    'not-data-disabled:cursor-pointer not-data-selected:data-hovered:bg-sunken',
    'data-selected:bg-green data-selected:font-bold data-selected:text-on-green',
    isToday &&
      'font-bold after:absolute after:inset-x-2 after:bottom-1 after:h-0.5 after:rounded-pill after:bg-gold after:content-[""]',
  );

interface DaysCalendarProps {
  /** Calendar days as `YYYY-MM-DD`. */
  days: readonly string[];
  onChange: (days: string[]) => void;
  labelledBy: string;
  describedBy: string;
}

/** Many days at once, by pointer or keyboard; none that has passed in Ghana (S-313). */
export default function DaysCalendar({ days, onChange, labelledBy, describedBy }: DaysCalendarProps) {
  const first = today();
  return (
    <I18nProvider locale="en-GB">
      {/* Stands where the library would put its style element: finding one, it leaves the page alone. */}
      <span id="react-aria-pressable-style" hidden />
      <Calendar<CalendarDate, 'multiple'>
        selectionMode="multiple"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        value={days.map((day) => parseDate(day))}
        onChange={(chosen) => onChange(chosen.map((day) => day.toString()).toSorted())}
        minValue={parseDate(first)}
        maxValue={parseDate(yearsFrom(first, YEARS_AHEAD))}
        firstDayOfWeek="mon"
      >
        <div className="mb-2 flex items-center justify-between">
          <Button slot="previous" className={navClass}>
            <ChevronLeft aria-hidden="true" className="size-5" />
          </Button>
          <Heading className="text-lg" />
          <Button slot="next" className={navClass}>
            <ChevronRight aria-hidden="true" className="size-5" />
          </Button>
        </div>
        <CalendarGrid
          weekdayStyle="short"
          className="w-full table-fixed border-separate border-spacing-0 sm:border-spacing-0.5"
        >
          <CalendarGridHeader>
            {(day) => (
              <CalendarHeaderCell className="pb-1 text-xs font-semibold text-cocoa-3">
                {day}
              </CalendarHeaderCell>
            )}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => <CalendarCell date={date} className={cellClass(date.toString() === first)} />}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
    </I18nProvider>
  );
}
