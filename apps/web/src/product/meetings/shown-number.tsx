import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import { type ResearcherBooking, recordCall, showNumber } from '@app/contracts/project/bookings.ts';
import { localNumber } from '@app/contracts/local-number.ts';
import { MessageCircle, Phone } from 'lucide-react';
import { callProject } from '../../api/call.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { meetingKeys } from '../../api/keys.ts';
import { toast } from '../../ui/toast.ts';
import { Button, buttonClass } from '../../ui/button.tsx';

const iconClass = 'size-4.5';
/** React calls a ref function again only if it is a new function. */
const takeFocus = (link: HTMLElement | null) => link?.focus();
const linkClass = buttonClass({ variant: 'secondary', size: 'small', className: 'figures' });

export function useRecordCall({ id }: Pick<ResearcherBooking, 'id'>) {
  const client = useQueryClient();
  return useSingleCall(['record-call', id], {
    mutationFn: (outcome: BodyOf<typeof recordCall>['outcome']) =>
      callProject(recordCall, { params: { id }, body: { outcome } }),
    onSuccess: (_, outcome) => {
      if (outcome === 'NO_ANSWER') toast.success(words.unanswered);
    },
    onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }),
  });
}

interface ShownNumberProps {
  booking: ResearcherBooking;
  name: string;
  mayCall: boolean;
}

export function ShownNumber({ booking: { id }, name, mayCall }: ShownNumberProps) {
  const { mutate } = useRecordCall({ id });
  const record = () => mayCall && mutate('CALLED');
  const shown = useSingleCall(['show-number', id], {
    mutationFn: () => callProject(showNumber, { params: { id } }),
    // The phone number must not stay in the cache.
    gcTime: 0,
  });
  if (shown.data === undefined) {
    return (
      <Button
        variant="quiet"
        size="small"
        className="px-3!"
        aria-label={words.of(words.showNumber, name)}
        title={words.numberNote}
        isBusy={shown.isPending}
        onClick={() => shown.mutate()}
      >
        <Phone aria-hidden="true" className={iconClass} />
        {words.showNumber}
      </Button>
    );
  }
  const { phoneNumber, isOnWhatsApp } = shown.data;
  // A number in another format gets no link, because a call could reach a stranger.
  if (!/^\+233\d+$/.test(phoneNumber)) return <span>{phoneNumber}</span>;
  return (
    <>
      <a href={`tel:${phoneNumber}`} ref={takeFocus} className={linkClass} onClick={record}>
        <Phone aria-hidden="true" className={iconClass} />
        {words.call(localNumber(phoneNumber))}
      </a>
      {isOnWhatsApp && (
        <a
          href={`https://wa.me/${phoneNumber.slice(1)}`}
          target="_blank"
          rel="noreferrer"
          className={linkClass}
          onClick={record}
        >
          <MessageCircle aria-hidden="true" className={iconClass} />
          {words.whatsApp}
        </a>
      )}
    </>
  );
}
