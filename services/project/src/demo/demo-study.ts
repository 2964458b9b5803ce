import { today } from '@app/contracts/calendar.ts';
import { DAY_MS } from '@app/contracts/durations.ts';
import {
  type DurationInMinutes,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import type { BookingState } from '@app/contracts/project/meeting-choices.ts';
import type { meetingFields } from '@app/contracts/project/meeting-fields.ts';
import type { Cell } from '@app/contracts/project/cells.ts';
import type { NewStudy, StudyPublish } from '@app/contracts/project/studies.ts';

type Question = [question: string, options: Record<string, '' | 'QUALIFY' | 'DISQUALIFY'>];

/** By one of those who applied, counted from 0, on a day from today at an hour, or so many hours from this one. */
export type DemoMeeting = {
  by: number;
  state: Exclude<BookingState, 'HELD' | 'OFFERED' | 'LAPSED'>;
} & ({ at: [day: number, hour: number] } | { inHours: number });

/** A study of the demo in few words; who is not said to be left out is wanted. */
export interface DemoStudy
  extends
    Pick<NewStudy, 'name' | 'publicName' | 'description' | 'deviceRequirements'>,
    Partial<Pick<NewStudy, 'gender' | 'education' | 'annualHouseholdIncome' | 'consentText'>> {
  ages: [minimum: number, maximum: number];
  /** In whole GH₵; its budget is in the payment service's own demo. */
  incentive?: number;
  questions: Question[];
  /** Until a day that is always ahead. */
  approval?: { committee: string; number: string };
  cells?: Cell[];
  /** The name of an earlier one of the same project: who applied there is kept out. */
  keepsOut?: string;
  /** Absent for a draft. */
  plan?: {
    publishedDaysAgo: number;
    startsInDays: number;
    weekdays: number;
    durationInMinutes: DurationInMinutes;
    places: number;
  };
  times?: string[];
  meetingFields?: Pick<StudyPublish, keyof typeof meetingFields>;
  meetings?: DemoMeeting[];
  /** Else some of those who applied early are accepted. */
  isAllAccepted?: true;
  /** How many made-up participants applied. */
  applicants?: number;
  hasAbena?: true;
  /** For people of a list of addresses alone; who is on it stands in the demo's people.ts. */
  isByList?: true;
  isPaused?: true;
  isClosed?: true;
}

export interface DemoProject {
  projectName: string;
  description: string;
  studies: DemoStudy[];
}

const DAYS_APPROVED = 180;

export function asNewStudy(study: DemoStudy, projectId: string, now: Date): NewStudy {
  const { name, publicName, description, deviceRequirements, ages, questions } = study;
  return {
    projectId,
    name,
    publicName,
    description,
    deviceRequirements,
    minimumAge: ages[0],
    maximumAge: ages[1],
    gender: study.gender ?? [...GENDERS],
    education: study.education ?? [...EDUCATION_LEVELS],
    annualHouseholdIncome: study.annualHouseholdIncome ?? [...INCOME_RANGES],
    incentive: study.incentive ?? 0,
    isByList: study.isByList === true,
    ethics: study.approval
      ? { approval: 'APPROVED', ...study.approval, validUntil: today(daysFrom(now, DAYS_APPROVED)) }
      : null,
    consentText: study.consentText ?? null,
    screeners: questions.map(([question, options], index) => ({
      id: `demoQ${index}`,
      question,
      options: Object.entries(options).map(([answer, eligibility], place) => ({
        id: `de${index}oA${place}`,
        answer,
        eligibility,
      })),
    })),
  };
}

export function asPlan(
  { plan, times = [], cells = [], ...study }: DemoStudy,
  now: Date,
): StudyPublish | undefined {
  return (
    plan && {
      availableDates: weekdaysFrom(daysFrom(now, plan.startsInDays), plan.weekdays),
      availableTimes: times,
      durationInMinutes: plan.durationInMinutes,
      desiredNumberOfParticipants: plan.places,
      ...study.meetingFields,
      cells,
      isListed: true,
    }
  );
}

export function daysFrom(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS);
}

function weekdaysFrom(first: Date, count: number): string[] {
  const days: string[] = [];
  for (let date = first; days.length < count; date = daysFrom(date, 1)) {
    if (date.getUTCDay() !== 0 && date.getUTCDay() !== 6) days.push(today(date));
  }
  return days;
}
