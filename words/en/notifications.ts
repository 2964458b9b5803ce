import type {
  GroupedKind,
  NotificationContent,
  NotificationKind,
} from '@app/contracts/project/notification-kinds.ts';
import { calendarWords } from '@app/words/calendar.ts';
import { choiceWords } from '@app/words/choices.ts';
import { longDate } from '@app/words/days.ts';

type KindParams<Kind> = Omit<Extract<NotificationContent, { kind: Kind }>['params'], 'studyId'>;

interface Group {
  notifications: number;
  people: number;
}

interface ShownNotification {
  kind: string | null;
  params: unknown;
  message: string;
  group?: Group | undefined;
}

/** Returns "24 November, 2026, 09:30 AM GMT". */
function at(startsAt: string): string {
  return calendarWords.instant(longDate(startsAt), startsAt);
}

export const notices = {
  COMPANY_ACCEPTED: () => 'Your company is verified. You can now create studies.',
  COMPANY_DECLINED: () => 'We could not verify your company. Correct the details and try again.',
  COMPANY_REVOKED: () =>
    'Your company is no longer verified, so your studies are paused. You can send its details again.',
  PAYMENT_HELD: () => 'A payment to you is delayed. See why, and until when, under Money.',
  PAYMENT_NEEDS_ACCOUNT: () => 'A payment to you failed. Open Money to see what to do.',
  NEW_APPLICANT: ({ study }) => `Someone applied to “${study}”.`,
  APPLICANT_WITHDREW: ({ study }) => `Someone withdrew their application to “${study}”.`,
  NEW_MESSAGE: ({ study }) => `You have a message about “${study}”.`,
  CONSENT_WITHDRAWN: ({ study }) =>
    `Someone withdrew their consent to “${study}”. Their answers here are deleted. Please delete your own copies.`,
  CONSENT_CHANGED: ({ study }) =>
    `The consent text of “${study}” has changed. Please read it and agree before you take part.`,
  APPROVAL_ENDS: ({ study, until }) =>
    `The ethics approval of “${study}” ends on ${longDate(until)}. Someone has a meeting after that day.`,
  ACCEPTED: ({ study }) => `You have been accepted for “${study}”.`,
  DECLINED: ({ study, reason }) =>
    `Your application to “${study}” was declined. Reason: ${choiceWords.declineReason[reason]}.`,
  UNDER_REVIEW_AGAIN: ({ study }) => `Your application to “${study}” is under review again.`,
  STUDY_FITS: ({ study }) => `A new study fits your profile: “${study}”.`,
  STUDY_CLOSED: ({ study }) => `“${study}” is now closed. We keep your answers.`,
  MEETING_BOOKED: ({ study, startsAt }) => `Your meeting for “${study}” is booked: ${at(startsAt)}.`,
  MEETING_MOVED: ({ study, startsAt }) => `Your meeting for “${study}” is now on ${at(startsAt)}.`,
  CALL_UNANSWERED: ({ study, until }) =>
    `The researcher of “${study}” tried to call you and will try again until ${at(until)}.`,
  PLACE_CHANGED: ({ study, startsAt }) =>
    `The place or link of your meeting for “${study}” on ${at(startsAt)} has changed.`,
  MEETING_CANCELLED: ({ study, startsAt, proposed }) => {
    const cancelled = `Your meeting for “${study}” on ${at(startsAt)} is cancelled.`;
    return proposed === undefined
      ? cancelled
      : `${cancelled} The researcher proposes ${at(proposed)}. Book it, or choose another time.`;
  },
  MEETING_TOMORROW: ({ study, startsAt }) =>
    `Your meeting for “${study}” is on ${at(startsAt)}. Will you be there?`,
  MEETING_SOON: ({ study, startsAt }) => `Your meeting for “${study}” starts soon: ${at(startsAt)}.`,
  MEETING_MISSED: ({ study, startsAt }) =>
    `The researcher marked you as absent from the meeting for “${study}” on ${at(startsAt)}. If you were there, tell us.`,
  MEETING_DECIDED: ({ study, startsAt }) =>
    `We made a decision about the meeting for “${study}” on ${at(startsAt)}.`,
  TIME_OFFERED: ({ study, startsAt }) => `We keep a time for “${study}” for you: ${at(startsAt)}.`,
  TIMES_FREE: ({ study }) => `A time for “${study}” is free. Times are first come, first served.`,
  TIME_NOT_CHOSEN: ({ study }) => `Please choose a time to meet for “${study}”.`,
  TIME_BOOKED: ({ study, startsAt }) => `Someone booked ${at(startsAt)} for “${study}”.`,
  TIME_MOVED: ({ study, startsAt }) => `Someone changed their meeting for “${study}” to ${at(startsAt)}.`,
  TIME_CANCELLED: ({ study, startsAt }) =>
    `Someone cancelled their meeting for “${study}” on ${at(startsAt)}.`,
  MEETINGS_UNMARKED: ({ study, startsAt }) =>
    `Please mark who came to the meeting for “${study}” on ${at(startsAt)}.`,
  MEETING_DISPUTED: ({ study, startsAt }) =>
    `A participant disputes your mark for the meeting for “${study}” on ${at(startsAt)}. We will check it.`,
  SURVEY_PLACE: ({ study, until }) =>
    `You have a place in “${study}”. Please open the survey before ${at(until)}.`,
  SURVEY_ENDS_SOON: ({ study, until }) => `Your time for the survey of “${study}” ends soon: ${at(until)}.`,
  SURVEY_REJECTED: ({ study }) =>
    `The researcher rejected your survey of “${study}”. See why, and what you can do.`,
  SURVEY_DISPUTED: ({ study }) => `We will check and decide about a rejected survey of “${study}”.`,
  SURVEY_DECIDED: ({ study }) => `We made a decision about a survey of “${study}”.`,
  SURVEYS_WAIT: ({ study }) => `Surveys of “${study}” wait for your approval.`,
  SURVEY_CORRECTED: ({ study }) =>
    `The researcher corrected the address of the survey of “${study}”. Please open it again if it did not work.`,
  SURVEY_PAUSED: ({ study }) =>
    `We paused “${study}”, because three people finished the survey without a code. Please test it.`,
  SURVEY_LONGER: ({ study }) => `The survey of “${study}” takes longer than you said.`,
  STUDY_SUSPENDED: ({ study }) => `We paused “${study}” while we check it. You do not need to take part.`,
  OWN_STUDY_SUSPENDED: ({ study }) => `We suspended “${study}”. Open the study to read why.`,
  OWN_STUDY_RESTORED: ({ study }) => `“${study}” is no longer suspended.`,
  STUDY_ENDED: ({ study }) => `“${study}” is over, so it is now closed.`,
} as const satisfies { [Kind in NotificationKind]: (params: KindParams<Kind>) => string };

const groupNotices: Record<GroupedKind, (study: string, group: Group) => string> = {
  NEW_APPLICANT: (study, group) => `${peopleText(group)} applied to “${study}”.`,
  APPLICANT_WITHDREW: (study, group) => `${peopleText(group)} withdrew from “${study}”.`,
  TIME_BOOKED: (study, group) => `${group.notifications} meetings for “${study}” were booked.`,
  TIME_MOVED: (study, group) => `${group.notifications} meetings for “${study}” were changed.`,
  TIME_CANCELLED: (study, group) => `${group.notifications} meetings for “${study}” were cancelled.`,
};

const peopleText = ({ people }: Group) => (people === 1 ? 'Someone' : `${people} people`);

/** `kind` is null if this version does not know it. Then `message` is shown. */
export function notificationText({ kind, params, message, group }: ShownNotification): string {
  if (kind === null) return message;
  if (group && group.notifications > 1 && Object.hasOwn(groupNotices, kind)) {
    const { study = '' } = params as { study?: string };
    return groupNotices[kind as GroupedKind](study, group);
  }
  return Object.hasOwn(notices, kind) ? notices[kind as NotificationKind](params as never) : message;
}
