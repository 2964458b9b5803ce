import { bookSlot, moveBooking } from '@app/contracts/project/bookings.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { chooseTimeWords as words } from '@app/words/choose-time.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { callProject } from '../../api/call.ts';
import { CallFailed, wordsOf } from '../../api/failure.ts';
import { meetingKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { clockOf } from '../../format/clock.ts';
import { longDate } from '../../format/dates.ts';
import { exactTime } from '../../format/exact-time.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { RadioCards } from '../../ui/choice-group.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { freeDays, nearestTo, ownClock } from './days-of.ts';
import type { Times } from './use-times.ts';

const DAYS_AT_ONCE = 7;
const isBooked = (booking: Times['booking']) => booking?.state === 'BOOKED' || booking?.state === 'CONFIRMED';

function phoneErrorOf(error: Error | null): string | undefined {
  if (!(error instanceof CallFailed)) return undefined;
  return error.items.find(({ field }) => field === 'phoneNumber')?.message;
}

/** What was chosen stays chosen whatever is refused. */
export function TimeForm({ studyId, times }: { studyId: string; times: Times }) {
  const { slots, booking, study } = times;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(booking?.state === 'OFFERED' ? booking.startsAt : null);
  const [most, setMost] = useState(DAYS_AT_ONCE);
  const [phoneNumber, setPhoneNumber] = useState(booking?.phoneNumber ?? '');
  const [isOnWhatsApp, setIsOnWhatsApp] = useState(booking?.isOnWhatsApp ?? false);
  const [isAsked, setIsAsked] = useState(false);
  const moved = isBooked(booking) ? booking : undefined;
  const asksNumber = moved === undefined && study.audience === 'PARTICIPANT' && study.meetingWay === 'PHONE';
  const taking = useSingleCall<unknown, string>(['take-time', studyId], {
    mutationFn: (slotId) =>
      moved
        ? callProject(moveBooking, { params: { id: moved.id }, body: { slotId } })
        : callProject(bookSlot, {
            params: { id: studyId },
            body: { slotId, ...(asksNumber ? { phoneNumber, isOnWhatsApp } : {}) },
          }),
    onSuccess: () => {
      toast.success(moved ? words.moved : words.booked);
      return navigate(paths.ownStudy(studyId));
    },
    onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }),
  });
  const { days, hasMore } = freeDays(slots, most);
  const refused = taking.variables;
  const phoneError = phoneErrorOf(taking.error);
  const isGone =
    refused !== undefined &&
    taking.error instanceof CallFailed &&
    /^(SLOT|MEETINGS)_/.test(taking.error.code ?? '');
  function submit(event: FormEvent) {
    event.preventDefault();
    setIsAsked(true);
    if (chosen !== null) taking.mutate(chosen);
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      {days.map(([day, free]) => (
        <section key={day}>
          <h2 className="mb-2 text-lg">{longDate(day)}</h2>
          <RadioCards
            label={<span className="sr-only">{longDate(day)}</span>}
            name="slotId"
            columns={2}
            chosen={chosen}
            onChange={({ target }) => setChosen(target.value)}
            options={free.map(({ slotId, startsAt, seatsLeft, seats }) => {
              const own = ownClock(startsAt);
              return {
                value: slotId,
                label: words.left(clockOf(startsAt), seatsLeft, seats),
                ...(own === undefined ? {} : { hint: words.yourTime(own) }),
              };
            })}
          />
        </section>
      ))}
      {hasMore && (
        <Button type="button" variant="secondary" onClick={() => setMost(most + DAYS_AT_ONCE)}>
          {words.more}
        </Button>
      )}
      {asksNumber && (
        <div>
          <TextInput
            label={words.phone}
            hint={words.phoneHint}
            type="tel"
            autoComplete="tel"
            value={phoneNumber}
            onChange={({ target }) => setPhoneNumber(target.value)}
            error={phoneError}
          />
          <Checkbox
            className="mt-2"
            label={words.whatsApp}
            checked={isOnWhatsApp}
            onChange={({ target }) => setIsOnWhatsApp(target.checked)}
          />
        </div>
      )}
      <div role="alert">
        {isAsked && chosen === null && <p className="font-semibold text-laterite">{words.missing}</p>}
        {isGone && (
          <>
            <p className="font-semibold text-laterite">
              {words.gone(exactTime(refused), wordsOf(taking.error))}
            </p>
            <p className="mt-2">{words.nearest}</p>
            <div className="mt-2 flex flex-wrap gap-2">
              {nearestTo(refused, slots).map(({ slotId }) => (
                <Button key={slotId} type="button" variant="secondary" onClick={() => setChosen(slotId)}>
                  {exactTime(slotId)}
                </Button>
              ))}
            </div>
          </>
        )}
      </div>
      <Button type="submit" isBusy={taking.isPending}>
        {moved ? words.move : words.book}
      </Button>
    </form>
  );
}
