import type { NotificationContent, NotificationKind } from '@app/contracts/project/notification-kinds.ts';
import { calendarWords } from '@app/words/calendar.ts';
import { choiceWords } from '@app/words/choices.ts';
import { dayWords } from '@app/words/days.ts';

type ParamsOf<Kind> = Omit<Extract<NotificationContent, { kind: Kind }>['params'], 'studyId'>;

interface Told {
  kind: string | null;
  params: unknown;
  message: string;
}

/** "24 November, 2026, 09:30 AM GMT". */
function at(startsAt: string): string {
  return calendarWords.instant(onDay(startsAt), startsAt);
}

function onDay(instant: string): string {
  const date = new Date(instant);
  const month = calendarWords.months[date.getUTCMonth()] ?? '';
  return dayWords.withYear(date.getUTCDate(), month, date.getUTCFullYear());
}

/** What a notification says, by its kind. */
export const notices = {
  COMPANY_ACCEPTED: () => 'Your company has been verified. You can now create studies.',
  COMPANY_DECLINED: () =>
    'Your company could not be verified. You can correct the information and try again.',
  COMPANY_REVOKED: () =>
    'Your company is no longer verified, so your studies are paused. You can send its information again.',
  NEW_APPLICANT: ({ study }) => `Someone applied to “${study}”.`,
  APPLICANT_WITHDREW: ({ study }) => `Someone withdrew their application to “${study}”.`,
  NEW_MESSAGE: ({ study }) => `There is a message about “${study}”.`,
  CONSENT_TAKEN_BACK: ({ study }) =>
    `Someone took back their consent to “${study}”. Their answers are erased.`,
  CONSENT_CHANGED: ({ study }) =>
    `The consent text of “${study}” has changed. Please read it and agree before you meet.`,
  APPROVAL_ENDS: ({ study, until }) =>
    `The ethics approval of “${study}” ends on ${onDay(until)}. Somebody has a time after that day.`,
  ACCEPTED: ({ study }) => `You have been accepted for “${study}”.`,
  DECLINED: ({ study, reason }) =>
    `Your application to “${study}” was declined. Reason: ${choiceWords.declineReason[reason]}.`,
  UNDER_REVIEW_AGAIN: ({ study }) => `Your application to “${study}” is under review again.`,
  STUDY_FITS: ({ study }) => `A new study fits your profile: “${study}”.`,
  STUDY_CLOSED: ({ study }) => `“${study}” is closed now. Your answers are kept.`,
  MEETING_BOOKED: ({ study, startsAt }) => `Your meeting for “${study}” is booked: ${at(startsAt)}.`,
  MEETING_MOVED: ({ study, startsAt }) => `Your meeting for “${study}” is now on ${at(startsAt)}.`,
  MEETING_CANCELLED: ({ study, startsAt, proposed }) => {
    const cancelled = `Your meeting for “${study}” on ${at(startsAt)} does not take place.`;
    return proposed === undefined
      ? cancelled
      : `${cancelled} The researcher proposes ${at(proposed)}. Take it, or choose another time.`;
  },
  MEETING_TOMORROW: ({ study, startsAt }) =>
    `Your meeting for “${study}” is on ${at(startsAt)}. Will you be there?`,
  MEETING_SOON: ({ study, startsAt }) => `Your meeting for “${study}” begins soon: ${at(startsAt)}.`,
  MEETING_MISSED: ({ study, startsAt }) =>
    `You were noted as absent from the meeting for “${study}” on ${at(startsAt)}. If that is not so, please say so.`,
  MEETING_DECIDED: ({ study, startsAt }) =>
    `It was decided what counts for the meeting for “${study}” on ${at(startsAt)}.`,
  TIME_OFFERED: ({ study, startsAt }) => `A time for “${study}” is free for you: ${at(startsAt)}.`,
  TIMES_FREE: ({ study }) => `A time for “${study}” has become free. Whoever is first has it.`,
  TIME_NOT_CHOSEN: ({ study }) => `Please choose a time to meet for “${study}”.`,
  TIME_TAKEN: ({ study, startsAt }) => `Someone booked ${at(startsAt)} for “${study}”.`,
  TIME_MOVED: ({ study, startsAt }) => `Someone moved their meeting for “${study}” to ${at(startsAt)}.`,
  TIME_GIVEN_BACK: ({ study, startsAt }) => `Someone gave back ${at(startsAt)} for “${study}”.`,
  MEETINGS_UNMARKED: ({ study, startsAt }) =>
    `Please mark who came to the meeting for “${study}” on ${at(startsAt)}.`,
  MEETING_DISPUTED: ({ study, startsAt }) =>
    `A participant sees the meeting for “${study}” on ${at(startsAt)} differently. We will look into it.`,
  STUDY_HALTED: ({ study }) =>
    `We have paused “${study}” while we look into who runs it. You need not go to a meeting of it.`,
  STUDY_ENDED: ({ study }) => `The meeting times of “${study}” are over, so it is closed now.`,
} as const satisfies { [Kind in NotificationKind]: (params: ParamsOf<Kind>) => string };

/** Several of one kind and study at once. */
export const groupNotices = {
  NEW_APPLICANT: (who: string, study: string) => `${who} applied to “${study}”.`,
  APPLICANT_WITHDREW: (who: string, study: string) => `${who} withdrew from “${study}”.`,
  TIME_TAKEN: (_who: string, study: string, count: string) => `${count} times for “${study}” were booked.`,
  TIME_MOVED: (_who: string, study: string, count: string) => `${count} times for “${study}” were moved.`,
  TIME_GIVEN_BACK: (_who: string, study: string, count: string) =>
    `${count} times for “${study}” were given back.`,
} as const satisfies Partial<Record<NotificationKind, (who: string, study: string, count: string) => string>>;

/** "Kofi, Ama and 13 others"; "15 people" where no name is known; "Kofi, Ama and more" where not all are counted. */
function people(names: readonly string[], count: number, isMore: boolean): string {
  const known = names.slice(0, 2);
  const others = count - known.length;
  if (known.length === 0 && isMore) return `${count} people and more`;
  if (known.length === 0) return count === 1 ? 'Someone' : `${count} people`;
  if (isMore) return `${known.join(', ')} and more`;
  if (others <= 0) return known.join(' and ');
  return `${known.join(', ')} and ${others === 1 ? '1 other' : `${others} others`}`;
}

interface Numbers {
  /** Of the people that are known by name. */
  names: readonly string[];
  /** How many notifications there are, and of how many people. */
  rows: number;
  people: number;
  /** Some are too old to be in the list yet. */
  isMore: boolean;
}

/** Several of one kind in words: one person may have moved a meeting three times. */
export function sayGroup({ kind, params, message }: Told, { names, rows, isMore, ...all }: Numbers): string {
  const { study = '' } = params as { study?: string };
  return kind !== null && Object.hasOwn(groupNotices, kind)
    ? groupNotices[kind as keyof typeof groupNotices](
        people(names, all.people, isMore),
        study,
        isMore ? `${rows} and more` : String(rows),
      )
    : message;
}

/** A notification in words; one of a kind that is not known here, e.g. of an older node, in those that came with it. */
export function sayNotification({ kind, params, message }: Told): string {
  return kind !== null && Object.hasOwn(notices, kind)
    ? notices[kind as NotificationKind](params as never)
    : message;
}
