import { today } from '@app/contracts/calendar.ts';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { RecruitmentStatus } from '@app/contracts/project/studies.ts';
import { minuteOfLabel } from '@app/contracts/time-slots.ts';
import type { StoredSurvey } from '@app/contracts/project/survey.ts';
import type { StudyState } from '../schema.ts';

export function toRecruitmentStatus({
  state,
  isOpen,
  isSuspended,
}: {
  state: StudyState;
  isOpen: boolean;
  isSuspended: boolean;
}): RecruitmentStatus {
  if (state === 'DRAFT') throw new Error('No participant sees a draft');
  if (isSuspended) return 'SUSPENDED';
  if (state !== 'PUBLISHED') return state;
  return isOpen ? 'OPEN' : 'FULL';
}

interface Plan {
  availableDates: readonly string[];
  availableTimes: readonly string[];
}

export function parseMinuteOfLabel(label: string): number {
  const minute = minuteOfLabel(label);
  if (minute === undefined) throw new Error('The contract lets only time labels in');
  return minute;
}

export const isPast = (plan: Plan & { closesOn: string | null }, now: Date): boolean =>
  plan.closesOn === null ? daysLeft(plan, now).length === 0 : plan.closesOn < today(now);

/** All times are in GMT (D-42). */
export function daysLeft({ availableDates, availableTimes }: Plan, now: Date): string[] {
  const latest = Math.max(...availableTimes.map(parseMinuteOfLabel));
  return availableDates.filter((day) => Date.parse(`${day}T00:00:00Z`) + latest * MINUTE_MS > now.getTime());
}

/** Returns what participants may know before they start, which is all except the address. */
export function toSurveyReply(survey: StoredSurvey | null, closesOn: string | null) {
  if (!survey || closesOn === null) return {};
  const { minutes, medianMinutes = null, screenOutPay } = survey;
  return { survey: { minutes, medianMinutes, screenOutPay, closesOn } };
}
