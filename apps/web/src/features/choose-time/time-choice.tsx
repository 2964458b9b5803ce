import { today } from '@app/contracts/calendar.ts';
import type { SlotForParticipant } from '@app/contracts/project/slots.ts';
import { chooseTimeWords as words } from '@app/words/choose-time.ts';
import type { ComponentProps } from 'react';
import { clock } from '@app/words/clock.ts';
import { shortDay } from '../../format/days.ts';
import { listed } from '../../format/listed.ts';
import { meetingTime } from '../../format/meeting-time.ts';
import { type freeDays, ownClock } from './days-of.ts';

type Radio = Omit<ComponentProps<'input'>, 'id' | 'type' | 'value' | 'children'>;

const cardClass =
  'flex min-h-12 items-center gap-2 rounded-control border border-line-strong bg-surface px-3 py-2 transition-colors ' +
  'has-enabled:not-has-checked:hover:border-cocoa has-checked:border-green has-checked:bg-green-tint ' +
  'has-checked:not-has-focus-visible:edge-green forced-colors:has-checked:outline-2 has-focus-visible:marked';

interface TimeProps {
  slot: Pick<SlotForParticipant, 'slotId' | 'startsAt' | 'seats' | 'seatsLeft'>;
  /** Heard before the time, as the day above it is seen; where none stands there the time says its own. */
  day?: string;
  radio: Radio;
}

function Time({ slot: { slotId, startsAt, seats, seatsLeft }, day, radio }: TimeProps) {
  const own = ownClock(startsAt);
  return (
    <label className={cardClass}>
      <input
        {...radio}
        type="radio"
        value={slotId}
        className="size-5 shrink-0 accent-green focus-visible:unmarked"
      />
      <span className="figures min-w-0 wrap-anywhere">
        {day !== undefined && <span className="sr-only">{day}, </span>}
        <span className="block font-semibold max-sm:text-sm">
          {day === undefined ? meetingTime(startsAt) : words.time(clock(startsAt))}
        </span>
        {seats > 1 && <span className="block text-sm text-cocoa-2">{words.left(seatsLeft, seats)}</span>}
        {own !== undefined && <span className="block text-sm text-cocoa-2">{words.yourTime(own)}</span>}
      </span>
    </label>
  );
}

interface TimeChoiceProps {
  shown: Pick<ReturnType<typeof freeDays>, 'days' | 'full'>;
  /** The time that is kept for this person. */
  offered: string | null;
  /** Of the words that say that none is chosen. */
  missingId: string | undefined;
  radio: Radio;
}

const gridClass = 'grid grid-cols-2 gap-2 sm:grid-cols-3';

/** One group over all days: one choice, one stop of Tab, and arrows go through all of it. */
export function TimeChoice({ shown: { days, full }, offered, missingId, radio }: TimeChoiceProps) {
  const now = today();
  const own = { ...radio, 'aria-invalid': missingId === undefined ? undefined : true };
  return (
    <div
      role="radiogroup"
      aria-label={words.times}
      aria-describedby={missingId}
      className="flex flex-col gap-6"
    >
      {offered !== null && (
        <section>
          <h2 className="mb-2 text-lg">{words.kept}</h2>
          <div className={gridClass}>
            <Time slot={{ slotId: offered, startsAt: offered, seats: 1, seatsLeft: 1 }} radio={own} />
          </div>
        </section>
      )}
      {days.map(([day, free]) => (
        <section key={day}>
          <h2 className="mb-2 text-lg">
            {shortDay(day, now)}{' '}
            <span className="font-body text-sm font-normal tracking-normal text-cocoa-2">
              {words.timesLeft(free.length)}
            </span>
          </h2>
          <div className={gridClass}>
            {free.map((slot) => (
              <Time key={slot.slotId} slot={slot} day={shortDay(day, now)} radio={own} />
            ))}
          </div>
        </section>
      ))}
      {full.length > 0 && (
        <p className="text-sm text-cocoa-2">{words.full(listed(full.map((day) => shortDay(day, now))))}</p>
      )}
    </div>
  );
}
