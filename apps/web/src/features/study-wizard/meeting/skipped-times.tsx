import { slotInstant } from '@app/contracts/time-slots.ts';
import { meetingFieldWords as words } from '@app/words/meeting-fields.ts';
import { shortDay } from '@app/words/days.ts';
import { useState } from 'react';
import { serverToday } from '../../../api/server-today.ts';
import { FilterSelect } from '../../../ui/filter-select.tsx';

interface SkippedTimesProps {
  days: readonly string[];
  times: readonly string[];
  without: readonly string[];
  onChange: (without: string[]) => void;
}

export function SkippedTimes({ days, times, without, onChange }: SkippedTimesProps) {
  const inOrder = days.toSorted();
  const [chosen, setChosen] = useState(inOrder[0] ?? '');
  const now = serverToday();
  const toggle = (slot: string) =>
    onChange(without.includes(slot) ? without.filter((other) => other !== slot) : [...without, slot]);
  return (
    <div className="text-cocoa">
      <FilterSelect
        label={words.day}
        options={inOrder.map((day) => [day, shortDay(day, now)] as const)}
        value={chosen}
        onChange={setChosen}
      />
      <fieldset className="mt-4">
        <legend className="text-sm text-cocoa-2">{words.withoutText}</legend>
        <div className="figures mt-1 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-1">
          {times.map((label) => {
            const slot = slotInstant(chosen, label);
            return (
              <label
                key={label}
                className="flex min-h-12 items-center gap-3 rounded-control px-3 whitespace-nowrap has-checked:bg-green-tint has-checked:font-semibold"
              >
                <input
                  type="checkbox"
                  checked={!without.includes(slot)}
                  onChange={() => toggle(slot)}
                  className="size-5 shrink-0 accent-green"
                />
                {label}
              </label>
            );
          })}
        </div>
      </fieldset>
    </div>
  );
}
