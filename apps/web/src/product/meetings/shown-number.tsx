import { type ResearcherBooking, showNumber } from '@app/contracts/project/bookings.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { MessageCircle, Phone } from 'lucide-react';
import { callProject } from '../../api/call.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-look.ts';

const iconClass = 'size-4.5';
/** The same function each time, so that React calls it once, as the link comes in the place of the button. */
const takeFocus = (link: HTMLElement | null) => link?.focus();
const linkClass = buttonClass({ variant: 'secondary', size: 'small', className: 'figures' });

/** A number is asked for by a tap, stays on this page alone, and is written down nowhere. */
export function ShownNumber({ booking: { id }, name }: { booking: ResearcherBooking; name: string }) {
  const shown = useSingleCall(['show-number', id], {
    mutationFn: () => callProject(showNumber, { params: { id } }),
    // Nothing of it is kept once the row is gone.
    gcTime: 0,
  });
  if (shown.data === undefined) {
    return (
      <Button
        variant="secondary"
        size="small"
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
  const digits = phoneNumber.replaceAll(/[^\d+]/g, '');
  return (
    <>
      <a href={`tel:${digits}`} ref={takeFocus} className={linkClass}>
        <Phone aria-hidden="true" className={iconClass} />
        {words.call(phoneNumber)}
      </a>
      {isOnWhatsApp && (
        <a
          href={`https://wa.me/${digits.replace(/^0/, '233').replace('+', '')}`}
          target="_blank"
          rel="noreferrer"
          className={linkClass}
        >
          <MessageCircle aria-hidden="true" className={iconClass} />
          {words.whatsApp}
        </a>
      )}
    </>
  );
}
