import { today } from '@app/contracts/calendar.ts';
import type { DeviceRequirement } from '@app/contracts/enumerations.ts';
import { choiceWords } from '@app/words/choices.ts';
import { studyFactsMessages as words } from '@app/words/study-facts.ts';
import { BadgeCheck, CalendarDays, Clock, Monitor, Smartphone, Tablet, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { daysAtAGlance } from '../format/days.ts';
import { cx } from '../ui/cx.ts';

const deviceIcons = { COMPUTER_WITH_WEBCAM: Monitor, MOBILE_PHONE: Smartphone, TABLET: Tablet } as const;

/** The verified company that asks (D-25). */
export function CompanyName({ name, className }: { name: string | null; className?: string }) {
  return (
    <p className={cx('flex items-center gap-1.5 text-sm text-cocoa-2', className)}>
      <span className="min-w-0 wrap-anywhere">{name ?? words.unnamedCompany}</span>
      {name !== null && (
        <>
          <BadgeCheck aria-hidden="true" className="size-4 shrink-0 text-green" />
          <span className="sr-only">{words.verified}</span>
        </>
      )}
    </p>
  );
}

function Fact({ Icon, name, children }: { Icon: typeof Clock; name: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-cocoa-3" />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{name}: </span>
        {children}
      </span>
    </li>
  );
}

/** Absent facts are left out. */
export interface StudyFactsProps {
  durationInMinutes?: number | undefined;
  availableDates?: readonly string[] | undefined;
  deviceRequirements?: readonly DeviceRequirement[];
  places?: { left: number; all: number } | undefined;
  className?: string;
}

/** What a study asks for at a glance: how long, which days, which device, how many people. */
export function StudyFacts(study: StudyFactsProps) {
  const { durationInMinutes: minutes, deviceRequirements: devices = [] } = study;
  const durations: Readonly<Record<number, string>> = choiceWords.durationInMinutes;
  return (
    <ul className={cx('figures flex flex-wrap gap-x-4 gap-y-2 text-sm text-cocoa-2', study.className)}>
      {minutes !== undefined && (
        <Fact Icon={Clock} name={words.duration}>
          {durations[minutes]}
        </Fact>
      )}
      {study.availableDates && (
        <Fact Icon={CalendarDays} name={words.days}>
          {daysAtAGlance(study.availableDates, today())}
        </Fact>
      )}
      {devices[0] !== undefined && (
        <Fact Icon={deviceIcons[devices[0]]} name={words.devices}>
          {words.anyDevice(devices.map((device) => choiceWords.deviceRequirements[device]))}
        </Fact>
      )}
      {study.places && (
        <Fact Icon={Users} name={words.places}>
          {words.placesLeft(study.places.left, study.places.all)}
        </Fact>
      )}
    </ul>
  );
}
