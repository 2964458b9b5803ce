import { studyWizardMessages as words } from '@app/words/study-wizard.ts';
import { useId, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { DaysCalendar } from './days-calendar.tsx';

interface DaysFieldProps {
  days: readonly string[];
  error: string | undefined;
  /** What was taken out because it has passed. */
  note: string | null;
  onChange: (days: string[]) => void;
  onLeave: () => void;
}

export function DaysField({ days, error, note, onChange, onLeave }: DaysFieldProps) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const labelId = `${id}label`;
  const errorId = `${id}error`;
  const countId = `${id}count`;
  function clear() {
    // The button goes with the days, and the focus would go with it.
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
        onChange={onChange}
        labelledBy={labelId}
        describedBy={`${errorId} ${countId}`}
      />
      <div className="max-sm:px-3">
        <FieldError id={errorId} error={error} />
        <p role="status" className="text-sm text-gold-ink">
          {note}
        </p>
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
