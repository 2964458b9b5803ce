import { studyWizardMessages as words } from '@app/words/study-wizard.ts';
import type { DurationInMinutes } from '@app/contracts/enumerations.ts';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClass, FieldError, useField } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { RestingButton } from '../resting-button.tsx';
import { TimesList } from './times-list.tsx';
import { durationWords, summaryOf } from './times.ts';
import { useGmtTime } from './use-gmt-time.ts';

interface TimesFieldProps {
  duration: DurationInMinutes | undefined;
  chosen: readonly string[];
  error: string | undefined;
  /** What a changed duration has taken out. */
  note: string | null;
  onChange: (chosen: string[]) => void;
  onLeave: () => void;
  /** Pressed before there is a length of which there could be times. */
  onNoDuration: () => void;
}

/** The chosen times behind one button, with the meeting's length and the time it is now (S-314). */
export function TimesField({
  duration,
  chosen,
  error,
  note,
  onChange,
  onLeave,
  onNoDuration,
}: TimesFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const labelId = useId();
  const now = useGmtTime();
  const hint = duration === undefined ? words.timesNeedDuration : words.meetingsOf(durationWords(duration));
  const { control, hintId, errorId } = useField({ hint, error });
  const { 'aria-invalid': isInvalid, ...button } = control;
  const valueId = `${control.id}value`;
  function close() {
    setIsOpen(false);
    onLeave();
  }
  return (
    <div>
      <p id={labelId} className="mb-1.5 text-sm font-semibold">
        {words.timesLabel}
      </p>
      <button
        type="button"
        {...button}
        aria-labelledby={`${labelId} ${valueId}`}
        aria-haspopup="dialog"
        aria-disabled={duration === undefined || undefined}
        onClick={() => (duration === undefined ? onNoDuration() : setIsOpen(true))}
        className={cx(
          controlClass,
          'flex items-center justify-between gap-3 text-left',
          isInvalid && 'border-laterite edge-laterite',
        )}
      >
        <span id={valueId} className={cx('figures', chosen.length === 0 && 'text-cocoa-3')}>
          {summaryOf(chosen)}
        </span>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-cocoa-2" />
      </button>
      <FieldError id={errorId} error={error} />
      <p role="status" className={cx('text-sm text-gold-ink', note && 'mt-1.5')}>
        {note}
      </p>
      <p className="figures mt-1.5 text-sm text-cocoa-3">
        <span id={hintId}>{hint}</span> · {words.itIsNow(now)}
      </p>
      {duration !== undefined && (
        <Modal
          isOpen={isOpen}
          onClose={close}
          title={words.timesLabel}
          actions={
            <>
              <Button onClick={close}>
                {words.timesDone}
                {chosen.length > 0 && <span className="figures font-normal">({chosen.length})</span>}
              </Button>
              <RestingButton variant="secondary" isResting={chosen.length === 0} onClick={() => onChange([])}>
                {words.timesClear}
              </RestingButton>
            </>
          }
        >
          <TimesList duration={duration} chosen={chosen} onChange={onChange} />
        </Modal>
      )}
    </div>
  );
}
