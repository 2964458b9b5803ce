import { HOUR_MS, DAY_MS } from '@app/contracts/durations.ts';
import { type TextedKind, projectTextWords } from '@app/words/texts.ts';
import { readClock } from '@app/kit/database.ts';
import { nextForPromotion } from '../texts/hours.ts';
import type { TextKind } from '../texts/queue-text.ts';
import { sayShortly } from '../texts/say-shortly.ts';
import { findTextedNumber } from './find-texted-number.ts';
import { type Asked, readAsked } from './read-asked.ts';

const EVENING_HOUR = 18;
const NOON_HOUR = 12;

/**
 * The text beside a letter that another service has asked for. A phone is shared, so it names no study, no person and no
 * amount. Choice, state and number are those of the moment when it leaves.
 */
export const PROJECT_TEXT: TextKind<Asked & { asked: TextedKind }> = {
  name: 'PROJECT_TEXT',
  async write(deps, { userId, asked, about }) {
    const to = userId === null ? undefined : await findTextedNumber(deps, userId, asked);
    const letter =
      userId !== null && to !== undefined ? await readAsked(deps, { userId, asked, about }) : null;
    if (to === undefined || !letter) return undefined;
    const { when = '' } = letter.params;
    const text = projectTextWords[asked](when === '' ? '' : sayShortly(when));
    const notBefore =
      asked === 'STUDIES_FIT'
        ? nextForPromotion(await readClock(deps.db))
        : asked === 'MEETING_TOMORROW'
          ? eveningBefore(new Date(when))
          : undefined;
    return { to, text, ...(notBefore && { notBefore }) };
  },
};

/** People read of a meeting in the morning when they plan it; of any other a day ahead. */
function eveningBefore(startsAt: Date): Date {
  const midnight = startsAt.getTime() - (startsAt.getTime() % DAY_MS);
  return startsAt.getUTCHours() < NOON_HOUR
    ? new Date(midnight - DAY_MS + EVENING_HOUR * HOUR_MS)
    : new Date(0);
}
