import type { OwnBooking } from '@app/contracts/project/bookings.ts';
import { comingUpWords as words } from '@app/words/coming-up.ts';
import { outcomeOf } from './outcome-of.ts';
import { Report } from './report.tsx';

interface OutcomeProps {
  booking: OwnBooking;
  now: number;
  Heading?: 'h2' | 'h4';
  onEnded: () => void;
}

/** What became of a meeting, and what the participant may still say of it. */
export function MeetingOutcome({ booking, now, Heading = 'h4', onEnded }: OutcomeProps) {
  const lines = outcomeOf(booking);
  if (lines.length === 0) return null;
  return (
    <div className="mt-3 rounded-control bg-sunken px-4 py-3 text-sm">
      <Heading className="font-body text-sm font-semibold tracking-normal">{words.meeting}</Heading>
      {lines.map((line) => (
        <p key={line} className="mt-0.5 whitespace-pre-line text-cocoa-2 wrap-anywhere">
          {line}
        </p>
      ))}
      <Report booking={booking} now={now} onEnded={onEnded} />
    </div>
  );
}
