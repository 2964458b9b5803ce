import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import type { DurationInMinutes } from '@app/contracts/enumerations.ts';
import { ChevronDown } from 'lucide-react';
import { useId, useState, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClass, FieldError, useField } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { AriaDisabledButton } from '../dialog-button.tsx';
import { durationText, timesSummary, sortTimes, slotsBetween, workingDay } from './times.ts';
import { useGmtTime } from './use-gmt-time.ts';
import { type When, closedReason, TimesList } from './times-list.tsx';

interface TimesFieldProps extends When {
  duration: DurationInMinutes | undefined;
  error: string | undefined;
  note: string | null;
  caution: string | null;
  onChange: (chosen: string[]) => void;
  onLeave: () => void;
  onNoDuration: () => void;
}

interface TimesModalProps extends Pick<TimesFieldProps, 'chosen' | 'onChange'> {
  isOpen: boolean;
  duration: DurationInMinutes;
  when: Omit<When, 'chosen'>;
  onClose: () => void;
}

function TimesModal({ isOpen, duration, chosen, when, onChange, onClose }: TimesModalProps) {
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
          <AriaDisabledButton
            variant="secondary"
            isDisabled={chosen.length === 0}
            onClick={() => onChange([])}
          >
            {words.timesClear}
          </AriaDisabledButton>
        </>
      }
    >
      <TimesList duration={duration} chosen={chosen} onChange={onChange} {...when} />
    </Modal>
  );
}

interface TimesNotesProps extends Pick<TimesFieldProps, 'note' | 'caution'> {
  hint: string;
  hintId: string;
  now: string;
}

function TimesNotes({ note, hint, hintId, now, caution }: TimesNotesProps) {
  return (
    <>
      <p role="status" className={cx('text-sm text-gold-ink', note && 'mt-1.5')}>
        {note}
      </p>
      <p className="figures mt-1.5 text-sm text-cocoa-3">
        <span id={hintId}>{hint}</span> · {words.itIsNow(now)}
      </p>
      <p
        role="status"
        className={cx(
          'figures',
          caution && 'mt-3 rounded-control bg-gold-tint px-3 py-2 text-sm text-gold-ink',
        )}
      >
        {caution}
      </p>
    </>
  );
}

export function TimesField({
  duration,
  chosen,
  error,
  note,
  caution,
  onChange,
  onLeave,
  onNoDuration,
  ...when
}: TimesFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const labelId = useId();
  const now = useGmtTime();
  const hint = duration === undefined ? words.timesNeedDuration : words.eachLasts(durationText(duration));
  const { control, hintId, errorId } = useField({ hint, error });
  const { 'aria-invalid': isInvalid, ...button } = control;
  const valueId = `${control.id}value`;
  const day =
    duration && slotsBetween(duration, workingDay(duration)).filter((label) => !closedReason(label, when));
  const [from, to = from] = [day?.[0], day?.at(-1)];
  const box = useRef<HTMLDivElement>(null);
  // The action bar may cover the notes below the field, so the page scrolls to them.
  useEffect(() => {
    if (!isOpen) return undefined;
    const field = box.current;
    return () => field?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  function close() {
    setIsOpen(false);
    onLeave();
  }
  return (
    <div ref={box}>
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
          {timesSummary(chosen)}
        </span>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-cocoa-2" />
      </button>
      {day && from && to && (
        <AriaDisabledButton
          variant="quiet"
          size="small"
          className="-ml-4"
          isDisabled={day.every((label) => chosen.includes(label))}
          onClick={() => onChange(sortTimes([...new Set([...chosen, ...day])]))}
        >
          {words.addDay(day.length, from, to)}
        </AriaDisabledButton>
      )}
      <FieldError id={errorId} error={error} />
      <TimesNotes {...{ note, hint, hintId, now, caution }} />
      {duration !== undefined && (
        <TimesModal {...{ isOpen, duration, chosen, onChange, when }} onClose={close} />
      )}
    </div>
  );
}
