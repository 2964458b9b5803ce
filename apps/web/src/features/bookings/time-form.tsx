import { chooseTimeWords as words } from '@app/words/bookings.ts';
import { clock } from '@app/words/clock.ts';
import { timeWords } from '@app/words/time.ts';
import { TimeByPhone, TimeToTake } from '@app/contracts/project/booking-fields.ts';
import { bookSlot, rescheduleBooking, type OwnBooking } from '@app/contracts/project/bookings.ts';
import type { SlotForParticipant } from '@app/contracts/project/slots.ts';
import { localNumber } from '@app/contracts/local-number.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { shortDay } from '@app/words/days.ts';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useEffect, useId, useMemo, useRef, useState, type ComponentProps } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { callProject } from '../../api/call.ts';
import { CallFailed, failureMessage } from '../../api/failure.ts';
import { applicationKey, meetingKeys } from '../../api/keys.ts';
import { serverToday } from '../../api/server-today.ts';
import { namedDay } from '../../format/days.ts';
import { exactTime } from '../../format/exact-time.ts';
import { joinShortened } from '../../format/listed.ts';
import { meetingTime } from '../../format/meeting-time.ts';
import { localClock } from '../../format/local-time.ts';
import { NumberFields } from '../../forms/number-fields.tsx';
import { useSubmit, SubmitButton, useDraftForm } from '../../forms/form.tsx';
import { Button } from '../../ui/button.tsx';
import { StickyBar } from '../../ui/sticky-bar.tsx';
import { toast } from '../../ui/toast.ts';
import { type Times, freeDays, nearestFreeSlots } from './use-times.ts';

interface Gone {
  slotId: string;
  why: string;
}

function GoneTime({
  gone,
  slots,
  onChoose,
}: {
  gone: Gone;
  slots: Times['slots'];
  onChoose: (id: string) => void;
}) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  const nearest = nearestFreeSlots(gone.slotId, slots);
  return (
    <div ref={message} role="alert" tabIndex={-1} className="focus:unmarked">
      <p className="font-semibold text-laterite">{words.gone(exactTime(gone.slotId), gone.why)}</p>
      {nearest.length > 0 && (
        <>
          <p className="mt-2">{words.nearest}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            {nearest.map(({ slotId }) => (
              <Button key={slotId} variant="secondary" onClick={() => onChoose(slotId)}>
                {exactTime(slotId)}
              </Button>
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function ChosenTime({ control, missingId }: { control: Control<TimeToTake>; missingId: string | undefined }) {
  const chosen = useWatch({ control, name: 'slotId' });
  if (missingId === undefined) return chosen ? meetingTime(chosen) : words.noneChosen;
  return (
    <span id={missingId} className="font-semibold text-laterite">
      {words.missing}
    </span>
  );
}

interface TimeFormProps {
  times: Times;
  most: number;
  onMore: () => void;
  moved: OwnBooking | undefined;
}

type Radio = Omit<ComponentProps<'input'>, 'id' | 'type' | 'value' | 'children'>;

const cardClass =
  'flex min-h-12 items-center gap-2 rounded-control border border-line-strong bg-surface px-3 py-2 transition-colors ' +
  'has-enabled:not-has-checked:hover:border-cocoa has-checked:border-green has-checked:bg-green-tint ' +
  'has-checked:not-has-focus-visible:edge-green forced-colors:has-checked:outline-2 has-focus-visible:marked';

interface TimeProps {
  slot: Pick<SlotForParticipant, 'slotId' | 'startsAt' | 'seats' | 'seatsLeft'>;
  /**
   * Screen readers say the day before the time. If no day is shown above the times, each time includes its
   * day.
   */
  day?: string;
  radio: Radio;
}

const Time = memo(function Time({ slot: { slotId, startsAt, seats, seatsLeft }, day, radio }: TimeProps) {
  const own = localClock(startsAt);
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
          {day === undefined ? meetingTime(startsAt) : clock(startsAt)}
        </span>
        {seats > 1 && <span className="block text-sm text-cocoa-2">{words.left(seatsLeft, seats)}</span>}
        {own !== undefined && <span className="block text-sm text-cocoa-2">{timeWords.here(own)}</span>}
      </span>
    </label>
  );
});

interface TimeChoiceProps {
  shown: Pick<ReturnType<typeof freeDays>, 'days' | 'full'>;
  offered: string | null;
  missingId: string | undefined;
  radio: Radio;
}

const gridClass = 'grid grid-cols-2 gap-2 sm:grid-cols-3';

/** For the Tab key, one radio group is one stop. */
const TimeChoice = memo(function TimeChoice({
  shown: { days, full },
  offered,
  missingId,
  radio,
}: TimeChoiceProps) {
  const now = serverToday();
  return (
    <div
      role="radiogroup"
      aria-label={words.times}
      aria-describedby={missingId}
      aria-invalid={missingId === undefined ? undefined : true}
      className="flex flex-col gap-6"
    >
      {offered !== null && (
        <section>
          <h2 className="mb-2 text-lg">{words.kept}</h2>
          <div className={gridClass}>
            <Time slot={{ slotId: offered, startsAt: offered, seats: 1, seatsLeft: 1 }} radio={radio} />
          </div>
        </section>
      )}
      {days.map(([day, free]) => (
        <section key={day}>
          <h2 className="mb-2 text-lg">
            {namedDay(day, now)}{' '}
            <span className="font-body text-sm font-normal tracking-normal text-cocoa-2">
              {words.timesLeft(free.length)}
            </span>
          </h2>
          <div className={gridClass}>
            {free.map((slot) => (
              <Time key={slot.slotId} slot={slot} day={shortDay(day, now)} radio={radio} />
            ))}
          </div>
        </section>
      ))}
      {full.length > 0 && (
        <p className="text-sm text-cocoa-2">
          {words.full(joinShortened(full.map((day) => shortDay(day, now))))}
        </p>
      )}
    </div>
  );
});

export function TimeForm({ times, most, onMore, moved }: TimeFormProps) {
  const { slots, booking, study, number, hasMore } = times;
  const client = useQueryClient();
  const navigate = useNavigate();
  const asksNumber = moved === undefined && study.meetingWay === 'PHONE';
  const offered = booking?.state === 'OFFERED' ? booking.startsAt : null;
  const [gone, setGone] = useState<Gone | null>(null);
  // The rest of the form treats both schemas in the same way.
  const schema = asksNumber ? (TimeByPhone as unknown as typeof TimeToTake) : TimeToTake;
  const draft = useDraftForm(schema, {
    defaultValues: {
      slotId: offered ?? undefined,
      phoneNumber: asksNumber ? localNumber(number.phoneNumber ?? '') : undefined,
      isOnWhatsApp: asksNumber ? number.isOnWhatsApp : undefined,
    },
  });
  const { form } = draft;
  const { getValues, setValue } = form;
  const lastOffered = useRef(offered);
  // If a new offer comes, it replaces a time that an earlier offer selected, but not one that the person
  // chose.
  useEffect(() => {
    if (offered === null) return;
    const chosen = getValues('slotId');
    if (!chosen || chosen === lastOffered.current) setValue('slotId', offered, { shouldValidate: true });
    lastOffered.current = offered;
  }, [offered, getValues, setValue]);
  async function send(body: TimeToTake): Promise<void> {
    if (moved) {
      await callProject(rescheduleBooking, { params: { id: moved.id }, body: { slotId: body.slotId } });
    } else {
      await callProject(bookSlot, { params: { id: study.id }, body });
    }
    await navigate(paths.ownStudy(study.id));
    toast.success(moved ? words.moved : words.booked);
    void client.invalidateQueries({ queryKey: meetingKeys.all() });
  }
  const { submit, isPending } = useSubmit(draft, send, (error) => {
    void client.invalidateQueries({ queryKey: meetingKeys.all() });
    const code = (error instanceof CallFailed && error.code) || '';
    if (code === 'CONSENT_OUTDATED') {
      // The page of the application asks for the missing consent.
      void client.invalidateQueries({ queryKey: applicationKey() });
      void navigate(paths.ownStudy(study.id));
      toast.info(failureMessage(error));
      return true;
    }
    if (!/^(SLOT|MEETINGS)_/.test(code)) return false;
    setGone({ slotId: getValues('slotId'), why: failureMessage(error) });
    setValue('slotId', '', { shouldValidate: true });
    return true;
  });
  function choose(slotId: string) {
    setValue('slotId', slotId, { shouldValidate: true });
    const at = freeDays(slots, Infinity).days.findIndex(([day]) => slotId.startsWith(day));
    if (at >= most) onMore();
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`input[value="${slotId}"]`)?.focus());
  }
  const shown = useMemo(() => freeDays(slots, most), [slots, most]);
  const noteId = useId();
  const { error, ...registered } = draft.field('slotId');
  const [radio] = useState<Radio>(registered);
  const missingId = error === undefined ? undefined : noteId;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <TimeChoice shown={shown} offered={offered} missingId={missingId} radio={radio} />
      {(shown.hasMore || hasMore) && (
        <Button variant="secondary" onClick={onMore}>
          {words.more}
        </Button>
      )}
      {asksNumber && <NumberFields field={draft.field} />}
      {gone && <GoneTime key={gone.slotId} gone={gone} slots={slots} onChoose={choose} />}
      <StickyBar note={<ChosenTime control={form.control} missingId={missingId} />}>
        <SubmitButton isValid={draft.isValid} isPending={isPending}>
          {moved ? words.move : words.book}
        </SubmitButton>
      </StickyBar>
    </form>
  );
}
