import { myStudiesMeetingWords as words } from '@app/words/my-studies-meetings.ts';
import { type OwnBooking, bookSlot } from '@app/contracts/project/bookings.ts';
import { clock } from '@app/words/clock.ts';
import { localNumber } from '@app/contracts/local-number.ts';
import { callProject } from '../../../api/call.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { exactTime } from '../../../format/exact-time.ts';
import { meetingTime } from '../../../format/meeting-time.ts';
import { withLocalTime } from '../../../format/local-time.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { isDisputed, needsOneClick, hasNoMovesLeft } from '../list-sections.ts';
import { useRefetchMeetings, settled } from './use-refetch-meetings.ts';
import { ProofWords } from './proof-words.tsx';
import { Report } from './report-button.tsx';

export interface OwnMeetingProps {
  booking: OwnBooking;
  now: number;
  Heading?: 'h2' | 'h4';
  onEnded: () => void;
}

function stateIn(booking: OwnBooking, time: string): string[] {
  switch (booking.state) {
    case 'OFFERED':
      return [
        ...(booking.isProposed
          ? [
              words.proposed(withLocalTime(booking.startsAt ?? '', meetingTime(booking.startsAt ?? ''))),
              words.takeOrChoose,
            ]
          : [words.offered(time)]),
        words.until(exactTime(booking.expiresAt ?? '')),
        ...(needsOneClick(booking) && booking.phoneNumber
          ? [words.calls(localNumber(booking.phoneNumber))]
          : []),
      ];
    case 'BOOKED':
    case 'CONFIRMED':
      return [words.unmarked(time)];
    case 'ATTENDED':
      return [words.came(time)];
    case 'NO_SHOW':
      return [words.missed(time)];
    case 'TURNED_AWAY':
      return [words.turnedAway(time)];
    case 'NOBODY_CAME':
      return [words.nobodyCame(time)];
    case 'CANCELLED_BY_PARTICIPANT':
      return [
        booking.isLate ? words.youCancelledLate(time) : words.youCancelled(time),
        ...(hasNoMovesLeft(booking) ? [words.usedUp] : []),
      ];
    case 'CANCELLED_BY_RESEARCHER': {
      const { cancelReason, countsAsAttended } = booking;
      return [
        words.cancelled(time),
        ...(cancelReason ? [words.reason(cancelReason)] : []),
        ...(countsAsAttended ? [words.counts] : []),
      ];
    }
    default:
      return [];
  }
}

function outcomeLines(booking: OwnBooking): string[] {
  const { startsAt, report, decision } = booking;
  if (booking.state === 'HELD') return [words.held(exactTime(booking.expiresAt ?? ''))];
  const lines = startsAt === null ? [] : stateIn(booking, withLocalTime(startsAt));
  if (booking.calls.length > 0) lines.push(words.called(booking.calls.map(clock).join(', ')));
  if (booking.provenAt) lines.push(words.proven);
  if (report && isDisputed(booking))
    lines.push(words.yourReport[report.kind], words.disputed, words.disputedPay);
  if (decision) lines.push(words.decided[decision.for](decision.reason));
  return lines;
}

function TakeProposal({ booking, onEnded }: Pick<OwnMeetingProps, 'booking' | 'onEnded'>) {
  const { id, studyId, study, startsAt, phoneNumber, isOnWhatsApp } = booking;
  const refetch = useRefetchMeetings();
  const taking = useSingleCall<unknown>(['take-proposal', id], {
    mutationFn: () => {
      const number = phoneNumber === null ? {} : { phoneNumber, isOnWhatsApp };
      return callProject(bookSlot, { params: { id: studyId }, body: { slotId: startsAt ?? '', ...number } });
    },
    onSuccess: () => {
      toast.success(words.taken);
      onEnded();
    },
    onSettled: settled(refetch),
  });
  return (
    <Button
      className="mt-3"
      isBusy={taking.isPending}
      aria-label={words.of(words.take, study.publicName)}
      onClick={() => taking.mutate()}
    >
      {words.take}
    </Button>
  );
}

export function MeetingOutcome({ booking, now, Heading = 'h4', onEnded }: OwnMeetingProps) {
  const lines = outcomeLines(booking);
  if (lines.length === 0) return null;
  return (
    <div className="mt-3 rounded-control bg-sunken px-4 py-3 text-sm">
      <Heading className="font-body text-sm font-semibold tracking-normal">{words.meeting}</Heading>
      {lines.map((line) => (
        <p key={line} className="mt-0.5 whitespace-pre-line text-cocoa-2 wrap-anywhere">
          {line}
        </p>
      ))}
      <ProofWords booking={booking} now={now} />
      {needsOneClick(booking) && <TakeProposal booking={booking} onEnded={onEnded} />}
      <Report booking={booking} now={now} onEnded={onEnded} />
    </div>
  );
}
