import type { OwnBooking } from '@app/contracts/project/bookings.ts';
import { comingUpWords as words } from '@app/words/coming-up.ts';
import { meetingWords } from '@app/words/meetings.ts';

/** Who calls, the link or the place, and what else there is to know. */
export function WayThere({ booking }: { booking: OwnBooking }) {
  const { meetingWay, details, phoneNumber } = booking;
  const isCall = meetingWay === 'PHONE' && phoneNumber !== null;
  const lines = [
    isCall ? words.calls(phoneNumber) : meetingWords.way[meetingWay],
    details?.place,
    details?.landmark,
    details?.digitalAddress,
    details?.bring && words.bring(details.bring),
    details?.language && words.language(details.language),
  ].filter((line) => line !== undefined && line !== '');
  return (
    <div className="mt-1 text-sm wrap-anywhere">
      {lines.map((line) => (
        <p key={line} className="whitespace-pre-line">
          {line}
        </p>
      ))}
      {details?.link && (
        <a
          className="inline-block py-2.75 font-semibold text-green underline underline-offset-4"
          href={details.link}
          rel="noreferrer"
          target="_blank"
        >
          {details.link}
        </a>
      )}
    </div>
  );
}
