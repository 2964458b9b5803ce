import { choiceWords } from '@app/words/choices.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { DURATIONS_IN_MINUTES, type DurationInMinutes } from '@app/contracts/enumerations.ts';
import { Quota } from '@app/contracts/project/quotas.ts';
import { MeetingDetails, meetingFields } from '@app/contracts/project/meeting-fields.ts';
import type { StudyPublish } from '@app/contracts/project/studies.ts';
import { isSlot, minuteOfLabel, slotLabel, daySlotLabels } from '@app/contracts/time-slots.ts';
import { serverToday } from '../../../api/server-today.ts';
import { readIncentive } from '../../../product/study-from-drafts.ts';

/** If more times are chosen, the field shows only their count (S-314). */
const SHOWN_AT_MOST = 3;

export function isDuration(value: unknown): value is DurationInMinutes {
  return DURATIONS_IN_MINUTES.some((duration) => duration === value);
}

export function splitTimesByDuration(
  duration: number,
  chosen: readonly string[],
): { kept: string[]; dropped: string[] } {
  return {
    kept: chosen.filter((label) => isSlot(label, duration)),
    dropped: chosen.filter((label) => !isSlot(label, duration)),
  };
}

export function sortTimes(labels: readonly string[]): string[] {
  return labels.toSorted((a, b) => (minuteOfLabel(a) ?? 0) - (minuteOfLabel(b) ?? 0));
}

/** Both are start times. The range includes both of them. */
interface TimeRange {
  from: string;
  to: string;
}

const WORKING_DAY = { from: 9 * 60, to: 17 * 60 };

export function workingDay(duration: DurationInMinutes): TimeRange {
  const slots = daySlotLabels(duration);
  const last = Math.floor((WORKING_DAY.to - duration) / duration);
  return { from: slots[Math.ceil(WORKING_DAY.from / duration)]!, to: slots[last]! };
}

export function slotsBetween(duration: DurationInMinutes, { from, to }: TimeRange): string[] {
  const slots = daySlotLabels(duration);
  return slots.slice(slots.indexOf(from), slots.indexOf(to) + 1);
}

export function timesSummary(chosen: readonly string[]): string {
  if (chosen.length === 0) return words.timesEmpty;
  return chosen.length > SHOWN_AT_MOST ? words.timesChosen(chosen.length) : chosen.join(', ');
}

const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, '');

/** "9:30" and "0930" match "09:30 AM"; "pm" matches the second half of the day. */
export function matchesTime(label: string, query: string): boolean {
  const wanted = plain(query);
  const has = plain(label);
  const isBare = /^\d/.test(wanted) && !wanted.includes(':');
  return (
    has.includes(wanted) ||
    has.startsWith(`0${wanted}`) ||
    (isBare && has.replace(':', '').startsWith(wanted))
  );
}

export function durationText(duration: DurationInMinutes): string {
  return choiceWords.durationInMinutes[duration];
}

/** Ghana's time is GMT all year (D-42). */
export function gmtTime(now: Date): string {
  return slotLabel(now.getUTCHours() * 60 + now.getUTCMinutes());
}

interface StoredPlan {
  availableDates?: unknown;
  durationInMinutes?: unknown;
  desiredNumberOfParticipants?: unknown;
  availableTimes?: unknown;
  mode?: unknown;
  survey?: unknown;
  closesOn?: unknown;
  [field: string]: unknown;
}

export function restorePlan(stored: StoredPlan, day: string = serverToday()) {
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
  const { durationInMinutes: duration, desiredNumberOfParticipants: places } = stored;
  const quotas = [stored['quotas']].flat().flatMap((quota) => Quota.safeParse(quota).data ?? []);
  return {
    availableDates: texts(stored.availableDates).filter((date) => date >= day),
    availableTimes: isDuration(duration)
      ? splitTimesByDuration(duration, texts(stored.availableTimes)).kept
      : [],
    ...(isDuration(duration) ? { durationInMinutes: duration } : {}),
    ...(typeof places === 'number' ? { desiredNumberOfParticipants: places } : {}),
    ...(readIncentive(stored) > 0 ? { incentive: readIncentive(stored) } : {}),
    ...(quotas.length > 0 ? { quotas } : {}),
    ...(typeof stored['isListed'] === 'boolean' ? { isListed: stored['isListed'] } : {}),
    ...restoreMeeting(stored),
    ...restoreSurvey(stored, day),
  };
}

function restoreSurvey({ mode, survey, closesOn }: StoredPlan, day: string) {
  const known = Object.entries(survey ?? {}).filter(
    ([name, value]) => typeof value === (name === 'address' ? 'string' : 'number'),
  );
  return {
    ...(mode === 'ONLINE' ? { mode: 'ONLINE' as const } : {}),
    ...(known.length > 0 ? { survey: Object.fromEntries(known) } : {}),
    ...(typeof closesOn === 'string' && closesOn >= day ? { closesOn } : {}),
  };
}

function restoreMeeting(stored: StoredPlan): Partial<Pick<StudyPublish, keyof typeof meetingFields>> {
  const { meetingDetails: _, ...others } = meetingFields;
  const remaining = Object.entries(others).filter(
    ([name, field]) => stored[name] !== undefined && field.safeParse(stored[name]).success,
  );
  const details = Object.entries(stored['meetingDetails'] ?? {}).filter(
    ([name, text]) => Object.hasOwn(MeetingDetails.shape, name) && typeof text === 'string',
  );
  return {
    ...Object.fromEntries(remaining.map(([name]) => [name, stored[name]])),
    ...(details.length > 0 ? { meetingDetails: Object.fromEntries(details) } : {}),
  };
}
