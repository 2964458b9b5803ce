import { lastPlannableDay, today } from '@app/contracts/calendar.ts';
import { DAY_MS } from '@app/contracts/durations.ts';
import type { DurationInMinutes } from '@app/contracts/enumerations.ts';
import type { Ethics } from '@app/contracts/project/ethics.ts';
import { addSlots } from '@app/contracts/project/slots.ts';
import { minuteOfLabel, slotInstant, daySlotLabels } from '@app/contracts/time-slots.ts';
import { studyTimesWords as words } from '@app/words/study-times.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callProject } from '../../../api/call.ts';
import { CallFailed, failureMessage } from '../../../api/failure.ts';
import { meetingKeys } from '../../../api/keys.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { serverToday } from '../../../api/server-today.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { useNow } from '../../../product/meetings/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { refetchStudy } from '../project-queries.ts';

const DAYS_AHEAD = Array.from({ length: 60 }, (_, at) => at + 1);
const MORNING = 9 * 60;
const NOON = 12 * 60;

interface AddTimesModalProps {
  studyId: string;
  duration: DurationInMinutes;
  ethics: Ethics | null;
  known: ReadonlySet<string>;
  onClose: () => void;
}

/**
 * The server may refuse a time because of its day, for example a day after the end of the ethics approval.
 */
const isRefused = (error: unknown) => error instanceof CallFailed && error.code === 'INVALID_INPUT';

export function AddTimesModal({ studyId, duration, ethics, known, onClose }: AddTimesModalProps) {
  const client = useQueryClient();
  const now = useNow();
  const all = daySlotLabels(duration);
  const at = (minute: number) => all.findLast((label) => (minuteOfLabel(label) ?? 0) <= minute) ?? '';
  const [from, setFrom] = useState(at(MORNING));
  const [to, setTo] = useState(at(NOON - 1));
  const lastDay = ethics?.approval === 'APPROVED' ? ethics.validUntil : lastPlannableDay(serverToday());
  const [day, setDay] = useState(() => {
    const next = DAYS_AHEAD.map((days) => today(new Date(serverNow() + days * DAY_MS))).filter(
      (one) => one <= lastDay,
    );
    const morning = all.slice(all.indexOf(from), all.indexOf(to) + 1);
    return next.find((one) => morning.some((label) => !known.has(slotInstant(one, label)))) ?? serverToday();
  });
  const isDay = /^20\d\d-\d\d-\d\d$/.test(day);
  const labels = all
    .slice(all.indexOf(from), all.indexOf(to) + 1)
    .filter((label) => isDay && Date.parse(slotInstant(day, label)) > now);
  const [first, last] = [labels[0], labels.at(-1)];
  const addition = useSingleCall(['add-slots', studyId], {
    mutationFn: () =>
      callProject(addSlots, {
        params: { id: studyId },
        body: { startsAt: labels.map((label) => slotInstant(day, label)) },
      }),
    onSuccess: ({ added }) => {
      toast.success(words.added(added));
    },
    onError: (error) => {
      if (!isRefused(error)) toastFailure(error);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: meetingKeys.all() }),
        // The days of the study may change too.
        refetchStudy(client, studyId),
      ]),
  });
  const options = all.map((label) => [label, label] as const);
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.addTitle}
      actions={
        <Button disabled={first === undefined} isBusy={addition.isPending} onClick={() => addition.mutate()}>
          {words.addCount(labels.length)}
        </Button>
      }
      keep={words.done}
    >
      <p>{words.addText}</p>
      <div className="figures mt-4 grid gap-4 text-cocoa sm:grid-cols-2">
        <TextInput
          className="sm:col-span-2"
          label={words.day}
          type="date"
          min={serverToday()}
          max={lastDay}
          value={day}
          error={isRefused(addition.error) ? failureMessage(addition.error) : undefined}
          onChange={(event) => {
            setDay(event.target.value);
            addition.reset();
          }}
        />
        <FilterSelect label={words.from} options={options} value={from} onChange={setFrom} />
        <FilterSelect label={words.to} options={options} value={to} onChange={setTo} />
      </div>
      <p role="status" className="figures mt-3 text-sm">
        {first === undefined || last === undefined ? words.addsNone : words.adds(labels.length, first, last)}
      </p>
    </Modal>
  );
}
