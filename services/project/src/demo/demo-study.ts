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
import type { Quota } from '@app/contracts/project/quotas.ts';
import type { OnlineStudyPublish } from '@app/contracts/project/online-studies.ts';
import type { NewStudy, StudyPublish } from '@app/contracts/project/studies.ts';

type Question = [question: string, options: Record<string, '' | 'QUALIFY' | 'DISQUALIFY'>];

/** Applicants are numbered from 0. Days are counted from today, hours from the current hour. */
export type DemoMeeting = {
  by: number;
  state: Exclude<BookingState, 'HELD' | 'OFFERED' | 'LAPSED'>;
} & ({ at: [day: number, hour: number] } | { inHours: number });

/** An absent requirement admits everyone. */
export interface DemoStudy
  extends
    Pick<NewStudy, 'name' | 'publicName' | 'description' | 'deviceRequirements'>,
    Partial<Pick<NewStudy, 'gender' | 'education' | 'annualHouseholdIncome' | 'consentText'>> {
  ages: [minimum: number, maximum: number];
  /** Incentive in whole GH₵. The demo of the payment service creates the budget. */
  incentive?: number;
  questions: Question[];
  approval?: { committee: string; number: string };
  quotas?: Quota[];
  excludesStudy?: string;
  plan?: {
    publishedDaysAgo: number;
    startsInDays: number;
    weekdays: number;
    durationInMinutes: DurationInMinutes;
    places: number;
  };
  /** An online study has this in place of a plan. */
  online?: {
    publishedDaysAgo: number;
    opensForDays: number;
    minutes: number;
    screenOutPay: number;
    places: number;
  };
  /** Submissions of the first applicants, in the same order. */
  submissions?: { tookMinutes: number; hasNoCode?: true }[];
  times?: string[];
  meetingFields?: Pick<StudyPublish, keyof typeof meetingFields>;
  meetings?: DemoMeeting[];
  /** If absent, only some of the early applicants are accepted. */
  isAllAccepted?: true;
  applicants?: number;
  hasAbena?: true;
  isInviteOnly?: true;
  isPaused?: true;
  isClosed?: true;
}

export interface DemoProject {
  projectName: string;
  description: string;
  studies: DemoStudy[];
}

const DAYS_APPROVED = 180;
const SCREENED_OUT_CODE = 'RDBRDB33';
export const DEMO_CODES = [
  { meaning: 'COMPLETED', code: 'RDBRDB22' },
  { meaning: 'SCREENED_OUT', code: SCREENED_OUT_CODE },
  { meaning: 'NOT_ELIGIBLE', code: 'RDBRDB44' },
] as const;

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
    isInviteOnly: study.isInviteOnly === true,
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
  { plan, times = [], quotas = [], ...study }: DemoStudy,
  now: Date,
): StudyPublish | undefined {
  return (
    plan && {
      availableDates: weekdaysFrom(daysFrom(now, plan.startsInDays), plan.weekdays),
      availableTimes: times,
      durationInMinutes: plan.durationInMinutes,
      desiredNumberOfParticipants: plan.places,
      ...study.meetingFields,
      quotas,
      isListed: true,
    }
  );
}

/** The demo's survey tool reads its settings from its own address. */
export function asOnlinePlan(
  { online }: DemoStudy,
  now: Date,
  publicUrl: string,
): OnlineStudyPublish | undefined {
  return (
    online && {
      mode: 'ONLINE',
      survey: {
        address: `${publicUrl}/dev/survey?d[id]={{PARTICIPANT}}&return_url={{RETURN}}&screened_out=/c/${SCREENED_OUT_CODE}`,
        minutes: online.minutes,
        screenOutPay: online.screenOutPay,
      },
      closesOn: today(daysFrom(now, online.opensForDays)),
      desiredNumberOfParticipants: online.places,
      choosing: 'AT_ONCE',
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
