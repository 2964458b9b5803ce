import { bookSlot, moveBooking, type OwnBooking } from '@app/contracts/project/bookings.ts';
import { TimeByPhone, TimeToTake } from '@app/contracts/project/booking-fields.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { chooseTimeWords as words } from '@app/words/choose-time.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { callProject } from '../../api/call.ts';
import { CallFailed, wordsOf } from '../../api/failure.ts';
import { meetingKeys } from '../../api/keys.ts';
import { exactTime } from '../../format/exact-time.ts';
import { meetingTime } from '../../format/meeting-time.ts';
import { type DraftForm, useDraftForm } from '../../forms/use-draft-form.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { StickyBar } from '../../ui/sticky-bar.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { freeDays, nearestTo } from './days-of.ts';
import { TimeChoice } from './time-choice.tsx';
import type { Times } from './use-times.ts';

interface Gone {
  slotId: string;
  why: string;
}

/** Which time it was that is gone, and the nearest ones: a press on one chooses it. */
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
  const nearest = nearestTo(gone.slotId, slots);
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

type TimeDraft = DraftForm<typeof TimeToTake>;

function NumberFields({ draft }: { draft: TimeDraft }) {
  const { error: _, ...onWhatsApp } = draft.field('isOnWhatsApp');
  return (
    <div>
      <TextInput
        label={words.phone}
        hint={words.phoneHint}
        type="tel"
        autoComplete="tel"
        {...draft.field('phoneNumber')}
      />
      <Checkbox className="mt-2" label={words.whatsApp} {...onWhatsApp} />
    </div>
  );
}

interface ChosenTimeProps {
  chosen: string;
  missingId: string | undefined;
}

/** Beside the button; that none is chosen is said there too, since the days above may fill more than the screen. */
function ChosenTime({ chosen, missingId }: ChosenTimeProps) {
  if (missingId === undefined) return chosen ? meetingTime(chosen) : words.noneChosen;
  return (
    <span id={missingId} className="font-semibold text-laterite">
      {words.missing}
    </span>
  );
}

interface TimeFormProps {
  times: Times;
  /** Days that are shown, and more of them. */
  most: number;
  onMore: () => void;
  /** The meeting that is moved. */
  moved: OwnBooking | undefined;
}

/** What was chosen and typed stays whatever is refused. */
export function TimeForm({ times, most, onMore, moved }: TimeFormProps) {
  const { slots, booking, study, number, hasMore } = times;
  const client = useQueryClient();
  const navigate = useNavigate();
  const asksNumber = moved === undefined && study.meetingWay === 'PHONE';
  const offered = booking?.state === 'OFFERED' ? booking.startsAt : null;
  const [gone, setGone] = useState<Gone | null>(null);
  // The one asks for a number too, and is the other for whoever reads it.
  const schema = asksNumber ? (TimeByPhone as unknown as typeof TimeToTake) : TimeToTake;
  const draft = useDraftForm(schema, {
    defaultValues: {
      slotId: offered ?? undefined,
      phoneNumber: asksNumber ? (number.phoneNumber ?? '') : undefined,
      isOnWhatsApp: asksNumber ? number.isOnWhatsApp : undefined,
    },
  });
  const { form } = draft;
  const { getValues, setValue } = form;
  const lastOffered = useRef(offered);
  // Whoever has chosen another time already keeps that, but not one that an earlier offer chose for them.
  useEffect(() => {
    if (offered === null) return;
    const chosen = getValues('slotId');
    if (!chosen || chosen === lastOffered.current) setValue('slotId', offered, { shouldValidate: true });
    lastOffered.current = offered;
  }, [offered, getValues, setValue]);
  async function send(body: TimeToTake): Promise<void> {
    if (moved) {
      await callProject(moveBooking, { params: { id: moved.id }, body: { slotId: body.slotId } });
    } else {
      await callProject(bookSlot, { params: { id: study.id }, body });
    }
    await navigate(paths.ownStudy(study.id));
    toast.success(moved ? words.moved : words.booked);
    void client.invalidateQueries({ queryKey: meetingKeys.all() });
  }
  const { submit, isPending } = useSubmit(draft, send, (error) => {
    void client.invalidateQueries({ queryKey: meetingKeys.all() });
    const isGone = error instanceof CallFailed && /^(SLOT|MEETINGS)_/.test(error.code ?? '');
    if (!isGone) return false;
    setGone({ slotId: getValues('slotId'), why: wordsOf(error) });
    setValue('slotId', '');
    return true;
  });
  function choose(slotId: string) {
    setValue('slotId', slotId, { shouldValidate: true });
    const at = freeDays(slots, Infinity).days.findIndex(([day]) => slotId.startsWith(day));
    if (at >= most) onMore();
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`input[value="${slotId}"]`)?.focus());
  }
  const chosen = form.watch('slotId');
  const shown = freeDays(slots, most);
  const noteId = useId();
  const { error, ...radio } = draft.field('slotId');
  const missingId = error === undefined ? undefined : noteId;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <TimeChoice shown={shown} offered={offered} missingId={missingId} radio={radio} />
      {(shown.hasMore || hasMore) && (
        <Button variant="secondary" onClick={onMore}>
          {words.more}
        </Button>
      )}
      {asksNumber && <NumberFields draft={draft} />}
      {gone && <GoneTime key={gone.slotId} gone={gone} slots={slots} onChoose={choose} />}
      <StickyBar note={<ChosenTime chosen={chosen} missingId={missingId} />}>
        <Button type="submit" isBusy={isPending}>
          {moved ? words.move : words.book}
        </Button>
      </StickyBar>
    </form>
  );
}
