import { studyWizardMessages as words } from '@app/contracts/messages/study-wizard.ts';
import { lazy, Suspense, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

// The one heavy part of the app: it is fetched by whoever comes to stage 4, and by nobody else.
const DaysCalendar = lazy(() => import('./days-calendar.tsx'));

interface DaysFieldProps {
  days: readonly string[];
  error: string | undefined;
  onChange: (days: string[]) => void;
  onLeave: () => void;
}

export function DaysField({ days, error, onChange, onLeave }: DaysFieldProps) {
  const id = useId();
  const labelId = `${id}label`;
  const errorId = `${id}error`;
  const countId = `${id}count`;
  return (
    <div
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
      }}
    >
      <p id={labelId} className="mb-2 text-sm font-semibold max-sm:px-3">
        {words.daysLabel}
      </p>
      <Suspense
        fallback={
          <Loading>
            <Skeleton className="h-[21rem] w-full" />
          </Loading>
        }
      >
        <DaysCalendar
          days={days}
          onChange={onChange}
          labelledBy={labelId}
          describedBy={`${errorId} ${countId}`}
        />
      </Suspense>
      <div className="max-sm:px-3">
        <FieldError id={errorId} error={error} />
      </div>
      <div className="mt-2 flex min-h-11 items-center justify-between gap-4 text-sm text-cocoa-3 max-sm:px-3">
        <p id={countId} role="status" className="figures">
          {days.length === 0 ? words.daysHint : words.daysChosen(days.length)}
        </p>
        {days.length > 0 && (
          <Button variant="quiet" size="small" className="-mr-4 shrink-0" onClick={() => onChange([])}>
            {words.clearDays}
          </Button>
        )}
      </div>
    </div>
  );
}
