import type { DeviceRequirement } from '@app/contracts/enumerations.ts';
import type { Ethics } from '@app/contracts/project/ethics.ts';
import type { MeetingWay } from '@app/contracts/project/meeting-choices.ts';
import { choiceWords } from '@app/words/choices.ts';
import { dayAndMonth } from '@app/words/days.ts';
import { studyDetailsWords as words } from '@app/words/study-details.ts';
import { BadgeCheck } from 'lucide-react';
import { serverToday } from '../api/server-today.ts';
import { daysAtAGlance } from '../format/days.ts';
import { cx } from '../ui/cx.ts';

/** Only verified companies can recruit (D-25). */
export function CompanyName({ name, className = 'text-sm' }: { name: string | null; className?: string }) {
  return (
    <p className={cx('text-cocoa-2 wrap-anywhere', className)}>
      {name ?? words.unnamedCompany}
      {name !== null && (
        <>
          <BadgeCheck aria-hidden="true" className="ml-1.5 inline size-4 align-text-bottom text-green" />
          <span className="sr-only">{words.verified}</span>
        </>
      )}
    </p>
  );
}

export function ApprovedBy({ ethics, className }: { ethics?: Ethics | null | undefined; className: string }) {
  if (ethics?.approval !== 'APPROVED') return null;
  return <p className={cx('text-cocoa-2 wrap-anywhere', className)}>{words.approvedBy(ethics.committee)}</p>;
}

/** Some fields are missing while a draft is shown as a preview. */
export interface ShownSurvey {
  minutes?: number | undefined;
  medianMinutes?: number | null | undefined;
  closesOn?: string | undefined;
  screenOutPay?: number | undefined;
}

export function IncentiveLine({
  incentive,
  survey,
  className,
}: {
  incentive?: number | undefined;
  survey?: ShownSurvey | undefined;
  className?: string;
}) {
  if (incentive === undefined) return null;
  const { minutes, medianMinutes } = survey ?? {};
  const paid = minutes ? words.paidOnline(incentive, minutes, medianMinutes) : words.paid(incentive);
  return (
    <p className={cx('figures font-semibold', incentive > 0 ? 'text-green' : 'text-cocoa-2', className)}>
      <span className="sr-only">{words.incentive}: </span>
      {incentive > 0 ? paid : words.notPaid}
    </p>
  );
}

export interface StudyDetailListProps {
  /** Needed if no other line on the page says whether the study pays. */
  isUnpaid?: boolean | undefined;
  durationInMinutes?: number | undefined;
  meetingWay?: MeetingWay | undefined;
  /** Only in an online study, which has no meetings. */
  survey?: ShownSurvey | undefined;
  availableDates?: readonly string[] | undefined;
  deviceRequirements?: readonly DeviceRequirement[];
  places?: { left: number; all: number } | undefined;
  className?: string;
}

export function StudyDetailList({
  isUnpaid,
  survey,
  durationInMinutes,
  meetingWay,
  availableDates,
  places,
  deviceRequirements: devices,
  className = 'text-sm text-cocoa-2',
}: StudyDetailListProps) {
  const durations: Readonly<Record<number, string>> = choiceWords.durationInMinutes;
  const today = serverToday();
  const details = [
    [words.incentive, isUnpaid && words.notPaid],
    ...(survey
      ? ([
          [words.takePart, words.online],
          [words.duration, survey.minutes && words.aboutMinutes(survey.minutes, survey.medianMinutes)],
          [words.days, survey.closesOn && words.until(dayAndMonth(survey.closesOn, today))],
        ] as const)
      : ([
          [words.duration, durations[durationInMinutes ?? 0]],
          [words.way, meetingWay && words.ways[meetingWay]],
          [words.days, availableDates && daysAtAGlance(availableDates, today)],
        ] as const)),
    [words.places, places && words.placesLeft(places.left, places.all)],
    [
      words.devices,
      devices?.length && words.anyDevice(devices.map((device) => choiceWords.deviceRequirements[device])),
    ],
  ] as const;
  return (
    <ul className={cx('figures', className)}>
      {details.map(
        ([name, text]) =>
          Boolean(text) && (
            // With the slash, screen readers do not read the dot.
            <li key={name} className="inline wrap-anywhere not-first:before:content-['_·_'/'']">
              <span className="sr-only">{name}: </span>
              {text}
            </li>
          ),
      )}
    </ul>
  );
}
