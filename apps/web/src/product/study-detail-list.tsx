import type { DeviceRequirement } from '@app/contracts/enumerations.ts';
import type { Ethics } from '@app/contracts/project/ethics.ts';
import type { MeetingWay } from '@app/contracts/project/meeting-choices.ts';
import { choiceWords } from '@app/words/choices.ts';
import { studyDetailsWords as words } from '@app/words/study-details.ts';
import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverToday } from '../api/server-today.ts';
import { daysAtAGlance } from '../format/days.ts';
import { cx } from '../ui/cx.ts';

/** Only verified companies recruit (D-25). */
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

export function IncentiveLine({
  incentive,
  className,
}: {
  incentive?: number | undefined;
  className?: string;
}) {
  if (incentive === undefined) return null;
  return (
    <p className={cx('figures font-semibold', incentive > 0 ? 'text-green' : 'text-cocoa-2', className)}>
      <span className="sr-only">{words.incentive}: </span>
      {incentive > 0 ? words.paid(incentive) : words.notPaid}
    </p>
  );
}

function StudyDetail({ name, children }: { name: string; children: ReactNode }) {
  return (
    // The slash hides the dot from screen readers.
    <li className="inline wrap-anywhere not-first:before:content-['_·_'/'']">
      <span className="sr-only">{name}: </span>
      {children}
    </li>
  );
}

export interface StudyDetailListProps {
  /** No other line on the page says whether the study pays. */
  isUnpaid?: boolean | undefined;
  durationInMinutes?: number | undefined;
  meetingWay?: MeetingWay | undefined;
  availableDates?: readonly string[] | undefined;
  deviceRequirements?: readonly DeviceRequirement[];
  places?: { left: number; all: number } | undefined;
  className?: string;
}

export function StudyDetailList(study: StudyDetailListProps) {
  const { durationInMinutes: minutes, deviceRequirements: devices = [] } = study;
  const durations: Readonly<Record<number, string>> = choiceWords.durationInMinutes;
  return (
    <ul className={cx('figures', study.className ?? 'text-sm text-cocoa-2')}>
      {study.isUnpaid && <StudyDetail name={words.incentive}>{words.notPaid}</StudyDetail>}
      {minutes !== undefined && <StudyDetail name={words.duration}>{durations[minutes]}</StudyDetail>}
      {study.meetingWay && <StudyDetail name={words.way}>{words.ways[study.meetingWay]}</StudyDetail>}
      {study.availableDates && (
        <StudyDetail name={words.days}>{daysAtAGlance(study.availableDates, serverToday())}</StudyDetail>
      )}
      {study.places && (
        <StudyDetail name={words.places}>{words.placesLeft(study.places.left, study.places.all)}</StudyDetail>
      )}
      {devices[0] !== undefined && (
        <StudyDetail name={words.devices}>
          {words.anyDevice(devices.map((device) => choiceWords.deviceRequirements[device]))}
        </StudyDetail>
      )}
    </ul>
  );
}
