import { cancelBooking, type OwnBooking } from '@app/contracts/project/bookings.ts';
import { chooseTimeWords as words } from '@app/words/choose-time.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { meetingKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { exactTime } from '../../format/exact-time.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { focusHeading } from '../../ui/use-heading-focus.ts';

/** A time that became free and is kept for this person for a while: the form below has it chosen. */
export function Offer({ booking }: { booking: OwnBooking }) {
  const client = useQueryClient();
  const refusal = useSingleCall<unknown>(['decline-offer', booking.id], {
    mutationFn: () => callProject(cancelBooking, { params: { id: booking.id }, body: {} }),
    onSuccess: () => {
      toast.success(words.declined);
      // The button goes with the offer.
      focusHeading();
    },
    onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }),
  });
  return (
    <Card isMarked className="mb-6">
      <p className="font-semibold">{words.offered(exactTime(booking.startsAt ?? ''))}</p>
      {booking.expiresAt && <p className="mt-1 text-cocoa-2">{words.until(exactTime(booking.expiresAt))}</p>}
      <Button
        className="mt-4"
        variant="secondary"
        isBusy={refusal.isPending}
        onClick={() => refusal.mutate()}
      >
        {words.decline}
      </Button>
    </Card>
  );
}
