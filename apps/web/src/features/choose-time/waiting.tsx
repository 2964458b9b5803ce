import { today } from '@app/contracts/calendar.ts';
import { joinWaiting, leaveWaiting, type Waiting } from '@app/contracts/project/slots.ts';
import { chooseTimeWords as words } from '@app/words/choose-time.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callProject } from '../../api/call.ts';
import { meetingKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { daysLeft, shortDay } from '../../format/days.ts';
import { listed } from '../../format/listed.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckboxGroup } from '../../ui/choice-group.tsx';
import { toast } from '../../ui/toast.ts';

/** More are shown on a press. */
const DAYS_AT_FIRST = 8;

interface WaitingProps {
  studyId: string;
  waiting: Waiting | null;
  /** On which the study meets. */
  days: readonly string[];
  hasTimes: boolean;
}

/** The list of those whom no time suits, with the days that would. */
export function WaitingCard({ studyId, waiting, days, hasTimes }: WaitingProps) {
  const client = useQueryClient();
  const params = { id: studyId };
  const saved = waiting?.days.join();
  const [seen, setSeen] = useState(saved);
  const [suits, setSuits] = useState<readonly string[]>(waiting?.days ?? []);
  if (saved !== seen) {
    setSeen(saved);
    setSuits(waiting?.days ?? []);
  }
  const status = useRef<HTMLParagraphElement>(null);
  const [most, setMost] = useState(DAYS_AT_FIRST);
  const settled = { onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }) };
  const join = useSingleCall<unknown>(['wait', studyId], {
    mutationFn: () => callProject(joinWaiting, { params, body: { days: [...suits] } }),
    onSuccess: () => waiting && toast.success(words.daysSaved),
    ...settled,
  });
  const leave = useSingleCall<unknown>(['wait', studyId], {
    mutationFn: () => callProject(leaveWaiting, { params }),
    // The button goes with the place.
    onSuccess: () => status.current?.focus(),
    ...settled,
  });
  const now = today();
  const left = daysLeft(days, now);
  const named = (waiting?.days ?? []).map((day) => shortDay(day, now));
  return (
    <Card className="mt-8">
      <h2 className="text-lg">{hasTimes ? words.waitTitle : words.noneTitle}</h2>
      <p ref={status} role="status" tabIndex={-1} className="mt-1 mb-4 text-cocoa-2 focus:unmarked">
        {waiting === null ? words.waitText : words.waiting(listed(named))}
      </p>
      {left.length > 1 && (
        <CheckboxGroup
          label={words.days}
          hint={words.daysHint}
          name="days"
          isCompact
          columns={4}
          options={left.slice(0, most).map((day) => ({ value: day, label: shortDay(day, now) }))}
          ref={(box) => {
            if (box) box.checked = suits.includes(box.value);
          }}
          onChange={({ target: { checked, value } }) =>
            setSuits(checked ? [...suits, value] : suits.filter((day) => day !== value))
          }
        />
      )}
      {left.length > most && (
        <Button variant="quiet" size="small" onClick={() => setMost(Infinity)}>
          {words.allDays}
        </Button>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="secondary" isBusy={join.isPending} onClick={() => join.mutate()}>
          {waiting === null ? words.wait : words.saveDays}
        </Button>
        {waiting !== null && (
          <Button variant="quiet" isBusy={leave.isPending} onClick={() => leave.mutate()}>
            {words.leave}
          </Button>
        )}
      </div>
    </Card>
  );
}
