import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { timeWords } from '@app/words/time.ts';
import { useState } from 'react';
import { serverNow } from '../api/server-clock.ts';
import { localClock } from '../format/local-time.ts';

/** Once on each page, `ZoneLine` says whose time this is. */
export function OwnTime({ at }: { at: string }) {
  const own = localClock(at);
  if (own === undefined) return null;
  return (
    <span className="block text-xs">
      <span className="sr-only">{timeWords.here(own)}</span>
      <span aria-hidden="true">{own}</span>
    </span>
  );
}

export function ZoneLine({ className = 'text-sm text-cocoa-2' }: { className?: string }) {
  const [isElsewhere] = useState(() => localClock(new Date(serverNow()).toISOString()) !== undefined);
  return <p className={className}>{isElsewhere ? words.allTimesAndOwn : words.allTimes}</p>;
}
